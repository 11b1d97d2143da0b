// Creates merchants and API keys, for the command line and the local service. Signing secrets and API keys
// are returned once, here, and never again.
import type { AcquirerSettings } from '#acquirer/connect.ts';
import type { Mode } from '#domain/api-key.ts';
import { defined } from '#domain/defined.ts';
import { API_KEY_DAYS } from '#domain/limits.ts';
import { DEFAULT_SCOPES, type Scope } from '#domain/scope.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { makeKey } from '#flows/key/new-key.ts';
import { revokeAndStop } from '#flows/key/revocation.ts';
import { type ApiKeyItem, createApiKey, listApiKeys, replaceApiKey } from '#store/merchant/api-key.ts';
import type { Merchant, MerchantItem, MerchantSettings } from '#store/merchant/merchant.ts';
import { createMerchant, createTestTwin, updateMerchant } from '#store/merchant/merchant-writes.ts';
import { sealVirtualPos } from '#vault/virtual-pos.ts';
import { openPos, posIdsOf, requireOtherBank } from './account-mode.ts';
import type { FaceChange } from './branding/branding-options.ts';
import { changedFace, logoOf, newFace } from './branding/branding-settings.ts';
import { DEFAULT_SETTINGS } from './merchant-settings.ts';
import { type NewIds, newIds } from './new-ids.ts';
import { firstOf } from './pos/own-pos.ts';
import { withCurrentSettings } from './pos/pos-settings.ts';
import { makeSigningSecret, type NewSigningSecret } from './signing-secrets.ts';
import { requireMerchant } from './stored.ts';

export { digestVersionOf } from '#store/merchant/api-key.ts';

export type NewMerchant = Omit<MerchantSettings, 'branding'> & {
  face?: FaceChange;
  mode: Mode;
  acquirer: AcquirerSettings;
  /** The bank of the virtual POS, if its host does not tell it. */
  bankCode?: string | undefined;
};
type ShownSettings = MerchantSettings & {
  merchantId: string;
  mode: Mode;
  testTwin: string | null;
};
export type OnboardedMerchant = { merchantId: string } & NewSigningSecret;
export type IssuedKey = { keyId: string; apiKey: string };

type MerchantIds = Pick<NewIds, 'merchantId' | 'kid'>;

export async function onboardMerchant(
  merchant: NewMerchant,
  now: Date,
  ids: MerchantIds = newIds(now),
): Promise<OnboardedMerchant> {
  const { shown, row, writes } = await makeMerchant(merchant, now, ids);
  await createMerchant(row, writes);
  return shown;
}

async function makeMerchant(merchant: NewMerchant, now: Date, { merchantId, kid }: MerchantIds) {
  const { acquirer, bankCode, face, ...visible } = merchant;
  const { writes, ...shownFace } = newFace(merchantId, face, merchant.mode);
  const [sealedAcquirer, secret] = await Promise.all([
    sealVirtualPos(acquirer, { merchantId, posId: merchantId }),
    makeSigningSecret(merchantId, kid, now),
  ]);
  const createdAt = now.toISOString();
  const signingSecrets = [secret.stored];
  const first = firstOf(merchantId, acquirer, createdAt, bankCode);
  const row: Merchant = {
    merchantId,
    ...visible,
    ...shownFace,
    createdAt,
    sealedAcquirer,
    signingSecrets,
    ...(first.bankCode !== undefined && { virtualPos: [first] }),
  };
  return { shown: { merchantId, ...secret.shown }, row, writes };
}

/**
 * Creates the test twin of a live account: the same settings, but separate data, keys and virtual POS. Throws
 * if the account is not live, already has a twin, or would share its bank address with the twin.
 */
