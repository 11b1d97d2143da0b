// Free text beside a card or its holder, where callers are tempted to write down the card number.
import { containsCardNumber } from '#domain/card/card-text.ts';
import { problem, text, transformed } from './field.ts';

/** A text without a card number of any scheme, length, grouping or script (cards.md 1.5). */
export const cardFreeText = (min: number, max: number) =>
  transformed(text(min, max), (value, context) =>
    containsCardNumber(value) ? problem(context, 'CARD_DATA') : value,
  );
