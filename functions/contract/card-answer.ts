// Stored cards in responses (cards.md 1). Number and expiry are never returned.
import { expiryStatus, monthAt } from '#domain/card/card-expiry.ts';
import type { StoredCard } from '#domain/card/stored-card.ts';

/** The merchant's key and time zone, on which the status of an expiry depends. */
type CardReader = { digestKey: string; timeZone: string };

export function showCard(card: StoredCard, { digestKey, timeZone }: CardReader, now: Date) {
  return {
    ...setOfCard(card),
    expiryStatus: expiryStatus(card, monthAt(now, timeZone), { cardId: card.id, digestKey }),
    lockedReason: card.lockedAt === undefined ? null : ('SecurityCode' as const),
    blockedReason: card.blocked?.code ?? null,
    deletionPlannedAt: card.deletionPlannedAt ?? null,
    changedBy: card.changedBy ?? null,
    updatedAt: card.updatedAt,
  };
}

/** What only calls set: a PUT that repeats it must agree (api.md 4.12). */
export const setOfCard = (card: StoredCard) => ({
  id: card.id,
  cardAlias: card.cardAlias,
  ownerName: card.ownerName ?? null,
  maskedCardNumber: card.maskedCardNumber,
  bin: card.bin,
  lastFour: card.lastFour,
  cardAssociation: card.cardAssociation,
  forceCvv: card.forceCvv,
  saveCard: card.expiresAt === undefined,
  isTemporary: card.expiresAt !== undefined,
  customerId: card.customerId ?? null,
  metadata: card.metadata ?? {},
  createdBy: card.createdBy ?? null,
  createdAt: card.createdAt,
});
