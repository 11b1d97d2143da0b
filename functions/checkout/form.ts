// What the submits of all buyers' forms share: whether the form is new, more time to fill it in, the
// challenge by the issuer, and what is shown next.
import { type FormEntries, readPaymentForm } from '#contract/payment-form.ts';
import { defined } from '#domain/defined.ts';
import { extendedDeadline } from '#domain/payment/deadline.ts';
import type { ChallengeOptions } from '#flows/issuer-answer.ts';
import type { PageRequest, PageResponse } from '#http/page.ts';
import { type BankForm, challengePage } from '#page/outcome/challenge.ts';
import { writeHostedPageExtension } from '#store/page-deadline.ts';
import { commit } from '#store/table/commit.ts';
import {
  type BuyerPage,
  formNonceOf,
  isCrossSite,
  loadPage,
  type PagePurpose,
  renderPage,
  showPage,
  type TypedForm,
} from './buyer-page.ts';
import { type LeavingPurpose, leave } from './leaving.ts';
import { shopOf } from './shop-face.ts';

/** What is shown after a submit. Without `page` it is read again. */
export type NextView<Page> = { page?: Page; typed?: TypedForm };

/** A repeated or cross-site form does nothing: the buyer sees the page's current state. */
export const isNewForm = (request: PageRequest, page: BuyerPage, form: Record<string, string>): boolean =>
  form['formNonce'] === formNonceOf(page, request.token) && !isCrossSite(request);

/** Extends the deadline instead of trying a card. The form is shown again with the entered values. */
export async function extend<Page extends BuyerPage>(
  request: PageRequest,
  purpose: PagePurpose<Page>,
  before: Page,
  form: Record<string, string>,
): Promise<PageResponse> {
  const until = isCrossSite(request) ? undefined : extendedDeadline(before);
  // One conditional write, so that an extension counts once, and cannot revive a page that expired, was closed,
  // superseded or paid meanwhile. A conflict is ignored: the page that is shown next has the current state.
  if (until !== undefined) {
    await commit([writeHostedPageExtension(before, until, request.now)]);
  }
  const { savedCard } = form;
  const { entered } = readPaymentForm(form, '', 1);
  const page = await loadPage(request, purpose.door);
  return await showPage(request, purpose, page, { entered: { ...entered, ...defined({ savedCard }) } });
}

/** The page shows this at once: nothing is claimed or sent while the bank is down. */
export const bankIsDown = <Page extends BuyerPage>(page: Page, typed: TypedForm): NextView<Page> => ({
  page: { ...page, lastDecline: 'BANK_UNAVAILABLE' },
  typed,
});

/** The addresses to which the bank answers. It returns the entered values with its answer. */
export const challengeOptions = (
  request: PageRequest,
  { language = request.language }: BuyerPage,
  entered: FormEntries,
): ChallengeOptions => ({
  returnUrl: request.pageUrl('/3d'),
  callbackUrl: request.pageUrl('/3d/callback'),
  // Base64url, because not every bank's form preserves all letters.
  echo: Buffer.from(JSON.stringify(entered)).toString('base64url'),
  language,
});

/**
 * The page that posts to the bank's 3-D Secure gate. `amount`: what the card pays; `text`: in place of the one
 * about a payment.
 */
export function showChallenge(
  request: PageRequest,
  page: BuyerPage,
  form: BankForm,
  about: { text: string } | { amount: string },
): PageResponse {
  const { cspNonce } = request;
  const { language = request.language } = page;
  const startOverUrl = request.pageUrl('/3d/cancel');
  const html = challengePage({ language, cspNonce, ...shopOf(page), ...form, startOverUrl, ...about });
  return { kind: 'page', status: 200, html, language, frameSources: [form.action] };
}

/**
 * The way to the shop if the page is over; else the form again. `isShownAgain` is false if a redirect leads
 * to the page, so that a reload does not submit the form again.
 */
export async function showNext<Page extends BuyerPage>(
  request: PageRequest,
  leaving: LeavingPurpose<Page>,
  page: Page,
  { typed, isShownAgain }: { typed: TypedForm | undefined; isShownAgain: boolean },
): Promise<PageResponse> {
  const left = await leave(request, leaving, page, { mayRedirect: true });
  if (left === undefined && !isShownAgain) return { kind: 'redirect', to: request.sentUrl() };
  const shown = left ?? (await renderPage(request, leaving.purpose, page, { typed, isAgain: true }));
  return typed?.isStopped && shown.kind === 'page' ? { ...shown, status: 429 } : shown;
}
