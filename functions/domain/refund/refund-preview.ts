// What a refund would do if it were sent now, for a preview: the bank is not asked, so its batch may be closed
// already (refunds.md 10).
import { CANCELLATION_HOURS, REFUND_DAYS } from '../limits.ts';
import { type Payment, refundableMinor } from '../payment/payment.ts';
import { addDays, endOfLocalDay, ISTANBUL, localDay } from '../time/business-day.ts';
import { DAY_MS, HOUR_MS } from '../time/duration.ts';
import { paymentAfter, type Refund } from './refund.ts';
import { decidedRefund } from './refund-progress.ts';

export type RefundPreview = {
  /** As the call would leave it if the bank approves. */
  refund: Refund;
  /** False: the call only returns what is stored. */
  changes: boolean;
  paymentStatus: Payment['status'];
  /** Of the sale: the bank may give the refund back in as many parts. */
  installment: number;
  /** Of the payment, before and after this refund. */
  refundableMinor: number;
  remainingMinor: number;
  /** The last instant at which it is tried as a void; absent: never, or no longer. */
  voidUntilMs?: number;
  /** The last instant at which the payment can be refunded. */
  refundableUntilMs: number;
  /** Until when the cardholder usually sees it. */
  seenByMs: number;
};

/** `refund`: new, or pending and about to be approved; both are reserved against the payment or will be. */
export function previewRefund(
  payment: Payment,
  refund: Refund,
  { now, isReserved }: { now: Date; isReserved: boolean },
): RefundPreview {
  const decided = decidedRefund(refund, payment, now);
  const { status: paymentStatus } = paymentAfter(payment, decided);
  const before = refundableMinor(payment) + (isReserved ? refund.amountMinor : 0);
  return {
    refund: decided,
    changes: true,
    paymentStatus,
    installment: payment.installment,
    refundableMinor: before,
    remainingMinor: before - refund.amountMinor,
    ...datesOf(payment, decided, now),
  };
}

/** What is stored already, which the call would return as it is. */
export const previewRepeated = (payment: Payment, refund: Refund, now: Date): RefundPreview => ({
  refund,
  changes: false,
  paymentStatus: payment.status,
  installment: payment.installment,
  refundableMinor: refundableMinor(payment),
  remainingMinor: refundableMinor(payment),
  ...datesOf(payment, refund, now),
});

function datesOf({ paidAt, createdAt }: Payment, { processedAs, origin, completedAt }: Refund, now: Date) {
  const paidMs = Date.parse(paidAt ?? createdAt);
  const lastVoidMs =
    origin === 'Cancellation'
      ? paidMs + CANCELLATION_HOURS * HOUR_MS
      : endOfLocalDay(localDay(paidMs), ISTANBUL);
  const isVoid = processedAs === 'Void';
  const madeMs = completedAt === undefined ? now.getTime() : Date.parse(completedAt);
  return {
    ...(isVoid && { voidUntilMs: lastVoidMs }),
    refundableUntilMs: paidMs + REFUND_DAYS * DAY_MS,
    seenByMs: endOfLocalDay(isVoid ? localDay(madeMs) : afterWorkingDays(localDay(madeMs)), ISTANBUL),
  };
}

/** Banks usually book a refund on a card within so many working days. */
const SEEN_WITHIN_DAYS = 3;

/** Monday to Friday count: holidays are not known here. */
function afterWorkingDays(day: string): string {
  let seen = day;
  for (let left = SEEN_WITHIN_DAYS; left > 0; ) {
    seen = addDays(seen, 1);
    const weekday = new Date(seen).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return seen;
}