export async function makeTestTwin(
  merchantId: string,
  acquirer: AcquirerSettings,
  now: Date,
  ids: MerchantIds = newIds(now),
): Promise<OnboardedMerchant> {
  const live = await requireMerchant(merchantId);
  if (live.mode === 'test') throw new Error(`The merchant ${merchantId} is a test account itself.`);
  if (live.testTwin !== undefined) throw new Error(`Its test twin is the merchant ${live.testTwin}.`);
  for (const posId of posIdsOf(live)) requireOtherBank(await openPos(live, posId), acquirer);
  const { merchantId: _, mode: __, testTwin: ___, ...settings } = shownSettings(live);
  const { branding: { logo: ____, ...branding } = {}, ...others } = settings;
  const face = { branding, ...(await logoOf(live)) };
  const twin = { ...others, face, mode: 'test', acquirer } as const;
  const { shown, row, writes } = await makeMerchant(twin, now, ids);
  if (await createTestTwin(row, live, writes)) return shown;
  throw new Error(`The merchant ${merchantId} was changed meanwhile; try again.`);
}

/** A merchant's settings without secrets. */
export async function settingsOf(merchantId: string): Promise<ShownSettings> {
  return shownSettings(await requireMerchant(merchantId));
}

function shownSettings(merchant: MerchantItem): ShownSettings {
  const { merchantId, mode, testTwin = null, name, branding } = merchant;
  const names = Object.keys(DEFAULT_SETTINGS) as (keyof typeof DEFAULT_SETTINGS)[];
  const settings = names.map((one) => [one, merchant[one] ?? DEFAULT_SETTINGS[one]]);
  return {
    merchantId,
    mode,
    testTwin,
    name,
    ...(Object.fromEntries(settings) as typeof DEFAULT_SETTINGS),
    ...defined({ branding }),
  };
}

type ChangedSettings = Partial<Omit<MerchantSettings, 'branding'> & Pick<NewMerchant, 'acquirer'>> & {
  face?: FaceChange;
  /** With `acquirer`: true if the bank has moved the current virtual POS to another address. */
  isMoved?: boolean;
  /** With `acquirer`: true if its bank must answer an inquiry first. */
  isChecked?: boolean;
};

/**
 * Takes effect within 60 seconds, the time for which functions cache a merchant. Throws if `acquirer` is
 * another virtual POS than the current one.
 */
export async function changeMerchant(
  merchantId: string,
  { acquirer, isMoved = false, isChecked = false, face, ...changed }: ChangedSettings,
  now = new Date(),
): Promise<ShownSettings> {
  const merchant = await requireMerchant(merchantId);
  const isExpirySet = (changed.refundExpiryDays ?? merchant.refundExpiryDays) !== merchant.refundExpiryDays;
  const since = isExpirySet ? { refundExpirySince: now.toISOString() } : {};
  const given = acquirer && { settings: acquirer, isMoved, isChecked };
  const sealed = given && (await withCurrentSettings(merchant, given, now));
  const { mode } = merchant;
  const { writes = [], ...shown } = face ? await changedFace(merchant, face, { mode, now }) : {};
  if (!(await updateMerchant(merchant, { ...changed, ...since, ...sealed, ...shown }, writes))) {
    throw new Error(`The merchant ${merchantId} was changed meanwhile; try again.`);
  }
  return await settingsOf(merchantId);
}

export type KeyOptions = {
  /** The mode that the operator expects. The key gets the mode of the account. */
  mode?: Mode | undefined;
  /** Undefined: the key is valid until it is revoked. */
  expiresAt?: Date | undefined;
  /** Undefined: it may be used from any address. */
  allowedAddresses?: string[] | undefined;
  /** Default: `DEFAULT_SCOPES`. */
  scopes?: readonly Scope[] | undefined;
  /** For people; default: none. */
  name?: string | undefined;
  /** The id of the new key. Default: a new id. */
  keyId?: string | undefined;
};

