// The kinds of fields that requests are made of. Each knows its own bounds and says in the caller's words
// what would be right; none repeats what was sent. zod/mini, because zod itself takes four times as long to
// load, at every cold start, for methods that are not used here.
import * as z from 'zod/mini';
import type { FieldCode, FieldHint } from '#domain/field-problem.ts';
import { isUuid } from '#domain/id.ts';
import { isJsonObject, numberText } from '#domain/json-number.ts';
import { CURRENCIES, type Currency, readAmount } from '#domain/money.ts';

/** Where a field tells what is wrong with it. */
export type FieldContext = z.core.ParsePayload<unknown>;

/**
 * Adds a problem with a code of the contract, of this field or of one below it; `z.NEVER` tells zod that no
 * value came of it.
 */
export function problem(context: FieldContext, code: FieldCode, hint: FieldHint = {}, below?: string): never {
  const path = below === undefined ? [] : [below];
  context.issues.push({ code: 'custom', input: undefined, params: { code, hint }, path });
  return z.NEVER;
}

/** Reads the value as another field would; what is wrong there is wrong here. */
export function readAs<Value>(other: z.ZodMiniType<Value>, value: unknown, context: FieldContext): Value {
  const result = other.safeParse(value);
  if (result.success) return result.data;
  context.issues.push(...result.error.issues.map((issue) => ({ ...issue, input: undefined }) as never));
  return z.NEVER;
}

/** A field whose value is made into another, or found wrong, once it is right in itself. */
export const transformed = <Value, Made>(
  inner: z.ZodMiniType<Value>,
  make: (value: Value, context: FieldContext) => Made,
) => z.pipe(inner, z.transform<Value, Made>(make));

const missing = (value: unknown) => value === undefined || value === null;
export const TYPES = {
  text: { tr: 'metin', en: 'a text' },
  number: { tr: 'sayı', en: 'a number' },
  integer: { tr: 'tam sayı', en: 'an integer' },
  boolean: { tr: 'true veya false', en: 'true or false' },
  list: { tr: 'liste', en: 'a list' },
};

/** A field of the caller's: `null` counts as absent, absence is REQUIRED unless `.optional` follows. */
export function field<Value>(read: (value: unknown, context: FieldContext) => Value) {
  return z.transform((value: unknown, context): Value => {
    return missing(value) ? problem(context, 'REQUIRED') : read(value, context);
  });
}

/** A field that another reads in its own way; `inner` lets the API reference see through it. */
export const around = <Value, Inner extends z.ZodMiniType>(
  inner: Inner,
  read: (value: unknown, context: FieldContext) => Value,
) => Object.assign(z.transform(read), { inner });

/** An object of fields. Unknown ones are ignored; an absent one is left to its field, which has a code. */
export const fields = <Shape extends z.core.$ZodShape>(shape: Shape) => {
  const object = z.object(shape);
  const absent = Object.fromEntries(Object.keys(shape).map((name) => [name, undefined]));
  return around(
    object,
    (input, context): z.output<typeof object> =>
      readAs(object, isJsonObject(input) ? { ...absent, ...input } : undefined, context),
  );
};

/** The same field where it may be absent; absent is `undefined`. */
export const optional = <Value>(inner: z.ZodMiniType<Value>) =>
  around(inner, (value, context): Value | undefined =>
    missing(value) ? undefined : readAs(inner, value, context),
  );

/** The same field with a value of ours where it is absent. */
export function withDefault<Value>(inner: z.ZodMiniType<Value>, fallback: Value) {
  return transformed(optional(inner), (value): Value => (value === undefined ? fallback : value));
}

// C0 and C1 controls, bidi embeddings, overrides and isolates, the byte order mark (api.md 4.5).
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\ufeff]/u;

/** Blanks, and what shows nothing by itself: a text of these alone is no name for anything. */
const UNSEEN = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u;

