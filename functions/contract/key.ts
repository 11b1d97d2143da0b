// API keys in requests, and what a key learns about itself.
import { readAddressRange } from '#domain/address-range.ts';
import { MOST_KEY_ADDRESSES } from '#domain/limits.ts';
import { SCOPES } from '#domain/scope.ts';
import type { WebhookState } from '#domain/webhook/webhook.ts';
import { showApiKey } from './event/api-key.ts';
import { cardFreeText } from './field/card-free-text.ts';
import { instant } from './field/datetime.ts';
import { checked, fields, flag, list, oneOf, optional, text, withDefault } from './field/field.ts';
import { preview } from './field/preview.ts';

const AT_LEAST_ONE = { tr: 'en az bir yetki', en: 'at least one scope' };
const scopes = () => {
  const scope = oneOf(SCOPES);
  const accepts = { kind: 'list', item: scope.accepts, min: 1, max: SCOPES.length } as const;
  return checked(list(scope, SCOPES.length), ({ length }) => length > 0, AT_LEAST_ONE, accepts);
};

const RANGE = {
  tr: '203.0.113.7, 203.0.113.0/24 veya 2001:db8::/32 gibi bir adres veya aralık',
  en: 'an address or a range, like 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32',
};
const addressRange = () =>
  checked(text(1, 49), (range) => readAddressRange(range) !== undefined, RANGE, {
    kind: 'addressRange',
    max: 49,
  });

/** The body of POST /api/key. */
export const createKeyBody = (timeZone: string) =>
  fields({
    name: cardFreeText(1, 64),
    scopes: scopes(),
    expiresAt: optional(instant(timeZone)),
    allowedAddresses: withDefault(list(addressRange(), MOST_KEY_ADDRESSES), []),
  });

/** The body of POST /api/key/{id}/revoke. */
export const revokeKeyBody = () => fields({ keep: withDefault(flag(), false), preview: preview() });

/** `apiKey` is shown only in this answer: null in a repeat later than a minute. */
export const showNewKey = (key: Parameters<typeof showApiKey>[0], apiKey: string) => ({
  ...showApiKey(key),
  apiKey: apiKey as string | null,
});

type KeyName = { id: string; name: string | null; createdAt: string };
type OpenPage = { id: string; createdAt: string; expiresAt: string };

const showOpenPage = ({ id, createdAt, expiresAt }: OpenPage) => ({ id, createdAt, expiresAt });
type KeyCount = { count: string; ids: string[] };
type RevokedKey = {
  key: Parameters<typeof showApiKey>[0];
  isLast: boolean;
  made: {
    keys: KeyName[];
    webhooks: { id: string; url: string; state: WebhookState; createdAt: string }[];
    pages: OpenPage[];
    links: OpenPage[];
    installmentTables: string[];
  };
  searchedUntil: string | null;
  stopped?: string[];
  left?: string[];
  stays: { customers: KeyCount; cards: KeyCount; recurringPayments: KeyCount; refunds: KeyCount };
};

/** `refusedFrom`: the instant from which no call of the key is answered. */
export const showRevokedKey = (
  { key, stopped = [], left = [], ...found }: RevokedKey,
  refusedFrom: Date,
) => ({
  key: showApiKey(key),
  isLast: found.isLast,
  refusedFrom: refusedFrom.toISOString(),
  active: {
    ...found.made,
    pages: found.made.pages.map(showOpenPage),
    links: found.made.links.map(showOpenPage),
  },
  stopped,
  left,
  stays: found.stays,
  searchedUntil: found.searchedUntil,
});
