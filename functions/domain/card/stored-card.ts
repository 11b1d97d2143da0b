// The readable part of a stored card: everything but its number and expiry, which are encrypted beside it.

import { defined } from '../defined.ts';
import { TEMPORARY_CARD_MINUTES } from '../limits.ts';
import { Rejection } from '../rejection.ts';
import type { DeclineCode } from '../rejection-table.ts';
import type { storedCardFields } from '../row/stored-card.ts';
import type { ValueOf } from '../shape.ts';
import { DAY_MS, MINUTE_MS } from '../time/duration.ts';
import { type CardDetails, maskCardNumber } from './card.ts';
import { expiryTag, monthAt } from './card-expiry.ts';
import { cardAssociation } from './card-prefix.ts';
import type { SavedCardUse } from './saved-card-use.ts';

export type StoredCard = ValueOf<typeof storedCardFields>;

/** True if a buyer who pays on such a page agrees anew that the card is charged without asking. */
export const agreesAnew = (saveCardFor: SavedCardUse | undefined, { agreedUse }: StoredCard): boolean =>
  saveCardFor === 'recurring' && agreedUse !== 'recurring';

export type CardConsents = Pick<StoredCard, 'consentedAt' | 'chargeConsents'>;

/** The card's consents with a new one, which replaces an older one for the same use. */
export function consentsWith(
  { chargeConsents = [] }: CardConsents,
  givenAt: string,
  recurringPaymentId: string | undefined,
): CardConsents {
  if (recurringPaymentId === undefined) return { consentedAt: givenAt };
  const others = chargeConsents.filter((one) => one.recurringPaymentId !== recurringPaymentId);
  return { chargeConsents: [...others, { recurringPaymentId, givenAt }] };
}

/**
 * Most different numbers that a merchant stores behind one mask, not counting those that have paid
 * (cards.md 1.8). With an 8-digit BIN only 1,000 numbers fit a mask.
 */
export const MOST_UNPAID_NUMBERS = 3;

/** Most stored cards that a page offers: those used last. */
export const MOST_OFFERED_CARDS = 10;

export const BIN_DIGITS = 6;
/** Of a shorter number, eight digits of the BIN and the last four may not both be readable (PCI DSS 3.4). */
const SHORTEST_WITH_EIGHT = 16;

/** The first eight digits, or six, by which its installments are judged; never answered (cards.md 2.6). */
export const firstDigits = ({ bin, binRest = '' }: StoredCard): string => bin + binRest;

export const TEMPORARY_CARD_MS = TEMPORARY_CARD_MINUTES * MINUTE_MS;

/** Decided by the clock, not by the table's time-to-live. A card that has ended is treated as not found. */
export const isCardLive = ({ expiresAt }: StoredCard, now: Date): boolean =>
  expiresAt === undefined || Date.parse(expiresAt) > now.getTime();

/** The last use or change that the row contains. */
export const lastUseOf = ({ updatedAt, lastUsedAt = updatedAt }: StoredCard): string =>
  lastUsedAt > updatedAt ? lastUsedAt : updatedAt;

/** The cards that a page offers, in the given order: if a customer has more, those used last. */
export function offeredCards<Card extends StoredCard>(cards: readonly Card[]): Card[] {
  const byLastUse = cards.toSorted((one, other) => (lastUseOf(one) < lastUseOf(other) ? 1 : -1));
  const offered = new Set(byLastUse.slice(0, MOST_OFFERED_CARDS));
  return cards.filter((card) => offered.has(card));
}

const USE_RECORDED_EVERY_MS = 30 * DAY_MS;

/** True if a sale with the card must be recorded on its row, which most sales need not write. */
export const isUseDue = (card: StoredCard, now: Date): boolean =>
  card.deletionPlannedAt !== undefined ||
  now.getTime() - Date.parse(lastUseOf(card)) >= USE_RECORDED_EVERY_MS;

/** Declines for data that only a present cardholder gives. A sale with it proves nothing about others. */
const CARDHOLDER_PRESENT_CODES: readonly DeclineCode[] = ['INVALID_CVC2', 'THREE_D_SECURE_FAILED'];

/** True if a sale of the buyer, started at `saleStartedMs`, shows that the block is out of date. */
export const isUnblockedBy = ({ blocked }: Pick<StoredCard, 'blocked'>, saleStartedMs: number): boolean =>
  blocked !== undefined &&
  !CARDHOLDER_PRESENT_CODES.includes(blocked.code) &&
  saleStartedMs > Date.parse(blocked.at);

/** The rejection contains the ids of the recurring payments that use the card. */
export const cardInUse = ({ usedBy = new Set() }: StoredCard) =>
  new Rejection('CARD_IN_USE', { recurringPaymentIds: [...usedBy].sort() });

/** The alias of a card whose buyer gave none: `TROY ••0000`. */
export function defaultAlias(cardNumber: string): string {
  const association = cardAssociation(cardNumber);
  return `${association === 'OTHER' ? '' : `${association} `}••${cardNumber.slice(-4)}`;
}

type CardMerchant = {
  merchantId: string;
  timeZone: string;
  /** The merchant's digest key, base64url. */
  digestKey: string;
};
type NewCard = Pick<StoredCard, 'id' | 'fingerprint' | 'cardAlias'> &
  Partial<Pick<StoredCard, 'ownerName' | 'forceCvv' | 'customerId' | 'metadata' | 'agreedUse'>>;

/** Builds the readable part of a permanent card from the card in clear text. */
export function storedCard(
  { merchantId, timeZone, digestKey }: CardMerchant,
  { cardNumber, expiryYear, expiryMonth }: CardDetails,
  { ownerName, customerId, forceCvv = false, ...newCard }: NewCard,
  now: Date,
): StoredCard {
  const createdAt = now.toISOString();
  return {
    ...newCard,
    merchantId,
    ...(ownerName && { ownerName }),
    maskedCardNumber: maskCardNumber(cardNumber),
    bin: cardNumber.slice(0, BIN_DIGITS),
    ...(cardNumber.length >= SHORTEST_WITH_EIGHT && { binRest: cardNumber.slice(BIN_DIGITS, 8) }),
    lastFour: cardNumber.slice(-4),
    cardAssociation: cardAssociation(cardNumber),
    expiryTag: expiryTag(`${expiryYear}-${expiryMonth}`, { cardId: newCard.id, digestKey }),
    expirySince: monthAt(now, timeZone),
    forceCvv,
    ...defined({ customerId }),
    createdAt,
    updatedAt: createdAt,
  };
}
