// API keys. A key itself is not stored, only its keyed digest.
import { MODES } from '#domain/api-key.ts';
import type { Scope } from '#domain/scope.ts';
import { listOf, oneOf, optional, text, type ValueOf, word, yes } from '#domain/shape.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { type CommitResult, change, commit, create, type Write } from '../table/commit.ts';
import { apiKeyKey, apiKeysOf, merchantKey, timeSort } from '../table/keys.ts';
import { byTime, type Kind } from '../table/kind.ts';
import { endsAt, loadRow, newItem, row, type Stored } from '../table/row.ts';
import { getItems, rowsOf } from '../table/table.ts';
import { MERCHANT } from './merchant.ts';

export type ApiKeyItem = Stored & ApiKey;

const keyFields = () => ({
  /** Identifies the key in lists and in `revoke`; not secret. */
  keyId: text,
  merchantId: text,
  /** The merchant's own name for the key; absent: an operator issued it without one. */
  name: optional(text),
  kind: oneOf(MODES),
  /** If the key came from a rotation: the first key of its line. */
  firstKeyId: optional(text),
  /** If another key made it: the key that stands for the holder of both in four eyes (refunds.md 7.4). */
  holderKeyId: optional(text),
  /** The keys of its line before it, the oldest first: what they made is its own. */
  olderKeyIds: optional(listOf(text)),
  scopes: listOf(word<Scope>()),
  lastFour: text,
  /** The only addresses and ranges (CIDR) from which it may be used; absent: any. */
  allowedAddresses: optional(listOf(text)),
  /** The key that made it, and the one that revoked it; absent: an operator did. */
  createdBy: optional(text),
  createdAt: text,
  expiresAt: optional(text),
  revokedAt: optional(text),
  revokedBy: optional(text),
  /** When it last made another key: a key that is being revoked makes none. */
  madeKeyAt: optional(text),
  /** It is the session of a person, who is its `keyId`: no list and no event tells of it. */
  isSession: optional(yes),
});
export type ApiKey = ValueOf<typeof keyFields>;

export const API_KEY = /* @__PURE__ */ row<ApiKey>('api-key', keyFields);

export const apiKeyKind = () =>
  ({
    keys: [apiKeyKey('{digest}')],
    readBy: 'authorizer',
    indexes: { list: [byTime(apiKeysOf('{m}'))] },
    grants: { 'api-key': 'API keys, by digest' },
    indexGrants: {
      'listed-api-key': [
        apiKeysOf('{m}'),
        'the same, in the list of their merchant',
        apiKeyKey('{digest}').pk,
      ],
    },
    events: 'own',
    read: API_KEY.find,
  }) satisfies Kind;

/**
 * The key of a session (console.md 1.8), which is in no list of keys, and which the table removes after its end.
 */
export const writeNewSessionKey = (key: ApiKey, digest: string, endsAtMs: number): Write =>
  create(
    'api-key',
    newItem(apiKeyKey(digest), {
      ...API_KEY.attributes(key),
      ...endsAt(endsAtMs + DAY_MS),
    }),
  );

/** `digest`: hex, from the vault. */
function writeNewApiKey(key: ApiKey, digest: string): Write {
  const index = { listPk: apiKeysOf(key.merchantId), listSk: timeSort(key.createdAt, key.keyId) };
  return create('api-key', newItem(apiKeyKey(digest), { ...index, ...API_KEY.attributes(key) }));
}

export async function createApiKey(key: ApiKey, digest: string): Promise<void> {
  await commit([writeNewApiKey(key, digest)]);
}

export const loadApiKey = (digest: string) => loadRow(API_KEY, apiKeyKey(digest));

/** A key and its merchant in one request, if the merchant is known already. */
export async function loadApiKeyOf(merchantId: string, digest: string) {
  const [stored, merchant] = await getItems([apiKeyKey(digest), merchantKey(merchantId)]);
  return { stored: API_KEY.find(stored), merchant: MERCHANT.find(merchant) };
}

/** All keys of a merchant, newest first. */
export async function listApiKeys(merchantId: string): Promise<ApiKeyItem[]> {
  const keys: ApiKeyItem[] = [];
  for await (const item of rowsOf({ index: 'list', partition: apiKeysOf(merchantId) }))
    keys.push(API_KEY.read(item));
  return keys;
}

/** The version of the digest key under which an API key is stored. */
export const digestVersionOf = ({ pk }: ApiKeyItem) => Number(/^KEY#v(\d+)_/.exec(pk)?.[1] ?? 1);

export const writeKeyRevoked = (key: ApiKeyItem, end: { revokedAt: string; revokedBy?: string }): Write =>
  change('api-key', key, end);

/** A key that another one makes. A conflict if that was changed, such as revoked, since it was read. */
export const writeKeyOfKey = (
  maker: ApiKeyItem,
  { key, digest }: { key: ApiKey; digest: string },
): Write[] => [writeNewApiKey(key, digest), change('api-key', maker, { madeKeyAt: key.createdAt })];

/** Creates the new key and ends the old one in one transaction. */
export async function replaceApiKey(
  { key, digest }: { key: ApiKey; digest: string },
  old: ApiKeyItem,
  oldExpiresAt: string,
): Promise<void> {
  const end = change('api-key', old, { expiresAt: oldExpiresAt });
  requireCommitted(old, await commit([writeNewApiKey(key, digest), end]));
}

function requireCommitted({ keyId }: ApiKey, { kind }: CommitResult): void {
  if (kind === 'conflict') throw new Error(`The key ${keyId} was changed meanwhile; try again.`);
}
