// Limits how many different numbers a merchant stores behind one mask, for the life of the vault (cards.md
// 1.8). Without it, the holder of an API key could store every number that fits the mask of a stored card.
import { MOST_UNPAID_NUMBERS } from '#domain/card/stored-card.ts';
import { optional, texts } from '#domain/shape.ts';
import type { Write } from '../table/commit.ts';
import { cardNumbersKey } from '../table/keys.ts';
import { row } from '../table/row.ts';
import type { StoredCardItem } from './card.ts';
import { type CardSale, writeCardSale } from './card-mark.ts';

type CardNumbers = {
  /** The fingerprints of all numbers that were ever stored behind the mask. */
  numbers?: ReadonlySet<string>;
  /** Those of them with which a buyer has paid. */
  paid?: ReadonlySet<string>;
};

export const CARD_NUMBERS = /* @__PURE__ */ row<CardNumbers>('card-numbers', () => ({
  numbers: optional(texts),
  paid: optional(texts),
}));

type NumberedCard = { merchantId: string; maskedCardNumber: string; fingerprint: string };

const keyOf = ({ merchantId, maskedCardNumber }: NumberedCard) =>
  cardNumbersKey(merchantId, { bin: maskedCardNumber.slice(0, 6), lastFour: maskedCardNumber.slice(-4) });

const limitOf = ({ paid = new Set() }: CardNumbers) => MOST_UNPAID_NUMBERS + paid.size;

/** The limit of a mask with room for one more number; undefined if it is full. */
export const limitWithRoom = (row: CardNumbers): number | undefined =>
  (row.numbers?.size ?? 0) < limitOf(row) ? limitOf(row) : undefined;

/**
 * The write conflicts if the mask has `limit` numbers. A known number is not counted again, but a full mask
 * refuses it too: otherwise its acceptance would tell that it is one of the stored numbers.
 */
export const writeCardNumber = (card: NumberedCard, limit = MOST_UNPAID_NUMBERS): Write => ({
  what: 'card-numbers',
  kind: 'count',
  key: keyOf(card),
  add: {},
  addTo: { numbers: card.fingerprint },
  condition: {
    expression: 'attribute_not_exists(#numbers) OR size(#numbers) < :limit',
    values: { ':limit': limit },
  },
});

/** A bank has approved a sale with the card: its number makes room for another one. Changes nothing twice. */
export const writePaidCardNumber = (card: NumberedCard): Write => ({
  what: 'card-numbers',
  kind: 'count',
  key: keyOf(card),
  add: {},
  addTo: { numbers: card.fingerprint, paid: card.fingerprint },
});

/** The first sale on a page was approved. */
export const writeFirstPayment = (card: StoredCardItem, sale: CardSale): Write[] => [
  writeCardSale(card, sale),
  writePaidCardNumber(card),
];
