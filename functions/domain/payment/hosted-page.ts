// A hosted payment page, on which one order is paid. Its state is computed from the stored row and the clock,
// never from a clean-up job that may run late.
import { shortDigest } from '../bank-order-id.ts';
import type { Branding } from '../branding/branding.ts';
import type { SavedCardUse } from '../card/saved-card-use.ts';
import type { RecurringTerms } from '../frequency.ts';
import type { Category } from '../installment/caps.ts';
import type { AllowedInstallments } from '../installment/offer.ts';
import type { Language } from '../language.ts';
import type { Currency } from '../money.ts';
import type { DeclineCode } from '../rejection-table.ts';
import type { Day } from '../time/business-day.ts';
import type { Guard } from './card-testing.ts';
import type { DistanceSale } from './distance-sale.ts';
import type { Labels } from './labels.ts';
import { type HostedPageState, type StoredPaymentState, stateInTime } from './page-state.ts';

/** A line of an order. `amountMinor` is for all its pieces, and has the discount taken off. */
export type OrderedProduct = {
  id: string;
  name: string;
  amountMinor: number;
  /** Absent: one. */
  quantity?: number;
  /** Absent: none. */
  discountMinor?: number;
  category?: Category;
};

/** What ends a page without an answer of the bank. */
export type PageEnd = 'TOO_MANY_CARDS' | 'INSTALLMENT_NOT_ALLOWED';

/** Its labels are copied to its payments. */
export type HostedPage = Labels & {
  tokenDigest: string;
  merchantId: string;
  merchantName: string;
  timeZone: string;
  isTest: boolean;
  orderNumber: string;
  amountMinor: number;
  currency: Currency;
  /** Set if its payment only reserves the amount. */
  capture?: 'manual';
  /** Of a page of a day `choice` only if there is something to choose: a table, or counts in the settings. */
  installments: AllowedInstallments;
  /** The name of the terms at its creation (`termsName`); absent: a single payment needs none. */
  installmentTerms?: string;
  products: OrderedProduct[];
  /** Absent: none. */
  shippingMinor?: number;
  category?: Category;
  successUrl: string;
  failUrl: string;
  /** The address for a buyer who leaves without paying; absent: `failUrl`. */
  cancelUrl?: string;
  /** The language that the merchant requested; if absent, the buyer's browser decides. */
  language?: Language;
  customerId?: string;
  /** The use that the consent names; absent: `oneClick`. */
  saveCardFor?: SavedCardUse;
  /** What the buyer agrees to with `recurring`; absent: the merchant did not say. */
  recurringTerms?: RecurringTerms;
  /** The texts that the buyer must accept. */
  distanceSale?: DistanceSale;
  /** The page's own word, under which its funnel counts (payments.md 9.3). */
  variant?: string;
  /** The form does not tell that it was left: the merchant has switched that off. */
  hasNoBeacon?: boolean;
  /** As it was when the page was created; the display name is `merchantName`. */
  branding?: Branding;
  /** The stored state; `stateOf` computes the visible one. */
  state: StoredPaymentState;
  supersededAt?: string;
  /** ISO: when the merchant closed the page. */
  closedAt?: string;
  /**
   * The payment that was under way for the order when this page was created. Since then only this page
   * accepts a further payment, so if the first one ends without money, only this page can pay the order.
   */
  orderPendingPayment?: string;
  /** Number of submits that claimed the page, whatever came of them. */
  attemptCount: number;
  /** The same for the earlier pages of its order; absent: none. */
  attemptsBefore?: number;
  /** ISO: when the first page of its order was created; absent: this is the first. */
  orderCreatedAt?: string;
  declineCount: number;
  /**
   * `CARD_REQUIRES_CVV`: the buyer entered no CVV and the bank requires it. `TOO_MANY_CARDS`: the guard ended
   * the page. `INSTALLMENT_NOT_ALLOWED`: no card can pay in the fixed count any more.
   */
  lastDecline?: DeclineCode | 'BANK_UNAVAILABLE' | 'CARD_REQUIRES_CVV' | 'RATE_LIMITED' | PageEnd;
  /** The bank refused the shop's own settings at the last attempt: no other card helps. */
  isShopRefused?: boolean;
  paymentReferenceNumber?: string;
  /** The last payment whose card pays a surcharge; a later payment of the page may have none. */
  surcharged?: { paymentReferenceNumber: string; chargedMinor: number };
  /** One mark for each different card that was tried, of a link on its last day with an attempt. */
  cardMarks?: string[];
  /** Of a link: the merchant's last day with an attempt, and the declines before it. */
  linkDay?: { day: Day; declinesBefore: number };
  /** The bank requires a CVV from this merchant, so the form asks for it with stored cards too. */
  cvvRequired?: boolean;
  /** The virtual POS whose bank requires it; absent: the merchant's first. */
  cvvRequiredBy?: string;
  /** The limit that stopped the last submit before the bank was called. */
  guard?: Guard;
  /** ISO: the instant from which an attempt from a suspicious address is accepted. */
  guardedUntil?: string;
  frameOrigins: string[];
  /** Of a link: its token, encrypted with the merchant's key. */
  sealedToken?: Uint8Array;
  /** The id of the request that created the page; all later requests of the page are logged with it. */
  correlationId?: string;
  /** The id of the API key that created it. */
  createdBy?: string;
  createdAt: string;
  expiresAt: string;
  /** ISO: the deadline before the buyer has extended it. */
  firstExpiresAt?: string;
};

type OrderName = Pick<HostedPage, 'merchantId' | 'orderNumber'>;

/** Names an order to banks and in the log, which must not contain its number: a digest of 24 characters. */
export const orderDigest = ({ merchantId, orderNumber }: OrderName): string =>
  shortDigest(JSON.stringify([merchantId, orderNumber]), 24);

/**
 * The bank order id of an attempt to pay an order, counted from 1 over all pages of the order. It follows
 * from them alone, never from a clock, so that the bank refuses a second sale if the table was restored
 * (payments.md 2.4).
 */
export const orderAttemptId = (order: OrderName, attemptNumber: number): string =>
  `HP${orderDigest(order)}A${attemptNumber}`;

/** The number of the page's next attempt. */
export const nextAttemptNumber = ({ attemptsBefore = 0, attemptCount }: HostedPage): number =>
  attemptsBefore + attemptCount + 1;

/** An attempt under way and its outcome take precedence over expiry and a newer page (crash-safety.md H7). */
export function stateOf(
  page: Pick<HostedPage, 'state' | 'supersededAt' | 'expiresAt'>,
  now: Date,
): HostedPageState {
  if (page.state !== 'Open') return page.state;
  if (page.supersededAt !== undefined) return 'Superseded';
  return stateInTime(page, now);
}

/**
 * True until no buyer can pay on the page any more: a declined attempt is not its end, and an attempt under
 * way may pay it or be declined.
 */
export function canBePaid(page: Parameters<typeof stateOf>[0], now: Date): boolean {
  const state = stateOf(page, now);
  return state === 'Open' || state === 'Processing';
}

/** What the card pays in the page's payment, which an answer to a shop states; without one, the amount. */
export const chargedOnPage = ({ surcharged, paymentReferenceNumber, amountMinor }: HostedPage): number =>
  surcharged && surcharged.paymentReferenceNumber === paymentReferenceNumber
    ? surcharged.chargedMinor
    : amountMinor;

/** True if the page was paid or has failed: the buyer is led to the shop. */
export const isOver = ({ state }: HostedPage): boolean => state === 'Paid' || state === 'Failed';
