// The latest card of one number that a customer was given, and a customer's temporary cards. Two calls that
// store the same card at once must conflict, and the index of a customer's cards is only eventually
// consistent.
import type { StoredCard } from '#domain/card/stored-card.ts';
import { text } from '#domain/shape.ts';
import { ABSENT, type Condition, type Write } from '../table/commit.ts';
import { LATEST_CARD_SORTS, latestCardKey, temporaryCardKey } from '../table/keys.ts';
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

/** The ids of the cards of the last day, of temporary ones of the last week, also if they were deleted. */
export async function loadLatestCardIds(merchantId: string, customerId: string): Promise<string[]> {
  const { pk: partition } = latestCardKey(merchantId, customerId, '');
  const { items } = await queryChildren({ partition, ...LATEST_CARD_SORTS, limit: 100 });
  return items.map((item) => LATEST_CARD.read(item).cardId);
}

/** A temporary card is in no index of its customer: the erasure of the customer finds it by this row. */
export function writeTemporaryCard({ merchantId, id, createdAt }: StoredCard, customerId: string): Write {
  const expiresAtSeconds = Math.ceil(Date.parse(createdAt) / 1000) + TEMPORARY_KEPT_SECONDS;
  const key = temporaryCardKey(merchantId, customerId, id);
  const item = newItem(key, { ...LATEST_CARD.attributes({ cardId: id }), expiresAtSeconds });
  return { what: 'latest-card', kind: 'put', item };
}

/** Longer than the time-to-live may need to remove a card that has ended. */
const TEMPORARY_KEPT_SECONDS = 7 * 86_400;

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
