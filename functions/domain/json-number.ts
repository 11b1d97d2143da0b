// A number of a request, kept as the caller wrote it: `40.50` and `1e2` differ for money, and a float would
// have forgotten how.

const source = Symbol('source text');
export type JsonNumber = { readonly [source]: string };

export const jsonNumber = (text: string): JsonNumber => Object.freeze({ [source]: text });

/** The source text, or undefined where the value was no JSON number. */
export function numberText(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && source in value
    ? (value as JsonNumber)[source]
    : undefined;
}
