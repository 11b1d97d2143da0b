// Merchants and their API keys. A key itself is not stored, only its keyed digest.

import { MODES } from '#domain/api-key.ts';
import { BRANDING_SHAPE } from '#domain/branding/branding.ts';
import { OLDER_CARD_MANDATES } from '#domain/card/mandate.ts';
import { STORED_CARD_CVV, THREE_D_SETTINGS } from '#domain/payment/three-d-setting.ts';
import { REFUND_APPROVALS } from '#domain/refund/four-eyes.ts';
import { SCOPES } from '#domain/scope.ts';
import {
  bytes,
  flag,
  integer,
  listOf,
  natural,
  object,
  oneOf,
  optional,
  text,
  type ValueOf,
} from '#domain/shape.ts';
import { writeMerchantName } from './merchant-name.ts';
import { type Committed, change, commit, create, type Write } from './table/commit.ts';
import { apiKeyKey, apiKeysOf, merchantKey, timeSort } from './table/keys.ts';
import { byTime, type Kind } from './table/kind.ts';
import { loadRow, newItem, row, type Stored } from './table/row.ts';
import { getItems, queryIndex } from './table/table.ts';
import { virtualPosList } from './virtual-pos.ts';

/** The settings that an operator can change. */
const settingFields = () => ({
  name: text,
  timeZone: text,
  threeDSecure: oneOf(THREE_D_SETTINGS),
  /** When a page asks for the CVV of a stored card; absent: always. */
  storedCardCvv: optional(oneOf(STORED_CARD_CVV)),
  /**
   * Accept payments that are only half authenticated (mdStatus 2 to 4). The merchant instead of the issuer is
   * then liable for a stolen card. Absent means no.
   */
  acceptHalfSecure: optional(flag),
  /** Whether buyers may remove their stored cards on pages; absent: no. */
  cardRemoval: optional(flag),
  /**
   * What becomes of a recurring payment on a card of which no consent is known, because a previous version
   * stored it; absent: warn.
   */
  olderCardMandate: optional(oneOf(OLDER_CARD_MANDATES)),
  /** Whether the form of a page tells that it was left (hosted-page.md 13); absent: yes. */
  pageBeacon: optional(flag),
  /** Charges that fall due together are spread over this many minutes; absent: not spread. */
  spreadWindowMinutes: optional(natural),
  /** The number of days before a charge at which an event announces it; absent or 0: never. */
  upcomingChargeDays: optional(natural),
  /** The days after which a refund that nobody decides ends (refunds.md 9); 0: never. */
  refundExpiryDays: natural,
  /** The installment counts offered to buyers who pay in Turkish lira; absent: single payments only. */
  installments: optional(listOf(integer)),
  /** Whether one API key may request and approve a refund (refunds.md 7); absent: it may. */
  refundApproval: optional(oneOf(REFUND_APPROVALS)),
  /** Four eyes only from this sum of a payment's refunds on, in minor units of TRY; absent: always. */
  fourEyesFromMinor: optional(natural),
  /** The origins that may show a page in a frame, beside those of the page's own addresses. */
  frameOrigins: listOf(text),
  /** The branding of the shop's pages; absent: name and first letter. */
  branding: optional(BRANDING_SHAPE),
});
export type MerchantSettings = ValueOf<typeof settingFields>;

/** A secret that signs the results of payments (hosted-page.md 8). */
const secretFields = () => ({
  /** Identifies the secret in the header of a result; not secret. */
  kid: text,
  /** Encrypted with purpose `signing`. */
  sealed: bytes,
  createdAt: text,
});
export type SigningSecret = ValueOf<typeof secretFields>;

const merchantFields = () => ({
  ...settingFields(),
  merchantId: text,
  /** Never changes. */
  mode: oneOf(MODES),
  /** The last change of `refundExpiryDays` (ISO); absent: never changed. */
  refundExpirySince: optional(text),
  /** The merchant id of a live account's test twin. */
  testTwin: optional(text),
  createdAt: text,
  /** Absent: one partition for each month of a list. */
  /**
   * The settings of the first virtual POS, encrypted with purpose `acquirer`; after a change of bank they are
   * in the list.
   */
  sealedAcquirer: bytes,
  /** Oldest first; absent if the merchant has had only one. */
  virtualPos: optional(virtualPosList()),
  /** The id of the POS that takes new payments; absent: the first. */
  currentPos: optional(text),
  /** Oldest first, never empty. Absent in a row of a merchant that has had only one secret. */
  signingSecrets: optional(listOf(object(secretFields()))),
  /** The one secret of such a row. */
  sealedSigningSecret: optional(bytes),
});
export type Merchant = ValueOf<typeof merchantFields>;
export type MerchantItem = Stored & Merchant;

