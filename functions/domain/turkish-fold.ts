// One name in two spellings: `İŞ KARTIM` is `iş kartım`, and `IŞIK` is `ışık`, never `işik`. Lower case as
// other languages know it gets both Turkish i's wrong.

/** The same text for all spellings that differ in case alone, as Turkish reads case. */
export function turkishFold(text: string): string {
  return text.normalize('NFC').replaceAll('İ', 'i').replaceAll('I', 'ı').toLowerCase();
}
