// A payment is one attempt to take money: the claim that is stored before the bank is called, and the
// outcome. Its amounts determine at any time how much can still be refunded.
import type { OutcomeWait, Review } from '../bank/waiting.ts';
import type { CardAssociation } from '../card/card-prefix.ts';
import type { Mandate } from '../card/mandate.ts';
import type { SavedCardUse } from '../card/saved-card-use.ts';
import type { RecurringTerms } from '../frequency.ts';
import type { Bearer } from '../installment/offer.ts';
import type { ManualResolution } from '../manual-resolution.ts';
import type { Currency } from '../money.ts';
import type { ToldDifference } from '../reconciliation/difference.ts';
import type { ErrorCode } from '../rejection-table.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/duration.ts';
import type { Authorization } from './authorization.ts';
import type { AcceptedSale } from './distance-sale.ts';
import type { Labels } from './labels.ts';
import type { PosReason } from './pos-route.ts';
import type { Recheck } from './recheck.ts';

export const PAYMENT_STATUSES = [
  'Processing',
  'Authorized',
  'Successful',
  'Failed',
  'Cancelled',
  'PartiallyRefunded',
  'FullyRefunded',
  'Released',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The statuses of a payment whose money was taken, even if it was given back later. */
export const PAID_STATUSES = ['Successful', 'Cancelled', 'PartiallyRefunded', 'FullyRefunded'] as const;
export const isPaidStatus = (status: PaymentStatus): boolean => PAID_STATUSES.some((one) => one === status);

export const PAYMENT_SOURCES = ['HostedPage', 'RecurringPayment', 'Charge'] as const;

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

/** With the labels of its page or recurring payment. */
export type Payment = Labels & {
  paymentReferenceNumber: string;
  merchantId: string;
  orderNumber: string;
  /**
   * What the card pays: the money of the sale, which refunds, limits and books count. Of a payment with manual
   * capture what is reserved, then what was captured.
   */
  chargedMinor: number;
  /** The order's amount, if a surcharge is on top of it; absent: what the card pays. */
  orderMinor?: number;
  currency: Currency;
  installment: number;
  /** Set if the sale only reserves the amount. */
  capture?: 'manual';
  /** Of such a payment, once the bank has approved it. */
  authorization?: Authorization;
  /** Who bears the rate of the installments; absent: there is none. */
  surchargeBearer?: Bearer;
  /** The card's family, such as Bonus, if it was known. */
  cardFamily?: string;
  status: PaymentStatus;
  /** The amount that was certainly given back. */
  refundedMinor: number;
  /** Of it: chargebacks, which the bank's history of the order does not show. */
  chargedBackMinor?: number;
  /** Reserved by refunds that are pending or under way. */
  reservedMinor: number;
  /** The bank's references of the completed refunds, each of one refund only; those of voids are left out. */
  refundReferences?: ReadonlySet<string>;
  /** The bank's references of the chargebacks that its history does not show, each recorded once. */
  chargebackReferences?: ReadonlySet<string>;
  /** Holder of the refund lock. A bank identifies refunds by amount only, so one is sent at a time. */
  refundLock?: string;
  /** How often a refund of it was sent to the bank, refused ones included; absent: never. */
  creditsSent?: number;
  /** The id of the last cancellation, which may have failed. */
  cancelledBy?: string;
  maskedCardNumber: string;
  cardAssociation: CardAssociation;
  /** Our order id at the bank: one per attempt, stored before it is sent. */
  bankOrderId: string;
  /** The virtual POS of the payment, stored before it is sent; absent: the merchant's first. */
  posId?: string;
  /** Why that one; absent: Default. */
  posReason?: PosReason;
  /** The epoch of the lease under which it was claimed. */
  leaseEpoch?: number;
  bankReferenceNumber?: string;
  authorizationCode?: string;
  threeDSecure: boolean;
  /** With 3-D Secure only: the issuer authenticates the buyer, then the proof is sent to the bank once. */
  step?: 'Challenge' | 'Sale';
  /** End of the challenge; without an authentication by then the attempt fails. */
  challengeEndsAt?: string;
  /** Keyed digests of the form that was sent to the bank's gate; only its answer counts. */
  threeDBinding?: string;
  /** When the sale was sent, if that was later than `createdAt`. */
  saleStartedAt?: string;
  source: (typeof PAYMENT_SOURCES)[number];
  customerId?: string;
  cardStorageId?: string;
  /** The buyer has chosen to store the card: it is kept, encrypted, until the payment succeeds. */
  savesCard?: boolean;
  /** The use that the buyer agreed to. */
  saveCardFor?: SavedCardUse;
  /** Those of the page that the buyer agreed to. */
  recurringTerms?: RecurringTerms;
  /** The texts that the buyer accepted with the submit. */
  distanceSale?: AcceptedSale;
  /** The payment's stored card was blocked when the payment began: a success unblocks it. */
  isCardBlocked?: boolean;
  /** No payment with the stored card was approved on a page yet, or lately: its row must record a success. */
  isCardUseDue?: boolean;
  recurringPaymentId?: string;
  /** The merchant's own name for the recurring payment. */
  merchantReference?: string;
  /** Of a charge without the cardholder: the card as it was sent, for its tries and its block. */
  chargedCard?: { fingerprint: string; sealVersion: number };
  /** The cardholder's consent that the merchant has stated with the charge. */
  mandate?: Mandate;
  /** The shop's own words; of a payment with a customer only in `sealedNote`. */
  note?: string;
  /** The same, encrypted with the customer's secret, which is erased with the customer. */
  sealedNote?: Uint8Array;
  errorCode?: ErrorCode;
  bankResponseCode?: string;
  /** The bank's own text about a decline. */
  bankMessage?: string;
  /** 3-D Secure: how the issuer authenticated the buyer, and the electronic commerce indicator. */
  mdStatus?: string;
  eci?: string;
  /** The id of the API key that made its page; absent: of a recurring payment. */
  createdBy?: string;
  /** ISO instants. */
  createdAt: string;
  paidAt?: string;
  /** When it became known that it failed; it stays if the bank made the sale after all. */
  failedAt?: string;
  /** Short digest of the buyer's network (`addressDigest`), for the limits against card testing. */
  payerDigest?: string;
  /** Digest of the token of the hosted page that the attempt was made on. */
  hostedPageDigest?: string;
  /** The page's own word, for the funnel. */
  variant?: string;
  /** An earlier attempt was made on the same page. */
  isAgain?: boolean;
  /** The id of the request that created the page or recurring payment. */
  correlationId?: string;
  /** Number of inquiries made about its outcome. */
  inquiries: number;
  /** When the next inquiry is made (ISO). */
  inquiryAt?: string;
  /** Set while the payment waits for a person. */
  review?: Review;
  /** The manual resolution, if the inquiries did not decide. */
  resolution?: ManualResolution;
  /** Set if the payment failed because the bank did not know the sale: the bank is asked again. */
  recheck?: Recheck;
  /** The open difference between our books and the bank's. */
  difference?: ToldDifference;
};

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
