// Marks that the service itself writes on a stored card: a block after a bank's answer, a payment of a buyer,
// a planned deletion. Each write but that of a charge conflicts if the card was changed since it was read.
import { isUseDue } from '#domain/card/stored-card.ts';
import type { DeclineCode } from '#domain/rejection-table.ts';
import { change, type Write } from '../table/commit.ts';
import { entityKey } from '../table/keys.ts';
import { CARD, IS_LIVE, type StoredCardItem } from './card.ts';

type CardBlock = { code: DeclineCode; posId?: string };

/** Blocks the card after a hard decline. */
export const writeCardBlock = (card: StoredCardItem, block: CardBlock, now: Date): Write =>
  change('card', card, CARD.attributes({ blocked: { ...block, at: now.toISOString() } }));

/** `isUnblocked`: the sale was later than the block; `agrees`: the buyer agreed to charges without asking. */
export type CardSale = { now: Date; isUnblocked: boolean; agrees?: boolean };

/** Records an approved sale on a page, and takes a planned deletion back. */
export const writeCardSale = (card: StoredCardItem, { now, isUnblocked, agrees }: CardSale): Write =>
  change(
    'card',
    card,
    CARD.attributes({
      hasPaid: true,
      lastUsedAt: now.toISOString(),
      ...(agrees && { agreedUse: 'recurring' as const }),
    }),
    ['deletionPlannedAt', ...(isUnblocked ? ['blocked'] : [])],
  );

/** Records that the buyer entered the card again, and takes a planned deletion back. */
export const writeCardGiven = (card: StoredCardItem, { now, isUnblocked }: CardSale): Write =>
  change('card', card, CARD.attributes({ lastUsedAt: now.toISOString() }), [
    'deletionPlannedAt',
    ...(isUnblocked ? ['blocked'] : []),
  ]);

/** Plans the deletion, so that the merchant sees it before it happens. */
export const writePlannedDeletion = (card: StoredCardItem, deletionPlannedAt: string): Write =>
  change('card', card, CARD.attributes({ deletionPlannedAt }));

/**
 * The card is charged once without its holder, which counts as a use if that is due. A conflict if the card
 * was deleted, is temporary or locked, or requires its CVV.
 */
export function writeCardCharge(card: StoredCardItem, now: Date): Write {
  const isDue = isUseDue(card, now);
  return {
    what: 'card',
    kind: 'update',
    key: entityKey(card.merchantId, 'CARD', card.id),
    set: isDue ? CARD.attributes({ lastUsedAt: now.toISOString() }) : {},
    remove: isDue ? ['deletionPlannedAt'] : [],
    condition: {
      expression: `${IS_LIVE} AND attribute_not_exists(#expiresAt) AND attribute_not_exists(#lockedAt)
        AND #forceCvv = :no`,
      values: { ':no': false },
    },
  };
}
