// Events: changes of objects, which are read one by one, as a list, or as a feed.
import { EVENTS_KEPT_DAYS } from '#domain/limits.ts';
import type { RouteRow } from './route.ts';

export const EVENT_ROUTES: readonly RouteRow[] = [
  {
    method: 'GET',
    path: '/api/event',
    file: 'event/list',
    scope: 'events:read',
    summary: 'List events',
    description: [
      `Returns events of the last ${EVENTS_KEPT_DAYS} days, newest first, filtered by type, object and time.`,
      'With `order`: `oldest` it is the feed: a call goes on after the cursor of the one before, never null.',
      'No event is missed: a cursor behind which some expired unread is refused with the one that goes on.',
      'An empty page is the end for now. With `startDate` the feed begins there, else at the oldest event.',
    ],
    returns: { status: 200, object: 'Event', isList: true, what: 'events' },
    rejections: ['CURSOR_EXPIRED', 'CURSOR_INVALID'],
    needs: ['table:get', 'table:get-many', 'index:list', 'index:lookup', 'index:second'],
    rows: ['event', 'feed'],
    impact: 'Merchants cannot read what has happened.',
  },
  {
    method: 'GET',
    path: '/api/event/{id}',
    file: 'event/show',
    scope: 'events:read',
    summary: 'Retrieve an event',
    description: [
      'Returns an event: the object as it was after the change, and what was otherwise before.',
      'Events of an object are in the order of `sequence`; the same change is always the same `id`.',
    ],
    returns: { status: 200, object: 'Event', what: 'the event' },
    rejections: ['EVENT_NOT_FOUND'],
    needs: ['table:get'],
    rows: ['event'],
    impact: 'Merchants cannot look up an event.',
  },
];
