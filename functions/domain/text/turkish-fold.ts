// Case folding by Turkish rules: `İŞ KARTIM` folds to `iş kartım`, and `IŞIK` to `ışık`, not `işik`. The
// default lower case gets both Turkish i's wrong and leaves a combining dot: `i̇`.

/** Returns the same text for all spellings that differ only in Turkish case. */
export function turkishFold(text: string): string {
  const folded = text.normalize('NFC').replaceAll('İ', 'i').replaceAll('I', 'ı').toLowerCase();
  return folded.replaceAll('i\u0307', 'i');
}

/**
 * Tells whether a text has the part in any case and with either i, which other keyboards and programs confuse:
 * `işik` in `IŞIK`. A part of plain letters is found under marks too: `ayse` in `Ayşe`.
 */
export function hasPart(part: string): (text: string) => boolean {
  const fold = /^[ -~]*$/.test(part) ? unmarked : oneI;
  const folded = fold(part);
  return (text) => fold(text).includes(folded);
}

const oneI = (text: string) => turkishFold(text).replaceAll('ı', 'i');
const unmarked = (text: string) =>
  oneI(text)
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '');

/** A word without case, also that of programs with a Turkish locale: `daıly` and `DAİLY`. */
export const caseless = (word: string): string =>
  word.toLowerCase().replaceAll('i\u0307', 'i').replaceAll('ı', 'i');
