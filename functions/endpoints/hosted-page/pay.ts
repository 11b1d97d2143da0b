// POST /iframe/{token}: pays with the submitted card, once for each form. With 3-D Secure, the buyer's
// browser posts the card to the bank.
import { randomBytes } from 'node:crypto';
import { withHostedPage } from '#checkout/buyer-page.ts';
import {
  formNonceOf,
  isCrossSite,
  loadCheckoutPage,
  renderCheckout,
  renderReturnToShop,
} from '#checkout/checkout-page.ts';
import { asksForTime, extend } from '#checkout/extension.ts';
import { shopReturnUrl } from '#checkout/return-url.ts';
import { shopOf } from '#checkout/shop-face.ts';
import { type Entered, type FormError, namedCardOf, readPaymentForm } from '#contract/payment-form.ts';
import { isExpired, type TypedCard } from '#domain/card/card.ts';
import { isUseDue } from '#domain/card/stored-card.ts';
import { defined } from '#domain/defined.ts';
import { makePaymentReference } from '#domain/id.ts';
import { isOver, pageMark, stateOf } from '#domain/payment/hosted-page.ts';
import { asksIssuer } from '#domain/payment/three-d-setting.ts';
import { localDay } from '#domain/time/business-day.ts';
import { connectBank } from '#flows/bank-connection.ts';
import { sealCardForSaving } from '#flows/payment/card-saving.ts';
import { cardMarkOf, findSubmissionGuard } from '#flows/payment/card-testing.ts';
import { chosenCard, needsConsent, openChosenCard } from '#flows/payment/customer-cards.ts';
import { type PaymentSubmission, payHostedPage } from '#flows/payment/hosted-page-payment.ts';
import { beginChallenge } from '#flows/payment/three-d.ts';
import { type PageRequest, type PageResponse, page } from '#http/page.ts';
import { challengePage } from '#page/outcome/challenge.ts';
import type { HostedPageItem } from '#store/payment/hosted-page.ts';
import { measure } from '#telemetry/metric.ts';

export const handler = page(withHostedPage('', pay));

async function pay(request: PageRequest, before: HostedPageItem): Promise<PageResponse> {
  const form = request.form();
  if (asksForTime(form)) {
    const more = await extend(request, before);
    return await renderCheckout(request, await loadCheckoutPage(request), more);
  }
  const isStale = form['formNonce'] !== formNonceOf(before, request.token);
  // A repeated or cross-site form moves no money: the buyer sees the page's current state.
  if (stateOf(before, request.now) !== 'Open' || isStale || isCrossSite(request))
    return await continueCheckout(request, before);

  const reading = await readForm(request, before, form);
  if (reading.kind === 'incomplete') return asNotPaid(await renderCheckout(request, before, reading));
  if (reading.kind === 'bankDown') return await respondBankDown(request, before, reading.entered);
  const { kind: _, entered, ...chosen } = reading;
  const { token, now } = request;
  const payer = request.address === undefined ? {} : { payerAddress: request.address };
  const [guard, { merchant, access }] = await Promise.all([
    findSubmissionGuard({ page: before, token, card: chosen.card, ...payer, now }),
    connectBank(before.merchantId),
  ]);
  const isDown = guard === undefined && (await access.isDown());
  const isAsked = reading.kind === 'complete' && asksIssuer(merchant.threeDSecure);
  // The script sends the form once more, as a document: only a document can post to the bank.
  if (isAsked && request.wantsData && guard === undefined && !isDown) return { kind: 'challenge' };
  measure({ PagesSubmitted: 1 }, { merchantId: before.merchantId, page: pageMark(before.tokenDigest) });
  if (guard !== undefined) return await respondGuarded(request, entered);
  if (isDown) return await respondBankDown(request, before, entered);

  const pendingCard = await pendingCardOf(request, before, reading);
  const submit = {
    page: before,
    references: [makePaymentReference(now.getTime(), randomBytes)],
    ...chosen,
    ...payer,
    ...defined({ pendingCard }),
    cardMark: cardMarkOf(chosen.card.cardNumber, token),
    now,
  };
  if (isAsked) {
    const challenge = await challengeOf(request, { ...submit, card: reading.card }, entered);
    return challenge ?? (await continueCheckout(request, await loadCheckoutPage(request), entered));
  }
  const over = await payHostedPage(submit);
  if (over === 'cardBusy') return await respondCardBusy(request, before, entered);
  return await continueCheckout(request, over ?? (await loadCheckoutPage(request)), entered);
}

type Reading = Awaited<ReturnType<typeof readForm>>;

