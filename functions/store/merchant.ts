// Merchants and their API keys. A key is found by its keyed digest and nothing else of it is kept.
import { THREE_D_SETTINGS, type ThreeDSetting } from '#domain/payment/three-d-setting.ts';
import { bytes, flag, integer, listOf, natural, oneOf, optional, text } from '#domain/shape.ts';
import { type Committed, change, commit, create, type Write } from './table/commit.ts';
import { apiKeyKey, apiKeysOf, merchantKey, timeSort } from './table/keys.ts';
import { loadRow, newItem, row, type Stored } from './table/row.ts';
import { getItems, queryIndex } from './table/table.ts';

/** How a merchant's buyers and charges are treated. */
export type MerchantSettings = {
  name: string;
  timeZone: string;
  threeDSecure: ThreeDSetting;
  /**
   * Take payments that the issuer vouches for only in part (mdStatus 2 to 4): the merchant, not the issuer,
   * then bears a stolen card. Absent means no.
   */
  acceptHalfSecure?: boolean;
  /** Charges of recurring payments that fall due together are spread over so many minutes; absent: none. */
  spreadWindowMinutes?: number;
  /** The installment counts offered to buyers who pay in Turkish lira; absent: single payments only. */
  installments?: number[];
  /** Origins that may show the hosted page in a frame. */
  frameOrigins: string[];
};

type Merchant = MerchantSettings & {
  merchantId: string;
  createdAt: string;
  /** The settings of the virtual POS, sealed with purpose acquirer. */
  sealedAcquirer: Uint8Array;
  /** What return addresses are signed with, sealed with purpose signing. */
  sealedSigningSecret: Uint8Array;
};
export type MerchantItem = Stored & Merchant;

const MERCHANT = /* @__PURE__ */ row<Merchant>('merchant', () => ({
  merchantId: text,
  name: text,
  timeZone: text,
  threeDSecure: oneOf(THREE_D_SETTINGS),
  acceptHalfSecure: optional(flag),
  spreadWindowMinutes: optional(natural),
  installments: optional(listOf(integer)),
  frameOrigins: listOf(text),
  createdAt: text,
  sealedAcquirer: bytes,
  sealedSigningSecret: bytes,
}));

type ApiKey = {
  /** Names the key in lists and in `revoke`; not secret. */
  keyId: string;
  merchantId: string;
  kind: 'test' | 'live';
  lastFour: string;
  createdAt: string;
  expiresAt?: string;
  revokedAt?: string;
};
export type ApiKeyItem = Stored & ApiKey;

const API_KEY = /* @__PURE__ */ row<ApiKey>('api-key', () => ({
  keyId: text,
  merchantId: text,
  kind: oneOf(['test', 'live']),
  lastFour: text,
  createdAt: text,
  expiresAt: optional(text),
  revokedAt: optional(text),
}));

export async function createMerchant(merchant: Merchant): Promise<void> {
  const item = newItem(merchantKey(merchant.merchantId), MERCHANT.attributes(merchant));
  await commit([create('merchant', item)]);
}

/** False where somebody else has changed the merchant since it was read. */
export async function updateMerchant(
  merchant: MerchantItem,
  changed: Partial<MerchantSettings & Pick<Merchant, 'sealedAcquirer'>>,
): Promise<boolean> {
  return (await commit([change('merchant', merchant, MERCHANT.attributes(changed))])).kind === 'committed';
}

export const loadMerchant = (merchantId: string) => loadRow(MERCHANT, merchantKey(merchantId));

/** `digest` in hex, as made by the vault. */
function writeNewApiKey(key: ApiKey, digest: string): Write {
  const index = { listPk: apiKeysOf(key.merchantId), listSk: timeSort(key.createdAt, key.keyId) };
  return create('api-key', newItem(apiKeyKey(digest), { ...index, ...API_KEY.attributes(key) }));
}

export async function createApiKey(key: ApiKey, digest: string): Promise<void> {
  await commit([writeNewApiKey(key, digest)]);
}

export const loadApiKey = (digest: string) => loadRow(API_KEY, apiKeyKey(digest));

/** A key with the merchant that it is known to be of, in one request. */
export async function loadApiKeyOf(merchantId: string, digest: string) {
  const [stored, merchant] = await getItems([apiKeyKey(digest), merchantKey(merchantId)]);
  return { stored: API_KEY.find(stored), merchant: MERCHANT.find(merchant) };
}

/** All keys of a merchant, newest first. */
export async function listApiKeys(merchantId: string): Promise<ApiKeyItem[]> {
  const { items } = await queryIndex({ index: 'list', partition: apiKeysOf(merchantId), limit: 1000 });
  return items.map(API_KEY.read);
}

export async function revokeApiKey(key: ApiKeyItem, revokedAt: string): Promise<void> {
  requireCommitted(key, await commit([change('api-key', key, { revokedAt })]));
}

/** The new key and the end of the old one, both or neither: no key is made that nobody was shown. */
export async function replaceApiKey(
  { key, digest }: { key: ApiKey; digest: string },
  old: ApiKeyItem,
  oldExpiresAt: string,
): Promise<void> {
  const end = change('api-key', old, { expiresAt: oldExpiresAt });
  requireCommitted(old, await commit([writeNewApiKey(key, digest), end]));
}

function requireCommitted({ keyId }: ApiKey, { kind }: Committed): void {
  if (kind === 'conflict') throw new Error(`The key ${keyId} was changed meanwhile; try again.`);
}
