// The claim of a hosted page and its order for a payment, stored before the bank is called, with the instant
// of the sweep's first inquiry.

import { type CardDetails, maskCardNumber } from '#domain/card/card.ts';
import { cardAssociation } from '#domain/card/card-prefix.ts';
import { defined } from '#domain/defined.ts';
import type { InstallmentOffer } from '#domain/installment/offer.ts';
import { acceptedSale } from '#domain/payment/distance-sale.ts';
import { orderAttemptId } from '#domain/payment/hosted-page.ts';
import { labelsOf } from '#domain/payment/labels.ts';
import { firstInquiryAt, type Payment } from '#domain/payment/payment.ts';
import type { PosChoice } from '#domain/payment/pos-route.ts';
import { addressDigest } from '#store/payment/decline.ts';
import type { HostedPageItem } from '#store/payment/hosted-page.ts';
import { claimAttempt, writeHostedPageClaim } from '#store/payment/hosted-page-claim.ts';
import { writePaymentClaim } from '#store/payment/payment-writes.ts';
import { type PendingCard, writePendingCard } from '#store/payment/pending-card.ts';
import { type CommitConflict, commit, isConflictOn } from '#store/table/commit.ts';
import { commitWithRetry } from '#store/table/commit-retry.ts';
import { begunPayment, type PosPlace, placeOf } from '../begun-payment.ts';
import type { SaleRoute } from './next-pos.ts';
import type { NextAttempt } from './page-attempt.ts';

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
  /** The POS to which it goes, and why. */
  posChoice: PosChoice;
  /** Set if other POS could take it. */
  route?: SaleRoute;
  /** The references that the payment may have; it gets the first that no other payment has. */
  references: readonly string[];
  now: Date;
};

/** What a payment shows of its card. */
type CardLabel = Pick<Payment, 'maskedCardNumber' | 'cardAssociation'>;
/** `cardMark` is absent if the card is not known. */
export type ShownSubmission = Omit<PaymentSubmission, 'card' | 'cvv' | 'cardMark' | 'posChoice'> &
  Partial<Pick<PaymentSubmission, 'cardMark'>> & { shownCard: CardLabel };

export const shownCardOf = ({ cardNumber }: Pick<CardDetails, 'cardNumber'>): CardLabel => ({
  maskedCardNumber: maskCardNumber(cardNumber),
  cardAssociation: cardAssociation(cardNumber),
});

type PaymentIds = Pick<Payment, 'paymentReferenceNumber' | 'bankOrderId'> & { place: PosPlace };

export function newPayment(
  submission: ShownSubmission,
  { paymentReferenceNumber, place, bankOrderId }: PaymentIds,
): Payment {
  const { page, shownCard, cardStorageId, cardFamily, offer, payerAddress, now } = submission;
  const { merchantId, orderNumber, amountMinor: orderMinor, currency, customerId } = page;
  const { chargedMinor, bearer: surchargeBearer } = offer;
  const { correlationId, createdBy, variant, capture } = page;
  return begunPayment({
    paymentReferenceNumber,
    merchantId,
    orderNumber,
    chargedMinor,
    ...(chargedMinor !== orderMinor && { orderMinor }),
    currency,
    installment: offer.count,
    ...defined({ capture, surchargeBearer, cardFamily }),
    ...shownCard,
    bankOrderId,
    ...placeOf(place),
    source: 'HostedPage',
    ...labelsOf(page),
    ...defined({ customerId, cardStorageId }),
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
    hostedPageDigest: page.tokenDigest,
    ...(page.attemptCount > 0 && { isAgain: true }),
    ...defined({ correlationId, createdBy, variant, payerDigest: addressDigest(merchantId, payerAddress) }),
  });
}

/** Claims page and order for a payment with the first free reference; undefined if the page is busy. */
export async function claimOne(
  submission: ShownSubmission,
  place: PosPlace,
  attempt: NextAttempt,
): Promise<Payment | 'cardBusy' | undefined> {
  const dueAt = firstInquiryAt(submission.now);
  for (const paymentReferenceNumber of submission.references) {
    const claimed = await claimPayment(submission, attempt, dueAt, (bankOrderId) => ({
      payment: newPayment(submission, { paymentReferenceNumber, place, bankOrderId }),
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
  { page, cardMark, pendingCard, now }: Pick<ShownSubmission, 'page' | 'cardMark' | 'pendingCard' | 'now'>,
  { attemptNumber: first }: NextAttempt,
  dueAt: string,
  make: (bankOrderId: string) => Made,
): Promise<Made | CommitConflict> {
  let made: Made | undefined;
  const claimed = await claimAttempt(page, first, async (attemptNumber) => {
    made = make(orderAttemptId(page, attemptNumber));
    const { payment } = made;
    const { paymentReferenceNumber, chargedMinor } = payment;
    const writes = [
      ...writeHostedPageClaim(page, {
        paymentReferenceNumber,
        chargedMinor,
        attemptNumber,
        cardMark,
        now,
      }),
      writePaymentClaim(payment, dueAt),
      ...(pendingCard ? [writePendingCard(payment, pendingCard)] : []),
    ];
    return await commitWithRetry(() => commit(writes));
  });
  if (claimed.kind === 'conflict') return claimed;
  if (made === undefined) throw new Error('Nothing was claimed.');
  return made;
}
