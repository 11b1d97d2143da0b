// JSON Schemas that several parts of the document have.

export type JsonSchema = Record<string, unknown>;

export const text: JsonSchema = { type: 'string' };
export const count: JsonSchema = { type: 'integer', minimum: 0 };
// `double`, because Go's generator makes a 32-bit float of a number without a format, which changes amounts
// above 131,072. Not `multipleOf: 0.01`: validators divide floats, and would reject 149.9.
export const decimal = { type: 'number', format: 'double' } as const;
export const amount: JsonSchema = { ...decimal, minimum: 0 };
export const uuid: JsonSchema = { type: 'string', format: 'uuid' };
export const matching = (pattern: RegExp): JsonSchema => ({ type: 'string', pattern: pattern.source });

/**
 * One of the values of a list. No `enum`, because generated clients refuse an answer whose enum has a value
 * that they do not know, and `anyOf` with a text makes a class of each such field.
 */
export const oneOf = (values: readonly string[]): JsonSchema => ({
  type: 'string',
  'x-extensible-enum': [...values],
});

/**
 * Said of each object, because several generators take an object that says nothing for one that may never
 * get a further field.
 */
export const OPEN = { additionalProperties: true };
/** The one value of a text; generators that combine schemas know no `const` there. */
export const only = (value: string): JsonSchema => ({ type: 'string', enum: [value] });

export const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
