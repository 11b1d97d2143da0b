// The signing secrets of a merchant: they are created, listed and retired here. Two may be valid at once, so
// that a shop can install the new one before the service signs with it. A secret is returned only once, here.
import { randomBytes } from 'node:crypto';
import { type MerchantItem, type SigningSecret, signingSecretsOf } from '#store/merchant/merchant.ts';
import { replaceSigningSecrets } from '#store/merchant/merchant-writes.ts';
import { seal } from '#vault/vault.ts';
import { newIds } from './new-ids.ts';
import { requireMerchant } from './stored.ts';

/** The secret and its id, which the merchant installs in the shop. */
export type NewSigningSecret = { kid: string; signingSecret: string };

const MAX_SECRETS = 2;

/** The secret has 256 random bits. */
export async function makeSigningSecret(
  merchantId: string,
  kid: string,
  now: Date,
): Promise<{ shown: NewSigningSecret; stored: SigningSecret }> {
  const signingSecret = `whsec_${randomBytes(32).toString('base64')}`;
  const sealed = await seal(signingSecret, { purpose: 'signing', merchantId });
  return { shown: { kid, signingSecret }, stored: { kid, sealed, createdAt: now.toISOString() } };
}

/** Adds a secret. The service signs with it when the older one is retired. Throws if the merchant has two. */
export async function addSigningSecret(
  merchantId: string,
  now: Date,
  { kid } = newIds(now),
): Promise<NewSigningSecret> {
  const { merchant, secrets } = await requireSecrets(merchantId);
  if (secrets.length >= MAX_SECRETS) {
    throw new Error('The merchant has two signing secrets; retire one first: signing-secret retire.');
  }
  const { shown, stored } = await makeSigningSecret(merchantId, kid, now);
  await store(merchant, [...secrets, stored]);
  return shown;
}

/** Oldest first. The service signs with the oldest. */
export async function listSigningSecrets(merchantId: string) {
  const { secrets } = await requireSecrets(merchantId);
  return secrets.map(({ kid, createdAt }, index) => ({ kid, createdAt, signs: index === 0 }));
}

/**
 * Takes effect within 60 seconds, the time for which functions cache the secret. Throws if it is the only
 * one, because buyers could then not return to the shop.
 */
export async function retireSigningSecret(merchantId: string, kid: string): Promise<void> {
  const { merchant, secrets } = await requireSecrets(merchantId);
  const others = secrets.filter((secret) => secret.kid !== kid);
  if (others.length === secrets.length) {
    throw new Error(`The merchant ${merchantId} has no signing secret ${kid}.`);
  }
  if (others.length === 0) {
    throw new Error('This is the only signing secret; add another first: signing-secret add.');
  }
  await store(merchant, others);
}

async function requireSecrets(merchantId: string) {
  const merchant = await requireMerchant(merchantId);
  return { merchant, secrets: signingSecretsOf(merchant) };
}

async function store(merchant: MerchantItem, secrets: SigningSecret[]): Promise<void> {
  if (await replaceSigningSecrets(merchant, secrets)) return;
  throw new Error(`The merchant ${merchant.merchantId} was changed meanwhile; try again.`);
}
