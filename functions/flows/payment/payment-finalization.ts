// How a hosted payment ends: what the bank said, or that nobody came back from the issuer, is written onto
// payment, page and order at once. Apart from the bank's call, so that whoever only ends one needs no bank.
import type { Declined } from '#acquirer/acquirer.ts';
import { MAX_DECLINES, pageMark } from '#domain/payment/hosted-page.ts';
import { awaitsIssuer, type Payment } from '#domain/payment/payment.ts';
import { writeDecline } from '#store/payment/decline.ts';
import { type HostedPageItem, loadHostedPage, writeHostedPageOutcome } from '#store/payment/hosted-page.ts';
import { loadPayment, type PaymentOutcome, writePaymentOutcome } from '#store/payment/payment.ts';
import { commit, type Write } from '#store/table/commit.ts';
import { commitWithRetry } from '#store/table/commit-retry.ts';
import type { RowName } from '#store/table/keys.ts';
import { measure } from '#telemetry/metric.ts';
import { type FinalSaleOutcome, paymentOutcome } from '../payment-outcome.ts';
import { type CardEffect, discardPendingCard, saveCard, unblockCard } from './card-saving.ts';

/** A payment and, for whoever has it, its page as it was claimed or as it was read since. */
type OpenPayment = { payment: Payment; page?: HostedPageItem };

/**
 * Writes what the bank said onto payment, page and order at once. Somebody else's settlement stays: the
 * sweep and the first worker may both come back with the same answer. Answers `page` where this has ended
 * it, paid or failed; one that opens again may be superseded by now and is to be read.
 */
export async function finalizePayment(
  { payment, page: known }: OpenPayment,
  outcome: FinalSaleOutcome,
  now: Date,
): Promise<HostedPageItem | undefined> {
  const { paymentReferenceNumber } = payment;
  const page = await pageOf(payment, known);
  const pageEnd = pageOutcome(page, outcome);
  const writes = [
    ...writeHostedPageOutcome(page, paymentReferenceNumber, pageEnd),
    // A bank that wants the code tells a thief nothing about the card.
    ...(outcome.kind === 'declined' && !outcome.cvvRequired ? writeDecline(payment, now) : []),
  ];
  if (await commitFinalization(payment, paymentOutcome(outcome, now), writes, now)) {
    reportFinalization(payment, outcome, pageEnd.state);
    if (page !== known || pageEnd.state === 'Open') return undefined;
    return { ...page, ...pageEnd, paymentReferenceNumber };
  }
  const current = await loadPayment(payment.merchantId, paymentReferenceNumber);
  const isOvertaken = payment.step === 'Challenge' && current?.step === 'Sale';
  if (current?.status === 'Processing' && !isOvertaken) throw new Error('The payment could not be settled.');
  return undefined;
}

/** Between claim and settlement nobody counts declines on the page, so one that is known need not be read. */
async function pageOf({ hostedPageDigest }: Payment, known?: HostedPageItem): Promise<HostedPageItem> {
  if (known !== undefined && known.tokenDigest === hostedPageDigest) return known;
  const page = hostedPageDigest === undefined ? undefined : await loadHostedPage(hostedPageDigest);
  if (page === undefined) throw new Error('The hosted page of this payment is gone.');
  return page;
}

type CardFollowUp = (payment: Payment, now: Date) => Promise<CardEffect>;
const leaveCardAsIs: CardFollowUp = async () => ({ writes: [] });

/**
 * What becomes of a card that was to be saved goes with the rest, and must not keep the rest from being
 * written: what stands in its way alone is looked at anew, and in the end the payment is settled without it.
 */
function cardFollowUps(payment: Payment, { status }: PaymentOutcome): readonly CardFollowUp[] {
  const isPaid = status === 'Successful';
  if (payment.savesCard !== true) {
    return payment.isCardRefused === true && isPaid
      ? [unblockCard, unblockCard, leaveCardAsIs]
      : [leaveCardAsIs];
  }
  const saved = isPaid ? [saveCard, saveCard, saveCard] : [];
  return [...saved, discardPendingCard, leaveCardAsIs];
}

/** A conflict on one of these: the payment has been finalized, or is about to be. */
const PAYMENT_ROWS: ReadonlySet<RowName> = new Set(['payment', 'hosted-page', 'order']);

