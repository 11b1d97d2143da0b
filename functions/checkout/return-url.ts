// The shop's URL for a buyer who leaves a hosted page. It contains the page's result, signed with the
// merchant's signing secret.
import { randomBytes } from 'node:crypto';
import { makeUuid } from '#domain/id.ts';
import type { HostedPage } from '#domain/payment/hosted-page.ts';
import { paymentResult, returnOf, signResult } from '#domain/payment/payment-result.ts';
import { returnUrl } from '#domain/payment/return-url.ts';
import { text } from '#domain/shape.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { setting } from '#setting.ts';
import { loadMerchant, signingSecretsOf } from '#store/merchant.ts';
import { rememberPerMerchant } from '#vault/remember.ts';
import { open } from '#vault/vault.ts';

/**
 * Caches the secret for a minute at most, so that a retired secret soon signs nothing (hosted-page.md 8.6).
 */
export const signingSecretOf = /* @__PURE__ */ rememberPerMerchant(openSigningSecret, MINUTE_MS);

/** Undefined while the outcome of a payment is not known: the buyer has to wait. */
export async function shopReturnUrl(page: HostedPage, now: Date): Promise<string | undefined> {
  const leaving = returnOf(page, now);
  if (leaving === undefined) return undefined;
  const issued = { by: setting('PAY_URL'), id: makeUuid(now.getTime(), randomBytes), now };
  const result = paymentResult(page, leaving.status, issued);
  return returnUrl(leaving.address, signResult(result, await signingSecretOf(page.merchantId)));
}

async function openSigningSecret(merchantId: string): Promise<{ kid: string; secret: string }> {
  const merchant = await loadMerchant(merchantId);
  if (merchant === undefined) throw new Error('The merchant of this page is gone.');
  // The oldest secret signs: shops install a new secret before the older one is retired.
  const [signing] = signingSecretsOf(merchant);
  if (signing === undefined) throw new Error('The merchant has no signing secret.');
  const secret = await open(signing.sealed, { purpose: 'signing', merchantId });
  return { kid: signing.kid, secret: text.read(secret, 'signing secret') };
}
