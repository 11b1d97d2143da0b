// A hosted page: one order's invitation to pay. Which state a reader sees follows from what is stored and
// from the clock, never from a clean-up that may come late.
import { createHash } from 'node:crypto';
import type { Language } from '../language.ts';
import type { Currency } from '../money.ts';
import type { BankRefusalCode } from '../rejection.ts';
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
  /** What the buyer may choose from; absent where the merchant's count stands alone. */
  installmentCounts?: number[];
  products: { id: string; name: string; amountMinor: number }[];
  successUrl: string;
  failUrl: string;
  /** The language the merchant asked for; without one the buyer's browser decides. */
  language?: Language;
  customerId?: string;
  /** What is stored; see `stateOf`. */
  state: 'Open' | 'Processing' | 'Paid' | 'Failed';
  supersededAt?: string;
  /**
   * The payment that was under way for the order when this page was made. From then on only this page takes
   * another one, so without it nothing but this page can pay the order.
   */
  orderInFlight?: string;
  /** Submits that reached the bank, declined or not: numbers the forms shown. */
  attemptCount: number;
  declineCount: number;
  /** `CARD_REQUIRES_CVV`: the buyer gave none, and the bank wants it. */
  lastDecline?: BankRefusalCode | 'BANK_UNAVAILABLE' | 'CARD_REQUIRES_CVV' | 'RATE_LIMITED';
  paymentReferenceNumber?: string;
  /** One mark for each different card that was tried; see `cardMarkOf`. */
  cardMarks?: readonly string[];
  /** The bank takes no card without its CVV from this merchant: stored cards ask for it too. */
  cvvRequired?: boolean;
  /** What stopped the last submit before the bank heard of it. */
  guard?: Guard;
  frameOrigins: string[];
  /** The id of the request that made it; all that follows is logged with it. */
  correlationId?: string;
  createdAt: string;
  expiresAt: string;
};

/** What a token is found by. It has 256 random bits, so a plain hash gives nothing away. */
export const tokenDigest = (token: string) => createHash('sha256').update(token).digest('hex');

/** Names a page in a log, where its token must not stand and the key of its row need not. */
export const pageMark = (tokenDigest: string) => tokenDigest.slice(0, 16);

/** An attempt under way wins over expiry and over a newer page (crash-safety.md H7); so does its outcome. */
export function stateOf(
  page: Pick<HostedPage, 'state' | 'supersededAt' | 'expiresAt'>,
  now: Date,
): HostedPageState {
  if (page.state !== 'Open') return page.state;
  if (page.supersededAt !== undefined) return 'Superseded';
  return Date.parse(page.expiresAt) <= now.getTime() ? 'Expired' : 'Open';
}

/** Paid or finally failed: nothing that comes later changes it. */
export const isOver = ({ state }: HostedPage): boolean => state === 'Paid' || state === 'Failed';
