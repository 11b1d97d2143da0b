// Marks that the service itself writes on a stored card: a block after a bank's answer, a payment of a buyer,
// a planned deletion. Each write conflicts if the card was changed since it was read.
import type { DeclineCode } from '#domain/rejection-table.ts';
import { change, type Write } from '../table/commit.ts';
import { CARD, type StoredCardItem } from './card.ts';

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
