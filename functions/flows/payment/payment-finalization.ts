// Finalizes a hosted payment: the bank's answer, or a failed 3-D Secure challenge, is written to payment,
// page and order in one transaction. It is separate from the sale, so that a function that only finalizes
// needs no bank access.

import type { Declined } from '#acquirer/acquirer.ts';
import { mostDeclines } from '#domain/payment/link.ts';
import { declineSigns } from '#domain/payment/merchant-fault.ts';
import { type Payment, posOf } from '#domain/payment/payment.ts';
import { isThreeDFailure } from '#domain/payment/three-d-failure.ts';
import { writeDecline } from '#store/payment/decline.ts';
import { type HostedPageItem, loadHostedPage } from '#store/payment/hosted-page.ts';
import { writeHostedPageOutcome } from '#store/payment/hosted-page-outcome.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { writePaymentOutcome } from '#store/payment/payment-writes.ts';
import { commit, isConflictOn, type Write } from '#store/table/commit.ts';
import { commitWithRetry } from '#store/table/commit-retry.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { refusedSettings } from '../merchant-refusal.ts';
import { type FinalSaleOutcome, otherCardOf, paymentOutcome } from '../payment-outcome.ts';
import { type CardEffect, discardPendingCard, saveCard, updatePaidCard } from './card-saving.ts';
import { paymentLabels } from './payment-labels.ts';
import { countCode, countCodeAnyway, isWrongCode } from './wrong-code.ts';

/** A payment, plus its page if it is already loaded. */
export type OpenPayment = { payment: Payment; page?: HostedPageItem };

/**
 * Finalizes payment, page and order. An earlier finalization stands: the sweep and the first worker may both
 * have the bank's answer. Returns the page if this call finalized it as paid or failed; a page that is open
 * again may be superseded by now, so the caller reads it.
 */
export async function finalizePayment(
  { payment, page: known }: OpenPayment,
  outcome: FinalSaleOutcome,
  now: Date,
): Promise<HostedPageItem | undefined> {
  const { paymentReferenceNumber, chargedMinor } = payment;
  const page = await pageOf(payment, known);
  const newPageState = pageOutcome(page, payment, outcome);
  const writes = [
    ...writeHostedPageOutcome(page, paymentReferenceNumber, newPageState, now),
    ...(outcome.kind === 'declined' ? countedDecline(payment, outcome, now) : []),
  ];
  if (await commitFinalization(payment, outcome, writes, now)) {
    reportFinalization(payment, outcome, newPageState.state);
    if (page !== known || newPageState.state === 'Open') return undefined;
    const surcharged = { paymentReferenceNumber, chargedMinor };
    return { ...page, ...newPageState, paymentReferenceNumber, surcharged };
  }
  const current = await loadPayment(payment.merchantId, paymentReferenceNumber);
  const isOvertaken =
    (payment.step === 'Challenge' && current?.step === 'Sale') || current?.posId !== payment.posId;
  if (current?.status === 'Processing' && !isOvertaken)
    throw new Error('The payment could not be finalized.');
  return undefined;
}

/**
 * Does the same right after the bank's answer. If the outcome cannot be stored now, the buyer reads that the
 * payment is being checked, and the sweep stores it: an error would make a buyer who has paid pay again.
 */
export async function finalizeForBuyer(
  open: OpenPayment,
  outcome: FinalSaleOutcome,
): Promise<HostedPageItem | undefined> {
  try {
    return await finalizePayment(open, outcome, new Date());
  } catch (error) {
    log('error', 'payment not finalized: the sweep will do it', paymentLabels(open.payment), error);
    return undefined;
  }
}

/**
 * The guards do not count a decline that only asks for the CVV or that the merchant's settings caused: it
 * reveals nothing about the card.
 */
const countedDecline = (payment: Payment, { code, cvvRequired, merchantFault }: Declined, now: Date) =>
  cvvRequired || merchantFault ? [] : writeDecline(payment, { isByBank: !isThreeDFailure(code) }, now);

/**
 * No decline is counted on the page between claim and finalization, so a known page need not be read again.
 */
async function pageOf({ hostedPageDigest }: Payment, known?: HostedPageItem): Promise<HostedPageItem> {
  if (known !== undefined && known.tokenDigest === hostedPageDigest) return known;
  const page = hostedPageDigest === undefined ? undefined : await loadHostedPage(hostedPageDigest);
  if (page === undefined) throw new Error('The hosted page of this payment no longer exists.');
  return page;
}

type CardFollowUp = (payment: Payment, now: Date) => Promise<CardEffect>;
const leaveCardAsIs: CardFollowUp = async () => ({ writes: [] });

