// A stored card as far as it may be seen: all but its number and its expiry, which are sealed beside it.

import { type BankRefusalCode, Rejection } from '../rejection.ts';
import { MINUTE_MS } from '../time/duration.ts';
import { type CardDetails, cardAssociation, maskCardNumber } from './card.ts';
import { type ExpiryMark, expiryTag, monthAt } from './card-expiry.ts';
import type { CardAssociation } from './card-prefix.ts';

export type StoredCard = ExpiryMark & {
  /** Also the `cardStorageId` of recurring payments. */
  id: string;
  merchantId: string;
  cardAlias: string;
  ownerName?: string;
  maskedCardNumber: string;
  /** The first six digits. */
  bin: string;
  lastFour: string;
  cardAssociation: CardAssociation;
  /** The buyer must enter the CVV at every payment: such a card is never charged unattended. */
  forceCvv: boolean;
  customerId?: string;
  /** The same for the same card of the same merchant. */
  fingerprint: string;
  /** ISO instants. */
  createdAt: string;
  updatedAt: string;
  /** Only temporary cards end. */
  expiresAt?: string;
  deletedAt?: string;
  /** The live recurring payments that charge it; absent where there are none. */
  usedBy?: ReadonlySet<string>;
  /**
   * A bank said never again, on any recurring payment: none is charged until the expiry is renewed, or the
   * buyer pays with the card after all.
   */
  refused?: { code: BankRefusalCode; at: string };
};

/** How long a card that was not to be saved can be used. */
export const TEMPORARY_CARD_MS = 30 * MINUTE_MS;

/** The clock decides, not the table's clean-up: a card that is over is as if it had never been. */
export function isCardLive({ deletedAt, expiresAt }: StoredCard, now: Date): boolean {
  return deletedAt === undefined && (expiresAt === undefined || Date.parse(expiresAt) > now.getTime());
}

/** What a bank wants of somebody who is there: that it was given at one sale says nothing of the next. */
const NEEDS_CARDHOLDER: readonly BankRefusalCode[] = ['INVALID_CVC2', 'THREE_D_SECURE_FAILED'];

/** Whether a sale that its buyer made, begun at that instant, shows that the card is not refused for good. */
export const isUnblockedBy = ({ refused }: Pick<StoredCard, 'refused'>, soldMs: number): boolean =>
  refused !== undefined && !NEEDS_CARDHOLDER.includes(refused.code) && soldMs > Date.parse(refused.at);

/** Which recurring payments stand in the way. */
export const cardInUse = ({ usedBy = new Set() }: StoredCard) =>
  new Rejection('CARD_IN_USE', { recurringPaymentIds: [...usedBy].sort() });

/** What a card is called that its buyer gave no name: `TROY ••0000`. */
export function defaultAlias(cardNumber: string): string {
  const association = cardAssociation(cardNumber);
  return `${association === 'OTHER' ? '' : `${association} `}••${cardNumber.slice(-4)}`;
}

type CardKeeper = {
  merchantId: string;
  timeZone: string;
  /** The merchant's own key, base64url. */
  digestKey: string;
};
type Named = Pick<StoredCard, 'id' | 'fingerprint' | 'cardAlias'> &
  Partial<Pick<StoredCard, 'ownerName' | 'forceCvv' | 'customerId'>>;

/** What may be seen of a card in clear; it stays for good. */
export function storedCard(
  { merchantId, timeZone, digestKey }: CardKeeper,
  { cardNumber, expiryYear, expiryMonth }: CardDetails,
  { ownerName, customerId, forceCvv = false, ...named }: Named,
  now: Date,
): StoredCard {
  const createdAt = now.toISOString();
  return {
    ...named,
    merchantId,
    ...(ownerName && { ownerName }),
    maskedCardNumber: maskCardNumber(cardNumber),
    bin: cardNumber.slice(0, 6),
    lastFour: cardNumber.slice(-4),
    cardAssociation: cardAssociation(cardNumber),
    expiryTag: expiryTag(`${expiryYear}-${expiryMonth}`, { cardId: named.id, digestKey }),
    expirySince: monthAt(now, timeZone),
    forceCvv,
    ...(customerId !== undefined && { customerId }),
    createdAt,
    updatedAt: createdAt,
  };
}
