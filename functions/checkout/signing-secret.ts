// The secret that signs the result with which a buyer leaves a page.
import { text } from '#domain/shape.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { loadMerchant, signingSecretsOf } from '#store/merchant.ts';
import { rememberPerMerchant } from '#vault/remember.ts';
import { open } from '#vault/vault.ts';

/**
 * Caches the secret for a minute at most, so that a retired secret soon signs nothing (hosted-page.md 8.6).
 */
export const signingSecretOf = /* @__PURE__ */ rememberPerMerchant(openSigningSecret, MINUTE_MS);

async function openSigningSecret(merchantId: string): Promise<{ kid: string; secret: string }> {
  const merchant = await loadMerchant(merchantId);
  if (merchant === undefined) throw new Error('The merchant of this page is gone.');
  // The oldest secret signs: shops install a new secret before the older one is retired.
  const [signing] = signingSecretsOf(merchant);
  if (signing === undefined) throw new Error('The merchant has no signing secret.');
  const secret = await open(signing.sealed, { purpose: 'signing', merchantId });
  return { kid: signing.kid, secret: text.read(secret, 'signing secret') };
}
