// The latest card of a customer with the same number: two calls that store the same card at once must
// conflict, and the index of a customer's cards is only eventually consistent. Also the cards that are in no
// index, for the erasure of the customer: temporary cards, and cards that wait beside a card page.
import type { StoredCard } from '#domain/card/stored-card.ts';
import { defined } from '#domain/defined.ts';
import { optional, text, type ValueOf } from '#domain/shape.ts';
import { ABSENT, type Condition, type Write } from '../table/commit.ts';
import {
  type Key,
  LATEST_CARD_SORTS,
  latestCardKey,
  temporaryCardKey,
  waitingCardKey,
} from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';
import { loadRow, newItem, row, type Stored } from '../table/row.ts';
import { queryChildren } from '../table/table.ts';

const fields = () => ({
  cardId: text,
  /** The card page beside which the card waits; absent for a stored card. */
  tokenDigest: optional(text),
});
type LatestCard = ValueOf<typeof fields>;

export type LatestCardItem = Stored & LatestCard;
const LATEST_CARD = /* @__PURE__ */ row<LatestCard>('latest-card', fields);

export const latestCardKind = () =>
  ({
    keys: [latestCardKey('{m}', '{id}', '{fingerprint}')],
    readBy: 'saving of a card',
    events: 'its card',
    read: LATEST_CARD.find,
  }) satisfies Kind;

type CardOfCustomer = Required<Pick<StoredCard, 'merchantId' | 'customerId' | 'fingerprint'>>;

/** No index is this late. Without an end, the fingerprint of a deleted card would stay for ever. */
const KEPT_SECONDS = 86_400;

const keyOf = ({ merchantId, customerId, fingerprint }: CardOfCustomer) =>
  latestCardKey(merchantId, customerId, fingerprint);

export const loadLatestCard = (card: CardOfCustomer) => loadRow(LATEST_CARD, keyOf(card));

/** The cards of the last day, and the cards of the last week that are in no index, also if deleted since. */
export async function loadLatestCards(merchantId: string, customerId: string): Promise<LatestCard[]> {
  const { pk: partition } = latestCardKey(merchantId, customerId, '');
  const { items } = await queryChildren({ partition, ...LATEST_CARD_SORTS, limit: 100 });
  return items.map((item) => LATEST_CARD.read(item));
}

/** A temporary card is in no index of its customer: the erasure of the customer finds it by this row. */
export const writeTemporaryCard = (card: StoredCard, customerId: string): Write =>
  writeUnindexed(temporaryCardKey(card.merchantId, customerId, card.id), card);

/** The same for a card that waits beside a card page until the issuer has answered. */
export const writeWaitingCard = (card: StoredCard, customerId: string, tokenDigest: string): Write =>
  writeUnindexed(waitingCardKey(card.merchantId, customerId, tokenDigest), card, { tokenDigest });

function writeUnindexed(key: Key, { id, createdAt }: StoredCard, values: Partial<LatestCard> = {}): Write {
  const expiresAtSeconds = Math.ceil(Date.parse(createdAt) / 1000) + UNINDEXED_KEPT_SECONDS;
  const item = newItem(key, { ...LATEST_CARD.attributes({ cardId: id, ...values }), expiresAtSeconds });
  return { what: 'latest-card', kind: 'put', item };
}

/** Longer than the time-to-live may need to remove a card that has ended. */
const UNINDEXED_KEPT_SECONDS = 7 * 86_400;

/** True while the customer was given no other card of this number since the row was read. */
export const stillLatest = (read: LatestCardItem | undefined): Condition =>
  read === undefined
    ? ABSENT
    : { expression: `${ABSENT.expression} OR #cardId = :read`, values: { ':read': read.cardId } };

export function writeLatestCard(card: StoredCard & CardOfCustomer, condition?: Condition): Write {
  const expiresAtSeconds = Math.ceil(Date.parse(card.createdAt) / 1000) + KEPT_SECONDS;
  const item = newItem(keyOf(card), { ...LATEST_CARD.attributes({ cardId: card.id }), expiresAtSeconds });
  return { what: 'latest-card', kind: 'put', item, ...defined({ condition }) };
}
