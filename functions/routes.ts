// The table of every door: Lambda, grants, alarm, API method, local route, API reference and standing tests
// follow from a row. A door may do what its `needs` say, to the `rows` it names, and nothing else.

export type Need =
  /** One row, or up to a hundred at once. */
  | 'table:get'
  | 'table:get-many'
  /** The rows below an entity. */
  | 'table:query'
  | 'table:put'
  | 'table:update'
  /** What an index tells. */
  | `index:${'list' | 'status' | 'lookup' | 'second' | 'due'}`
  /** Seal a card and make its fingerprint. */
  | 'card:seal'
  /** Seal a newer expiry beside a card that stays shut. */
  | 'card:renew'
  /** See a card number in clear. */
  | 'card:open'
  /** Open the merchant's signing secret. */
  | 'sign'
  /** Open a merchant's virtual POS settings and talk to the bank. */
  | 'acquirer'
  /** Make the keyed digests that API keys are found by. */
  | 'digest'
  /** Derive a merchant’s own key. */
  | 'merchant-key'
  /** Plan one-time schedules, or drop them. */
  | 'schedule:plan'
  | 'schedule:drop';

/** Kinds of rows, as their keys tell them apart. */
export type RowKind =
  | 'merchant'
  | 'api-key'
  | 'hosted-page'
  | 'order'
  | 'payment'
  | 'customer'
  | 'card'
  | 'card-tries'
  | 'recurring-payment'
  | 'refund'
  | 'refund-counts'
  | 'decline'
  | 'idempotency'
  /** Of any kind, in the index of what waits for its time. */
  | 'due';

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
  /** Below functions/endpoints, without the ending. */
  file: string;
  /** A merchant sends X-Api-Key; a buyer comes with the token in the path; anyone may read docs. */
  audience: 'merchant' | 'buyer' | 'anyone';
  needs: readonly Need[];
  /** Whose rows it may touch, by the first words of their keys, in the table and in its indexes. */
  rows: readonly RowKind[];
  /** What a user loses while this door fails: the sentence of its alarm. */
  impact: string;
};

