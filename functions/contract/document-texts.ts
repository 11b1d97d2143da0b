// The texts of an OpenAPI document, which exist in both languages.

/** What a merchant sent or received is no text of the document. */
const NO_TEXTS = new Set(['value', 'example', 'default', 'const', 'enum']);

/** The same part with other texts. */
export function withTexts(part: unknown, textFor: (text: string) => string): unknown {
  if (Array.isArray(part)) return part.map((one) => withTexts(one, textFor));
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([name, one]: [string, unknown]): [string, unknown] => {
    if (NO_TEXTS.has(name)) return [name, one];
    const isText = typeof one === 'string' && (name === 'description' || name === 'summary');
    return [name, isText ? textFor(one) : withTexts(one, textFor)];
  });
  return Object.fromEntries(entries);
}