/** Throws if the merchant does not exist, or has another mode than expected. */
export async function issueKey(
  merchantId: string,
  now: Date,
  {
    mode,
    expiresAt,
    allowedAddresses,
    name,
    scopes = DEFAULT_SCOPES,
    keyId = newIds(now).keyId,
  }: KeyOptions = {},
): Promise<IssuedKey> {
  const { mode: kind } = await requireMerchant(merchantId);
  if (mode !== undefined && mode !== kind) throw new Error(OTHER_MODE[kind]);
  const properties = { keyId, merchantId, kind, scopes: [...scopes], ...defined({ name, allowedAddresses }) };
  const { key, digest, apiKey } = await makeKey(properties, now);
  await createApiKey({ ...key, ...(expiresAt && { expiresAt: expiresAt.toISOString() }) }, digest);
  return { keyId, apiKey };
}

const OTHER_MODE: Record<Mode, string> = {
  test: 'This is a test account and has test keys only. A live one is another merchant: create --pos FILE.',
  live: 'This is a live account and has live keys only. Its test account is another merchant: twin.',
};

/** When a key ends unless somebody says otherwise. */
export const usualEnd = (now: Date) => new Date(now.getTime() + API_KEY_DAYS * DAY_MS);

/** A line is longer only after years, and the authorizer passes them all to every call. */
const MOST_OLDER_KEYS = 50;

/**
 * Issues a key of the same mode, scopes and addresses, for a year if the old one has an end. The old key stays valid for the overlap, but not beyond its own
 * expiry. Throws if the old key has expired or was revoked.
 */
export async function rotateKey(
  merchantId: string,
  keyId: string,
  overlapHours: number,
  now: Date,
  newKeyId = newIds(now).keyId,
): Promise<IssuedKey> {
  const { mode } = await requireMerchant(merchantId);
  const old = await findKey(merchantId, keyId);
  if (old.kind !== mode) throw new Error(OTHER_MODE[mode]);
  const ownEndMs = old.expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(old.expiresAt);
  if (old.revokedAt !== undefined || ownEndMs <= now.getTime()) {
    throw new Error(`The key ${keyId} has ended; issue a new one.`);
  }
  const { kind, scopes, name, createdBy, holderKeyId, allowedAddresses, firstKeyId = keyId } = old;
  const expiresAt = old.expiresAt && usualEnd(now).toISOString();
  const olderKeyIds = [...(old.olderKeyIds ?? []), keyId].slice(-MOST_OLDER_KEYS);
  const line = {
    firstKeyId,
    olderKeyIds,
    ...defined({ name, createdBy, holderKeyId, allowedAddresses, expiresAt }),
  };
  const { key, digest, apiKey } = await makeKey({ keyId: newKeyId, merchantId, kind, scopes, ...line }, now);
  const endMs = Math.min(ownEndMs, now.getTime() + overlapHours * 3_600_000);
  await replaceApiKey({ key, digest }, old, new Date(endMs).toISOString());
  return { keyId: newKeyId, apiKey };
}

/** Takes effect within 60 seconds, the time for which API Gateway caches the authorizer's result. */
export async function revokeKey(
  merchantId: string,
  keyId: string,
  now: Date,
  { keep = false, ...waiting }: { keep?: boolean; untilRefused?: () => Promise<Date> } = {},
) {
  const { createdAt: merchantSince } = await requireMerchant(merchantId);
  const revoked = await revokeAndStop({ merchantId, keyId, keep, now, merchantSince, ...waiting });
  if (revoked === undefined) throw new Error(`The merchant ${merchantId} has no key ${keyId}.`);
  return revoked;
}

/** All keys of a merchant, newest first. Throws if the merchant does not exist. */
export async function keysOf(merchantId: string): Promise<ApiKeyItem[]> {
  await requireMerchant(merchantId);
  return await listApiKeys(merchantId);
}

async function findKey(merchantId: string, keyId: string): Promise<ApiKeyItem> {
  const key = (await keysOf(merchantId)).find((one) => one.keyId === keyId);
  if (key === undefined) throw new Error(`The merchant ${merchantId} has no key ${keyId}.`);
  return key;
}
