// A merchant's first steps, for the command line and for the local house: the record, the sealed settings of
// the virtual POS, the signing secret, API keys. Secrets are shown once, here, and never again.
import { randomBytes } from 'node:crypto';
import type { AcquirerSettings } from '#acquirer/connect.ts';
import { apiKeyDigest } from '#authorizer.ts';
import { type KeyKind, makeApiKey } from '#domain/api-key.ts';
import { makeUuid } from '#domain/id.ts';
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
import { USUAL_SETTINGS } from './merchant-settings.ts';

export type NewMerchant = MerchantSettings & { acquirer: AcquirerSettings };
export type OnboardedMerchant = { merchantId: string; signingSecret: string };
export type IssuedKey = { keyId: string; apiKey: string };

export async function onboardMerchant(merchant: NewMerchant, now: Date): Promise<OnboardedMerchant> {
  const { acquirer, ...visible } = merchant;
  const merchantId = makeUuid(now.getTime(), randomBytes);
  const signingSecret = `whsec_${randomBytes(32).toString('base64')}`;
  const [sealedAcquirer, sealedSigningSecret] = await Promise.all([
    seal(acquirer, { purpose: 'acquirer', merchantId }),
    seal(signingSecret, { purpose: 'signing', merchantId }),
  ]);
  const createdAt = now.toISOString();
  await createMerchant({ merchantId, ...visible, createdAt, sealedAcquirer, sealedSigningSecret });
  return { merchantId, signingSecret };
}

/** How a merchant stands, without a secret. */
export async function settingsOf(merchantId: string): Promise<MerchantSettings & { merchantId: string }> {
  const { name, timeZone, threeDSecure, frameOrigins, ...maybe } = await requireMerchant(merchantId);
  const { acceptHalfSecure, installments, spreadWindowMinutes } = { ...USUAL_SETTINGS, ...maybe };
  return {
    ...{ merchantId, name, timeZone, threeDSecure, frameOrigins },
    ...{ acceptHalfSecure, installments, spreadWindowMinutes },
  };
}

/**
 * Obeyed within 60 seconds, which is how long functions remember a merchant. Throws where the virtual POS is
 * another one: what the old one took, only the old one can give back.
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
  const { clientId } = await open<AcquirerSettings>(sealedAcquirer, context);
  if (acquirer.clientId === clientId) return await seal(acquirer, context);
  throw new Error('The virtual POS has another clientId: make a merchant of its own for it.');
}

/** A new key; without an end it works until it is revoked. Throws where there is no such merchant. */
export async function issueKey(
  merchantId: string,
  kind: KeyKind,
  now: Date,
  expiresAt?: Date,
): Promise<IssuedKey> {
  await requireMerchant(merchantId);
  const { key, digest, issued } = await makeKey(merchantId, kind, now);
  await createApiKey({ ...key, ...(expiresAt && { expiresAt: expiresAt.toISOString() }) }, digest);
  return issued;
}

async function makeKey(merchantId: string, kind: KeyKind, now: Date) {
  const apiKey = makeApiKey(kind, randomBytes);
  const keyId = makeUuid(now.getTime(), randomBytes);
  const key = { keyId, merchantId, kind, lastFour: apiKey.slice(-4), createdAt: now.toISOString() };
  return { key, digest: await apiKeyDigest(apiKey), issued: { keyId, apiKey } };
}

/**
 * A new key of the same kind; the old one goes on for the overlap, so that no deployment must be instant, but
 * never beyond its own end. Throws where that has come, or the key was revoked: it works for nobody any more.
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
  const { key, digest, issued } = await makeKey(merchantId, old.kind, now);
  const endMs = Math.min(ownEndMs, now.getTime() + overlapHours * 3_600_000);
  await replaceApiKey({ key, digest }, old, new Date(endMs).toISOString());
  return issued;
}

/** Works within 60 seconds, which is how long the gateway remembers a key. */
export async function revokeKey(merchantId: string, keyId: string, now: Date): Promise<void> {
  await revokeApiKey(await findKey(merchantId, keyId), now.toISOString());
}

/** All keys of a merchant, newest first. Throws where there is no such merchant. */
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
