// Texts of the document in both languages. Whoever writes one says it here in both, so that the Turkish
// document is the English one with its texts replaced.

/** One sentence or several. */
export type Said = readonly [en: string, tr: string];
/** Calls by the file of their endpoint; `what` completes the sentence on what the call returns. */
export type OperationWords = Readonly<Record<string, { summary: string; description: string; what: string }>>;

const TURKISH = new Map<string, string>();

/** Returns the English text, and keeps the Turkish one for `inTurkish`. */
export function say(...parts: readonly Said[]): string {
  const en = parts.map(([one]) => one).join(' ');
  TURKISH.set(en, parts.map(([, one]) => one).join(' '));
  return en;
}

/** What a merchant sent or received is no text of the document. */
const NOT_SAID = new Set(['value', 'example', 'default', 'const', 'enum']);

/** The same document in Turkish. Throws for a text that nobody said in both languages. */
export function inTurkish(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(inTurkish);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([name, one]: [string, unknown]): [string, unknown] => {
    if (NOT_SAID.has(name)) return [name, one];
    if (typeof one !== 'string' || (name !== 'description' && name !== 'summary'))
      return [name, inTurkish(one)];
    const turkish = TURKISH.get(one);
    if (turkish === undefined) throw new Error(`Say this in both languages (lib/openapi/words): ${one}`);
    return [name, turkish];
  });
  return Object.fromEntries(entries);
}
