// An assertion that a short text is absent from a page, a row or a log must not depend on chance: the random
// values in it (ids, nonces, tokens, ciphertext, times) contain the short text in one run of some. After each
// such assertion the random values are drawn anew, and it must still hold. Runs before each test file.
import { chai } from 'vitest';
import { rounds } from './thoroughness.ts';

/** `DRAWS=500` is as much as five hundred runs of the assertion. */
const DRAWS = Number(process.env['DRAWS'] ?? rounds(20, 2));

/** What looks random: the digits of an instant, and runs of 16 or more letters and digits, or 10 digits. */
const RANDOM =
  /\d{2}:\d{2}:\d{2}\.\d{3}Z|(?=[A-Za-z_+/-]*\d)(?=[\d_+/-]*[A-Za-z])[A-Za-z0-9_+/-]{16,}|\d{10,}/g;
/** What an assertion may say around a random value. */
const AROUND = 40;

/** A random text of each alphabet, from which runs are cut: a draw for each letter made 500 draws of a log minutes. */
const ALPHABETS = (
  [
    [/^[\d:.Z-]+$/, '0123456789'],
    [/^[0-9a-f-]+$/, '0123456789abcdef'],
    [/^[0-9A-Z-]+$/, '0123456789ABCDEFGHJKMNPQRSTVWXYZ'],
    [/./, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'],
  ] as const
).map(([form, alphabet]) => {
  const letters = Array.from({ length: 50_000 }, () =>
    alphabet.charAt(Math.floor(Math.random() * alphabet.length)),
  );
  return { form, random: letters.join('') };
});

function drawnAnew(run: string): string {
  const random = ALPHABETS.find(({ form }) => form.test(run))?.random ?? '';
  const isInstant = run.endsWith('Z') && run.includes(':');
  return run.replaceAll(isInstant ? /\d+/g : /[A-Za-z0-9]+/g, ({ length }) => {
    const from = Math.floor(Math.random() * Math.max(1, random.length - length));
    return random.slice(from, from + length).padEnd(length, random);
  });
}

/** The random values with what stands around them. */
const surroundings = (text: string): string =>
  Array.from(text.matchAll(RANDOM), ({ 0: run, index }) =>
    text.slice(Math.max(0, index - AROUND), index + run.length + AROUND),
  ).join('\n');

const placeOf = (text: string, absent: string | RegExp): number =>
  typeof absent === 'string' ? text.indexOf(absent) : text.search(absent);

/** The text in which it is found after other random values were drawn; undefined if it never is. */
function foundByChance(text: string, absent: string | RegExp): string | undefined {
  const around = surroundings(text);
  if (placeOf(around, absent) >= 0) return undefined;
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const other = around.replaceAll(RANDOM, drawnAnew);
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
