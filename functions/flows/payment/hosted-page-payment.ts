// Takes money once for a hosted page: claim, call the bank, finalize. The claim is stored before the bank is
// called, with the instant of the sweep's first inquiry; after a crash, the bank's answer finalizes the
// payment.
import type { SaleOutcome } from '#acquirer/acquirer.ts';
import { type CardDetails, cardAssociation, maskCardNumber } from '#domain/card/card.ts';
import { defined } from '#domain/defined.ts';
import type { InstallmentOffer } from '#domain/installment/offer.ts';
import { acceptedSale } from '#domain/payment/distance-sale.ts';
import { orderAttemptId } from '#domain/payment/hosted-page.ts';
import {
  awaitsIssuer,
  bankSaleOf,
  nextInquiryAt,
  type Payment,
  saleBeganMs,
} from '#domain/payment/payment.ts';
import { addressDigest } from '#store/payment/decline.ts';
import { type HostedPageItem, writeHostedPageClaim } from '#store/payment/hosted-page.ts';
import { writePaymentInquiry } from '#store/payment/inquiry.ts';
import { claimAttempt } from '#store/payment/order.ts';
import { loadPayment, writePaymentClaim } from '#store/payment/payment.ts';
import { type PendingCard, writePendingCard } from '#store/payment/pending-card.ts';
import { type Conflicted, commit, isConflictOn } from '#store/table/commit.ts';
import { commitWithRetry } from '#store/table/commit-retry.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { correlateWith } from '#telemetry/request-context.ts';
import type { Ahead } from '../ask-ahead.ts';
import { connectBank } from '../bank-connection.ts';
import { isOfEarlierEpoch } from '../epoch.ts';
import { inquireSale } from '../inquire-sale.ts';
import { leaseEpoch } from '../lease.ts';
import { type NextInquiry, plannedInquiry, reportRefusal } from '../sale-inquiry.ts';
import { attemptOfPage, type NextAttempt } from './page-attempt.ts';
import {
  expireChallenge,
  finalizeForBuyer,
  finalizePayment,
  isChallengeOver,
} from './payment-finalization.ts';
import { paymentLabels } from './payment-labels.ts';

export type PaymentSubmission = {
  page: HostedPageItem;
  card: CardDetails;
  /** Passed to the bank; never stored. */
  cvv?: string;
  /** Set if the card is a stored one. */
  cardStorageId?: string;
  /** A hard decline has blocked the stored card. */
  isCardBlocked?: boolean;
  /** The stored card was not used on a page yet, or not lately: a success is recorded with the card. */
  isCardUseDue?: boolean;
  /** Set if the buyer wants the card saved. */
  pendingCard?: PendingCard;
  payerAddress?: string;
  /** Identifies the card on this page only. */
  cardMark: string;
  /** What the buyer chose: the installments, and what the card pays. */
  offer: InstallmentOffer;
  /** The card's family, such as Bonus, if it is known. */
  cardFamily?: string;
  /** The references that the payment may have; it gets the first that no other payment has. */
  references: readonly string[];
  now: Date;
};

/**
 * Tries to pay a hosted page. Returns the page if the payment finalized it; `cardBusy` if other payments have
 * all its references. Otherwise (the page was busy, the bank declined, or its answer is unknown) the caller
 * reads the page again.
 */
export async function payHostedPage(
  submission: PaymentSubmission,
): Promise<HostedPageItem | 'cardBusy' | undefined> {
  const { page, card, cvv, payerAddress } = submission;
  // Before the claim: if the bank's settings cannot be opened, the page must stay open.
  const { bank, posId } = await connectBank(page.merchantId);
  const ahead = await attemptOfPage(page, bank);
  if (ahead.kind === 'unanswered') return { ...page, lastDecline: 'BANK_UNAVAILABLE' };
  if (ahead.kind === 'sold') return await recordLostSale(submission, posId, ahead);
  const payment = await claimOne(submission, posId, ahead);
  if (payment === undefined || payment === 'cardBusy') return payment;
  const outcome = await bank.sale({
    ...bankSaleOf(payment),
    card,
    ...defined({ cvv, payerAddress }),
  });
  reportSale(payment, outcome);
  // The sweep recovers the payment.
  if (outcome.kind === 'unknown') return undefined;
  return await finalizeForBuyer({ payment, page }, outcome);
}

