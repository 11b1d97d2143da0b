// The fields of requests. A field reads a value, or reports the expected form without repeating the sent
// value. zod/mini, because zod itself takes four times as long to load at every cold start.

import * as z from 'zod/mini';
import { secretIn } from '#domain/card/card-text.ts';
import { defined } from '#domain/defined.ts';
import type { FieldCode, FieldHint } from '#domain/field-problem.ts';
import { isPaymentReference, readUuid } from '#domain/id.ts';
import { isJsonObject, numberText, spelledFlag, spelledNumber } from '#domain/json-number.ts';
import { CURRENCIES, type Currency, readAmount } from '#domain/money.ts';
import { caseless } from '#domain/text/turkish-fold.ts';
import { unicodePattern } from '#domain/text/unicode-pattern.ts';
import type { OtherWords } from '../words/other-words.ts';
import type { Accepts } from './accepts.ts';
import { isUnsetText } from './unset.ts';

/** A reader of one value, with a description of the accepted values for the API reference. */
export type Field<Value = unknown> = z.ZodMiniType<Value> & { readonly accepts: Accepts };

/** Receives the problems of a field. */
export type FieldContext = z.core.ParsePayload<unknown>;

/** Adds a problem to this field, or to the field `below` it. Returns `z.NEVER`, which zod discards. */
export function problem(context: FieldContext, code: FieldCode, hint: FieldHint = {}, below?: string): never {
  const path = below === undefined ? [] : [below];
  context.issues.push({ code: 'custom', input: undefined, params: { code, hint }, path });
  return z.NEVER;
}

/** Reads the value as another field does; its problems become problems of this one, with further `hints`. */
export function readAs<Value>(
  other: z.ZodMiniType<Value>,
  value: unknown,
  context: FieldContext,
  hints?: FieldHint,
): Value {
  const result = other.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    const { params } = issue as { params?: Record<string, object> | undefined };
    const hint = { ...params?.['hint'], ...hints };
    context.issues.push({ ...issue, params: { ...params, hint }, input: undefined });
  }
  return z.NEVER;
}

/** A field whose reader gets the value unchanged, `undefined` and `null` included. */
export const rawField = <Value>(
  accepts: Accepts,
  read: (value: unknown, context: FieldContext) => Value,
): Field<Value> => Object.assign(z.transform(read), { accepts });

/** A required field: `undefined` and `null` are REQUIRED. */
export const field = <Value>(
  accepts: Accepts,
  read: (value: unknown, context: FieldContext) => Value,
): Field<Value> =>
  rawField(accepts, (value, context) =>
    missing(value) ? problem(context, 'REQUIRED') : read(value, context),
  );

/**
 * A field whose valid value is converted, or checked further. `accepts` is given if the result accepts less.
 */
export const transformed = <Value, Made>(
  inner: Field<Value>,
  make: (value: Value, context: FieldContext) => Made,
  accepts = inner.accepts,
): Field<Made> => Object.assign(z.pipe(inner, z.transform<Value, Made>(make)), { accepts });

/** A field that accepts only some values of another; `expected` describes them to the caller. */
export const checked = <Value>(
  inner: Field<Value>,
  isValid: (value: Value) => boolean,
  expected: { tr: string; en: string },
  accepts = inner.accepts,
): Field<Value> =>
  transformed(
    inner,
    (value, context) => (isValid(value) ? value : problem(context, 'INVALID_FORMAT', { expected })),
    accepts,
  );

const missing = (value: unknown) => value === undefined || value === null;

const ONCE = { tr: 'birden çok kez değil, bir kez verilmiş', en: 'given once, not more than once' };

/** Reports a value of another type. A query parameter that is given more than once is read as a set. */
/* @__NO_SIDE_EFFECTS__ */
const wanting = (expected: { tr: string; en: string }) => (context: FieldContext) =>
  problem(context, 'INVALID_TYPE', { expected: context.value instanceof Set ? ONCE : expected });

export const notText = wanting({ tr: 'metin', en: 'a string' });
const notNumber = wanting({ tr: 'sayı', en: 'a number' });
const notInteger = wanting({ tr: 'tam sayı', en: 'an integer' });
const notBoolean = wanting({ tr: 'true veya false', en: 'true or false' });
const notList = wanting({ tr: 'liste', en: 'an array' });
export const notObject = wanting({ tr: 'nesne', en: 'an object' });

