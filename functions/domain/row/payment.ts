// The fields of a payment; hosted-page.ts says why they are not beside its rules.
import { reviewFields } from '../bank/waiting.ts';
import { CARD_ASSOCIATIONS } from '../card/card-prefix.ts';
import type { Mandate } from '../card/mandate.ts';
import { SAVED_CARD_USES } from '../card/saved-card-use.ts';
import { recurringTermsFields } from '../frequency.ts';
import { manualResolution } from '../manual-resolution.ts';
import { CURRENCIES } from '../money.ts';
import { authorizationFields } from '../payment/authorization.ts';
import { acceptedSaleFields } from '../payment/distance-sale.ts';
import { LABELS } from '../payment/labels.ts';
import { PAYMENT_SOURCES, PAYMENT_STATUSES } from '../payment/payment-words.ts';
import { POS_REASONS } from '../payment/pos-route.ts';
import { recheckFields } from '../payment/recheck.ts';
import { toldDifferenceFields } from '../reconciliation/difference.ts';
import type { ErrorCode } from '../rejection-table.ts';
import {
  bytes,
  code,
  flag,
  integer,
  natural,
  object,
  objectOf,
  oneOf,
  optional,
  text,
  texts,
  uuid,
} from '../shape.ts';

/** The order and its money. */
const moneyFields = () => ({
  paymentReferenceNumber: text,
  merchantId: text,
  orderNumber: text,
  /**
   * What the card pays: the money of the sale, which refunds, limits and books count. Of a payment with manual
   * capture what is reserved, then what was captured.
   */
  chargedMinor: natural,
  /** The order's amount, if a surcharge is on top of it; absent: what the card pays. */
  orderMinor: optional(natural),
  currency: oneOf(CURRENCIES),
  installment: integer,
  /** Set if the sale only reserves the amount. */
  capture: optional(oneOf(['manual'])),
  /** Of such a payment, once the bank has approved it. */
  authorization: optional(object(authorizationFields())),
  /** Who bears the rate of the installments; absent: there is none. */
  surchargeBearer: optional(oneOf(['buyer', 'merchant'])),
  /** The card's family, such as Bonus, if it was known. */
  cardFamily: optional(text),
  status: oneOf(PAYMENT_STATUSES),
  /** The amount that was certainly given back. */
  refundedMinor: natural,
  /** Of it: chargebacks, which the bank's history of the order does not show. */
  chargedBackMinor: optional(natural),
  /** Reserved by refunds that are pending or under way. */
  reservedMinor: natural,
  /** The bank's references of the completed refunds, each of one refund only; those of voids are left out. */
  refundReferences: optional(texts),
  /** The bank's references of the chargebacks that its history does not show, each recorded once. */
  chargebackReferences: optional(texts),
  /** Holder of the refund lock. A bank identifies refunds by amount only, so one is sent at a time. */
  refundLock: optional(text),
  /** How often a refund of it was sent to the bank, refused ones included; absent: never. */
  creditsSent: optional(natural),
  /** The id of the last cancellation, which may have failed. */
  cancelledBy: optional(uuid),
});

/** The sale: its way to the bank, where it comes from, what the buyer and the merchant have chosen. */
const saleFields = () => ({
  maskedCardNumber: text,
  cardAssociation: oneOf(CARD_ASSOCIATIONS),
  /** Our order id at the bank: one per attempt, stored before it is sent. */
  bankOrderId: text,
  /** The virtual POS of the payment, stored before it is sent; absent: the merchant's first. */
  posId: optional(uuid),
  /** Why that one; absent: Default. */
  posReason: optional(oneOf(POS_REASONS)),
  /** The epoch of the lease under which it was claimed. */
  leaseEpoch: optional(natural),
  bankReferenceNumber: optional(text),
  authorizationCode: optional(text),
  threeDSecure: flag,
  /** With 3-D Secure only: the issuer authenticates the buyer, then the proof is sent to the bank once. */
  step: optional(oneOf(['Challenge', 'Sale'])),
  /** End of the challenge; without an authentication by then the attempt fails. */
  challengeEndsAt: optional(text),
  /** Keyed digests of the form that was sent to the bank's gate; only its answer counts. */
  threeDBinding: optional(text),
  /** When the sale was sent, if that was later than `createdAt`. */
  saleStartedAt: optional(text),
  source: oneOf(PAYMENT_SOURCES),
  customerId: optional(text),
  cardStorageId: optional(text),
  /** The buyer has chosen to store the card: it is kept, encrypted, until the payment succeeds. */
  savesCard: optional(flag),
  /** The use that the buyer agreed to. */
  saveCardFor: optional(oneOf(SAVED_CARD_USES)),
  /** Those of the page that the buyer agreed to. */
  recurringTerms: optional(object(recurringTermsFields())),
  /** The texts that the buyer accepted with the submit. */
  distanceSale: optional(object(acceptedSaleFields())),
  /** The payment's stored card was blocked when the payment began: a success unblocks it. */
  isCardBlocked: optional(flag),
  /** No payment with the stored card was approved on a page yet, or lately: its row must record a success. */
  isCardUseDue: optional(flag),
  recurringPaymentId: optional(text),
  /** The merchant's own name for the recurring payment. */
  merchantReference: optional(text),
  /** Of a charge without the cardholder: the card as it was sent, for its tries and its block. */
  chargedCard: optional(object({ fingerprint: text, sealVersion: natural })),
  /** The cardholder's consent that the merchant has stated with the charge. */
  mandate: optional(objectOf<Mandate>({ reference: text, acceptedAtMs: integer })),
  /** The shop's own words; of a payment with a customer only in `sealedNote`. */
  note: optional(text),
  /** The same, encrypted with the customer's secret, which is erased with the customer. */
  sealedNote: optional(bytes),
  /** Of its page or recurring payment. */
  ...LABELS,
});

export const paymentFields = () => ({
  ...moneyFields(),
  ...saleFields(),
  errorCode: optional(code<ErrorCode>()),
  bankResponseCode: optional(text),
  /** The bank's own text about a decline. */
  bankMessage: optional(text),
  /** 3-D Secure: how the issuer authenticated the buyer, and the electronic commerce indicator. */
  mdStatus: optional(text),
  eci: optional(text),
  /** The id of the API key that made its page; absent: of a recurring payment. */
  createdBy: optional(uuid),
  /** ISO instants. */
  createdAt: text,
  paidAt: optional(text),
  /** When it became known that it failed; it stays if the bank made the sale after all. */
  failedAt: optional(text),
  /** Short digest of the buyer's network (`addressDigest`), for the limits against card testing. */
  payerDigest: optional(text),
  /** Digest of the token of the hosted page that the attempt was made on. */
  hostedPageDigest: optional(text),
  /** The page's own word, for the funnel. */
  variant: optional(text),
  /** An earlier attempt was made on the same page. */
  isAgain: optional(flag),
  /** The id of the request that created the page or recurring payment. */
  correlationId: optional(text),
  /** Number of inquiries made about its outcome. */
  inquiries: natural,
  /** When the next inquiry is made (ISO). */
  inquiryAt: optional(text),
  /** Set while the payment waits for a person. */
  review: optional(object(reviewFields())),
  /** The manual resolution, if the inquiries did not decide. */
  resolution: optional(manualResolution()),
  /** Set if the payment failed because the bank did not know the sale: the bank is asked again. */
  recheck: optional(object(recheckFields())),
  /** The open difference between our books and the bank's. */
  difference: optional(object(toldDifferenceFields())),
});
