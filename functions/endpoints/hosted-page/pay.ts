// POST /iframe/{token}: the buyer's card goes to the bank, once per form that was shown; with 3-D Secure by
// way of the buyer's own browser.
import { randomBytes } from 'node:crypto';
import { type Entered, readPaymentForm } from '#contract/payment-form.ts';
import { localDay } from '#domain/business-day.ts';
import { isExpired } from '#domain/card.ts';
import { pageMark, stateOf } from '#domain/hosted-page.ts';
import { makePaymentReference } from '#domain/id.ts';
import { asksIssuer } from '#domain/three-d-setting.ts';
import { sealForSaving } from '#flows/card-saving.ts';
import { cardMarkOf, guardSubmit } from '#flows/card-testing.ts';
import { chosenCard, openChosenCard } from '#flows/customer-cards.ts';
import { connectionOf } from '#flows/merchant-bank.ts';
import { payHostedPage, type Submit } from '#flows/payment.ts';
import { returnAddress } from '#flows/return-address.ts';
import { beginChallenge } from '#flows/three-d.ts';
import { formNonceOf, frameOf, isForeign, showLeaving, showVisitedPage, visitedPage } from '#flows/visit.ts';
import { page, type Shown, type Visit } from '#http/page.ts';
import { challengePage } from '#page/challenge.ts';
import type { HostedPageItem } from '#store/hosted-page.ts';
import { measure } from '#telemetry/metric.ts';

export const handler = page(async (visit) => {
  const before = await visitedPage(visit);
  const form = visit.form();
  const isStale = form['formNonce'] !== formNonceOf(before, visit.token);
  // A form that was sent already, or from elsewhere, moves no money: the buyer sees how things stand.
  if (stateOf(before, visit.now) !== 'Open' || isStale || isForeign(visit)) return await goOn(visit, before);

  const reading = await readForm(visit, before, form);
  if (reading.kind === 'incomplete') return refused(await showVisitedPage(visit, before, reading));
  const { kind: _, entered, ...chosen } = reading;
  measure({ PagesSubmitted: 1 }, { merchantId: before.merchantId, page: pageMark(before.tokenDigest) });

  const { token, now } = visit;
  const payer = visit.address === undefined ? {} : { payerAddress: visit.address };
  const [guard, { merchant }] = await Promise.all([
    guardSubmit({ page: before, token, card: chosen.card, ...payer, now }),
    connectionOf(before.merchantId),
  ]);
  if (guard !== undefined) return await stopped(visit, entered);

  const pendingCard = await pendingCardOf(visit, before, reading);
  const submit = {
    page: before,
    ...chosen,
    ...payer,
    ...(pendingCard && { pendingCard }),
    cardMark: cardMarkOf(chosen.card.cardNumber, token),
    paymentReferenceNumber: makePaymentReference(now.getTime(), randomBytes),
    now,
  };
  if (asksIssuer(merchant.threeDSecure, { isStored: reading.kind === 'saved' })) {
    const challenge = await challengeOf(visit, submit, entered);
    return challenge ?? (await goOn(visit, await visitedPage(visit), entered));
  }
  const over = await payHostedPage(submit);
  return await goOn(visit, over ?? (await visitedPage(visit)), entered);
});

type Reading = Awaited<ReturnType<typeof readForm>>;

/** What the buyer wants to pay with, in clear: a new card, or a stored one that only now is opened. */
async function readForm(visit: Visit, page: HostedPageItem, form: Record<string, string>) {
  const month = localDay(visit.now.getTime(), page.timeZone).slice(0, 7);
  const chosen = await chosenCard(page, form['savedCard'], visit.now);
  const saved = chosen && { ...chosen.card, needsCvv: chosen.card.forceCvv || page.cvvRequired === true };
  const reading = readPaymentForm(form, month, page.installmentCounts ?? [page.installment], saved);
  if (reading.kind !== 'saved') return reading;
  const { cardId: cardStorageId, entered } = reading;
  const card = chosen && (await openChosenCard(chosen));
  if (card !== undefined && !isExpired(card, month)) {
    return { ...reading, card, cardStorageId, isCardRefused: chosen?.card.refused !== undefined };
  }
  const errors = [{ field: 'expiryMonth', name: 'cardExpired' } as const];
  return { kind: 'incomplete', errors, entered: { ...entered, savedCard: 'new' } } as const;
}

/** Sealed only where the buyer has ticked the box: nobody else waits for it. */
async function pendingCardOf(visit: Visit, page: HostedPageItem, reading: Reading) {
  if (reading.kind !== 'complete' || !reading.savesCard) return undefined;
  const { card, entered } = reading;
  return await sealForSaving({ page, card, ownerName: entered.ownerName, now: visit.now });
}

/** The way to the bank; undefined where the page or its order was taken meanwhile. */
async function challengeOf(visit: Visit, submit: Submit, entered: Entered): Promise<Shown | undefined> {
  const { merchantName, isTest, frameOrigins, language = visit.language } = submit.page;
  const form = await beginChallenge({
    ...submit,
    returnUrl: visit.pageUrl('/3d'),
    callbackUrl: visit.pageUrl('/3d/callback'),
    // Letters of all alphabets, in signs that every bank's form keeps as they are.
    echo: Buffer.from(JSON.stringify(entered)).toString('base64url'),
    language,
  });
  if (form === undefined) return undefined;
  const html = challengePage({
    language,
    cspNonce: visit.cspNonce,
    merchantName,
    isTest,
    frameOrigins,
    ...form,
  });
  return { kind: 'page', status: 200, html, language, frame: frameOf(submit.page, [form.action]) };
}

/** Too many declines: the buyer may come back later, unless the page is over. */
async function stopped(visit: Visit, entered: Entered): Promise<Shown> {
  const current = await visitedPage(visit);
  const shown = await goOn(visit, current, entered);
  return shown.kind === 'page' ? { ...shown, status: 429 } : shown;
}

/**
 * Over: to the shop, which must not end up inside its own frame. Not known yet: to the waiting page, by GET,
 * so that a reload sends no form again.
 */
async function goOn(visit: Visit, current: HostedPageItem, entered?: Entered): Promise<Shown> {
  const over = await returnAddress(current, visit.token, visit.now);
  if (over !== undefined) {
    return visit.isFramed ? showLeaving(visit, current, over) : { kind: 'redirect', to: over };
  }
  if (current.state === 'Processing') return { kind: 'redirect', to: visit.pageUrl() };
  return refused(await showVisitedPage(visit, current, { ...(entered && { entered }) }));
}

/** The form again: this submit did not pay. */
const refused = (shown: Shown): Shown =>
  shown.kind === 'page' && shown.status === 200 ? { ...shown, status: 422 } : shown;
