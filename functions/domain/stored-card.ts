// A stored card as far as it may be seen: all but its number and its expiry, which are sealed beside it.

import type { ExpiryMark } from './card-expiry.ts';
import type { CardAssociation } from './card-prefix.ts';
import { type BankRefusalCode, Rejection } from './rejection.ts';

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
  /** A bank said never again, on any recurring payment: none is charged until the expiry is renewed. */
  refused?: { code: BankRefusalCode; at: string };
};

/** How long a card that was not to be saved can be used. */
export const TEMPORARY_CARD_MS = 30 * 60_000;

/** The clock decides, not the table's clean-up: a card that is over is as if it had never been. */
export function isCardLive({ deletedAt, expiresAt }: StoredCard, now: Date): boolean {
  return deletedAt === undefined && (expiresAt === undefined || Date.parse(expiresAt) > now.getTime());
}

/** Which recurring payments stand in the way. */
export const cardInUse = ({ usedBy = new Set() }: StoredCard) =>
  new Rejection('CARD_IN_USE', { recurringPaymentIds: [...usedBy].sort() });
