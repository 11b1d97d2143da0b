// Frees a stored card that wrong security codes have locked, at a merchant whose buyers cannot type it in
// with 3-D Secure (cards.md 7.4).
import { loadCard } from '#store/card/card.ts';
import { writeFreedCard } from '#store/card/wrong-codes.ts';
import { commit } from '#store/table/commit.ts';

type CardRelease = { merchantId: string; cardId: string; by: string; reason: string; now: Date };

export async function freeCard({ merchantId, cardId, by, reason, now }: CardRelease): Promise<void> {
  const card = await loadCard(merchantId, cardId, now);
  if (card?.lockedAt === undefined) throw new Error('The merchant has no locked card with this id.');
  const { kind } = await commit(writeFreedCard(card, { by, reason, at: now.toISOString() }));
  if (kind === 'conflict') throw new Error('It was changed just now; try again.');
}
