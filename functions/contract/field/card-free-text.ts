// Free text beside a card or its holder: the place where people write down the number that must not stand in
// clear.
import { holdsCardNumber } from '#domain/card/card.ts';
import { problem, text, transformed } from './field.ts';

/** A text that holds no card number, of any grouping or script. */
export const cardFreeText = (min: number, max: number) =>
  transformed(text(min, max), (value, context) => {
    const expected = { tr: 'kart numarası içermeyen bir metin', en: 'a text without a card number' };
    return holdsCardNumber(value) ? problem(context, 'INVALID_FORMAT', { expected }) : value;
  });