export const ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/payment/hostedpage',
    file: 'hosted-page/create',
    audience: 'merchant',
    needs: ['table:get', 'table:put', 'table:update'],
    rows: ['hosted-page', 'order', 'idempotency'],
    impact: 'Merchants cannot open payment pages: no new sale can start.',
  },
  {
    method: 'GET',
    path: '/api/payment/hostedpage/{token}',
    file: 'hosted-page/show',
    audience: 'merchant',
    needs: ['table:get'],
    rows: ['hosted-page', 'payment'],
    impact: 'Merchants cannot see what became of a payment page.',
  },
  {
    method: 'GET',
    path: '/iframe/{token}',
    file: 'hosted-page/form',
    audience: 'buyer',
    needs: ['table:get', 'index:list', 'sign'],
    rows: ['merchant', 'hosted-page', 'order', 'payment', 'customer', 'card'],
    impact: 'Buyers see no payment form.',
  },
  {
    method: 'POST',
    path: '/iframe/{token}',
    file: 'hosted-page/pay',
    audience: 'buyer',
    needs: [
      'table:get',
      'table:get-many',
      'table:query',
      'table:put',
      'table:update',
      'index:list',
      'card:open',
      'card:seal',
      'card:renew',
      'merchant-key',
      'acquirer',
      'sign',
    ],
    rows: ['merchant', 'hosted-page', 'order', 'payment', 'customer', 'card', 'decline'],
    impact: 'Buyers cannot pay.',
  },
  {
    method: 'POST',
    path: '/iframe/{token}/3d',
    file: 'hosted-page/three-d',
    audience: 'buyer',
    needs: ['table:get', 'table:get-many', 'table:put', 'table:update', 'index:list', 'acquirer', 'sign'],
    rows: ['merchant', 'hosted-page', 'order', 'payment', 'customer', 'card', 'decline'],
    impact: 'Buyers who come back from their bank’s 3-D Secure page cannot pay.',
  },
  {
    method: 'POST',
    path: '/iframe/{token}/3d/callback',
    file: 'hosted-page/three-d-callback',
    audience: 'buyer',
    needs: ['table:get', 'table:get-many', 'table:put', 'table:update', 'index:list', 'acquirer'],
    rows: ['merchant', 'hosted-page', 'order', 'payment', 'customer', 'card', 'decline'],
    impact: 'Buyers who close the bank’s 3-D Secure page too early do not pay, though they confirmed.',
  },
  {
    method: 'POST',
    path: '/iframe/{token}/3d/cancel',
    file: 'hosted-page/three-d-cancel',
    audience: 'buyer',
    needs: ['table:get', 'table:put', 'table:update'],
    rows: ['hosted-page', 'order', 'payment', 'decline'],
    impact:
      'Buyers who lost their bank’s 3-D Secure page wait a quarter of an hour before they can try again.',
  },
  {
    method: 'GET',
    path: '/api/payment',
    file: 'payment/list',
    audience: 'merchant',
    needs: ['index:list', 'index:status', 'index:lookup'],
    rows: ['payment'],
    impact: 'Merchants cannot list their payments.',
  },
  {
    method: 'GET',
    path: '/api/payment/{paymentReferenceNumber}',
    file: 'payment/show',
    audience: 'merchant',
    needs: ['table:get'],
    rows: ['payment'],
    impact: 'Merchants cannot look up a payment.',
  },
  {
    method: 'POST',
    path: '/api/customer',
    file: 'customer/create',
    audience: 'merchant',
    needs: ['table:get', 'table:put'],
    rows: ['customer', 'idempotency'],
    impact: 'Merchants cannot create customers.',
  },
  {
    method: 'GET',
    path: '/api/customer',
    file: 'customer/list',
    audience: 'merchant',
    needs: ['index:list', 'index:status', 'index:lookup', 'index:second'],
    rows: ['customer'],
    impact: 'Merchants cannot find their customers.',
  },
  {
    method: 'GET',
    path: '/api/customer/{id}',
    file: 'customer/show',
    audience: 'merchant',
    needs: ['table:get'],
    rows: ['customer'],
    impact: 'Merchants cannot look up a customer.',
  },
  {
    method: 'PUT',
    path: '/api/customer/{id}',
    file: 'customer/update',
    audience: 'merchant',
    needs: ['table:get', 'table:put', 'table:update'],
    rows: ['customer', 'idempotency'],
    impact: 'Merchants cannot correct or deactivate a customer.',
  },
  {
    method: 'DELETE',
    path: '/api/customer/{id}',
    file: 'customer/delete',
    audience: 'merchant',
    needs: ['table:get', 'table:put', 'table:update'],
    rows: ['customer', 'idempotency'],
    impact: 'Customers who ask to be forgotten are not.',
  },
  {
    method: 'POST',
    path: '/api/card',
    file: 'card/create',
    audience: 'merchant',
    needs: ['table:get', 'table:put', 'table:update', 'card:seal'],
    rows: ['customer', 'card', 'idempotency'],
    impact: 'Merchants cannot store cards: no new recurring payment can start.',
  },
  {
    method: 'GET',
    path: '/api/card/query',
    file: 'card/query',
    audience: 'merchant',
    needs: ['index:lookup', 'index:second'],
    rows: ['card'],
    impact: 'Merchants cannot find stored cards.',
  },
  {
    method: 'GET',
    path: '/api/card/{id}',
    file: 'card/show',
    audience: 'merchant',
    needs: ['table:get'],
    rows: ['card'],
    impact: 'Merchants cannot look up a stored card.',
  },
  {
    method: 'PUT',
    path: '/api/card/{id}',
    file: 'card/update',
    audience: 'merchant',
    needs: ['table:get', 'table:put', 'table:update', 'card:renew', 'schedule:plan'],
    rows: ['card', 'recurring-payment', 'idempotency'],
    impact: 'Renewed cards cannot be entered: their recurring payments fail.',
  },
  {
    method: 'DELETE',
    path: '/api/card/{id}',
    file: 'card/delete',
    audience: 'merchant',
    needs: ['table:get', 'table:put', 'table:update'],
    rows: ['card', 'idempotency'],
    impact: 'Cards that should be gone are kept.',
  },
  {
    method: 'POST',
    path: '/api/RecurringPayment',
    file: 'recurring-payment/create',
    audience: 'merchant',
    needs: ['table:get', 'table:put', 'table:update', 'schedule:plan'],
    rows: ['merchant', 'customer', 'card', 'recurring-payment', 'idempotency'],
    impact: 'Merchants cannot start recurring payments.',
  },
  {
    method: 'POST',
    path: '/api/RecurringPayment/preview',
    file: 'recurring-payment/preview',
    audience: 'merchant',
    needs: ['table:get', 'table:put'],
    rows: ['idempotency'],
    impact: 'Merchants cannot show their customers what will be charged and when.',
  },
  {
    method: 'GET',
    path: '/api/RecurringPayment',
    file: 'recurring-payment/list',
    audience: 'merchant',
    needs: ['index:list', 'index:status', 'index:lookup'],
    rows: ['recurring-payment'],
    impact: 'Merchants cannot list their recurring payments.',
  },
  {
    method: 'GET',
    path: '/api/RecurringPayment/{id}',
    file: 'recurring-payment/show',
    audience: 'merchant',
    needs: ['table:get'],
    rows: ['recurring-payment'],
    impact: 'Merchants cannot see how a recurring payment stands.',
  },
  {
    method: 'POST',
    path: '/api/RecurringPayment/{id}/pause',
    file: 'recurring-payment/pause',
    audience: 'merchant',
    needs: ['table:get', 'table:put', 'schedule:drop'],
    rows: ['recurring-payment', 'idempotency'],
    impact: 'Customers who want to pause go on being charged.',
  },
  {
    method: 'POST',
    path: '/api/RecurringPayment/{id}/resume',
    file: 'recurring-payment/resume',
    audience: 'merchant',
    needs: ['table:get', 'table:put', 'table:update', 'schedule:plan'],
    rows: ['customer', 'card', 'recurring-payment', 'idempotency'],
    impact: 'Paused recurring payments cannot go on.',
  },
  {
    method: 'POST',
    path: '/api/RecurringPayment/{id}/cancel',
    file: 'recurring-payment/cancel',
    audience: 'merchant',
    needs: ['table:get', 'table:put', 'table:update', 'schedule:drop'],
    rows: ['customer', 'card', 'recurring-payment', 'idempotency'],
    impact: 'Customers who cancel go on being charged.',
  },
  {
    method: 'GET',
    path: '/api/RecurringPayment/{id}/transactions',
    file: 'recurring-payment/transactions',
    audience: 'merchant',
    needs: ['table:get', 'table:query'],
    rows: ['recurring-payment'],
    impact: 'Merchants cannot see which charges succeeded.',
  },
  {
    method: 'POST',
    path: '/api/Refund',
    file: 'refund/create',
    audience: 'merchant',
    needs: ['table:get', 'table:put', 'table:update'],
    rows: ['payment', 'refund', 'refund-counts', 'idempotency'],
    impact: 'Merchants cannot request refunds.',
  },
  {
    method: 'GET',
    path: '/api/Refund',
    file: 'refund/list',
    audience: 'merchant',
    needs: ['index:list', 'index:status', 'index:lookup', 'index:second'],
    rows: ['refund'],
    impact: 'Merchants cannot list their refunds.',
  },
  {
    method: 'GET',
    path: '/api/Refund/statistics',
    file: 'refund/statistics',
    audience: 'merchant',
    needs: ['table:query'],
    rows: ['refund-counts'],
    impact: 'Merchants see no refund statistics.',
  },
  {
    method: 'GET',
    path: '/api/Refund/{id}',
    file: 'refund/show',
    audience: 'merchant',
    needs: ['table:get'],
    rows: ['refund'],
    impact: 'Merchants cannot look up a refund.',
  },
  {
    method: 'POST',
    path: '/api/Refund/{id}/approve',
    file: 'refund/approve',
    audience: 'merchant',
    needs: ['table:get', 'table:put', 'table:update', 'acquirer'],
    rows: ['merchant', 'payment', 'refund', 'refund-counts', 'idempotency'],
    impact: 'Approved refunds do not reach the bank: buyers wait for their money.',
  },
  {
    method: 'POST',
    path: '/api/Refund/{id}/reject',
    file: 'refund/reject',
    audience: 'merchant',
    needs: ['table:get', 'table:put', 'table:update'],
    rows: ['payment', 'refund', 'refund-counts', 'idempotency'],
    impact: 'Merchants cannot reject a refund; its amount stays held.',
  },
  {
    method: 'POST',
    path: '/api/Refund/partial',
    file: 'refund/partial',
    audience: 'merchant',
    needs: ['table:get', 'table:put', 'table:update', 'acquirer'],
    rows: ['merchant', 'payment', 'refund', 'refund-counts', 'idempotency'],
    impact: 'Merchants cannot give back part of a payment.',
  },
  {
    method: 'POST',
    path: '/api/Refund/cancellations',
    file: 'refund/cancellations',
    audience: 'merchant',
    needs: ['table:get', 'table:put', 'table:update', 'acquirer'],
    rows: ['merchant', 'payment', 'refund', 'refund-counts', 'idempotency'],
    impact: 'Merchants cannot cancel a payment before it shows on the buyer’s statement.',
  },
  {
    method: 'GET',
    path: '/docs/errors',
    file: 'docs/errors',
    audience: 'anyone',
    needs: [],
    rows: [],
    impact: 'Developers cannot read what an error code means.',
  },
];

