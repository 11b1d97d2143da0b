// The scopes of API keys. Each call of a merchant requires one scope, which its row of the route table
// contains, and a key has a set of scopes (api.md 6.8).

export const SCOPES = [
  /** Opens hosted payment pages, and asks what shops need to know before. */
  'payments',
  /** Charges a stored card without its holder: money moves. */
  'payments:charge',
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
  /** Webhooks and their replays; with the right to read what is sent. */
  'events',
  /** Replaces the installment table, which decides what buyers pay. */
  'settings',
  /** Lists, makes and revokes API keys. */
  'keys',
  'payments:read',
  'customers:read',
  'cards:read',
  'refunds:read',
  'recurring:read',
  /** The day's book of each virtual POS. */
  'settlements:read',
  /** Webhooks, deliveries, and of the feed what the key may read besides. */
  'events:read',
  /** All that end with `:read`. */
  'read',
] as const;
export type Scope = (typeof SCOPES)[number];
/** The scope of a call, or that it needs none. */
export type CallScope = Scope | 'any';

const isRead = (scope: CallScope): boolean => scope.endsWith(':read');
const READ_SCOPES: readonly Scope[] = /* @__PURE__ */ SCOPES.filter(isRead);

const WITHHELD: readonly Scope[] = ['payments:charge', 'cards:raw', 'settings', 'keys'];
/** The scopes of a new key, unless its creation names others: `read` in place of those that it is the sum of. */
export const DEFAULT_SCOPES: readonly Scope[] = /* @__PURE__ */ SCOPES.filter(
  (scope) => !WITHHELD.includes(scope) && !isRead(scope),
);

/** True if a key with these scopes may do what needs this one: `read` is the sum of all that read. */
export const hasScope = (scopes: readonly string[], scope: CallScope): boolean =>
  scope === 'any' ||
  scopes.includes(scope) ||
  (isRead(scope) && scopes.includes('read')) ||
  (scope === 'read' && READ_SCOPES.every((one) => scopes.includes(one)));
