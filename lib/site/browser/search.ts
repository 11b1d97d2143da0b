// The search of the reference site. The site makes its index with the same words as the browser asks for.

export type FoundSection = [address: string, title: string, page: string];
/** Where each folded word stands: the distance to the line before. */
type LinesByWord = Record<string, number[]>;
/** The lines in the order of the menu. */
export type SearchIndex = {
  lines: FoundSection[];
  titles: LinesByWord;
  /** Words of the page, and of fields that a call takes. */
  names: LinesByWord;
  /** All others. */
  words: LinesByWord;
  /** Words of a desk and of other providers: those of these documents that mean the same. */
  alike: Record<string, string[]>;
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
type ReadyIndex = Pick<SearchIndex, 'lines' | 'alike'> & {
  words: [word: string, places: WordPlace[]][];
  /** How many words the title of each line has. */
  titleSizes: number[];
};

/** A word weighs more in a short section, most in a title; rules, objects and news come behind calls and guides. */
export function readied({ lines, titles, names, words, alike }: SearchIndex): ReadyIndex {
  const tiers = [
    [titles, TITLE],
    [names, 3],
    [words, 1],
  ] as const;
  const [titleSizes = [], ...sizes] = tiers.map(([table]) => sizesIn(table, lines.length));
  const all = tiers.flatMap(([table, most], tier) =>
    Object.entries(table).map(([word, steps]): [string, WordPlace[]] => [
      word,
      linesOf(steps).map((line) => ({
        line,
        weight: tier === 0 ? most : most / Math.log(3 + (sizes[tier - 1]?.[line] ?? 0)),
      })),
    ]),
  );
  return { lines, alike, words: all, titleSizes };
}

const TITLE = 4;

const linesOf = (steps: readonly number[]) => {
  let line = 0;
  return steps.map((step) => (line += step));
};

function sizesIn(table: LinesByWord, count: number): number[] {
  const sizes = Array.from({ length: count }, () => 0);
  for (const steps of Object.values(table))
    for (const line of linesOf(steps)) sizes[line] = (sizes[line] ?? 0) + 1;
  return sizes;
}

/** What a section is for: a call or a guide answers, an object or a rule is looked up by its own name. */
function kindOf([address, title, page]: FoundSection): number {
  if (/^(?:rules-|changelog|states)/.test(address)) return 0.45;
  if (/#[A-Z]\w*[a-z]/.test(address) && !title.includes(' ')) return 0.4;
  if (address.startsWith('errors.') && page !== '') return 0.75;
  return page === '' ? 1.08 : 1;
}

type Score = { sum: number; covered: number; titled: number };

/** The lines that have what is asked, best first; rare and whole words count more. */
export function search(index: ReadyIndex, asked: string, most: number): FoundSection[] {
  const { lines, titleSizes } = index;
  const scores = new Map<number, Score>();
  let all = 0;
  const tokens = new Set(tokensOf(asked, index));
  // Two letters begin too many words to be asked beside a longer one.
  const least = Math.min(3, Math.max(...[...tokens].map(({ length }) => length)));
  for (const token of tokens) {
    const best = bestOf(index, token, least);
    if (best.size === 0) continue;
    all += 1;
    for (const [line, { score, isTitle }] of best) {
      const { sum, covered, titled } = scores.get(line) ?? { sum: 0, covered: 0, titled: 0 };
      scores.set(line, {
        sum: sum + score,
        covered: covered + 1,
        titled: titled + (isTitle ? 1 : 0),
      });
    }
  }
  // Who has more of the asked words is before who has one of them well, and a title that says no more is best.
  const scoreOf = ([line, { sum, covered, titled }]: [number, Score]) =>
    sum *
    (covered / all) ** 2 *
    (1 + Math.min(1, titled / (titleSizes[line] || 1))) *
    kindOf(lines[line] as FoundSection);
  return [...scores]
    .map((entry) => ({ line: entry[0], score: scoreOf(entry) }))
    .sort((one, other) => other.score - one.score || one.line - other.line)
    .slice(0, most)
    .map(({ line }) => lines[line] as FoundSection);
}

/** What a question or title has beside its words. */
const UNSAID = new Set(
  wordsIn(
    'api a an the of to is was are do does how what which i my we in for with and or be bir ve ile için mi ne nasıl bu da de',
  ),
);

/** Who types the number of a payment, or its beginning, looks for the payment. */
const PAYMENT_NUMBER = /^pay\d/;
const GET_PAYMENT = wordsIn('GET payment paymentReferenceNumber');

/** The words that are looked for. */
export const saidIn = (text: string): string[] => wordsIn(text).filter((word) => !UNSAID.has(word));

/** Two of them may be one term. */
function tokensOf(asked: string, { alike }: ReadyIndex): string[] {
  const said = saidIn(asked);
  const words = said.length > 0 ? said : wordsIn(asked);
  return words.flatMap((word, at) => {
    if (PAYMENT_NUMBER.test(word)) return GET_PAYMENT;
    const isTerm = (from: number) => `${words[from]} ${words[from + 1]}` in alike;
    if (isTerm(at)) return [`${word} ${words[at + 1]}`];
    return at > 0 && isTerm(at - 1) ? [] : [word];
  });
}

/** The best place of a word, or of one that means the same, in each line. */
function bestOf({ lines, words, alike }: ReadyIndex, token: string, least: number) {
  const best = new Map<number, { score: number; isTitle: boolean }>();
  const others = Object.entries(alike).flatMap(([theirs, ours]) =>
    // A term of two words is asked for as a whole.
    token === theirs || (!theirs.includes(' ') && nearnessOf(token, theirs) > 0.52) ? ours : [],
  );
  for (const [asked, share] of [[token, 1] as const, ...others.map((one) => [one, 0.8] as const)])
    for (const [word, places] of words) {
      const nearness = share * nearnessOf(asked, word, least);
      if (nearness === 0) continue;
      const rarity = Math.log(1 + lines.length / places.length);
      for (const { line, weight } of places) {
        const score = rarity * nearness * weight;
        if (score > (best.get(line)?.score ?? 0))
          best.set(line, { score, isTitle: weight === TITLE && nearness > 0.4 });
      }
    }
  return best;
}

/** Turkish words grow at their end: of a long word, the first letters are enough. */
function nearnessOf(token: string, word: string, least = 3): number {
  let same = 0;
  while (same < token.length && token[same] === word[same]) same++;
  const most = Math.max(word.length, token.length);
  if (same === most) return 1;
  if (same < least) return 0;
  if (same === token.length || (same === word.length && same > 3 && most - same < 4))
    return 0.5 + (0.4 * same) / most;
  return same < 4 || same / most < 0.5 ? 0 : (0.7 * same) / most;
}
