// A JSON number of a request with its source text. An amount is checked as text (`40.500`, `1e2`), which a
// double does not preserve.

const source = Symbol('source text');
type JsonNumber = { readonly [source]: string };

export const jsonNumber = (text: string): JsonNumber => Object.freeze({ [source]: text });

/** Returns the source text, or undefined if the value is not a JSON number. */
export function numberText(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && source in value
    ? (value as JsonNumber)[source]
    : undefined;
}

/** True for a JSON object: not an array, not null and not a `JsonNumber`. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  const isNested = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isNested && numberText(value) === undefined;
}
