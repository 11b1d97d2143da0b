// The readable part of a stored card: everything but its number and expiry, which are encrypted beside it.

import { defined } from '../defined.ts';
import { TEMPORARY_CARD_MINUTES } from '../limits.ts';
import { Rejection } from '../rejection.ts';
import type { DeclineCode } from '../rejection-table.ts';
import type { TextMap } from '../shape.ts';
import { DAY_MS, MINUTE_MS } from '../time/duration.ts';
import { type CardDetails, maskCardNumber } from './card.ts';
import { expiryTag, monthAt, type StoredExpiry } from './card-expiry.ts';
import type { CardAssociation } from './card-prefix.ts';
import { cardAssociation } from './card-prefix.ts';
import type { SavedCardUse } from './saved-card-use.ts';

/** The buyer agreed on an update link that the card is stored and charged for the recurring payment. */
export type ChargeConsent = { recurringPaymentId: string; givenAt: string };

export type StoredCard = StoredExpiry & {
  /** Also the `cardStorageId` of recurring payments. */
  id: string;
  merchantId: string;
  cardAlias: string;
  ownerName?: string;
  maskedCardNumber: string;
  /** The first six digits. */
  bin: string;
  /** The next two digits, if the number has 16 or more. */
  binRest?: string;
  lastFour: string;
  cardAssociation: CardAssociation;
  /** The buyer must enter the CVV at every payment, so the card is never charged unattended. */
  forceCvv: boolean;
  customerId?: string;
  metadata?: TextMap;
  /** See `Customer`; absent also on cards that a page saved. */
  answerSecret?: Uint8Array;
  /** The id of the API key that stored it; absent on cards that buyers gave on pages. */
  createdBy?: string;
  /** The id of the API key that last changed it; absent: none did. */
  changedBy?: string;
  /** Equal for equal numbers at one merchant. */
  fingerprint: string;
  /** ISO instants. */
  createdAt: string;
  updatedAt: string;
  /** Present only on temporary cards. */
  expiresAt?: string;
  /** The ids of the live recurring payments that charge it; absent if there are none. */
  usedBy?: ReadonlySet<string>;
  /** A buyer has paid with it on a page, so its mask may have one more number (`MOST_UNPAID_NUMBERS`). */
  hasPaid?: boolean;
  /** ISO instant of a sale, or of the end of a recurring payment: see `isUseDue`. */
  lastUsedAt?: string;
  /** ISO instant from which an operator deletes the card unless it is used or changed before. */
  deletionPlannedAt?: string;
  /**
   * The card is blocked by a hard decline of a recurring payment. No recurring payment charges it until its
   * expiry is renewed or a buyer pays with it (cards.md 5). With `posId`: blocked only at this virtual POS,
   * whose bank requires a CVV from the shop.
   */
  blocked?: { code: DeclineCode; at: string; posId?: string };
  /** ISO instant from which pages do not accept the card, because of wrong security codes (cards.md 7). */
  lockedAt?: string;
  /** The operator who freed the card from its last lock, and why. */
  freed?: { by: string; reason: string; at: string };
  /**
   * What the buyer agreed to when a page saved the card, or later when it paid. Absent for cards from
   * requests and links, and in rows of the previous version.
   */
  agreedUse?: SavedCardUse;
  /** ISO instant of the last consent on an add-card link. Payments contain the consents on their pages. */
  consentedAt?: string;
  /** The last consent for each recurring payment. */
  chargeConsents?: ChargeConsent[];
};

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
