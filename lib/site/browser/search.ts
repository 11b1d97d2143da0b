// The search of the reference site. The site makes its index with the same words as the browser asks for.

export type FoundSection = [address: string, title: string, page: string];
/** The lines in the order of the menu, and where each folded word stands: the distance to the line before. */
export type SearchIndex = {
  lines: FoundSection[];
  /** Words of titles, of fields that a call takes, and those by which a desk asks. */
  names: Record<string, number[]>;
  /** All others. */
  words: Record<string, number[]>;
};

/** Small letters without marks; ı and İ are i, and a hyphen joins: `3-D` is `3d`, `e-posta` is `eposta`. */
export const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}|(?<=[\p{L}\p{N}])[-‐‑](?=[\p{L}\p{N}])/gu, '')
    .replaceAll('ı', 'i')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

type WordPlace = { line: number; weight: number };
type ReadyIndex = { lines: FoundSection[]; words: [word: string, places: WordPlace[]][] };

/** A word weighs more in a short section, and more as a name; the rules come behind the guides. */
export function readied({ lines, names, words }: SearchIndex): ReadyIndex {
  const weighed = (table: Record<string, number[]>, most: number) => {
    const sizes = lines.map(() => 0);
    const all = Object.entries(table).map(([word, steps]) => {
      let line = 0;
      const at = steps.map((step) => (line += step));
      for (const one of at) sizes[one] = (sizes[one] ?? 0) + 1;
      return [word, at] as const;
    });
    return all.map(([word, at]): [string, WordPlace[]] => [
      word,
      at.map((line) => {
        const [address, , page] = lines[line] as FoundSection;
        const kind = address.startsWith('rules-') ? 0.5 : page === '' ? 1.2 : 1;
        return { line, weight: (most * kind) / Math.log(3 + (sizes[line] ?? 0)) };
      }),
    ]);
  };
  return { lines, words: [...weighed(names, 4), ...weighed(words, 1)] };
}

/** The lines that have most of the asked words, best first; rare and whole words count more. */
export function search({ lines, words }: ReadyIndex, asked: string, most: number): FoundSection[] {
  const scores = new Map<number, number>();
  const tokens = wordsIn(asked);
  // A title that says just what is asked is more than a further word.
  for (const [line, [, title]] of lines.entries())
    if (wordsIn(title).join(' ') === tokens.join(' ')) scores.set(line, 200);
  for (const token of new Set(tokens)) {
    const best = new Map<number, number>();
    for (const [word, places] of words) {
      const nearness = nearnessOf(token, word);
      if (nearness === 0) continue;
      const rarity = Math.log(1 + lines.length / places.length);
      for (const { line, weight } of places)
        best.set(line, Math.max(best.get(line) ?? 0, rarity * nearness * weight));
    }
    // A further word that a line has is more than any score.
    for (const [line, score] of best) scores.set(line, (scores.get(line) ?? 0) + 100 + score);
  }
  return [...scores]
    .sort(([a, one], [b, other]) => other - one || a - b)
    .slice(0, most)
    .map(([line]) => lines[line] as FoundSection);
}

/** Turkish words grow at their end: of a long word, the first letters are enough. */
function nearnessOf(token: string, word: string): number {
  let same = 0;
  while (same < token.length && token[same] === word[same]) same++;
  if (same === token.length) return same === word.length ? 1 : 0.5 + (0.4 * same) / word.length;
  return same < Math.max(4, token.length - 3) ? 0 : (0.5 * same) / Math.max(word.length, token.length);
}
