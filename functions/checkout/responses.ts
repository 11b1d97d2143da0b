// The responses of a page's endpoints: the page in its present state, the page that leads to the bank, or the
// way back to the shop.
import { randomBytes } from 'node:crypto';
import { defined } from '#domain/defined.ts';
import { makeUuid } from '#domain/id.ts';
import { signResult } from '#domain/payment/payment-result.ts';
import { returnUrl as withResult } from '#domain/payment/return-url.ts';
import type { PageRequest, PageResponse } from '#http/page.ts';
import { type BankForm, challengePage } from '#page/outcome/challenge.ts';
import { returnToShop } from '#page/outcome/outcome.ts';
import type { FrameResult } from '#page/script/contract.ts';
import { setting } from '#setting.ts';
import { type BuyerPage, formNonceOf, type Leaving, type Purpose, type Typed } from './buyer-page.ts';
import { shopOf } from './shop-face.ts';
import { signingSecretOf } from './signing-secret.ts';

/**
 * The page. If it is over, the form's script gets a redirect instead: `/leave` signs the result when the
 * buyer goes to the shop. `isAgain`: a form that is shown again after a submit has the status 422.
 */
export async function renderPage<Page extends BuyerPage>(
  request: PageRequest,
  purpose: Purpose<Page>,
  page: Page,
  typed: Typed = {},
  isAgain = false,
): Promise<PageResponse> {
  const { token, now, cspNonce } = request;
  const end = request.wantsData ? await purpose.endOf(page, now) : undefined;
  if (end !== undefined) return { kind: 'redirect', to: request.pageUrl('/leave'), result: end };
  const language = page.language ?? request.language;
  const otherLanguageUrl = `${purpose.door.addressOf(token)}?language=${language === 'tr' ? 'en' : 'tr'}`;
  const {
    status: own,
    html,
    answer,
  } = await purpose.show({
    page,
    ...shopOf(page),
    timeZone: page.timeZone,
    now,
    language,
    cspNonce,
    action: request.pageUrl(),
    ...(page.language === undefined && { otherLanguageUrl }),
    startOverUrl: request.pageUrl('/3d/cancel'),
    formNonce: formNonceOf(page, token),
    returnUrl: request.pageUrl('/leave'),
    ...typed,
  });
  const status = isAgain && own === 200 ? 422 : own;
  return { kind: 'page', status, html, language, frameSources: [], ...defined({ answer }) };
}

/** After the return from the issuer. Always a page: the policy of the bank's page would block a redirect. */
export async function leaveOrRender<Page extends BuyerPage>(
  request: PageRequest,
  { purpose, wayBack }: Leaving<Page>,
  page: Page,
  typed: Typed,
): Promise<PageResponse> {
  const end = await purpose.endOf(page, request.now);
  return end === undefined
    ? await renderPage(request, purpose, page, typed)
    : renderReturn(request, page, end, await exitOf(request, page, wayBack));
}

/** A page that leads to the shop. A redirect would stay inside a frame; this page leaves it. */
export function renderReturn(
  request: PageRequest,
  page: BuyerPage,
  end: FrameResult,
  returnUrl: string,
): PageResponse {
  const { language = request.language } = page;
  const shown = { language, cspNonce: request.cspNonce, ...shopOf(page), returnUrl };
  const html = returnToShop({ ...shown, isPaid: end === 'paid', isStored: end === 'stored' });
  return { kind: 'page', status: 200, html, language };
}

/** The page that posts to the bank's 3-D Secure gate. `text`: in place of the text about a payment. */
export function renderChallenge(
  request: PageRequest,
  page: BuyerPage,
  form: BankForm,
  text: string | undefined,
): PageResponse {
  const { language = request.language } = page;
  const html = challengePage({
    language,
    cspNonce: request.cspNonce,
    ...shopOf(page),
    ...form,
    startOverUrl: request.pageUrl('/3d/cancel'),
    text,
  });
  return { kind: 'page', status: 200, html, language, frameSources: [form.action] };
}

/**
 * The address to which a buyer leaves, with the result signed at this moment (hosted-page.md 8.5); that of
 * the page if there is no way back now.
 */
export async function exitOf<Page extends BuyerPage>(
  request: PageRequest,
  page: Page,
  wayBack: Leaving<Page>['wayBack'],
): Promise<string> {
  const { now } = request;
  const way = wayBack(page, now);
  if (way === undefined) return request.pageUrl();
  const result = way.result({ by: setting('PAY_URL'), id: makeUuid(now.getTime(), randomBytes), now });
  return withResult(way.address, signResult(result, await signingSecretOf(page.merchantId)));
}
