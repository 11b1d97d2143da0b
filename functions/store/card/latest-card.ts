// Which card of one number a customer was given last, in a row that is there at once. The index of a
// customer's cards tells it a moment later, and two doors that save the same card must meet somewhere.
import type { StoredCard } from '#domain/card/stored-card.ts';
import { text } from '#domain/shape.ts';
import { ABSENT, type Condition, type Write } from '../table/commit.ts';
import { latestCardKey } from '../table/keys.ts';
import { loadRow, newItem, row, type Stored } from '../table/row.ts';

type LatestCard = { cardId: string };
export type LatestCardItem = Stored & LatestCard;
const LATEST_CARD = /* @__PURE__ */ row<LatestCard>('latest-card', () => ({ cardId: text }));
type CardOfCustomer = Required<Pick<StoredCard, 'merchantId' | 'customerId' | 'fingerprint'>>;

/** No index is ever that late. Without an end, a deleted card's fingerprint would stay for good. */
const KEPT_SECONDS = 86_400;

const keyOf = ({ merchantId, customerId, fingerprint }: CardOfCustomer) =>
  latestCardKey(merchantId, customerId, fingerprint);

export const loadLatestCard = (whose: CardOfCustomer) => loadRow(LATEST_CARD, keyOf(whose));

/** Only where the customer was given no other card of the number since that was read. */
export const stillLatest = (read: LatestCardItem | undefined): Condition =>
  read === undefined
    ? ABSENT
    : { expression: `${ABSENT.expression} OR #cardId = :read`, values: { ':read': read.cardId } };

export function writeLatestCard(card: StoredCard & CardOfCustomer, condition?: Condition): Write {
  const expiresAtSeconds = Math.ceil(Date.parse(card.createdAt) / 1000) + KEPT_SECONDS;
  const item = newItem(keyOf(card), { ...LATEST_CARD.attributes({ cardId: card.id }), expiresAtSeconds });
  return { what: 'latest-card', kind: 'put', item, ...(condition && { condition }) };
}