/** Reads the form: a new card, or a stored card, which is decrypted here. */
async function readForm(request: PageRequest, page: HostedPageItem, form: Record<string, string>) {
  const month = localDay(request.now.getTime(), page.timeZone).slice(0, 7);
  const named = namedCardOf(form);
  const settings = () => connectBank(page.merchantId);
  const chosen = named === undefined ? undefined : await chosenCard(page, named, settings, request.now);
  const saved = named === undefined ? undefined : (chosen?.card ?? 'notOffered');
  const reading = readPaymentForm(form, month, page.installmentCounts ?? [page.installment], saved);
  if (reading.entered.saveCard !== true && (await needsConsent(page))) {
    const errors = reading.kind === 'incomplete' ? reading.errors : [];
    const { entered } = reading;
    const missing = { field: 'saveCard', name: 'consentRequired' } as const;
    return { kind: 'incomplete', errors: [...errors, missing], entered } as const;
  }
  if (reading.kind !== 'saved') return reading;
  const { cardId: cardStorageId, entered } = reading;
  // No card is decrypted for a sale that cannot be sent.
  if (await (await settings()).access.isDown()) return { kind: 'bankDown', entered } as const;
  const opened = chosen && (await openChosenCard(chosen, request.now));
  if (opened === 'locked') return refused({ field: 'cardNumber', name: 'savedCardLocked' });
  if (chosen === undefined || opened === undefined || isExpired(opened.card, month)) {
    return refused({ field: 'expiry', name: 'cardExpired' });
  }
  return {
    ...reading,
    card: opened.card,
    // A submit without a code tries none.
    ...(reading.cvv !== undefined && { references: opened.references }),
    cardStorageId,
    isCardBlocked: chosen.card.blocked !== undefined,
    isCardUseDue: chosen.card.hasPaid !== true || isUseDue(chosen.card, request.now),
  };

  function refused(error: FormError) {
    return { kind: 'incomplete', errors: [error], entered: { ...entered, savedCard: 'new' } } as const;
  }
}

/** Encrypts the card for saving, only if the buyer ticked the box. */
async function pendingCardOf(request: PageRequest, page: HostedPageItem, reading: Reading) {
  if (reading.kind !== 'complete' || !reading.savesCard) return undefined;
  const { card, entered } = reading;
  return await sealCardForSaving({ page, card, ownerName: entered.ownerName, now: request.now });
}

/** The page that posts to the bank's 3-D Secure gate; undefined if page or order was claimed meanwhile. */
async function challengeOf(
  request: PageRequest,
  submit: PaymentSubmission & { card: TypedCard },
  entered: Entered,
): Promise<PageResponse | undefined> {
  const { language = request.language } = submit.page;
  const form = await beginChallenge({
    ...submit,
    returnUrl: request.pageUrl('/3d'),
    callbackUrl: request.pageUrl('/3d/callback'),
    // Base64url, because not every bank's form preserves all letters.
    echo: Buffer.from(JSON.stringify(entered)).toString('base64url'),
    language,
  });
  if (form === undefined) return undefined;
  const html = challengePage({
    language,
    cspNonce: request.cspNonce,
    ...shopOf(submit.page),
    startOverUrl: request.pageUrl('/3d/cancel'),
    ...form,
  });
  return { kind: 'page', status: 200, html, language, frameSources: [form.action] };
}

/** The bank's breaker is open: the page shows this at once, and nothing is claimed or sent. */
async function respondBankDown(
  request: PageRequest,
  page: HostedPageItem,
  entered: Entered,
): Promise<PageResponse> {
  const { merchantId, tokenDigest } = page;
  measure({ BankUnreachable: 1 }, { merchantId, page: pageMark(tokenDigest), operation: 'sale' });
  return asNotPaid(await renderCheckout(request, { ...page, lastDecline: 'BANK_UNAVAILABLE' }, { entered }));
}

/** Other pages are trying codes of the same stored card: nothing is claimed or sent. */
async function respondCardBusy(
  request: PageRequest,
  page: HostedPageItem,
  entered: Entered,
): Promise<PageResponse> {
  const { merchantId, tokenDigest } = page;
  measure({ PagesGuarded: 1 }, { merchantId, page: pageMark(tokenDigest), reason: 'SECURITY_CODES' });
  const response = await renderCheckout(request, { ...page, lastDecline: 'RATE_LIMITED' }, { entered });
  return response.kind === 'page' ? { ...response, status: 429 } : response;
}

/** A guard stopped the submission: 429, unless the page is finalized. */
async function respondGuarded(request: PageRequest, entered: Entered): Promise<PageResponse> {
  const current = await loadCheckoutPage(request);
  const response = await continueCheckout(request, current, entered);
  return response.kind === 'page' ? { ...response, status: 429 } : response;
}

/**
 * A finalized page leads to the shop, outside of a frame. A busy page redirects to the waiting page by GET,
 * so that a reload does not submit the form again.
 */
async function continueCheckout(
  request: PageRequest,
  current: HostedPageItem,
  entered?: Entered,
): Promise<PageResponse> {
  const isLeaving = isOver(current) && !request.wantsData;
  const over = isLeaving ? await shopReturnUrl(current, request.now) : undefined;
  if (over !== undefined) {
    return request.isFramed ? renderReturnToShop(request, current, over) : { kind: 'redirect', to: over };
  }
  if (current.state === 'Processing') return { kind: 'redirect', to: request.pageUrl() };
  return asNotPaid(await renderCheckout(request, current, defined({ entered })));
}

/** 422 for the form: this submission did not pay. */
const asNotPaid = (response: PageResponse): PageResponse =>
  response.kind === 'page' && response.status === 200 ? { ...response, status: 422 } : response;