/** Free text: NFC, trimmed, its length counted in code points. */
export const text = (min: number, max: number) =>
  field((value, context) => {
    if (typeof value !== 'string') return problem(context, 'INVALID_TYPE', { expected: TYPES.text });
    if (FORBIDDEN.test(value)) {
      const expected = { tr: 'görünür karakterler', en: 'made of visible characters' };
      return problem(context, 'INVALID_FORMAT', { expected });
    }
    const tidy = UNSEEN.test(value) ? '' : value.normalize('NFC').trim();
    const length = [...tidy].length;
    if (length < min) return problem(context, min === 1 && length === 0 ? 'REQUIRED' : 'TOO_SHORT', { min });
    if (length > max) return problem(context, 'TOO_LONG', { max });
    return tidy;
  });

/** Text of a given shape, told in words. */
export const shaped = (shape: RegExp, max: number, expected: { tr: string; en: string }) =>
  transformed(text(1, max), (value, context) =>
    shape.test(value) ? value : problem(context, 'INVALID_FORMAT', { expected }),
  );

/** An amount in minor units, read from the number's source text (api.md 5.1). */
export const amount = () =>
  field((value, context) => {
    const source = numberText(value);
    if (source === undefined) return problem(context, 'INVALID_TYPE', { expected: TYPES.number });
    return amountOf(source, context);
  });

function amountOf(source: string, context: FieldContext): number {
  const reading = readAmount(source);
  if (reading.kind === 'amount') return reading.amountMinor;
  if (reading.kind === 'tooPrecise') return problem(context, 'AMOUNT_PRECISION');
  if (reading.kind === 'outOfRange') {
    return problem(context, 'OUT_OF_RANGE', { min: '0.01', max: '999999999.99' });
  }
  return problem(context, 'INVALID_FORMAT', { expected: { tr: '40.50 gibi', en: 'like 40.50' } });
}

const PLAIN_INTEGER = /^(0|-?[1-9]\d{0,14})$/;
export const integer = (min: number, max: number) =>
  field((value, context) => {
    const source = numberText(value);
    if (source === undefined) return problem(context, 'INVALID_TYPE', { expected: TYPES.integer });
    return integerOf(source, min, max, context);
  });

function integerOf(source: string, min: number, max: number, context: FieldContext): number {
  if (!/^-?\d+$/.test(source)) return problem(context, 'INVALID_TYPE', { expected: TYPES.integer });
  const number = PLAIN_INTEGER.test(source) ? Number(source) : Number.NaN;
  return number >= min && number <= max ? number : problem(context, 'OUT_OF_RANGE', { min, max });
}

export const flag = () =>
  field((value, context) =>
    typeof value === 'boolean' ? value : problem(context, 'INVALID_TYPE', { expected: TYPES.boolean }),
  );

export const oneOf = <const Value extends string>(values: readonly Value[]) =>
  field((value, context): Value => {
    if (typeof value !== 'string') return problem(context, 'INVALID_TYPE', { expected: TYPES.text });
    return values.find((one) => one === value) ?? problem(context, 'INVALID_ENUM', { values });
  });

export const currency = (): z.ZodMiniType<Currency> => oneOf(CURRENCIES);

/** An id of ours in a body: a lower-case UUID. */
export const id = () =>
  field((value, context) => {
    if (typeof value !== 'string') return problem(context, 'INVALID_TYPE', { expected: TYPES.text });
    const uuid = value.toLowerCase();
    const expected = { tr: 'bir UUID', en: 'a UUID' };
    return isUuid(uuid) ? uuid : problem(context, 'INVALID_FORMAT', { expected });
  });

export const list = <Value>(item: z.ZodMiniType<Value>, max: number) =>
  z.pipe(
    field((value, context): unknown[] => {
      if (!Array.isArray(value)) return problem(context, 'INVALID_TYPE', { expected: TYPES.list });
      return value.length > max ? problem(context, 'TOO_LONG', { max }) : value;
    }),
    z.array(item),
  );

/** Query parameters are texts; these read them as what they mean. */
export const queryInteger = (min: number, max: number) =>
  field((value, context) =>
    typeof value === 'string' ? integerOf(value, min, max, context) : problem(context, 'INVALID_TYPE'),
  );
export const queryAmount = () =>
  field((value, context) =>
    typeof value === 'string' ? amountOf(value, context) : problem(context, 'INVALID_TYPE'),
  );
export const queryFlag = () => transformed(oneOf(['true', 'false']), (value) => value === 'true');