/**
 * The writes for the card are part of the same transaction, but must not prevent it: if only they conflict,
 * they are computed again, and in the end the payment is finalized without them.
 */
function cardFollowUps(payment: Payment, outcome: FinalSaleOutcome): readonly CardFollowUp[] {
  // Another card was charged in a time that the table does not know any more: this one proved nothing.
  const isPaid = outcome.kind === 'approved' && otherCardOf(payment, outcome) === undefined;
  if (isWrongCode(payment, outcome)) return [countCode, countCode, countCode, countCodeAnyway];
  if (payment.savesCard !== true) {
    const isUpdated = isPaid && (payment.isCardBlocked === true || payment.isCardUseDue === true);
    return isUpdated ? [updatePaidCard, updatePaidCard, leaveCardAsIs] : [leaveCardAsIs];
  }
  const saved = isPaid ? [saveCard, saveCard, saveCard] : [];
  return [...saved, discardPendingCard, leaveCardAsIs];
}

/** Commits one transaction. Returns false if another process has finalized the payment, or is about to. */
async function commitFinalization(
  payment: Payment,
  outcome: FinalSaleOutcome,
  around: readonly Write[],
  now: Date,
): Promise<boolean> {
  const recorded = paymentOutcome(payment, outcome, now);
  for (const followUp of cardFollowUps(payment, outcome)) {
    const { writes: cardWrites, cardStorageId, locksCard } = await followUp(payment, now);
    const named = cardStorageId === undefined ? {} : { cardStorageId };
    const writes = [writePaymentOutcome(payment, { ...recorded, ...named }), ...around];
    const result = await commitWithRetry(() => commit([...writes, ...cardWrites]));
    if (result.kind === 'committed') {
      if (locksCard) measure({ CardsLocked: 1 }, paymentLabels(payment));
      return true;
    }
    if (isConflictOn(result, 'payment', 'hosted-page', 'order')) return false;
  }
  return false;
}

function reportFinalization(
  payment: Payment,
  outcome: FinalSaleOutcome,
  state: 'Open' | 'Paid' | 'Failed',
): void {
  const { chargedMinor, currency } = payment;
  const isDeclined = outcome.kind === 'declined';
  const isRefused = isShopRefused(outcome);
  measure(
    {
      ...(isRefused
        ? { MerchantFaults: 1 }
        : {
            PagesDeclined: isDeclined ? 1 : 0,
            ...declineSigns(outcome, { isAgain: payment.isAgain === true }),
          }),
      ...(state === 'Paid' && { PagesPaid: 1, TakenMinor: payment.capture === 'manual' ? 0 : chargedMinor }),
      ...(state === 'Failed' && { PagesFailed: 1 }),
    },
    {
      ...paymentLabels(payment),
      currency,
      ...(isDeclined && { bankResponseCode: outcome.code, errorCode: outcome.errorCode }),
    },
  );
}

/** True if the bank refuses every payment of the shop, so that no other card helps the buyer. */
const isShopRefused = (outcome: FinalSaleOutcome): boolean => refusedSettings(outcome) !== undefined;

/** What is false is not written: another attribute could make the row longer than a write unit. */
const pageOutcome = (page: HostedPageItem, payment: Payment, outcome: FinalSaleOutcome) => ({
  ...judgedPage(page, payment, outcome),
  ...((isShopRefused(outcome) || page.isShopRefused) && { isShopRefused: isShopRefused(outcome) }),
});

/** A sale that was never sent, or that the shop's own settings prevent, is no declined attempt. */
function judgedPage(page: HostedPageItem, payment: Payment, outcome: FinalSaleOutcome) {
  const { declineCount } = page;
  if (outcome.kind === 'approved') return { state: 'Paid' as const, declineCount };
  if (outcome.kind === 'notSent') {
    return { state: 'Open' as const, declineCount, lastDecline: 'BANK_UNAVAILABLE' as const };
  }
  // The bank accepts no payment without a CVV from this merchant, so the decline is not counted: the buyer is
  // asked for the CVV and tries again.
  if (outcome.cvvRequired) {
    const lastDecline = 'CARD_REQUIRES_CVV' as const;
    const asked = { cvvRequired: true, cvvRequiredBy: posOf(payment) };
    return { state: 'Open' as const, declineCount, lastDecline, ...asked };
  }
  if (isShopRefused(outcome)) return { state: 'Open' as const, declineCount, lastDecline: outcome.errorCode };
  const declines = declineCount + 1;
  const state = declines >= mostDeclines(page) ? ('Failed' as const) : ('Open' as const);
  return { state, declineCount: declines, lastDecline: outcome.errorCode };
}
