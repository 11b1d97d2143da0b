// Reads many cards of a merchant at once.
import { entityKey } from '../table/keys.ts';
import { getItems } from '../table/table.ts';
import { CARD, type StoredCardItem } from './card.ts';

/** The cards with these ids that are not deleted. `onMisfit` gets the error of an unreadable row. */
export async function loadCards(
  merchantId: string,
  ids: readonly string[],
  onMisfit: (error: unknown) => void,
): Promise<StoredCardItem[]> {
  const cards: StoredCardItem[] = [];
  for (const item of await getItems(ids.map((id) => entityKey(merchantId, 'CARD', id)))) {
    try {
      const card = CARD.find(item);
      if (card !== undefined) cards.push(card);
    } catch (error) {
      onMisfit(error);
    }
  }
  return cards;
}
