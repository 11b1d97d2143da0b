// A payment is one attempt to take money: the claim that is stored before the bank is called, and the
// outcome. Its amounts determine at any time how much can still be refunded.
import type { OutcomeWait } from '../bank/waiting.ts';
import type { paymentFields } from '../row/payment.ts';
import type { ValueOf } from '../shape.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/duration.ts';
import type { PaymentStatus } from './payment-words.ts';

/** The statuses of a payment whose money was taken, even if it was given back later. */
export const PAID_STATUSES = ['Successful', 'Cancelled', 'PartiallyRefunded', 'FullyRefunded'] as const;
export const isPaidStatus = (status: PaymentStatus): boolean => PAID_STATUSES.some((one) => one === status);

/** The Turkish names of the statuses, for merchants (payments.md 1.2). */
export const PAYMENT_STATUS_LABELS: Record<PaymentStatus, string> = {
  Processing: 'İşleniyor',
  Authorized: 'Ön Provizyon',
  Successful: 'Başarılı',
  Failed: 'Başarısız',
  Cancelled: 'İptal',
  PartiallyRefunded: 'Kısmi İade',
  FullyRefunded: 'İade',
  Released: 'Provizyon İptal',
};

export type Payment = ValueOf<typeof paymentFields>;

/** The `amount` of the order that was paid, everywhere (payments.md 1.8). */
export const orderMinorOf = ({
  chargedMinor,
  orderMinor = chargedMinor,
}: Pick<Payment, 'chargedMinor' | 'orderMinor'>): number => orderMinor;

/** The payment as its bank knows it: what is sold, verified by the issuer, and returned. */
export const bankSaleOf = ({ bankOrderId, chargedMinor, currency, installment, capture }: Payment) => ({
  bankOrderId,
  amountMinor: chargedMinor,
  currency,
  installment,
  ...(capture === 'manual' && { isPreAuth: true }),
});

/** The virtual POS of a payment: without an id, the merchant's first, whose id is the merchant's. */
export const posOf = ({ merchantId, posId = merchantId }: Pick<Payment, 'merchantId' | 'posId'>): string =>
  posId;

/** True if the payment was sent to the merchant's first virtual POS, like nearly every payment. */
export const isOfFirstPos = (payment: Pick<Payment, 'merchantId' | 'posId'>): boolean =>
  posOf(payment) === payment.merchantId;

/** The amount that can still be refunded, in minor units: 0 unless the payment holds money. */
export function refundableMinor(payment: Payment): number {
  const holdsMoney = payment.status === 'Successful' || payment.status === 'PartiallyRefunded';
  return holdsMoney ? payment.chargedMinor - payment.refundedMinor - payment.reservedMinor : 0;
}

/** The bank's own limit for a challenge. An abandoned challenge must not lock the order any longer. */
export const CHALLENGE_MS = 15 * MINUTE_MS;

/** What the bank's history of the order must show as given back. */
export const shownRefundedMinor = ({
  refundedMinor,
  chargedBackMinor = 0,
}: Pick<Payment, 'refundedMinor' | 'chargedBackMinor'>): number => refundedMinor - chargedBackMinor;

/** The instant of the first inquiry for a sale that is sent now. */
export const firstInquiryAt = (now: Date) => new Date(nextInquiryAt(0, now.getTime()) ?? now).toISOString();

/** True if the outcome of what was sent at `sentAt` and known at `knownAt` (ISO) had to be inquired. */
export const wasUnknown = (sentAt: string, knownAt: string) => firstInquiryAt(new Date(sentAt)) <= knownAt;

/** The instant in milliseconds from which the sale may have been under way. */
export const saleBeganMs = ({ saleStartedAt, createdAt }: Pick<Payment, 'saleStartedAt' | 'createdAt'>) =>
  Date.parse(saleStartedAt ?? createdAt);

/** Returns undefined if the outcome is known. */
export function paymentWaiting(payment: Payment): OutcomeWait | undefined {
  const { status, review, inquiryAt, authorization } = payment;
  const sentAt =
    status === 'Processing' ? (payment.saleStartedAt ?? payment.createdAt) : authorization?.sent?.at;
  if (sentAt === undefined) return undefined;
  if (review) return { for: 'review', since: review.since, nextCheckAt: review.askAt };
  return { for: 'bank', since: sentAt, nextCheckAt: inquiryAt };
}

/** True while the issuer has not answered. */
export const awaitsIssuer = (payment: Payment) =>
  payment.status === 'Processing' && payment.step === 'Challenge';

/** The delays between inquiries about an unknown outcome, each counted from the previous inquiry. */
const INQUIRY_DELAYS_MS = [
  MINUTE_MS,
  ...Array.from({ length: 5 }, () => 5 * MINUTE_MS),
  HOUR_MS,
  6 * HOUR_MS,
  DAY_MS,
];

/** About the sum of these delays: if the bank has not answered for this long, a person must look. */
const GIVE_UP_MS = 31 * HOUR_MS;

/** True if a person must look although the bank has not answered since `sentAtMs`. */
export const mustReviewAt = (sentAtMs: number, nowMs: number) => nowMs >= sentAtMs + GIVE_UP_MS;

/**
 * The instant in milliseconds of the next inquiry after `inquiries` of them. Returns undefined if all have
 * been made and the outcome needs a manual resolution.
 */
export function nextInquiryAt(inquiries: number, nowMs: number): number | undefined {
  const delayMs = INQUIRY_DELAYS_MS[inquiries];
  return delayMs === undefined ? undefined : nowMs + delayMs;
}

/** The sweep runs every five minutes, so a bank that refused the settings is asked again within fifteen. */
const REFUSED_MS = 10 * MINUTE_MS;

/** The next try of a request that the bank refused for the merchant's settings. It uses up no inquiry. */
export const refusedInquiryAt = (nowMs: number) => nowMs + REFUSED_MS;
