// Decides whether a card may be charged without its cardholder, when a recurring payment is created, when
// another card replaces its card (recurring-payments.md R14 and R32), and when it is charged once.
import { expiryStatus, monthAt } from '#domain/card/card-expiry.ts';
import type { StoredCard } from '#domain/card/stored-card.ts';
import type { Customer } from '#domain/customer.ts';
import { Rejection } from '#domain/rejection.ts';
import type { RejectionCode } from '#domain/rejection-table.ts';

type ChargedBy = {
  customerId: string;
  /** The plan's time zone, in which the card's last month ends. */
  timeZone: string;
  /** The merchant's digest key, base64url. */
  digestKey: string;
};

/** What forbids to charge the card; undefined if nothing does. */
export function chargeObstacle(
  card: StoredCard,
  { customerId, timeZone, digestKey }: ChargedBy,
  now: Date,
): RejectionCode | undefined {
  if (card.expiresAt !== undefined) return 'CARD_NOT_PERMANENT';
  const { customerId: ownerId = customerId } = card;
  if (ownerId !== customerId) return 'CARD_CUSTOMER_MISMATCH';
  if (card.forceCvv) return 'CARD_REQUIRES_CVV';
  const owner = { cardId: card.id, digestKey };
  return expiryStatus(card, monthAt(now, timeZone), owner) === 'Expired' ? 'CARD_EXPIRED' : undefined;
}

/**
 * Returns the card.
 * @throws Rejection CARD_NOT_FOUND, CARD_NOT_PERMANENT, CARD_CUSTOMER_MISMATCH, CARD_REQUIRES_CVV,
 * CARD_EXPIRED
 */
export function requireChargeableCard<Card extends StoredCard>(
  card: Card | undefined,
  by: ChargedBy,
  now: Date,
): Card {
  if (card === undefined) throw refused('CARD_NOT_FOUND');
  const obstacle = chargeObstacle(card, by, now);
  if (obstacle !== undefined) throw refused(obstacle);
  return card;
}

type Parties<Card> = {
  customer: Customer | undefined;
  card: Card | undefined;
  by: Omit<ChargedBy, 'customerId'>;
  now: Date;
};

/**
 * Returns the customer's card, which may be charged without its holder.
 * @throws Rejection CUSTOMER_NOT_FOUND, CUSTOMER_INACTIVE, CARD_LOCKED, those of `requireChargeableCard`
 */
export function requireChargeable<Card extends StoredCard>({ customer, card, by, now }: Parties<Card>): Card {
  if (customer === undefined) throw new Rejection('CUSTOMER_NOT_FOUND').at('customerId');
  if (!customer.isActive) throw new Rejection('CUSTOMER_INACTIVE').at('customerId');
  return requireUnlockedCard(requireChargeableCard(card, { ...by, customerId: customer.id }, now));
}

const refused = (code: RejectionCode) => new Rejection(code).at('cardStorageId');

/**
 * A locked card begins no recurring payment; those that charge it already go on, because a charge uses no
 * security code (cards.md 7.5).
 * @throws Rejection CARD_LOCKED
 */
export function requireUnlockedCard<Card extends StoredCard>(card: Card): Card {
  if (card.lockedAt !== undefined) throw refused('CARD_LOCKED');
  return card;
}
