// Texts of the document in both languages. Whoever writes one says it here in both, so that the Turkish
// document is the English one with its texts replaced.

import { withTexts } from '#contract/document-texts.ts';

/** One sentence or several. */
export type BilingualText = readonly [en: string, tr: string];
/** Calls by the file of their endpoint; `what` completes the sentence on what the call returns. */
export type OperationWords = Readonly<Record<string, { summary: string; description: string; what: string }>>;

const TURKISH = new Map<string, string>();

/** Returns the English text, and keeps the Turkish one for `turkishTexts`. */
export function say(...parts: readonly BilingualText[]): string {
  const en = parts.map(([one]) => one).join(' ');
  TURKISH.set(en, parts.map(([, one]) => one).join(' '));
  return en;
}

/** The Turkish texts of a document, by the English ones. Throws for one that nobody said in both. */
export function turkishTexts(document: object): Record<string, string> {
  const texts: Record<string, string> = {};
  withTexts(document, (english) => {
    const turkish = TURKISH.get(english);
    if (turkish === undefined) throw new Error(`Say this in both languages (lib/openapi/words): ${english}`);
    texts[english] = turkish;
    return turkish;
  });
  return texts;
}
