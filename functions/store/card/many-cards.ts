// Reads many cards of a merchant at once.
import { entityKey } from '../table/keys.ts';
import { getItems, MOST_ROWS_AT_ONCE } from '../table/table.ts';
import { CARD, type StoredCardItem } from './card.ts';

/** The cards with these ids that are not deleted. `onMisfit` gets the error of an unreadable row. */
export async function loadCards(
  merchantId: string,
  ids: readonly string[],
  onMisfit: (error: unknown) => void,
): Promise<StoredCardItem[]> {
  const cards: StoredCardItem[] = [];
  for (let from = 0; from < ids.length; from += MOST_ROWS_AT_ONCE) {
    const some = ids.slice(from, from + MOST_ROWS_AT_ONCE);
    const items = await getItems(some.map((id) => entityKey(merchantId, 'CARD', id)));
    for (const item of items) {
      try {
        const card = CARD.find(item);
        if (card !== undefined) cards.push(card);
      } catch (error) {
        onMisfit(error);
      }
    }
  }
  return cards;
}
