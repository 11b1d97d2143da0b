// The writes that make the next sweep ask the bank about a charge, with a person's resolution if there is
// one.
import type { ManualResolution } from '#domain/manual-resolution.ts';
import type { Attempt } from '#domain/recurring-payment/recurring-payment.ts';
import { paymentReferenceOf } from '#flows/recurring-payment/attempt-sale.ts';
import { writeChargeReview } from '#store/payment/inquiry.ts';
import {
  type PendingSale,
  type RecurringPaymentItem,
  writePendingSale,
} from '#store/recurring-payment/recurring-payment.ts';
import type { Write } from '#store/table/commit.ts';

/** The attempt in flight, and its sale. */
type InFlight = { attempt: Attempt; pendingSale: PendingSale };

export function writeAskedCharge(
  item: RecurringPaymentItem,
  { attempt, pendingSale: { review: _, ...sent } }: InFlight,
  at: string,
  resolution?: ManualResolution,
): Write[] {
  const paymentReferenceNumber = paymentReferenceOf(item.record.id, attempt);
  return [
    writePendingSale(item, { ...sent, inquiryAt: at }),
    writeChargeReview({ merchantId: item.merchantId, paymentReferenceNumber }, at, resolution),
  ];
}