/**
 * Claims page and order for the sale that the bank has made already, and records it with the bank's card and
 * time. Nothing is sent; if the sale is not what the page sells, the sweep leaves it to a person.
 */
export async function recordLostSale(
  submission: PaymentSubmission,
  posId: string,
  lost: Extract<Ahead, { kind: 'sold' }>,
): Promise<HostedPageItem | 'cardBusy' | undefined> {
  const { page, now } = submission;
  const payment = await claimOne(submission, posId, lost);
  if (payment === undefined || payment === 'cardBusy') return payment;
  const sent = { sentAtMs: saleBeganMs(payment), sender: 'endpoint', inquiries: 0, isLost: true } as const;
  const { outcome } = await inquireSale({ payment, ...sent }, now);
  reportSale(payment, outcome);
  return outcome.kind === 'approved' ? await finalizeForBuyer({ payment, page }, outcome) : undefined;
}

type PaymentIds = Pick<Payment, 'paymentReferenceNumber' | 'bankOrderId'> & { posId: string };

export function newPayment(
  submission: PaymentSubmission,
  { paymentReferenceNumber, posId, bankOrderId }: PaymentIds,
): Payment {
  const { page, card, cardStorageId, cardFamily, offer, payerAddress, now } = submission;
  const { merchantId, orderNumber, amountMinor: orderMinor, currency, customerId } = page;
  const { chargedMinor, bearer: surchargeBearer } = offer;
  const { metadata, correlationId, variant } = page;
  return {
    paymentReferenceNumber,
    merchantId,
    orderNumber,
    chargedMinor,
    ...(chargedMinor !== orderMinor && { orderMinor }),
    currency,
    installment: offer.count,
    ...defined({ surchargeBearer, cardFamily }),
    status: 'Processing',
    refundedMinor: 0,
    reservedMinor: 0,
    maskedCardNumber: maskCardNumber(card.cardNumber),
    cardAssociation: cardAssociation(card.cardNumber),
    bankOrderId,
    posId,
    threeDSecure: false,
    source: 'HostedPage',
    ...defined({ leaseEpoch: leaseEpoch(), customerId, metadata, cardStorageId }),
    ...(submission.pendingCard && { savesCard: true, saveCardFor: page.saveCardFor ?? 'oneClick' }),
    // Without the consent the form is refused, so a stored card has it.
    ...(cardStorageId !== undefined && page.saveCardFor === 'recurring' && { saveCardFor: 'recurring' }),
    // With the consent alone: of an erased customer no card is charged.
    ...(page.recurringTerms && (submission.pendingCard || cardStorageId !== undefined)
      ? { recurringTerms: page.recurringTerms }
      : {}),
    ...(page.distanceSale && { distanceSale: acceptedSale(page.distanceSale) }),
    ...(submission.isCardBlocked && { isCardBlocked: true }),
    ...(submission.isCardUseDue && { isCardUseDue: true }),
    createdAt: now.toISOString(),
    ...(payerAddress !== undefined && { payerDigest: addressDigest(merchantId, payerAddress) }),
    hostedPageDigest: page.tokenDigest,
    ...(page.attemptCount > 0 && { isAgain: true }),
    ...defined({ correlationId, variant }),
    inquiries: 0,
  };
}

/** The instant of the first inquiry for a sale that is sent now. */
export const firstInquiryAt = (now: Date) => new Date(nextInquiryAt(0, now.getTime()) ?? now).toISOString();

