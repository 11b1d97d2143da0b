// The latest card of one number that a customer was given. Two calls that store the same card at once must
// conflict, and the index of a customer's cards is only eventually consistent.
import type { StoredCard } from '#domain/card/stored-card.ts';
import { text } from '#domain/shape.ts';
import { ABSENT, type Condition, type Write } from '../table/commit.ts';
import { LATEST_CARD_SORTS, latestCardKey } from '../table/keys.ts';
import { loadRow, newItem, row, type Stored } from '../table/row.ts';
import { queryChildren } from '../table/table.ts';

type LatestCard = { cardId: string };
export type LatestCardItem = Stored & LatestCard;
const LATEST_CARD = /* @__PURE__ */ row<LatestCard>('latest-card', () => ({ cardId: text }));
type CardOfCustomer = Required<Pick<StoredCard, 'merchantId' | 'customerId' | 'fingerprint'>>;

/** No index is that late. Without an end, the fingerprint of a deleted card would stay for good. */
const KEPT_SECONDS = 86_400;

const keyOf = ({ merchantId, customerId, fingerprint }: CardOfCustomer) =>
  latestCardKey(merchantId, customerId, fingerprint);

export const loadLatestCard = (card: CardOfCustomer) => loadRow(LATEST_CARD, keyOf(card));

/** The ids of the cards that the customer was given in the last day, also of deleted ones. */
export async function loadLatestCardIds(merchantId: string, customerId: string): Promise<string[]> {
  const { pk: partition } = latestCardKey(merchantId, customerId, '');
  const { items } = await queryChildren({ partition, ...LATEST_CARD_SORTS, limit: 100 });
  return items.map((item) => LATEST_CARD.read(item).cardId);
}

/** True while the customer was given no other card of this number since the row was read. */
export const stillLatest = (read: LatestCardItem | undefined): Condition =>
  read === undefined
    ? ABSENT
    : { expression: `${ABSENT.expression} OR #cardId = :read`, values: { ':read': read.cardId } };

export function writeLatestCard(card: StoredCard & CardOfCustomer, condition?: Condition): Write {
  const expiresAtSeconds = Math.ceil(Date.parse(card.createdAt) / 1000) + KEPT_SECONDS;
  const item = newItem(keyOf(card), { ...LATEST_CARD.attributes({ cardId: card.id }), expiresAtSeconds });
  return { what: 'latest-card', kind: 'put', item, ...(condition && { condition }) };
}
