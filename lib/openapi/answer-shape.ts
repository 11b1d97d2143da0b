// Schemas of answers that the compiler holds against the functions which write them: a field more or less, a
// null that may come, a value of a list that is missing here does not compile.
import type { JsonSchema } from './number-schema.ts';

declare const answers: unique symbol;
/** The schema of a value of exactly this type. */
export type Told<Value> = JsonSchema & { readonly [answers]?: (value: Value) => Value };

export const text: Told<string> = { type: 'string' };
export const flag: Told<boolean> = { type: 'boolean' };
export const count: Told<number> = { type: 'integer', minimum: 0 };
/** In the currency's major unit, 149.9. */
export const amount: Told<number> = { type: 'number', minimum: 0, multipleOf: 0.01 };
export const instant: Told<string> = { type: 'string', format: 'date-time' };
export const day: Told<string> = { type: 'string', format: 'date' };
export const uuid: Told<string> = { type: 'string', format: 'uuid' };
export const url: Told<string> = { type: 'string', format: 'uri' };
export const like = (pattern: RegExp): Told<string> => ({ type: 'string', pattern: pattern.source });

/** Every member of a union of texts: one that is left out does not compile. */
export const oneOf = <Value extends string>(values: Record<Value, true>): Told<Value> => ({
  type: 'string',
  enum: Object.keys(values),
});
/** As above, of a list that is there anyway. */
export const of = <const Values extends readonly string[]>(values: Values): Told<Values[number]> => ({
  type: 'string',
  enum: [...values],
});

/** The field is always there; null says that there is nothing to say. */
export function orNull<Value>(one: Told<Value>): Told<Value | null> {
  const { type, enum: values, ...more } = one as JsonSchema & { enum?: unknown[] };
  return { type: [type, 'null'], ...(values && { enum: [...values, null] }), ...more };
}

export const listOf = <Value>(one: Told<Value>): Told<Value[]> => ({ type: 'array', items: one });

/** Every field is always there, and no other. */
export const shape = <Value>(fields: { [Name in keyof Value]-?: Told<Value[Name]> }): Told<Value> => ({
  type: 'object',
  required: Object.keys(fields),
  properties: fields,
  additionalProperties: false,
});

export const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
