// The calls of the console, which only stages with a console serve, on an origin of their own (console.md 3.2).
import { IDLE_MINUTES } from '#domain/limits.ts';
import type { RouteRow } from './route.ts';

export const DESK_ROUTES: readonly RouteRow[] = [
  {
    method: 'GET',
    path: '/console/{view}',
    otherPaths: ['/console'],
    file: 'console/page',
    audience: 'desk',
    summary: 'Show the console',
    description: ['Returns the page of any view, or a file of it. The page holds no data.'],
    needs: [],
    rows: [],
    impact: 'People at the desk cannot open the console; the API is not affected.',
  },
  {
    method: 'POST',
    path: '/console/session',
    file: 'console/session',
    audience: 'desk',
    summary: 'Open, renew or end a session of the console',
    description: [
      'The code of a link or the cookie of a session becomes the key of the session.',
      'With the cookie of an owner it makes links to sign in for other people, and removes them.',
    ],
    needs: ['table:get', 'table:get-many', 'table:query', 'table:put', 'table:update', 'digest'],
    rows: ['merchant', 'person', 'api-key'],
    readsOnly: ['merchant'],
    impact: `People at the desk cannot sign in, and their sessions end after ${IDLE_MINUTES} minutes.`,
  },
];
