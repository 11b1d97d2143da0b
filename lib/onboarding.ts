// A merchant's first steps, for the command line and for the local house: the record, the sealed settings of
// the virtual POS, the signing secret, API keys. Secrets are shown once, here, and never again.
import { randomBytes } from 'node:crypto';
import type { AcquirerSettings } from '#acquirer/connect.ts';
import { apiKeyDigest } from '#authorizer.ts';
import { type KeyKind, makeApiKey } from '#domain/api-key.ts';
import { makeUuid } from '#domain/id.ts';
import { type ApiKeyItem, createApiKey, createMerchant, endApiKey, listApiKeys } from '#store/merchant.ts';
import { seal } from '#vault/vault.ts';

export type NewMerchant = {
  name: string;
  timeZone: string;
  threeDSecure: 'always' | 'never';
  acceptHalfSecure?: boolean;
  installments?: number[];
  frameOrigins: string[];
  spreadWindowMinutes?: number;
  acquirer: AcquirerSettings;
};
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

/** A new key; without an end it works until it is revoked. */
export async function issueKey(
  merchantId: string,
  kind: KeyKind,
  now: Date,
  expiresAt?: Date,
): Promise<IssuedKey> {
  const apiKey = makeApiKey(kind, randomBytes);
  const keyId = makeUuid(now.getTime(), randomBytes);
  const key = {
    keyId,
    merchantId,
    kind,
    lastFour: apiKey.slice(-4),
    createdAt: now.toISOString(),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
  };
  await createApiKey(key, await apiKeyDigest(apiKey));
  return { keyId, apiKey };
}

/** A new key of the same kind; the old one goes on for the overlap, so that no deployment must be instant. */
export async function rotateKey(
  merchantId: string,
  keyId: string,
  overlapHours: number,
  now: Date,
): Promise<IssuedKey> {
  const old = await findKey(merchantId, keyId);
  const issued = await issueKey(merchantId, old.kind, now);
  await endApiKey(old, { expiresAt: new Date(now.getTime() + overlapHours * 3_600_000).toISOString() });
  return issued;
}

/** Works within 60 seconds, which is how long the gateway remembers a key. */
export async function revokeKey(merchantId: string, keyId: string, now: Date): Promise<void> {
  await endApiKey(await findKey(merchantId, keyId), { revokedAt: now.toISOString() });
}

async function findKey(merchantId: string, keyId: string): Promise<ApiKeyItem> {
  const key = (await listApiKeys(merchantId)).find((one) => one.keyId === keyId);
  if (key === undefined) throw new Error(`The merchant ${merchantId} has no key ${keyId}.`);
  return key;
}
