// The submit of a card page, and the return from the issuer: the card is verified, stored and, if a period is
// due, charged. Each form and each answer of the issuer is accepted once.
import { namedCardOf, readEntered, readPaymentForm } from '#contract/payment-form.ts';
import { cardPageStateOf } from '#domain/card/card-page.ts';
import { defined } from '#domain/defined.ts';
import { asksIssuer } from '#domain/payment/three-d-setting.ts';
import { localDay } from '#domain/time/business-day.ts';
import { connectBank } from '#flows/bank-connection.ts';
import { loadSubject } from '#flows/card-page/card-page-view.ts';
import { completeVerification, giveCard } from '#flows/card-page/card-submission.ts';
import {
  beginVerification,
  type CardSubmission,
  failVerification,
  readCardReturn,
} from '#flows/card-page/card-verification.ts';
import { sealCardForSaving } from '#flows/payment/card-saving.ts';
import { cardMarkOf, findSubmissionGuard } from '#flows/payment/card-testing.ts';
import type { PageRequest, PageResponse } from '#http/page.ts';
import { CARD_TEXTS } from '#page/card-page/card-texts.ts';
import { challengePage } from '#page/outcome/challenge.ts';
import type { CardPageItem } from '#store/card/card-page.ts';
import { loadCardPage } from './buyer-page.ts';
import { loadChargeOf, renderCardPage, renderCardReturn } from './card-page.ts';
import { cardShopReturnUrl } from './card-return-url.ts';
import { formNonceOf, isCrossSite } from './checkout-page.ts';
import { asksForTime, extend } from './extension.ts';
import { shopOf } from './shop-face.ts';

type Entered = NonNullable<Parameters<typeof renderCardPage>[2]>;

export async function submitCardPage(request: PageRequest, page: CardPageItem): Promise<PageResponse> {
  const { token, now } = request;
  const form = request.form();
  if (asksForTime(form)) {
    const more = await extend(request, page);
    return await renderCardPage(request, await loadCardPage(request), more);
  }
  const isStale = form['formNonce'] !== formNonceOf(page, token);
  if (cardPageStateOf(page, now) !== 'Open' || isStale || isCrossSite(request)) {
    return await continueCardPage(request, page);
  }
  const month = localDay(now.getTime(), page.timeZone).slice(0, 7);
  const named = namedCardOf(form) === undefined ? undefined : 'notOffered';
  const reading = readPaymentForm(form, month, [1], named);
  const consent = form['consent'] === 'yes';
  const entered = { ...reading.entered, consent };
  const errors = [
    ...(reading.kind === 'incomplete' ? reading.errors : []),
    ...(consent ? [] : [{ field: 'consent', name: 'consentRequired' } as const]),
  ];
  if (reading.kind !== 'complete' || errors.length > 0) {
    return asFormAgain(await renderCardPage(request, page, { errors, entered }));
  }
  const { card, cvv } = reading;
  const payer = request.address === undefined ? {} : { payerAddress: request.address };
  const [guard, subject, { merchant, access }] = await Promise.all([
    findSubmissionGuard({ page, token, card, ...payer, now }),
    loadSubject(page, now),
    connectBank(page.merchantId),
  ]);
  if (guard !== undefined) return await respondGuarded(request, { entered });
  if (subject.kind === 'gone') return await renderCardPage(request, page);
  const isAsked = asksIssuer(merchant.threeDSecure);
  if (isAsked && (await access.isDown())) return await respondDown(request, page, { entered });
  // The script sends the form once more, as a document: only a document can post to the bank.
  if (isAsked && request.wantsData) return { kind: 'challenge' };
  const pending = await sealCardForSaving({ page, card, ownerName: reading.entered.ownerName, now });
  if (pending === undefined) return await respondDown(request, page, { entered });
  const cardMark = cardMarkOf(card.cardNumber, token);
  const submission = { page, subject, card, cvv, pending, cardMark, now, ...payer };
  if (isAsked) {
    const challenge = await challengeOf(request, submission, JSON.stringify(reading.entered));
    return challenge ?? (await continueCardPage(request, await loadCardPage(request)));
  }
  await giveCard(submission);
  return await continueCardPage(request, await loadCardPage(request), { entered: reading.entered });
}

/**
 * The page that posts to the bank's 3-D Secure gate; undefined if another request has used the page
 * meanwhile.
 */
