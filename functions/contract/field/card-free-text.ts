// Free text beside a card or its holder, where callers are tempted to write down the card number.
import { holdsCardNumber } from '#domain/card/card.ts';
import { checked, text } from './field.ts';

/** A text without a card number of any grouping or script (cards.md 1.5). */
export const cardFreeText = (min: number, max: number) =>
  checked(text(min, max), (value) => !holdsCardNumber(value), {
    tr: 'kart numarası içermeyen bir metin',
    en: 'a text without a card number',
  });