/** PHP writes an empty object as `[]`. */
export const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

/**
 * An object of fields. An absent field is read as `undefined`, so that it reports its absence. `words`: what
 * other providers call the fields.
 */
export const fields = <Shape extends Record<string, Field>>(shape: Shape, words?: OtherWords) => {
  const object = z.object(shape);
  const absent = Object.fromEntries(Object.keys(shape).map((name) => [name, undefined]));
  return rawField(
    { kind: 'object', fields: shape, ...defined({ words }) },
    (input, context): z.output<typeof object> => {
      if (input === undefined) return problem(context, 'REQUIRED');
      const given = isEmptyList(input) ? {} : input;
      if (!isJsonObject(given)) return notObject(context);
      return readAs(object, { ...absent, ...given }, context);
    },
  );
};

const NO_TEXTS: readonly Accepts['kind'][] = [
  ...(['integer', 'amount', 'percent', 'boolean', 'object', 'list', 'metadata'] as const),
];

/** True for null, the empty text where a text is expected, and an unset id or date (api.md 4.3). */
export const isBlank = (value: unknown, { kind }: Accepts) =>
  missing(value) ||
  (value === '' && !NO_TEXTS.includes(kind)) ||
  (isUnsetText(value) && kind !== 'text' && kind !== 'digits');

export const isZero = (value: unknown) => /^0(?:\.0+)?$/.test(spelledNumber(value) ?? '');

const LEFT_OUT = { tr: 'yoksa alanı göndermeyin', en: 'otherwise leave it out' };

/** A zero that is refused may be left out. */
const readOptional = <Value>(inner: Field<Value>, value: unknown, context: FieldContext) =>
  readAs(inner, value, context, isZero(value) ? { wayOut: LEFT_OUT } : undefined);

/** The same field, but optional: `undefined` if it is absent. */
export const optional = <Value>(inner: Field<Value>): Field<Value | undefined> =>
  rawField({ ...inner.accepts, optional: true }, (value, context) =>
    isBlank(value, inner.accepts) ? undefined : readOptional(inner, value, context),
  );

/** The same field, but optional: `fallback` if it is absent. */
export const withDefault = <Value>(inner: Field<Value>, fallback: Value): Field<Value> =>
  rawField({ ...inner.accepts, optional: true, default: fallback }, (value, context) =>
    isBlank(value, inner.accepts) ? fallback : readOptional(inner, value, context),
  );

// C0 and C1 controls, bidi embeddings, overrides and isolates, the byte order mark (api.md 4.5).
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\ufeff]/u;

const unseen = unicodePattern('^[\\p{White_Space}\\p{Default_Ignorable_Code_Point}]*$');
/** A text of blanks and characters without a glyph counts as empty. Most texts have a character of ASCII. */
const isUnseen = (text: string) => !/[!-~]/.test(text) && unseen().test(text);

const VISIBLE = { tr: 'görünür karakterlerden oluşan bir metin', en: 'made of visible characters' };
const ONE_LINE = {
  tr: 'satır sonu ve sekme içermeyen bir metin',
  en: 'a text without line breaks and tabs',
};

/** Free text: NFC, trimmed, its length counted in code points (api.md 4.5). */
export const text = (min: number, max: number) =>
  field({ kind: 'text', min, max }, (value, context) => {
    if (typeof value !== 'string') return notText(context);
    if (FORBIDDEN.test(value)) {
      return problem(context, 'INVALID_FORMAT', { expected: /[\t\n\r]/.test(value) ? ONE_LINE : VISIBLE });
    }
    const tidy = isUnseen(value) ? '' : value.normalize('NFC').trim();
    const length = [...tidy].length;
    if (length < min) return problem(context, min === 1 && length === 0 ? 'REQUIRED' : 'TOO_SHORT', { min });
    if (length > max) return problem(context, 'TOO_LONG', { max });
    const secret = secretIn(tidy);
    return secret ? problem(context, secret) : tidy;
  });

