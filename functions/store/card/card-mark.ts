// What the service itself notes on a stored card: that a bank has blocked it, that a buyer paid with it, that
// its deletion is planned. Each write conflicts if the card was changed since it was read.
import type { DeclineCode } from '#domain/rejection.ts';
import { change, type Write } from '../table/commit.ts';
import { CARD, type StoredCardItem } from './card.ts';

type CardBlock = { code: DeclineCode; posId?: string };

/** The bank declined the card for good. */
export const writeCardBlock = (card: StoredCardItem, block: CardBlock, now: Date): Write =>
  change('card', card, CARD.attributes({ blocked: { ...block, at: now.toISOString() } }));

/** `isUnblocked`: the sale was later than the block. */
export type CardSale = { now: Date; isUnblocked: boolean };

/** A sale on a page was approved: a planned deletion is taken back. */
export const writeCardSale = (card: StoredCardItem, { now, isUnblocked }: CardSale): Write =>
  change('card', card, CARD.attributes({ hasPaid: true, lastUsedAt: now.toISOString() }), [
    'deletionPlannedAt',
    ...(isUnblocked ? ['refused'] : []),
  ]);

/** The buyer gave the card anew: a planned deletion is taken back. */
export const writeCardGiven = (card: StoredCardItem, { now, isUnblocked }: CardSale): Write =>
  change('card', card, CARD.attributes({ lastUsedAt: now.toISOString() }), [
    'deletionPlannedAt',
    ...(isUnblocked ? ['refused'] : []),
  ]);

/** Tells the merchant beforehand. */
export const writePlannedDeletion = (card: StoredCardItem, deletionPlannedAt: string): Write =>
  change('card', card, CARD.attributes({ deletionPlannedAt }));