/** Claims page and order for a payment with the first free reference; undefined if the page is busy. */
async function claimOne(
  submission: PaymentSubmission,
  posId: string,
  attempt: NextAttempt,
): Promise<Payment | 'cardBusy' | undefined> {
  const dueAt = firstInquiryAt(submission.now);
  for (const paymentReferenceNumber of submission.references) {
    const claimed = await claimPayment(submission, attempt, dueAt, (bankOrderId) => ({
      payment: newPayment(submission, { paymentReferenceNumber, posId, bankOrderId }),
    }));
    if ('payment' in claimed) return claimed.payment;
    const isTaken = isConflictOn(claimed, 'payment') && !isConflictOn(claimed, 'hosted-page', 'order');
    if (!isTaken) return undefined;
  }
  return 'cardBusy';
}

/**
 * Claims page and order for the payment that `make` returns for the bank order id of the attempt. The sweep
 * recovers the payment at `dueAt` (ISO).
 */
export async function claimPayment<Made extends { payment: Payment }>(
  { page, cardMark, pendingCard }: Omit<PaymentSubmission, 'card'>,
  { attemptNumber: first }: NextAttempt,
  dueAt: string,
  make: (bankOrderId: string) => Made,
): Promise<Made | Conflicted> {
  let made: Made | undefined;
  const claimed = await claimAttempt(page, first, async (attemptNumber) => {
    made = make(orderAttemptId(page, attemptNumber));
    const { payment } = made;
    const { paymentReferenceNumber, chargedMinor } = payment;
    const writes = [
      ...writeHostedPageClaim(page, { paymentReferenceNumber, chargedMinor, attemptNumber, cardMark }),
      writePaymentClaim(payment, dueAt),
      ...(pendingCard ? [writePendingCard(payment, pendingCard)] : []),
    ];
    return await commitWithRetry(() => commit(writes));
  });
  if (claimed.kind === 'conflict') return claimed;
  if (made === undefined) throw new Error('Nothing was claimed.');
  return made;
}

/**
 * Inquires at the bank about a payment whose answer was lost, and finalizes it if the bank's history decides.
 */
export async function recoverPayment(
  merchantId: string,
  paymentReferenceNumber: string,
  now: Date,
): Promise<'finalized' | 'waiting'> {
  const payment = await loadPayment(merchantId, paymentReferenceNumber);
  if (payment === undefined || payment.status !== 'Processing') return 'finalized';
  correlateWith(payment.correlationId);
  // Before a takeover the buyer may have come back from the issuer and paid, and only the bank knows it.
  const isLost = awaitsIssuer(payment) && isChallengeOver(payment, now) && (await isOfEarlierEpoch(payment));
  if (awaitsIssuer(payment) && !isLost) return await expireChallenge(payment, now);
  const { inquiries } = payment;
  const asked = await inquireSale(
    { payment, sentAtMs: saleBeganMs(payment), sender: 'endpoint', inquiries },
    now,
  );
  reportSale(payment, asked.outcome);
  if (!('again' in asked)) {
    if (isLost && asked.outcome.kind === 'notSent') return await expireChallenge(payment, now);
    await finalizePayment({ payment }, asked.outcome, now);
    return 'finalized';
  }
  const { again, refusal } = asked;
  if (again !== 'whenBankAnswers') await scheduleNextInquiry(payment, again, now);
  if (refusal) reportRefusal(refusal, paymentLabels(payment));
  return 'waiting';
}

async function scheduleNextInquiry(payment: Payment, again: NextInquiry, now: Date): Promise<void> {
  const { kind } = await commit([writePaymentInquiry(payment, plannedInquiry(again, payment.review, now))]);
  if (kind === 'committed' && again.atMs === undefined && payment.review === undefined) {
    const which = paymentLabels(payment);
    log('error', 'payment needs manual review', which);
    measure({ ManualReviews: 1 }, which);
  }
}

export function reportSale(payment: Payment, outcome: SaleOutcome): void {
  log(outcome.kind === 'unknown' ? 'warn' : 'info', 'bank sale', {
    ...paymentLabels(payment),
    outcome: outcome.kind,
    ...(outcome.kind === 'declined' && { bankResponseCode: outcome.code, errorCode: outcome.errorCode }),
    ...('reason' in outcome && { reason: outcome.reason }),
  });
}