/** A text, or a number of digits only, which is its source text (api.md 5.1). */
export const textOrDigits = (min: number, max: number) => {
  const inner = text(min, max);
  return field(inner.accepts, (value, context) => {
    const source = numberText(value) ?? '';
    return readAs(inner, /^\d+$/.test(source) ? source : value, context);
  });
};

/** In the major unit of the currency. */
const AMOUNT_RANGE = { min: 0.01, max: 999_999_999.99 };

const PLAIN_AMOUNT = {
  tr: '1500.00 veya 1.50 gibi: yalnızca rakamlar ve kuruştan önce bir nokta',
  en: 'like 1500.00 or 1.50: digits only, and one dot before the decimals',
};

/** An amount in minor units, read from its digits (api.md 5.1). */
export const amount = () =>
  field({ kind: 'amount', ...AMOUNT_RANGE }, (value, context) => {
    const digits = spelledNumber(value);
    if (digits === undefined) {
      const isWritten = typeof value === 'string' && /\d/.test(value);
      return isWritten ? problem(context, 'INVALID_FORMAT', { expected: PLAIN_AMOUNT }) : notNumber(context);
    }
    const reading = readAmount(digits);
    if (reading.kind === 'amount') return reading.amountMinor;
    if (reading.kind === 'tooPrecise') return problem(context, 'AMOUNT_PRECISION');
    if (reading.kind === 'outOfRange') return problem(context, 'OUT_OF_RANGE', AMOUNT_RANGE);
    return problem(context, 'INVALID_FORMAT', { expected: PLAIN_AMOUNT });
  });

/** An amount, or zero: of a free trial, or of a line of an order that costs nothing. */
export const amountOrZero = () =>
  field({ kind: 'amount', ...AMOUNT_RANGE, min: 0 }, (value, context) =>
    isZero(value) ? 0 : readAs(amount(), value, context, { min: 0 }),
  );

const PLAIN_INTEGER = /^(0|-?[1-9]\d{0,14})$/;
export const integer = (min: number, max: number) =>
  field({ kind: 'integer', min, max }, (value, context) => {
    const digits = withoutZeros(spelledNumber(value) ?? '');
    if (!/^-?\d+$/.test(digits)) return notInteger(context);
    const number = PLAIN_INTEGER.test(digits) ? Number(digits) : Number.NaN;
    return number >= min && number <= max ? number : problem(context, 'OUT_OF_RANGE', { min, max });
  });

/** Zeros after the point change nothing: 3.0 is a whole number. */
export const withoutZeros = (source: string) => source.replace(/\.0+$/, '');

export const flag = () =>
  field({ kind: 'boolean' }, (value, context) => spelledFlag(value) ?? notBoolean(context));

/** One of the words, in any case (api.md 5.9). */
export const oneOf = <const Value extends string>(values: readonly Value[]) =>
  field({ kind: 'choice', values }, (value, context): Value => {
    if (typeof value !== 'string') return notText(context);
    const word = caseless(value);
    return values.find((one) => caseless(one) === word) ?? problem(context, 'INVALID_ENUM', { values });
  });

export const currency = (): Field<Currency> => oneOf(CURRENCIES);

/** The id of a record of this service, in lower case. */
export const id = () =>
  field({ kind: 'uuid' }, (value, context) => {
    if (typeof value !== 'string') return notText(context);
    const expected = { tr: 'bir UUID', en: 'a UUID' };
    return readUuid(value) ?? problem(context, 'INVALID_FORMAT', { expected });
  });

/** A payment's reference number in any case, or a text that is none. */
export const paymentReference = () =>
  transformed(text(1, 64), (value) =>
    isPaymentReference(value.toUpperCase()) ? value.toUpperCase() : value,
  );

export const list = <Value>(item: Field<Value>, max: number): Field<Value[]> => {
  const items = z.array(item);
  return field({ kind: 'list', item: item.accepts, max }, (value, context) => {
    if (!Array.isArray(value)) return notList(context);
    return value.length > max ? problem(context, 'TOO_LONG', { max }) : readAs(items, value, context);
  });
};

/** The same query parameter, also under another name that merchants expect. */
export const alsoNamed = <Value>(otherName: string, inner: Field<Value>): Field<Value> =>
  transformed(inner, (value) => value, { ...inner.accepts, otherName });
