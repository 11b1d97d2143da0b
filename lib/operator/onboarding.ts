// Creates merchants and API keys, for the command line and the local service. Signing secrets and API keys
// are returned once, here, and never again.
import { randomBytes } from 'node:crypto';
import { type AcquirerSettings, readAcquirerSettings } from '#acquirer/connect.ts';
import { apiKeyDigest } from '#authorizer.ts';
import { type KeyKind, makeApiKey } from '#domain/api-key.ts';
import { makeUuid } from '#domain/id.ts';
import { DEFAULT_SCOPES, SCOPES, type Scope } from '#domain/scope.ts';
import {
  type ApiKeyItem,
  createApiKey,
  createMerchant,
  listApiKeys,
  loadMerchant,
  type MerchantItem,
  type MerchantSettings,
  replaceApiKey,
  revokeApiKey,
  updateMerchant,
} from '#store/merchant.ts';
import { open, seal } from '#vault/vault.ts';
import { DEFAULT_SETTINGS } from './merchant-settings.ts';
import { makeSigningSecret, type NewSigningSecret } from './signing-secrets.ts';

export { digestVersionOf } from '#store/merchant.ts';

export type NewMerchant = MerchantSettings & { acquirer: AcquirerSettings };
export type OnboardedMerchant = { merchantId: string } & NewSigningSecret;
export type IssuedKey = { keyId: string; apiKey: string };

export async function onboardMerchant(merchant: NewMerchant, now: Date): Promise<OnboardedMerchant> {
  const { acquirer, ...visible } = merchant;
  const merchantId = makeUuid(now.getTime(), randomBytes);
  const [sealedAcquirer, { shown, stored }] = await Promise.all([
    seal(acquirer, { purpose: 'acquirer', merchantId }),
    makeSigningSecret(merchantId, now),
  ]);
  const createdAt = now.toISOString();
  await createMerchant({ merchantId, ...visible, createdAt, sealedAcquirer, signingSecrets: [stored] });
  return { merchantId, ...shown };
}

/** A merchant's settings without secrets. */
export async function settingsOf(merchantId: string): Promise<MerchantSettings & { merchantId: string }> {
  const { name, timeZone, threeDSecure, frameOrigins, ...maybe } = await requireMerchant(merchantId);
  const { acceptHalfSecure, installments, spreadWindowMinutes } = { ...DEFAULT_SETTINGS, ...maybe };
  return {
    ...{ merchantId, name, timeZone, threeDSecure, frameOrigins },
    ...{ acceptHalfSecure, installments, spreadWindowMinutes },
  };
}

/**
 * Takes effect within 60 seconds, the time for which functions cache a merchant. Throws if the virtual POS
 * has another clientId: only the bank account that took a payment can refund it.
 */
export async function changeMerchant(
  merchantId: string,
  { acquirer, ...changed }: Partial<NewMerchant>,
): Promise<MerchantSettings & { merchantId: string }> {
  const merchant = await requireMerchant(merchantId);
  const sealed = acquirer && { sealedAcquirer: await sealSamePos(merchant, acquirer) };
  if (!(await updateMerchant(merchant, { ...changed, ...sealed }))) {
    throw new Error(`The merchant ${merchantId} was changed meanwhile; try again.`);
  }
  return await settingsOf(merchantId);
}

async function sealSamePos({ merchantId, sealedAcquirer }: MerchantItem, acquirer: AcquirerSettings) {
  const context = { purpose: 'acquirer', merchantId } as const;
  const { clientId } = readAcquirerSettings(await open(sealedAcquirer, context));
  if (acquirer.clientId === clientId) return await seal(acquirer, context);
  throw new Error('The virtual POS has another clientId: make a merchant of its own for it.');
}

export type KeyOptions = {
  /** Without it the key works until it is revoked. */
  expiresAt?: Date | undefined;
  /** Default: all but `cards:raw`. */
  scopes?: readonly Scope[] | undefined;
};

/** Throws if the merchant does not exist. */
export async function issueKey(
  merchantId: string,
  kind: KeyKind,
  now: Date,
  { expiresAt, scopes = DEFAULT_SCOPES }: KeyOptions = {},
): Promise<IssuedKey> {
  await requireMerchant(merchantId);
  const { key, digest, issued } = await makeKey({ merchantId, kind, scopes: [...scopes] }, now);
  await createApiKey({ ...key, ...(expiresAt && { expiresAt: expiresAt.toISOString() }) }, digest);
  return issued;
}

type KeyProperties = Pick<ApiKeyItem, 'merchantId' | 'kind'> & { scopes: Scope[] };

async function makeKey(properties: KeyProperties, now: Date) {
  const apiKey = makeApiKey(properties.kind, randomBytes);
  const keyId = makeUuid(now.getTime(), randomBytes);
  const key = { keyId, ...properties, lastFour: apiKey.slice(-4), createdAt: now.toISOString() };
  return { key, digest: await apiKeyDigest(apiKey), issued: { keyId, apiKey } };
}

/**
 * Issues a key of the same kind and scopes. The old one keeps working for the overlap, but not beyond its
 * own expiry. Throws if the old key has expired or was revoked.
 */
export async function rotateKey(
  merchantId: string,
  keyId: string,
  overlapHours: number,
  now: Date,
): Promise<IssuedKey> {
  const old = await findKey(merchantId, keyId);
  const ownEndMs = old.expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(old.expiresAt);
  if (old.revokedAt !== undefined || ownEndMs <= now.getTime()) {
    throw new Error(`The key ${keyId} has ended; issue a new one.`);
  }
  const { kind, scopes = [...SCOPES] } = old;
  const { key, digest, issued } = await makeKey({ merchantId, kind, scopes }, now);
  const endMs = Math.min(ownEndMs, now.getTime() + overlapHours * 3_600_000);
  await replaceApiKey({ key, digest }, old, new Date(endMs).toISOString());
  return issued;
}

/** Takes effect within 60 seconds, the time for which API Gateway caches the authorizer's result. */
export async function revokeKey(merchantId: string, keyId: string, now: Date): Promise<void> {
  await revokeApiKey(await findKey(merchantId, keyId), now.toISOString());
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

async function requireMerchant(merchantId: string): Promise<MerchantItem> {
  const merchant = await loadMerchant(merchantId);
  if (merchant === undefined) throw new Error(`There is no merchant ${merchantId}.`);
  return merchant;
}