/** All at once; false where somebody else has settled the payment, or is about to. */
async function commitFinalization(
  payment: Payment,
  outcome: PaymentOutcome,
  around: readonly Write[],
  now: Date,
): Promise<boolean> {
  for (const cardEnd of cardFollowUps(payment, outcome)) {
    const { writes: cardWrites, cardStorageId } = await cardEnd(payment, now);
    const named = cardStorageId === undefined ? {} : { cardStorageId };
    const writes = [writePaymentOutcome(payment, { ...outcome, ...named }), ...around];
    const result = await commitWithRetry(() => commit([...writes, ...cardWrites]));
    if (result.kind === 'committed') return true;
    if (result.conflicts.some(({ what }) => PAYMENT_ROWS.has(what))) return false;
  }
  return false;
}

const threeDFailureCode = (why: string) => `3D-${why}`;
/** Nobody came back from the bank, or too late. */
const UNRETURNED: ReadonlySet<string> = new Set(['TIMED-OUT', 'GIVEN-UP'].map(threeDFailureCode));

function reportFinalization(
  payment: Payment,
  outcome: FinalSaleOutcome,
  state: 'Open' | 'Paid' | 'Failed',
): void {
  const { amountMinor, currency } = payment;
  // A stored card that stood in the form of the buyer's browser.
  const isShown = payment.threeDSecure && payment.cardStorageId !== undefined;
  const isDeclined = outcome.kind === 'declined';
  measure(
    {
      PagesDeclined: isDeclined ? 1 : 0,
      ...(state === 'Paid' && { PagesPaid: 1, TakenMinor: amountMinor }),
      ...(state === 'Failed' && { PagesFailed: 1 }),
      ...(isShown && { StoredCardsUnreturned: isDeclined && UNRETURNED.has(outcome.code) ? 1 : 0 }),
    },
    {
      ...paymentLabels(payment),
      currency,
      ...(isDeclined && { bankResponseCode: outcome.code, errorCode: outcome.errorCode }),
    },
  );
}

/** A payment's names, for lines about it. */
export const paymentLabels = ({ merchantId, paymentReferenceNumber, hostedPageDigest }: Payment) => ({
  merchantId,
  paymentReferenceNumber,
  ...(hostedPageDigest !== undefined && { page: pageMark(hostedPageDigest) }),
});

/** A request that never left the house is nobody's failed attempt. */
function pageOutcome({ declineCount }: HostedPageItem, outcome: FinalSaleOutcome) {
  if (outcome.kind === 'approved') return { state: 'Paid' as const, declineCount };
  if (outcome.kind === 'notSent') {
    return { state: 'Open' as const, declineCount, lastDecline: 'BANK_UNAVAILABLE' as const };
  }
  // Nobody's fault but the merchant's: the buyer is asked for the code and tries again.
  if (outcome.cvvRequired) {
    const lastDecline = 'CARD_REQUIRES_CVV' as const;
    return { state: 'Open' as const, declineCount, lastDecline, cvvRequired: true };
  }
  const declines = declineCount + 1;
  const state = declines >= MAX_DECLINES ? ('Failed' as const) : ('Open' as const);
  return { state, declineCount: declines, lastDecline: outcome.errorCode };
}

/** The bank was never asked for money; the buyer went away, or the answer of the issuer did. */
export async function expireChallenge(payment: Payment, now: Date): Promise<'finalized' | 'waiting'> {
  if (now.getTime() < Date.parse(payment.challengeEndsAt ?? '')) return 'waiting';
  await finalizePayment({ payment }, threeDFailed('TIMED-OUT'), now);
  return 'finalized';
}

/** Nobody vouches for the cardholder: a decline that no bank had to speak. `why` ends the merchant's code. */
export const threeDFailed = (why: string): Declined => ({
  kind: 'declined',
  code: threeDFailureCode(why),
  errorCode: 'THREE_D_SECURE_FAILED',
  retry: 'Soft',
});

/** The buyer wants to begin again. Whatever proof still comes is refused from here on. */
export async function abandonChallenge(open: OpenPayment, now: Date): Promise<void> {
  if (awaitsIssuer(open.payment)) await finalizePayment(open, threeDFailed('GIVEN-UP'), now);
}
