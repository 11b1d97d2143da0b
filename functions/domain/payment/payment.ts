// A payment is one attempt that reached for money: what was claimed before the bank was asked, and what the
// bank made of it. Its amounts say at every moment how much may still be given back.
import type { CardAssociation } from '../card/card-prefix.ts';
import type { ManualResolution } from '../manual-resolution.ts';
import type { Currency } from '../money.ts';
import type { RejectionCode } from '../rejection.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/duration.ts';

export const PAYMENT_STATUSES = [
  'Processing',
  'Successful',
  'Failed',
  'Cancelled',
  'PartiallyRefunded',
  'FullyRefunded',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** What merchants read in Turkish (payments.md 1.2). */
export const PAYMENT_STATUS_LABELS: Record<PaymentStatus, string> = {
  Processing: 'İşleniyor',
  Successful: 'Başarılı',
  Failed: 'Başarısız',
  Cancelled: 'İptal',
  PartiallyRefunded: 'Kısmi İade',
  FullyRefunded: 'İade',
};

export type Payment = {
  paymentReferenceNumber: string;
  merchantId: string;
  orderNumber: string;
  amountMinor: number;
  currency: Currency;
  installment: number;
  status: PaymentStatus;
  /** Given back for certain. */
  refundedMinor: number;
  /** Held by refunds that are pending or under way. */
  reservedMinor: number;
  /** The refund whose turn at the bank it is: a bank knows refunds by amount only, so they go one by one. */
  refundInFlight?: string;
  maskedCardNumber: string;
  cardAssociation: CardAssociation;
  /** The order id at the bank: ours, one per attempt, written down before it is sent. */
  bankOrderId: string;
  bankReferenceNumber?: string;
  authorizationCode?: string;
  threeDSecure: boolean;
  /** With 3-D Secure only: the issuer asks the buyer, then the proof goes to the bank, once. */
  step?: 'Challenge' | 'Sale';
  /** Until when the issuer's word is waited for; afterwards the attempt has failed. */
  challengeEndsAt?: string;
  /** When the sale left for the bank, where that was later than the attempt's beginning. */
  saleStartedAt?: string;
  source: 'HostedPage' | 'RecurringPayment';
  customerId?: string;
  cardStorageId?: string;
  /** The buyer wants the card kept: it waits, sealed, for the payment to succeed. */
  savesCard?: boolean;
  /** The stored card it is made with stood refused for good: a success takes that back. */
  isCardRefused?: boolean;
  recurringPaymentId?: string;
  errorCode?: RejectionCode;
  bankResponseCode?: string;
  /** ISO instants. */
  createdAt: string;
  paidAt?: string;
  /** Digest of the buyer's network address, for the guards against card testing. */
  payerDigest?: string;
  /** The hosted page this attempt came from, by the digest of its token. */
  hostedPageDigest?: string;
  /** The id of the request with which page or recurring payment began. */
  correlationId?: string;
  /** How often the bank has been asked what became of it. */
  inquiries: number;
  /** Where a person had to look what became of it. */
  verdict?: ManualResolution;
};

/** What may still be refunded, in minor units: nothing unless money was taken and not cancelled. */
export function refundableMinor(payment: Payment): number {
  const holdsMoney = payment.status === 'Successful' || payment.status === 'PartiallyRefunded';
  return holdsMoney ? payment.amountMinor - payment.refundedMinor - payment.reservedMinor : 0;
}

/** A challenge lives as long at the bank; an order must not stay locked longer by a buyer who went away. */
export const CHALLENGE_MS = 15 * MINUTE_MS;

/** The instant, in milliseconds, from which the bank may have been on its way to the sale. */
export const saleBeganMs = ({ saleStartedAt, createdAt }: Payment) => Date.parse(saleStartedAt ?? createdAt);

/** The issuer is still being waited for. */
export const awaitsIssuer = (payment: Payment) =>
  payment.status === 'Processing' && payment.step === 'Challenge';

/** When an unknown answer is asked for, each counted from the inquiry before it. */
const INQUIRY_DELAYS_MS = [
  MINUTE_MS,
  ...Array.from({ length: 5 }, () => 5 * MINUTE_MS),
  HOUR_MS,
  6 * HOUR_MS,
  DAY_MS,
];

/**
 * The instant of the next inquiry after `inquiries` of them, in milliseconds; undefined when all have been
 * made and a person must look.
 */
export function nextInquiryAt(inquiries: number, nowMs: number): number | undefined {
  const delayMs = INQUIRY_DELAYS_MS[inquiries];
  return delayMs === undefined ? undefined : nowMs + delayMs;
}