async function challengeOf(
  request: PageRequest,
  submission: CardSubmission,
  entered: string,
): Promise<PageResponse | undefined> {
  const { language = request.language } = submission.page;
  const form = await beginVerification(submission, {
    returnUrl: request.pageUrl('/3d'),
    callbackUrl: request.pageUrl('/3d/callback'),
    // Base64url, because not every bank's form preserves all letters.
    echo: Buffer.from(entered).toString('base64url'),
    language,
  });
  if (form === undefined) return undefined;
  const html = challengePage({
    language,
    cspNonce: request.cspNonce,
    ...shopOf(submission.page),
    ...form,
    startOverUrl: request.pageUrl('/3d/cancel'),
    text: CARD_TEXTS[language].challengeText,
  });
  return { kind: 'page', status: 200, html, language, frameSources: [form.action] };
}

/** Processes the issuer's answer. Returns the buyer's entered values if the answer is the bank's. */
export async function acceptIssuerAnswer(
  request: PageRequest,
  page: CardPageItem,
  payerAddress?: string,
): Promise<Entered> {
  const { now } = request;
  const read = await readCardReturn({ page, body: request.body(), now });
  if (read.kind === 'failed') await failVerification(page, now);
  if (read.kind === 'proven') {
    const { isFull, proof, evidence } = read;
    await completeVerification({ page, isFull, proof, evidence, ...defined({ payerAddress }), now });
  }
  const entered = read.echo === undefined ? undefined : readEntered(read.echo);
  return entered ? { entered } : {};
}

const LOOKS = 10;
const LOOK_MS = 200;

/** Responds to the browser's return from the issuer with a page: the bank's policy would block a redirect. */
export async function returnFromIssuer(request: PageRequest, page: CardPageItem): Promise<PageResponse> {
  const entered = await acceptIssuerAnswer(request, page, request.address);
  let current = await loadCardPage(request);
  // The bank's server may already have posted the answer, and its request may be charging at this moment.
  for (let look = 0; look < LOOKS; look += 1) {
    const charge = await loadChargeOf(current, request.now);
    if (charge !== 'pending' && charge !== 'checking') break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    current = await loadCardPage(request);
  }
  const shopUrl = await shopUrlIfOver(current, request.now);
  return shopUrl === undefined
    ? await renderCardPage(request, current, entered)
    : renderCardReturn(request, current, shopUrl);
}

/**
 * The shop's address if the page is over. Undefined if there is none, or while the outcome of its charge is
 * unknown.
 */
async function shopUrlIfOver(page: CardPageItem, now: Date): Promise<string | undefined> {
  const state = cardPageStateOf(page, now);
  const isOver = state === 'Completed' || state === 'Failed';
  if (!isOver || (await loadChargeOf(page, now)) === 'checking') return undefined;
  return await cardShopReturnUrl(page, now);
}

/** A page that is over leads to the shop, outside of a frame; without an address it is shown. */
async function continueCardPage(
  request: PageRequest,
  current: CardPageItem,
  entered: Entered = {},
): Promise<PageResponse> {
  const shopUrl = await shopUrlIfOver(current, request.now);
  if (shopUrl !== undefined && request.wantsData) return await renderCardPage(request, current);
  if (shopUrl !== undefined) {
    return request.isFramed ? renderCardReturn(request, current, shopUrl) : { kind: 'redirect', to: shopUrl };
  }
  const state = cardPageStateOf(current, request.now);
  if (state === 'Open') return asFormAgain(await renderCardPage(request, current, entered));
  return { kind: 'redirect', to: request.pageUrl() };
}

/** Responds if the bank is down or the card cannot be encrypted: nothing is claimed. */
async function respondDown(
  request: PageRequest,
  page: CardPageItem,
  entered: Entered,
): Promise<PageResponse> {
  return asFormAgain(await renderCardPage(request, { ...page, lastDecline: 'BANK_UNAVAILABLE' }, entered));
}

/** A guard stopped the submission: 429, unless the page is over. */
async function respondGuarded(request: PageRequest, entered: Entered): Promise<PageResponse> {
  const response = await continueCardPage(request, await loadCardPage(request), entered);
  return response.kind === 'page' ? { ...response, status: 429 } : response;
}

/** 422 for the form, which is shown again. */
const asFormAgain = (response: PageResponse): PageResponse =>
  response.kind === 'page' && response.status === 200 ? { ...response, status: 422 } : response;