/** A door without an address: invoked by API Gateway itself or by the clock. */
export type BackgroundFunction = Pick<Route, 'file' | 'needs' | 'rows' | 'impact'> & {
  timeoutSeconds: number;
};

/** API Gateway waits 29 seconds at most, and a call to a bank may use them; nothing else takes ten. */
export const timeoutSecondsOf = (needs: readonly Need[]) => (needs.includes('acquirer') ? 29 : 10);

export const BACKGROUND_FUNCTIONS = {
  authorizer: {
    file: 'authorizer',
    needs: ['table:get', 'table:get-many', 'digest', 'merchant-key'],
    rows: ['merchant', 'api-key'],
    impact: 'Every call of every merchant is refused.',
    timeoutSeconds: 5,
  },
  charge: {
    file: 'charge',
    needs: [
      'table:get',
      'table:get-many',
      'table:put',
      'table:update',
      'card:open',
      'acquirer',
      'schedule:plan',
    ],
    rows: ['merchant', 'payment', 'customer', 'card', 'card-tries', 'recurring-payment'],
    impact: 'Recurring payments are not charged on their day; the sweep makes up for it if it can.',
    timeoutSeconds: 240,
  },
  sweep: {
    file: 'sweep',
    needs: [
      'table:get',
      'table:get-many',
      'table:put',
      'table:update',
      'index:list',
      'index:due',
      'card:open',
      'acquirer',
      'schedule:plan',
    ],
    rows: [
      'merchant',
      'hosted-page',
      'order',
      'payment',
      'customer',
      'card',
      'card-tries',
      'recurring-payment',
      'refund',
      'refund-counts',
      'decline',
      'due',
    ],
    impact: 'Payments whose answer was lost stay unknown: buyers wait, merchants do not ship.',
    // Less than the five minutes until the next one.
    timeoutSeconds: 240,
  },
} satisfies Record<string, BackgroundFunction>;
