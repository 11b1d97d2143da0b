// A number of a request, kept as the caller wrote it: `40.50` and `1e2` differ for money, and a float would
// have forgotten how.

const source = Symbol('source text');
type JsonNumber = { readonly [source]: string };

export const jsonNumber = (text: string): JsonNumber => Object.freeze({ [source]: text });

/** The source text, or undefined where the value was no JSON number. */
export function numberText(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && source in value
    ? (value as JsonNumber)[source]
    : undefined;
}

/** What JSON calls an object: no list, no null, and no number that is kept as one. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  const isNested = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isNested && numberText(value) === undefined;
}
