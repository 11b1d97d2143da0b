// A hosted payment page, on which one order is paid. Its state is computed from the stored row and the clock,
// never from a clean-up job that may run late.
import { createHash } from 'node:crypto';
import type { Language } from '../language.ts';
import type { Currency } from '../money.ts';
import type { DeclineCode } from '../rejection.ts';
import type { Guard } from './card-testing.ts';

export const MAX_DECLINES = 5;

export type HostedPageState = 'Open' | 'Processing' | 'Paid' | 'Failed' | 'Expired' | 'Superseded';

export type HostedPage = {
  tokenDigest: string;
  merchantId: string;
  merchantName: string;
  timeZone: string;
  isTest: boolean;
  orderNumber: string;
  amountMinor: number;
  currency: Currency;
  installment: number;
  /** The counts a buyer may choose from; absent if the merchant fixed the count. */
  installmentCounts?: number[];
  products: { id: string; name: string; amountMinor: number }[];
  successUrl: string;
  failUrl: string;
  /** Where a buyer goes who leaves without paying; absent: `failUrl`. */
  cancelUrl?: string;
  /** The language that the merchant requested; if absent, the buyer's browser decides. */
  language?: Language;
  customerId?: string;
  /** The stored state; `stateOf` computes the visible one. */
  state: 'Open' | 'Processing' | 'Paid' | 'Failed';
  supersededAt?: string;
  /**
   * The payment that was under way for the order when this page was created. After the creation only this
   * page accepts another payment, so if that one ended without money, only this page can pay the order.
   */
  orderPendingPayment?: string;
  /** Number of submits that reached the bank, declined or not. */
  attemptCount: number;
  declineCount: number;
  /** `CARD_REQUIRES_CVV`: the buyer entered no CVV and the bank requires it. */
  lastDecline?: DeclineCode | 'BANK_UNAVAILABLE' | 'CARD_REQUIRES_CVV' | 'RATE_LIMITED';
  /** The bank refused the shop's own settings at the last attempt: no other card helps. */
  isShopRefused?: boolean;
  paymentReferenceNumber?: string;
  /** One mark for each different card that was tried. */
  cardMarks?: string[];
  /** The bank requires a CVV from this merchant, so the form asks for it with stored cards too. */
  cvvRequired?: boolean;
  /** The virtual POS whose bank does; absent in rows of the version before: the merchant's first. */
  cvvRequiredBy?: string;
  /** The limit that stopped the last submit before the bank was called. */
  guard?: Guard;
  /** ISO: from then on an attempt passes, although its address is suspicious. */
  guardedUntil?: string;
  frameOrigins: string[];
  /** The id of the request that created the page; all later requests of the page are logged with it. */
  correlationId?: string;
  /** Over how many partitions the merchant's lists were spread when it was created; absent: one. */
  listShards?: number;
  createdAt: string;
  expiresAt: string;
};

/** The key of a page's row. A token has 256 random bits, so a plain hash cannot be reversed. */
export const tokenDigest = (token: string) => createHash('sha256').update(token).digest('hex');

/** Identifies a page in results and in the log, which must not contain its token. */
export const pageMark = (tokenDigest: string) => tokenDigest.slice(0, 16);

/** An attempt under way and its outcome take precedence over expiry and a newer page (crash-safety.md H7). */
export function stateOf(
  page: Pick<HostedPage, 'state' | 'supersededAt' | 'expiresAt'>,
  now: Date,
): HostedPageState {
  if (page.state !== 'Open') return page.state;
  if (page.supersededAt !== undefined) return 'Superseded';
  return Date.parse(page.expiresAt) <= now.getTime() ? 'Expired' : 'Open';
}

/** True in a terminal state. */
export const isOver = ({ state }: HostedPage): boolean => state === 'Paid' || state === 'Failed';
