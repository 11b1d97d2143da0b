// The rows of API keys, and of what a key learns about itself.
import type { RouteRow } from './route.ts';

export const KEY_ROUTES: readonly RouteRow[] = [
  {
    method: 'GET',
    path: '/api/me',
    file: 'me/show',
    scope: 'any',
    summary: 'Show the caller',
    description: [
      'Returns the account and its settings, the key that calls with its scopes, the limits, and what is on.',
    ],
    returns: { status: 200, object: 'Me', what: 'the account, the key and the limits' },
    rejections: [],
    needs: ['table:get', 'table:get-many', 'index:list'],
    rows: ['merchant', 'listed-api-key', 'person', 'api-key'],
    impact: 'Programs cannot learn what their key may do.',
  },
  {
    method: 'GET',
    path: '/api/key',
    file: 'key/list',
    scope: 'keys',
    summary: 'List the API keys',
    description: ['Returns all keys of the account, the newest first, also those that have ended.'],
    returns: { status: 200, object: 'ApiKey', isList: true, what: 'the keys' },
    rejections: [],
    needs: ['table:get-many', 'index:list'],
    rows: ['listed-api-key'],
    impact: 'Merchants cannot see their API keys.',
  },
  {
    method: 'POST',
    path: '/api/key',
    file: 'key/create',
    scope: 'keys',
    summary: 'Create an API key',
    description: [
      'Creates a key with some of the scopes of the key that calls. The key is returned only now.',
      'It ends after a year, or sooner with the key that makes it, and is revoked with it.',
    ],
    returns: { status: 201, object: 'CreatedApiKey', what: 'the key' },
    rejections: ['API_KEY_LIMIT_REACHED', 'CONCURRENT_UPDATE'],
    needs: ['table:get', 'table:get-many', 'table:put', 'table:update', 'index:list', 'digest'],
    rows: ['api-key', 'listed-api-key', 'idempotency'],
    impact: 'Merchants cannot make API keys; operators can.',
  },
  {
    method: 'POST',
    path: '/api/key/{id}/revoke',
    file: 'key/revoke',
    scope: 'keys',
    summary: 'Revoke an API key',
    description: [
      'Ends a key, also the one that calls, within a minute, with the keys that it made, and stops what these ' +
        'made or set: webhooks are disabled, secrets that they know end, open pages and links are closed, the ' +
        'former installment table returns. With `keep` it lists all and ends the key alone.',
      'Customers, cards, recurring payments and refunds stay; `stays` counts them.',
      'Call it again after `refusedFrom`: it then stops what the key has made until then.',
      'With `preview: true` nothing ends: `active` is what would.',
    ],
    returns: {
      status: 200,
      object: 'RevokedApiKey',
      preview: 'RevokedApiKey',
      what: 'the key, what it made, and what was stopped',
    },
    rejections: ['API_KEY_NOT_FOUND', 'CONCURRENT_UPDATE'],
    needs: ['table:get', 'table:get-many', 'table:query', 'table:put', 'table:update', 'index:list'],
    rows: [
      ...(['api-key', 'listed-api-key', 'webhook', 'hosted-page', 'listed-page'] as const),
      ...(['listed-card-page', 'installment-table'] as const),
      ...(['customer', 'card', 'recurring-payment', 'refund', 'idempotency'] as const),
    ],
    impact: 'Merchants cannot revoke a leaked API key themselves; operators can.',
  },
];
