// An assertion that a short text is absent from a page, a row or a log must not depend on chance: the random
// values in it (ids, nonces, tokens, ciphertext, times) contain the short text in one run of some. After each
// such assertion the random values are drawn anew, and it must still hold. Runs before each test file.
import { createHash } from 'node:crypto';
import { chai } from 'vitest';
import { rounds } from './thoroughness.ts';

/** `DRAWS=500` is as much as five hundred runs of the assertion. */
const DRAWS = Number(process.env['DRAWS'] ?? rounds(20, 2));

/** What looks random: the digits of an instant, and runs of 16 or more letters and digits, or 10 digits. */
const RANDOM =
  /\d{2}:\d{2}:\d{2}\.\d{3}Z|(?=[A-Za-z_+/-]*\d)(?=[\d_+/-]*[A-Za-z])[A-Za-z0-9_+/-]{16,}|\d{10,}/g;
/** What an assertion may say around a random value. */
const AROUND = 40;

/** An alphabet with a random text of it, from which runs are cut: a draw for each letter made 500 draws of a log minutes. */
type Alphabet = { form: RegExp; letters: string; random: string };
const ALPHABETS: readonly Alphabet[] = (
  [
    [/^[\d:.Z-]+$/, '0123456789'],
    [/^[0-9a-f-]+$/, '0123456789abcdef'],
    [/^[0-9A-Z-]+$/, '0123456789ABCDEFGHJKMNPQRSTVWXYZ'],
    [/./, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'],
  ] as const
).map(([form, letters]) => {
  const random = Array.from({ length: 50_000 }, () =>
    letters.charAt(Math.floor(Math.random() * letters.length)),
  );
  return { form, letters, random: random.join('') };
});

/** What stands fixed, or letters that are drawn. */
type Piece = { fixed: string } | { alphabet: Alphabet; length: number };

/** A random value: separators, and the `Z` of an instant, stand fixed. */
function piecesOfRun(run: string): Piece[] {
  const alphabet = ALPHABETS.find(({ form }) => form.test(run));
  const isInstant = run.endsWith('Z') && run.includes(':');
  return run
    .split(isInstant ? /(\d+)/ : /([A-Za-z0-9]+)/)
    .map((text, at) => (alphabet && at % 2 === 1 ? { alphabet, length: text.length } : { fixed: text }));
}

/** The random values with what stands around them. */
const surroundings = (text: string): string =>
  Array.from(text.matchAll(RANDOM), ({ 0: run, index }) =>
    text.slice(Math.max(0, index - AROUND), index + run.length + AROUND),
  ).join('\n');

function piecesOf(around: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: run, index } of around.matchAll(RANDOM)) {
    pieces.push({ fixed: around.slice(end, index) }, ...piecesOfRun(run));
    end = index + run.length;
  }
  return [...pieces, { fixed: around.slice(end) }];
}

function drawn(pieces: readonly Piece[]): string {
  const texts = pieces.map((piece) => {
    if ('fixed' in piece) return piece.fixed;
    const { random } = piece.alphabet;
    const from = Math.floor(Math.random() * Math.max(1, random.length - piece.length));
    return random.slice(from, from + piece.length).padEnd(piece.length, random);
  });
  return texts.join('');
}

const placeOf = (text: string, absent: string | RegExp): number =>
  typeof absent === 'string' ? text.indexOf(absent) : text.search(absent);

/** How often one draw has the text on average. */
function chanceOf(pieces: readonly Piece[], absent: string): number {
  const letters = pieces.flatMap((piece): (string | Alphabet)[] =>
    'fixed' in piece ? [...piece.fixed] : Array.from({ length: piece.length }, () => piece.alphabet),
  );
  const wanted = [...absent];
  let chance = 0;
  for (let from = 0; from + wanted.length <= letters.length; from += 1) {
    let here = 1;
    for (let at = 0; at < wanted.length && here > 0; at += 1) {
      const [letter, one] = [letters[from + at], wanted[at] ?? ''];
      if (typeof letter === 'string') here *= letter === one ? 1 : 0;
      else here *= letter?.letters.includes(one) ? 1 / letter.letters.length : 0;
    }
    chance += here;
  }
  return chance;
}
/** What all draws together have so rarely is not drawn. */
const NEVER = 1e-6;

/** Assertions that were drawn: one about a text that differs in its random values only is the same. */
const known = new Set<string>();
function isKnown(pieces: readonly Piece[], absent: string | RegExp): boolean {
  const forms = pieces.map((piece) =>
    'fixed' in piece ? piece.fixed : [ALPHABETS.indexOf(piece.alphabet), piece.length],
  );
  const name = createHash('sha256')
    .update(JSON.stringify([String(absent), forms]))
    .digest('base64');
  return known.size === known.add(name).size;
}

/** The text in which it is found after other random values were drawn; undefined if it never is. */
function foundByChance(text: string, absent: string | RegExp): string | undefined {
  const around = surroundings(text);
  const pieces = piecesOf(around);
  if (placeOf(around, absent) >= 0 || isKnown(pieces, absent)) return undefined;
  if (typeof absent === 'string' && chanceOf(pieces, absent) * DRAWS < NEVER) return undefined;
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const other = drawn(pieces);
    const place = placeOf(other, absent);
    if (place >= 0) return other.slice(Math.max(0, place - AROUND), place + AROUND);
  }
  return undefined;
}

chai.use(({ Assertion }, utils) => {
  for (const name of ['toContain', 'toMatch']) {
    utils.overwriteMethod(
      Assertion.prototype,
      name,
      (original: (...all: unknown[]) => void) =>
        function (this: object, absent: unknown, ...rest: unknown[]) {
          original.call(this, absent, ...rest);
          const text: unknown = utils.flag(this, 'object');
          if (!utils.flag(this, 'negate') || typeof text !== 'string') return;
          if (typeof absent !== 'string' && !(absent instanceof RegExp)) return;
          const found = foundByChance(text, absent);
          if (found !== undefined) throw new Error(`The absence of ${String(absent)} is chance: ${found}`);
        },
    );
  }
});
