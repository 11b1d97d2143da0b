// A buyer deletes a stored card on a page, if the merchant lets buyers do so (hosted-page.md 5.9).
import { writeCardDeletion } from '#store/card/card-deletion.ts';
import type { HostedPageItem } from '#store/payment/hosted-page.ts';
import { commit } from '#store/table/commit.ts';
import { cardChoice } from './customer-cards.ts';

/**
 * Deletes the card if the page offers it. A conflict is ignored, because the page that is shown next has the
 * present cards: a live recurring payment uses the card, or it is deleted already.
 */
export async function removeCard(page: HostedPageItem, id: string, now: Date): Promise<void> {
  const choice = await cardChoice(page, now);
  const isOffered = choice?.canRemove === true && choice.cards.some((card) => card.id === id);
  if (isOffered) await commit(writeCardDeletion(page.merchantId, id, now));
}
