// JSON Schemas with the type of the value that they describe, so that the compiler compares them with the
// functions that write responses: a missing field, a further one or an unexpected null does not compile.
//
// What the schemas say to clients is open: a later version may add fields and values (api.md 2.7). Only the
// tests of this repository require exactly the fields and values of today (test/harness/json-schema.ts).

export type JsonSchema = Record<string, unknown>;

declare const described: unique symbol;
/** A schema of exactly this type. */
export type SchemaOf<Value> = JsonSchema & { readonly [described]?: (value: Value) => Value };

export const text: SchemaOf<string> = { type: 'string' };
export const flag: SchemaOf<boolean> = { type: 'boolean' };
export const count: SchemaOf<number> = { type: 'integer', minimum: 0 };
const TWO_DECIMALS = 'With at most two decimals, like 149.9.';
// `double`, because Go's generator makes a 32-bit float of a number without a format, which changes amounts
// above 131,072. Not `multipleOf: 0.01`: validators divide floats, and would reject 149.9.
export const decimal = { type: 'number', format: 'double', description: TWO_DECIMALS } as const;
export const amount: SchemaOf<number> = { ...decimal, minimum: 0 };
export const instant: SchemaOf<string> = { type: 'string', format: 'date-time' };
export const day: SchemaOf<string> = { type: 'string', format: 'date' };
export const uuid: SchemaOf<string> = { type: 'string', format: 'uuid' };
export const url: SchemaOf<string> = { type: 'string', format: 'uri' };
export const matching = (pattern: RegExp): SchemaOf<string> => ({ type: 'string', pattern: pattern.source });

/**
 * One of the values of a list. No `enum`, because generated clients refuse an answer whose enum has a value
 * that they do not know, and `anyOf` with a text makes a class of each such field.
 */
export const oneOf = <const Values extends readonly string[]>(values: Values): SchemaOf<Values[number]> => ({
  type: 'string',
  'x-extensible-enum': [...values],
});
/** One of the members of a union type. All members must be listed. */
export const memberOf = <Value extends string>(members: Record<Value, true>): SchemaOf<Value> =>
  oneOf(Object.keys(members) as Value[]);

/** The field is always present and may be null. */
export const orNull = <Value>({ type, ...more }: JsonSchema & SchemaOf<Value>): SchemaOf<Value | null> =>
  ({ type: [type, 'null'], ...more }) as JsonSchema;

/** An object with any keys, whose values are texts. */
export const textMap: SchemaOf<Readonly<Record<string, string>>> = {
  type: 'object',
  additionalProperties: { type: 'string' },
};

export const listOf = <Value>(one: SchemaOf<Value>): SchemaOf<Value[]> => ({ type: 'array', items: one });

type OptionalNames<Value> = {
  [Name in keyof Value]-?: Partial<Pick<Value, Name>> extends Pick<Value, Name> ? Name : never;
}[keyof Value];

/**
 * Said of each object, because several generators take an object that says nothing for one that may never
 * get a further field.
 */
export const OPEN = { additionalProperties: true };

/** All fields are always present except those in `absent`, which must list all optional fields. */
export const object = <Value>(
  fields: { [Name in keyof Value]-?: SchemaOf<Exclude<Value[Name], undefined>> },
  ...absent: OptionalNames<Value> extends never ? [] : [Record<OptionalNames<Value>, true>]
): SchemaOf<Value> => ({
  type: 'object',
  required: Object.keys(fields).filter((name) => !Object.hasOwn(absent[0] ?? {}, name)),
  properties: fields,
  ...OPEN,
});

/** An object with the keys of a list, and values of one kind. */
export const record = <const Keys extends readonly string[], Value>(
  keys: Keys,
  one: SchemaOf<Value>,
): SchemaOf<Record<string, Value>> => ({
  type: 'object',
  required: [...keys],
  properties: Object.fromEntries(keys.map((key) => [key, one])),
  ...OPEN,
});

export const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
