// Limits how many different numbers a merchant stores behind one mask, for the life of the vault (cards.md
// 1.8). Without it, the holder of an API key could store every number that fits the mask of a stored card.
import { MOST_UNPAID_NUMBERS } from '#domain/card/stored-card.ts';
import { optional, texts, type ValueOf } from '#domain/shape.ts';
import type { Write } from '../table/commit.ts';
import { cardNumbersKey, cardTriesKey } from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';
import { row } from '../table/row.ts';
import { getItems } from '../table/table.ts';
import type { StoredCardItem } from './card.ts';
import { type CardSale, writeCardSale } from './card-mark.ts';
import { CARD_TRIES } from './card-tries.ts';

const fields = () => ({
  /** The fingerprints of all numbers that were ever stored behind the mask. */
  numbers: optional(texts),
  /** The numbers with which a bank has approved a sale; `findMaskLimit` finds those that are not added yet. */
  paid: optional(texts),
});
type CardNumbers = ValueOf<typeof fields>;

export const CARD_NUMBERS = /* @__PURE__ */ row<CardNumbers>('card-numbers', fields);

export const cardNumbersKind = () =>
  ({
    keys: [cardNumbersKey('{m}', { bin: '{bin}', lastFour: '{lastFour}' })],
    readBy: 'its own condition',
    events: 'nothing: it finds cards of a number',
    read: CARD_NUMBERS.find,
  }) satisfies Kind;

type NumberedCard = { merchantId: string; maskedCardNumber: string; fingerprint: string };

const keyOf = ({ merchantId, maskedCardNumber }: NumberedCard) =>
  cardNumbersKey(merchantId, { bin: maskedCardNumber.slice(0, 6), lastFour: maskedCardNumber.slice(-4) });

/** The limit of numbers behind a mask, and the paid numbers that its row does not contain yet. */
export type MaskLimit = { limit: number; newlyPaid: readonly string[] };

/**
 * Returns undefined if the mask is full. A charge records its approval in the row of the card's tries, which
 * it writes anyway. These rows are read here, for numbers without a payment in the mask's row: at most as
 * many as may be unpaid.
 */
export async function findMaskLimit(
  merchantId: string,
  { numbers = new Set(), paid = new Set() }: CardNumbers,
): Promise<MaskLimit | undefined> {
  const unpaid = [...numbers.difference(paid)].slice(0, MOST_UNPAID_NUMBERS);
  const rows = await getItems(unpaid.map((fingerprint) => cardTriesKey(merchantId, fingerprint)));
  const newlyPaid = unpaid.filter((_, at) => CARD_TRIES.find(rows[at])?.hasPaid);
  const limit = MOST_UNPAID_NUMBERS + paid.size + newlyPaid.length;
  return numbers.size < limit ? { limit, newlyPaid } : undefined;
}

const NO_PAYMENT: MaskLimit = { limit: MOST_UNPAID_NUMBERS, newlyPaid: [] };

/**
 * The write conflicts if the mask has `limit` numbers. A known number is not counted again, but a full mask
 * refuses it too: otherwise its acceptance would reveal that it is one of the stored numbers.
 */
export const writeCardNumber = (card: NumberedCard, { limit, newlyPaid }: MaskLimit = NO_PAYMENT): Write => ({
  what: 'card-numbers',
  kind: 'count',
  key: keyOf(card),
  addTo: { numbers: [card.fingerprint], ...(newlyPaid.length > 0 && { paid: newlyPaid }) },
  condition: {
    expression: 'attribute_not_exists(#numbers) OR size(#numbers) < :limit',
    values: { ':limit': limit },
  },
});

/**
 * A bank has approved a sale on a page with the card: the mask may have one more number. A repetition changes
 * nothing.
 */
export const writePaidCardNumber = (card: NumberedCard): Write => ({
  what: 'card-numbers',
  kind: 'count',
  key: keyOf(card),
  addTo: { numbers: [card.fingerprint], paid: [card.fingerprint] },
});

/** The writes for the first approved sale on a page. */
export const writeFirstPayment = (card: StoredCardItem, sale: CardSale): Write[] => [
  writeCardSale(card, sale),
  writePaidCardNumber(card),
];
