// A card page: a hosted page on which a buyer gives a card instead of paying an order. It stores the card for
// a customer, or replaces the card of a recurring payment. No money depends on the page, so its state is
// computed from the stored row and the clock, without a sweep.
import { BRANDING_SHAPE } from '../branding/branding.ts';
import { CURRENCIES } from '../money.ts';
import { type CardPageState, STORED_STATES, stateInTime } from '../payment/page-state.ts';
import type { DeclineCode } from '../rejection-table.ts';
import { code, flag, listOf, natural, object, oneOf, optional, text, uuid, type ValueOf } from '../shape.ts';
import { CARD_ASSOCIATIONS } from './card-prefix.ts';

export const MAX_CARD_ATTEMPTS = 5;

/** The issuer's check that the buyer holds the card. Until it ends, the encrypted card is beside the page. */
const verificationFields = () => ({
  /** Unique to the verification, so that an answer to an older one never counts for this one. */
  bankOrderId: text,
  posId: text,
  /** The amount in the verification: that of the open period, or one that is never charged. */
  amountMinor: natural,
  currency: oneOf(CURRENCIES),
  maskedCardNumber: text,
  cardAssociation: oneOf(CARD_ASSOCIATIONS),
  /** Keyed digests of the form that was sent to the bank's gate; only its answer counts. */
  binding: text,
  /** ISO: without an authentication before this instant, the attempt has failed. */
  endsAt: text,
  /** Digest of the buyer's network address, for the limits against card testing. */
  payerDigest: optional(text),
});
export type Verification = ValueOf<typeof verificationFields>;

/** The reason why the last card was not stored, or the stored card not charged. */
export type CardPageDecline =
  | DeclineCode
  | 'BANK_UNAVAILABLE'
  | 'TOO_MANY_CARDS'
  | 'CARD_NUMBER_LIMIT_REACHED';

export const cardPageFields = () => ({
  tokenDigest: text,
  merchantId: text,
  merchantName: text,
  timeZone: text,
  isTest: flag,
  frameOrigins: listOf(text),
  purpose: oneOf(['AddCard', 'UpdateCard']),
  /** The owner of the card. */
  customerId: text,
  /** With `UpdateCard`: the recurring payment that is to be charged with the card. */
  recurringPaymentId: optional(text),
  /** The addresses for the buyer's return; without an address, the page has no way back. */
  successUrl: optional(text),
  failUrl: optional(text),
  cancelUrl: optional(text),
  language: optional(oneOf(['tr', 'en'])),
  /** See `HostedPage`. */
  branding: optional(BRANDING_SHAPE),
  /** The stored state; `cardPageStateOf` computes the visible one. */
  state: oneOf([...STORED_STATES, 'Completed']),
  /** ISO: when the merchant closed the page. */
  closedAt: optional(text),
  /** Number of cards that were submitted. */
  attemptCount: natural,
  lastDecline: optional(code<CardPageDecline>()),
  /** One mark for each different card that was tried. */
  cardMarks: optional(listOf(text)),
  guard: optional(oneOf(['ADDRESS', 'CARD_RANGE', 'CARDS'])),
  /** ISO: the instant from which an attempt from a suspicious address is accepted. */
  guardedUntil: optional(text),
  /** The newest verification. */
  verification: optional(object(verificationFields())),
  /** ISO: when the buyer agreed that the card is stored, and charged. */
  consentedAt: optional(text),
  /** The card that was stored or recognised; it stays stored if the bank then declines it. */
  cardStorageId: optional(text),
  completedAt: optional(text),
  /** The amount due when the card was stored, in minor units: it is charged with the card. */
  dueMinor: optional(natural),
  /** The attempt that charges it. */
  dueAttempt: optional(object({ periodNumber: natural, attemptNumber: natural })),
  correlationId: optional(text),
  /** The id of the API key that created it. */
  createdBy: optional(uuid),
  createdAt: text,
  expiresAt: text,
  /** ISO: the deadline before the buyer has extended it. */
  firstExpiresAt: optional(text),
});
export type CardPage = ValueOf<typeof cardPageFields> & {
  /** How `dueAttempt` stands: computed from its row, never stored. `left`: to schedule and sweep. */
  charge?: 'underWay' | 'left' | 'paid';
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
