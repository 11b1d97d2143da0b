// The way of a buyer back to the shop, with a result that is signed at this moment.
import { randomBytes } from 'node:crypto';
import { makeUuid } from '#domain/id.ts';
import { type PageResult, signResult } from '#domain/payment/page-result.ts';
import { returnUrl as withResult } from '#domain/payment/return-url.ts';
import { text } from '#domain/shape.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import type { PageRequest, PageResponse } from '#http/page.ts';
import { returnToShop } from '#page/outcome/outcome.ts';
import type { FrameResult } from '#page/script/contract.ts';
import { clockAheadMs, setting } from '#setting.ts';
import { loadMerchant, signingSecretsOf } from '#store/merchant/merchant.ts';
import { rememberPerMerchant } from '#vault/remember.ts';
import { open } from '#vault/vault.ts';
import type { BuyerPage, PagePurpose } from './buyer-page.ts';
import { shopOf } from './shop-face.ts';

/** What a page is for, for an endpoint that leads to the shop. */
export type LeavingPurpose<Page extends BuyerPage> = {
  purpose: PagePurpose<Page>;
  /** The shop's address with the result for it; undefined if the buyer must wait, or if there is none. */
  wayBack(page: Page, now: Date): WayBack | undefined;
};
export type WayBack = {
  address: string;
  status: string;
  result(issued: { by: string; id: string; now: Date }): PageResult;
};

/** What the page tells a shop that frames it. It has nothing to tell of a buyer who left. */
const RESULTS: Record<string, FrameResult> = {
  Successful: 'paid',
  CardStored: 'stored',
  Failed: 'failed',
};

/** The response that leads to the shop; undefined if the page is not over. */
export async function leave<Page extends BuyerPage>(
  request: PageRequest,
  { purpose, wayBack }: LeavingPurpose<Page>,
  page: Page,
  { mayRedirect }: { mayRedirect: boolean },
): Promise<PageResponse | undefined> {
  const end = await purpose.endOf(page, request.now);
  if (end === undefined) return undefined;
  return mayRedirect && request.wantsData
    ? { kind: 'redirect', to: request.pageUrl('/leave'), result: end }
    : await exit(request, wayBack, page, { mayRedirect });
}

/**
 * Leads to the shop, with the result signed at this moment (hosted-page.md 8.5), or to the page if there is
 * no way back now: it shows the outcome of a payment as soon as it is known. A redirect would stay inside a
 * frame, and the policy of the bank's page (`mayRedirect` is false) would block it: a page leaves both.
 */
export async function exit<Page extends BuyerPage>(
  request: PageRequest,
  wayBack: LeavingPurpose<Page>['wayBack'],
  page: Page,
  { mayRedirect }: { mayRedirect: boolean },
): Promise<PageResponse> {
  const { now, cspNonce, isFramed } = request;
  const way = wayBack(page, now);
  const id = makeUuid(now.getTime(), randomBytes);
  const issued = { by: setting('PAY_URL'), id, now: new Date(now.getTime() - clockAheadMs()) };
  const signed = way && signResult(way.result(issued), await signingSecretOf(page.merchantId));
  const returnUrl = way && signed ? withResult(way.address, signed) : request.pageUrl();
  if (mayRedirect && !(isFramed && way)) return { kind: 'redirect', to: returnUrl };
  const { language = request.language } = page;
  const html = returnToShop({ language, cspNonce, ...shopOf(page), returnUrl }, way && RESULTS[way.status]);
  return { kind: 'page', status: 200, html, language };
}

/**
 * Caches the secret for a minute at most, so that a retired secret soon signs nothing (hosted-page.md 8.6).
 */
const signingSecretOf = /* @__PURE__ */ rememberPerMerchant(openSigningSecret, MINUTE_MS);

async function openSigningSecret(merchantId: string): Promise<{ kid: string; secret: string }> {
  const merchant = await loadMerchant(merchantId);
  if (merchant === undefined) throw new Error('The merchant of this page is gone.');
  // The oldest secret signs: shops install a new secret before the older one is retired.
  const [signing] = signingSecretsOf(merchant);
  if (signing === undefined) throw new Error('The merchant has no signing secret.');
  const secret = await open(signing.sealed, { purpose: 'signing', merchantId });
  return { kid: signing.kid, secret: text.read(secret, 'signing secret') };
}