export const MERCHANT = /* @__PURE__ */ row<Merchant>('merchant', merchantFields);

export const merchantKind = () =>
  ({
    keys: [merchantKey('{m}')],
    readBy: 'authorizer, bank, page',
    grants: { merchant: 'merchants and their settings' },
    isOperators: true,
    events: 'nothing: operators change it',
    read: MERCHANT.find,
  }) satisfies Kind;

export type ApiKeyItem = Stored & ApiKey;

const keyFields = () => ({
  /** Identifies the key in lists and in `revoke`; not secret. */
  keyId: text,
  merchantId: text,
  kind: oneOf(MODES),
  /** If the key came from a rotation: the first key of its line. */
  firstKeyId: optional(text),
  /** Absent for a key that was issued before scopes existed: it has all scopes. */
  scopes: optional(listOf(oneOf(SCOPES))),
  lastFour: text,
  createdAt: text,
  expiresAt: optional(text),
  revokedAt: optional(text),
});
type ApiKey = ValueOf<typeof keyFields>;

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
    isOperators: true,
    events: 'own',
    read: API_KEY.find,
  }) satisfies Kind;

const writeNewMerchant = (merchant: Merchant, also: readonly Write[]): Write[] => [
  ...also,
  create('merchant', newItem(merchantKey(merchant.merchantId), MERCHANT.attributes(merchant))),
  writeMerchantName(merchant),
];

/** `also`: further writes of the same transaction, such as the logo's. */
export async function createMerchant(merchant: Merchant, also: readonly Write[] = []): Promise<void> {
  await commit(writeNewMerchant(merchant, also));
}

/** False if the live account was changed since it was read. */
export async function createTestTwin(
  twin: Merchant,
  live: MerchantItem,
  also: readonly Write[],
): Promise<boolean> {
  const link = change('merchant', live, MERCHANT.attributes({ testTwin: twin.merchantId }));
  return (await commit([...writeNewMerchant(twin, also), link])).kind === 'committed';
}

/** False if the merchant was changed since it was read. */
export async function updateMerchant(
  merchant: MerchantItem,
  changed: Partial<
    MerchantSettings &
      Pick<Merchant, 'sealedAcquirer' | 'virtualPos' | 'currentPos' | 'mode' | 'refundExpirySince'>
  >,
  also: readonly Write[] = [],
): Promise<boolean> {
  const write = change('merchant', merchant, MERCHANT.attributes(changed));
  return (
    (await commit([write, writeMerchantName({ ...merchant, ...changed }), ...also])).kind === 'committed'
  );
}

/**
 * The valid signing secrets of a merchant, oldest first. A row of the first version has one secret without an
 * id: its `kid` is the merchant's id.
 */
export function signingSecretsOf(merchant: Merchant): SigningSecret[] {
  const { merchantId: kid, createdAt, signingSecrets = [], sealedSigningSecret: sealed } = merchant;
  return signingSecrets.length > 0 || sealed === undefined ? signingSecrets : [{ kid, sealed, createdAt }];
}

/** False if the merchant was changed since it was read. */
export async function replaceSigningSecrets(
  merchant: MerchantItem,
  signingSecrets: SigningSecret[],
): Promise<boolean> {
  const set = MERCHANT.attributes({ signingSecrets });
  const write = change('merchant', merchant, set, ['sealedSigningSecret']);
  return (await commit([write])).kind === 'committed';
}

export const loadMerchant = (merchantId: string) => loadRow(MERCHANT, merchantKey(merchantId));

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
  const { items } = await queryIndex({ index: 'list', partition: apiKeysOf(merchantId), limit: 1000 });
  return items.map(API_KEY.read);
}

/** The version of the digest key under which an API key is stored. */
export const digestVersionOf = ({ pk }: ApiKeyItem) => Number(/^KEY#v(\d+)_/.exec(pk)?.[1] ?? 1);

export async function revokeApiKey(key: ApiKeyItem, revokedAt: string): Promise<void> {
  requireCommitted(key, await commit([change('api-key', key, { revokedAt })]));
}

/** Creates the new key and ends the old one in one transaction. */
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
