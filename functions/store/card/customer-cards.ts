// All cards of a customer, the newest included: the index is eventually consistent, so cards of the last day
// are also found by the rows of the customer's latest cards. Temporary cards, and cards that wait beside a
// card page, are in no index.
import { cardsOfCustomer, entityKey } from '../table/keys.ts';
import { readWhole } from '../table/list.ts';
import { loadRow } from '../table/row.ts';
import { getItems } from '../table/table.ts';
import { CARD, type StoredCardItem } from './card.ts';
import { loadLatestCards } from './latest-card.ts';

/** For stored answers that contain a card (see http/idempotency/idempotency-key.ts). */
export const CARD_OWNERS = {
  erased: 'CARD_NOT_FOUND' as const,
  loadSecret: async (merchantId: string, id: string) =>
    (await loadRow(CARD, entityKey(merchantId, 'CARD', id)))?.answerSecret,
};

const KEYS_PER_READ = 100;

type EveryCard = {
  /** The permanent cards, and the temporary ones that are still stored, even if they have ended. */
  cards: StoredCardItem[];
  /** The token digests of card pages beside which a card waited in the last week. */
  pages: string[];
};

/** One round trip if there are at most a hundred cards, all permanent and none stored just now. */
export async function loadEveryCard(merchantId: string, customerId: string): Promise<EveryCard> {
  const [listed, latest] = await Promise.all([
    readWhole({ index: 'list', partition: cardsOfCustomer(merchantId, customerId) }),
    loadLatestCards(merchantId, customerId),
  ]);
  const known = new Set(listed.map((item) => item.pk));
  const keys = latest
    .filter(({ tokenDigest }) => tokenDigest === undefined)
    .map(({ cardId }) => entityKey(merchantId, 'CARD', cardId))
    .filter(({ pk }) => !known.has(pk));
  const others = await getItems(keys.slice(0, KEYS_PER_READ));
  return {
    cards: [...listed, ...others].flatMap((item) => CARD.find(item) ?? []),
    pages: latest.flatMap(({ tokenDigest }) => tokenDigest ?? []),
  };
}
