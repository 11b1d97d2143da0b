// The scopes of API keys. Each call of a merchant requires one scope, which its row of the route table
// contains, and a key has a set of scopes (api.md 6.8).

export const SCOPES = [
  /** Opens hosted payment pages, and asks what shops need to know before. */
  'payments',
  'customers',
  /** Changes and deletes stored cards. Its requests contain no card number. */
  'cards',
  /** Sends a card number, which puts the caller's own systems into the scope of PCI DSS. */
  'cards:raw',
  /** Reserves the amount of a refund; no money moves. */
  'refunds:request',
  /** Approves and rejects refunds, and refunds in one step: money moves. */
  'refunds:approve',
  'recurring',
  /** Webhooks and their replays; with `read`. The feed is read with `read` alone. */
  'events',
  /** Replaces the installment table, which decides what buyers pay. */
  'settings',
  /** Every other GET. */
  'read',
] as const;
export type Scope = (typeof SCOPES)[number];

/** The scopes of a new key, unless its creation names others. */
export const DEFAULT_SCOPES: readonly Scope[] = /* @__PURE__ */ SCOPES.filter(
  (scope) => scope !== 'cards:raw' && scope !== 'settings',
);

/**
 * The scopes that a key needs for a call of this scope. A webhook is sent what `read` may read: whoever makes
 * or changes one, or has events sent again, needs both.
 */
export const scopesNeeded = (scope: Scope): readonly Scope[] =>
  scope === 'events' ? ['events', 'read'] : [scope];
