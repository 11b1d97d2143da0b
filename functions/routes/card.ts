// Stored cards: encrypted, referred to by id, shown with a masked number.
import type { Route } from './route.ts';

export const CARD_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/card',
    file: 'card/create',
    audience: 'merchant',
    summary: 'Store a card',
    description: [
      'Encrypts a card and returns its id and masked number; number and expiry are never returned.',
      'Send the id as `cardStorageId` to create a recurring payment.',
      'Every call stores a new card; cards with the same `fingerprint` have the same number.',
      'With `saveCard: false` the card ends after 30 minutes. A body with a CVV is refused.',
    ],
    needs: ['table:get', 'table:put', 'table:update', 'card:seal'],
    rows: ['customer', 'card', 'idempotency'],
    impact: 'Merchants cannot store cards: no recurring payment with a new card can start.',
  },
  {
    method: 'GET',
    path: '/api/card/query',
    file: 'card/query',
    audience: 'merchant',
    summary: 'Find stored cards',
    description: [
      'Returns the cards with an alias, with a BIN (the first six digits) or with both, newest first.',
      'One of the two is required; `customerId` narrows the result.',
    ],
    needs: ['index:lookup', 'index:second'],
    rows: ['card'],
    impact: 'Merchants cannot find stored cards.',
  },
  {
    method: 'GET',
    path: '/api/card/{id}',
    file: 'card/show',
    audience: 'merchant',
    summary: 'Retrieve a stored card',
    description: [
      'Returns a card with its masked number. `expiryStatus` says whether it has expired.',
      'A card that was deleted, or a temporary card whose time is over, returns 404.',
    ],
    needs: ['table:get'],
    rows: ['card'],
    impact: 'Merchants cannot look up a stored card.',
  },
  {
    method: 'PUT',
    path: '/api/card/{id}',
    file: 'card/update',
    audience: 'merchant',
    summary: 'Update a stored card',
    description: [
      'Changes alias, owner name, `forceCvv` or expiry. Fields that are not sent stay as they are.',
      'Send `expiryMonth` and `expiryYear` together. The number cannot change: store a new card for it.',
      'A new expiry unblocks the card, and its recurring payments with a failed charge are tried at once.',
    ],
    needs: ['table:get', 'table:put', 'table:update', 'card:renew', 'schedule:plan'],
    rows: ['card', 'recurring-payment', 'idempotency'],
    impact: 'Merchants cannot enter renewed cards, so the recurring payments on them fail.',
  },
  {
    method: 'DELETE',
    path: '/api/card/{id}',
    file: 'card/delete',
    audience: 'merchant',
    summary: 'Delete a stored card',
    description: [
      'Erases number, expiry, alias, owner name and fingerprint for good. Payments keep the masked number.',
      'Cancel the recurring payments that use the card first: while one is live, the call is refused.',
    ],
    needs: ['table:get', 'table:put', 'table:update'],
    rows: ['card', 'idempotency'],
    impact: 'Merchants cannot delete stored cards: card data that should be erased is kept.',
  },
];
