// The shop's URL for a buyer whose page is finalized, signed with the merchant's signing secret.
import { type HostedPage, isOver } from '#domain/payment/hosted-page.ts';
import { signedReturnUrl } from '#domain/payment/return-url.ts';
import { text } from '#domain/shape.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { loadMerchant, signingSecretsOf } from '#store/merchant.ts';
import { rememberPerMerchant } from '#vault/remember.ts';
import { open } from '#vault/vault.ts';

/** At most a minute old, so that a retired secret signs nothing any more (hosted-page.md 8.5). */
const signingSecretOf = /* @__PURE__ */ rememberPerMerchant(openSigningSecret, MINUTE_MS);

/** The signed URL of a page that is paid or has failed; undefined otherwise. */
export async function shopReturnUrl(page: HostedPage, token: string, now: Date): Promise<string | undefined> {
  if (!isOver(page)) return undefined;
  const { orderNumber, paymentReferenceNumber, lastDecline } = page;
  const isPaid = page.state === 'Paid';
  const facts = {
    token,
    orderNumber,
    status: isPaid ? ('Successful' as const) : ('Failed' as const),
    ...(paymentReferenceNumber !== undefined && { paymentReferenceNumber }),
    ...(!isPaid && lastDecline !== undefined && { errorCode: lastDecline }),
    ts: now.toISOString(),
  };
  const address = isPaid ? page.successUrl : page.failUrl;
  return signedReturnUrl(address, facts, await signingSecretOf(page.merchantId));
}

async function openSigningSecret(merchantId: string): Promise<string> {
  const merchant = await loadMerchant(merchantId);
  if (merchant === undefined) throw new Error('The merchant of this page is gone.');
  // The oldest signs: shops install a new secret before the older one is retired.
  const [signing] = signingSecretsOf(merchant);
  if (signing === undefined) throw new Error('The merchant has no signing secret.');
  return text.read(await open(signing.sealed, { purpose: 'signing', merchantId }), 'signing secret');
}
