// Stored cards in requests and responses (cards.md 1 and 2). Number and expiry are never returned.
import type * as z from 'zod/mini';
import {
  MAX_CARD_DIGITS,
  MIN_CARD_DIGITS,
  passesLuhn,
  readExpiryMonth,
  readExpiryYear,
  withoutSeparators,
} from '#domain/card/card.ts';
import { BIN_DIGITS } from '#domain/card/stored-card.ts';
import { numberText } from '#domain/json-number.ts';
import { cardFreeText } from './field/card-free-text.ts';
import { clearable, replaceable } from './field/clearable.ts';
import {
  alsoNamed,
  checked,
  type Field,
  type FieldContext,
  field,
  fields,
  flag,
  id,
  notText,
  optional,
  problem,
  rawField,
  readAs,
  text,
  transformed,
  withDefault,
  withoutZeros,
} from './field/field.ts';
import { listQuery } from './field/list.ts';
import { metadata } from './field/metadata.ts';
import { CARD_QUERY_WORDS, CARD_WORDS } from './words/customer-words.ts';

const cardNumber = () =>
  field({ kind: 'cardNumber' }, (value, context) => {
    if (typeof value !== 'string') return notText(context);
    const digits = withoutSeparators(value);
    const expected = { tr: 'kartın üzerindeki numara', en: 'the number as it stands on the card' };
    if (digits === '') return problem(context, 'REQUIRED');
    if (!/^[0-9]+$/.test(digits)) return problem(context, 'INVALID_FORMAT', { expected });
    if (digits.length < MIN_CARD_DIGITS) return problem(context, 'TOO_SHORT', { min: MIN_CARD_DIGITS });
    if (digits.length > MAX_CARD_DIGITS) return problem(context, 'TOO_LONG', { max: MAX_CARD_DIGITS });
    return passesLuhn(digits) ? digits : problem(context, 'INVALID_FORMAT', { expected });
  });

/** A text, or a whole number as its digits. */
const digits = () =>
  field({ kind: 'text', min: 1, max: 16 }, (value, context) => {
    const source = numberText(value);
    return readAs(text(1, 16), source === undefined ? value : withoutZeros(source), context);
  });

/** An empty text is read as absent. */
const unlessEmpty = <Value>(inner: Field<Value>) => {
  const field = optional(inner);
  return rawField(field.accepts, (value, context) =>
    readAs(field, value === '' ? undefined : value, context),
  );
};

const expiryMonth = () =>
  transformed(
    digits(),
    (value, context) => {
      if (!/^[0-9]{1,2}$/.test(value)) {
        return problem(context, 'INVALID_FORMAT', { expected: { tr: '07 gibi', en: 'like 07' } });
      }
      return readExpiryMonth(value) ?? problem(context, 'OUT_OF_RANGE', { min: '01', max: '12' });
    },
    { kind: 'expiryMonth' },
  );

const expiryYear = () =>
  transformed(
    digits(),
    (value, context) => {
      const expected = { tr: '29 veya 2029 gibi', en: 'like 29 or 2029' };
      return readExpiryYear(value) ?? problem(context, 'INVALID_FORMAT', { expected });
    },
    { kind: 'expiryYear' },
  );

const [cardAlias, ownerName] = [() => cardFreeText(1, 64), () => cardFreeText(0, 100)];

/** The body of POST /api/card. */
export const createCardBody = () =>
  fields(
    {
      cardAlias: cardAlias(),
      ownerName: optional(ownerName()),
      cardNumber: cardNumber(),
      expiryMonth: expiryMonth(),
      expiryYear: expiryYear(),
      saveCard: withDefault(flag(), true),
      forceCvv: withDefault(flag(), false),
      customerId: optional(id()),
      metadata: optional(metadata()),
    },
    CARD_WORDS,
  );
export type CreateCardBody = z.infer<ReturnType<typeof createCardBody>>;

/**
 * The number in a whole card that is sent back: nothing, or the record's mask, which the endpoint compares.
 */
const unchangedNumber = () =>
  field({ kind: 'text', min: 0, max: LONGEST_NUMBER }, (value, context) => {
    if (typeof value !== 'string') return notText(context);
    return value.length > LONGEST_NUMBER
      ? problem(context, 'TOO_LONG', { max: LONGEST_NUMBER })
      : value.trim();
  });
const LONGEST_NUMBER = 64;

/**
 * The body of PUT /api/card/{id}. Absent fields keep their values, an empty or null `ownerName` removes the
 * name, and month and year of the expiry must be sent together.
 */
export const updateCardBody = () =>
  transformed(
    fields(
      {
        cardAlias: replaceable(cardAlias()),
        ownerName: clearable(ownerName()),
        cardNumber: optional(unchangedNumber()),
        forceCvv: optional(flag()),
        metadata: clearable(metadata()),
        expiryMonth: unlessEmpty(expiryMonth()),
        expiryYear: unlessEmpty(expiryYear()),
      },
      CARD_WORDS,
    ),
    ({ cardNumber: number, expiryMonth: month, expiryYear: year, ...others }, context) => {
      const rest = { ...others, cardNumber: number || undefined };
      if (month !== undefined && year !== undefined) {
        return { ...rest, expiry: { expiryMonth: month, expiryYear: year } };
      }
      if (month !== undefined) missingField(context, 'expiryYear');
      if (year !== undefined) missingField(context, 'expiryMonth');
      return { ...rest, expiry: undefined };
    },
  );
export type UpdateCardBody = z.infer<ReturnType<typeof updateCardBody>>;

const missingField = (context: FieldContext, name: string) => problem(context, 'REQUIRED', {}, name);

const bin = () =>
  checked(
    text(1, 64),
    (value) => value.length === BIN_DIGITS && /^[0-9]+$/.test(value),
    {
      tr: 'kartın ilk altı rakamı; sekiz rakamınız varsa ilk altısı',
      en: 'the first six digits of the card; of eight, the first six',
    },
    { kind: 'digits', min: BIN_DIGITS, max: BIN_DIGITS },
  );

/** The query of GET /api/card/query: an alias, a BIN, a customer, or several of them. */
export const cardQuery = () => {
  const filters = {
    alias: alsoNamed('cardAlias', optional(text(1, 64))),
    bin: alsoNamed('binNumber', optional(bin())),
    customerId: optional(id()),
  };
  const query = { ...filters, ...listQuery() };
  const anyOf = Object.keys(filters);
  return transformed(
    fields(query),
    (values, context) => {
      if ((values.alias ?? values.bin ?? values.customerId) !== undefined) return values;
      for (const name of anyOf) problem(context, 'REQUIRED', { values: anyOf }, name);
      return values;
    },
    { kind: 'object', fields: query, anyOf, words: CARD_QUERY_WORDS },
  );
};
