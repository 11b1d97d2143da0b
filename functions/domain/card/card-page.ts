// A card page: a hosted page on which a buyer gives a card instead of paying an order. It stores the card for
// a customer, or replaces the card of a recurring payment. No money depends on the page, so its state is
// computed from the stored row and the clock, without a sweep.
import type { Branding } from '../branding/branding.ts';
import type { Language } from '../language.ts';
import type { Currency } from '../money.ts';
import type { Guard } from '../payment/card-testing.ts';
import { type CardPageState, type StoredCardState, stateInTime } from '../payment/page-state.ts';
import type { Attempt } from '../recurring-payment/recurring-payment.ts';
import type { DeclineCode } from '../rejection-table.ts';
import type { CardAssociation } from './card-prefix.ts';

export const MAX_CARD_ATTEMPTS = 5;

export const CARD_PAGE_PURPOSES = ['AddCard', 'UpdateCard'] as const;

/** The issuer's check that the buyer holds the card. Until it ends, the encrypted card is beside the page. */
export type Verification = {
  /** Unique to the verification, so that an answer to an older one never counts for this one. */
  bankOrderId: string;
  posId: string;
  /** The amount in the verification: that of the open period, or one that is never charged. */
  amountMinor: number;
  currency: Currency;
  maskedCardNumber: string;
  cardAssociation: CardAssociation;
  /** Keyed digests of the form that was sent to the bank's gate; only its answer counts. */
  binding: string;
  /** ISO: without an authentication before this instant, the attempt has failed. */
  endsAt: string;
  /** Digest of the buyer's network address, for the limits against card testing. */
  payerDigest?: string;
};

/** The reason why the last card was not stored, or the stored card not charged. */
export type CardPageDecline =
  | DeclineCode
  | 'BANK_UNAVAILABLE'
  | 'TOO_MANY_CARDS'
  | 'CARD_NUMBER_LIMIT_REACHED';

export type CardPage = {
  tokenDigest: string;
  merchantId: string;
  merchantName: string;
  timeZone: string;
  isTest: boolean;
  frameOrigins: string[];
  purpose: (typeof CARD_PAGE_PURPOSES)[number];
  /** The owner of the card. */
  customerId: string;
  /** With `UpdateCard`: the recurring payment that is to be charged with the card. */
  recurringPaymentId?: string;
  /** The addresses for the buyer's return; without an address, the page has no way back. */
  successUrl?: string;
  failUrl?: string;
  cancelUrl?: string;
  language?: Language;
  /** See `HostedPage`. */
  branding?: Branding;
  /** The stored state; `cardPageStateOf` computes the visible one. */
  state: StoredCardState;
  /** ISO: when the merchant closed the page. */
  closedAt?: string;
  /** Number of cards that were submitted. */
  attemptCount: number;
  lastDecline?: CardPageDecline;
  /** One mark for each different card that was tried. */
  cardMarks?: string[];
  guard?: Guard;
  /** ISO: the instant from which an attempt from a suspicious address is accepted. */
  guardedUntil?: string;
  /** The newest verification. */
  verification?: Verification;
  /** ISO: when the buyer agreed that the card is stored, and charged. */
  consentedAt?: string;
  /** The card that was stored or recognised; it stays stored if the bank then declines it. */
  cardStorageId?: string;
  completedAt?: string;
  /** The amount due when the card was stored, in minor units: it is charged with the card. */
  dueMinor?: number;
  /** The attempt that charges it. */
  dueAttempt?: Pick<Attempt, 'periodNumber' | 'attemptNumber'>;
  /** How that attempt stands: computed from its row, never stored. `left`: to schedule and sweep. */
  charge?: 'underWay' | 'left' | 'paid';
  correlationId?: string;
  /** The id of the API key that created it. */
  createdBy?: string;
  createdAt: string;
  expiresAt: string;
  /** ISO: the deadline before the buyer has extended it. */
  firstExpiresAt?: string;
};

type CardPageTimes = Pick<CardPage, 'state' | 'attemptCount' | 'verification' | 'expiresAt' | 'charge'>;

/** A verification under way takes precedence over expiry; one without an answer in time has failed. */
export function cardPageStateOf(page: CardPageTimes, now: Date): CardPageState {
  const isWaiting = page.state === 'Processing' && isInTime(page.verification, now);
  if (isWaiting || page.charge === 'underWay') return 'Processing';
  if (page.state !== 'Open' && page.state !== 'Processing') return page.state;
  if (page.attemptCount >= MAX_CARD_ATTEMPTS) return 'Failed';
  return stateInTime(page, now);
}

const isInTime = (verification: Verification | undefined, now: Date): boolean =>
  verification !== undefined && now.getTime() < Date.parse(verification.endsAt);
