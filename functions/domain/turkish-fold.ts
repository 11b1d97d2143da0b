// One name in two spellings: `İŞ KARTIM` is `iş kartım`, and `IŞIK` is `ışık`, never `işik`. Lower case as
// other languages know it gets both Turkish i's wrong, and leaves a dot of its own behind: `i̇`.

/** The same text for all spellings that differ in case alone, as Turkish reads case. */
export function turkishFold(text: string): string {
  const folded = text.normalize('NFC').replaceAll('İ', 'i').replaceAll('I', 'ı').toLowerCase();
  return folded.replaceAll('i\u0307', 'i');
}
