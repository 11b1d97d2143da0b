// What an API key may do. Each call of a merchant requires the one scope that its row of the route table
// names, and a key has a set of them (api.md 6.8).

export const SCOPES = [
  /** Opens hosted payment pages. */
  'payments',
  'customers',
  /** Changes and deletes stored cards, but brings no number. */
  'cards',
  /** Brings a card number, which puts the caller's own systems into the scope of PCI DSS. */
  'cards:raw',
  /** Reserves the amount of a refund; no money moves. */
  'refunds:request',
  /** Approves, rejects and refunds in one step: sends money back. */
  'refunds:approve',
  'recurring',
  /** Webhooks, their deliveries, and sending an event again. The feed is read with `read`. */
  'events',
  /** Every GET. */
  'read',
] as const;
export type Scope = (typeof SCOPES)[number];

/** The scopes of a new key, unless others are named. */
export const DEFAULT_SCOPES: readonly Scope[] = /* @__PURE__ */ SCOPES.filter(
  (scope) => scope !== 'cards:raw',
);
