// The fields of a hosted page. Those of the rows in this folder have files of their own, because the rules of a
// row need its type, and the store alone needs its fields.
import { BRANDING_SHAPE } from '../branding/branding.ts';
import { SAVED_CARD_USES } from '../card/saved-card-use.ts';
import { recurringTermsFields } from '../frequency.ts';
import { CATEGORIES } from '../installment/caps.ts';
import type { AllowedInstallments } from '../installment/offer.ts';
import { CURRENCIES } from '../money.ts';
import { distanceSaleFields } from '../payment/distance-sale.ts';
import { LABELS } from '../payment/labels.ts';
import { STORED_STATES } from '../payment/page-state.ts';
import type { DeclineCode } from '../rejection-table.ts';
import {
  bytes,
  code,
  either,
  flag,
  listOf,
  natural,
  object,
  oneOf,
  optional,
  text,
  uuid,
  type ValueOf,
} from '../shape.ts';

/** A line of an order. `amountMinor` is for all its pieces, and has the discount taken off. */
const productFields = () => ({
  id: text,
  name: text,
  amountMinor: natural,
  /** Absent: one. */
  quantity: optional(natural),
  /** Absent: none. */
  discountMinor: optional(natural),
  category: optional(oneOf(CATEGORIES)),
});
export type OrderedProduct = ValueOf<typeof productFields>;

/**
 * What ends a page without an answer of the bank. `TOO_MANY_CARDS`: the guard. `INSTALLMENT_NOT_ALLOWED`: no
 * card can pay in the fixed count any more.
 */
export type PageEnd = 'TOO_MANY_CARDS' | 'INSTALLMENT_NOT_ALLOWED';
/** `CARD_REQUIRES_CVV`: the buyer entered no CVV and the bank requires it. */
type PageDecline = DeclineCode | 'BANK_UNAVAILABLE' | 'CARD_REQUIRES_CVV' | 'RATE_LIMITED' | PageEnd;

/** The order, and how the merchant wants its page. */
const orderFields = () => ({
  tokenDigest: text,
  merchantId: text,
  merchantName: text,
  timeZone: text,
  isTest: flag,
  orderNumber: text,
  amountMinor: natural,
  currency: oneOf(CURRENCIES),
  /** Set if its payment only reserves the amount. */
  capture: optional(oneOf(['manual'])),
  /** Of a page of a day `choice` only if there is something to choose: a table, or counts in the settings. */
  installments: either<AllowedInstallments, 'kind'>('kind', {
    single: object({ kind: oneOf(['single']) }),
    fixed: object({ kind: oneOf(['fixed']), count: natural }),
    choice: object({ kind: oneOf(['choice']), upTo: natural }),
  }),
  /** The name of the terms at its creation (`termsName`); absent: a single payment needs none. */
  installmentTerms: optional(text),
  products: listOf(object(productFields())),
  /** Absent: none. */
  shippingMinor: optional(natural),
  category: optional(oneOf(CATEGORIES)),
  successUrl: text,
  failUrl: text,
  /** The address for a buyer who leaves without paying; absent: `failUrl`. */
  cancelUrl: optional(text),
  /** The language that the merchant requested; if absent, the buyer's browser decides. */
  language: optional(oneOf(['tr', 'en'])),
  customerId: optional(text),
  /** The use that the consent names; absent: `oneClick`. */
  saveCardFor: optional(oneOf(SAVED_CARD_USES)),
  /** What the buyer agrees to with `recurring`; absent: the merchant did not say. */
  recurringTerms: optional(object(recurringTermsFields())),
  /** The texts that the buyer must accept. */
  distanceSale: optional(object(distanceSaleFields())),
  /** The page's own word, under which its funnel counts (payments.md 9.3). */
  variant: optional(text),
  /** The form does not tell that it was left: the merchant has switched that off. */
  hasNoBeacon: optional(flag),
  /** As it was when the page was created; the display name is `merchantName`. */
  branding: optional(BRANDING_SHAPE),
  /** Copied to its payments. */
  ...LABELS,
});

export const hostedPageFields = () => ({
  ...orderFields(),
  /** The stored state; `stateOf` computes the visible one. */
  state: oneOf([...STORED_STATES, 'Paid']),
  supersededAt: optional(text),
  /** ISO: when the merchant closed the page. */
  closedAt: optional(text),
  /**
   * The payment that was under way for the order when this page was created. Since then only this page
   * accepts a further payment, so if the first one ends without money, only this page can pay the order.
   */
  orderPendingPayment: optional(text),
  /** Number of submits that claimed the page, whatever came of them. */
  attemptCount: natural,
  /** The same for the earlier pages of its order; absent: none. */
  attemptsBefore: optional(natural),
  /** ISO: when the first page of its order was created; absent: this is the first. */
  orderCreatedAt: optional(text),
  declineCount: natural,
  lastDecline: optional(code<PageDecline>()),
  /** The bank refused the shop's own settings at the last attempt: no other card helps. */
  isShopRefused: optional(flag),
  paymentReferenceNumber: optional(text),
  /** The last payment whose card pays a surcharge; a later payment of the page may have none. */
  surcharged: optional(object({ paymentReferenceNumber: text, chargedMinor: natural })),
  /** One mark for each different card that was tried, of a link on its last day with an attempt. */
  cardMarks: optional(listOf(text)),
  /** Of a link: the merchant's last day with an attempt, and the declines before it. */
  linkDay: optional(object({ day: text, declinesBefore: natural })),
  /** The bank requires a CVV from this merchant, so the form asks for it with stored cards too. */
  cvvRequired: optional(flag),
  /** The virtual POS whose bank requires it; absent: the merchant's first. */
  cvvRequiredBy: optional(uuid),
  /** The limit that stopped the last submit before the bank was called. */
  guard: optional(oneOf(['ADDRESS', 'CARD_RANGE', 'CARDS'])),
  /** ISO: the instant from which an attempt from a suspicious address is accepted. */
  guardedUntil: optional(text),
  frameOrigins: listOf(text),
  /** Of a link: its token, encrypted with the merchant's key. */
  sealedToken: optional(bytes),
  /** The id of the request that created the page; all later requests of the page are logged with it. */
  correlationId: optional(text),
  /** The id of the API key that created it. */
  createdBy: optional(uuid),
  createdAt: text,
  expiresAt: text,
  /** ISO: the deadline before the buyer has extended it. */
  firstExpiresAt: optional(text),
});
