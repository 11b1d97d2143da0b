// An assertion that a short text is absent from a page, a row or a log must not depend on chance: the random values
// in it (ids, nonces, tokens, ciphertext, times) may contain the short text in one run of sixty. After each such
// assertion the random values of the text are drawn anew, and it must still hold.
// This file runs before each test file (vitest.config.ts).
import { chai } from 'vitest';
import { rounds } from './thoroughness.ts';

/** `DRAWS=500` is as much as five hundred runs of the assertion. */
const DRAWS = Number(process.env['DRAWS'] ?? rounds(20, 2));

/** Long logs are drawn less often. */
const MOST_CHARACTERS = 20_000_000;

const HEX = '0123456789abcdef';
const UPPER = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** What looks random: an instant's digits, a UUID, and any run of 16 or more with letters and digits mixed. */
const RANDOM = /\d{2}:\d{2}:\d{2}\.\d{3}Z|[A-Za-z0-9_+/-]{16,}|\d{10,}/g;

const isRandom = (run: string): boolean =>
  /\d{2}:/.test(run) || (/\d/.test(run) && /[A-Za-z]/.test(run)) || /^\d+$/.test(run);

function drawnAnew(run: string): string {
  const alphabet = /^[\d:.Z-]+$/.test(run)
    ? '0123456789'
    : /^[0-9a-f-]+$/.test(run)
      ? HEX
      : /^[0-9A-Z-]+$/.test(run)
        ? UPPER
        : BASE64;
  return run.replaceAll(/[A-Za-z0-9]/g, (one) =>
    one === 'Z' && alphabet === '0123456789'
      ? one
      : (alphabet[Math.floor(Math.random() * alphabet.length)] ?? one),
  );
}

const holds = (text: string, absent: string | RegExp): boolean =>
  typeof absent === 'string' ? text.includes(absent) : text.search(absent) >= 0;

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
          const draws = Math.min(DRAWS, Math.ceil(MOST_CHARACTERS / text.length));
        for (let draw = 0; draw < draws; draw += 1) {
            const other = text.replaceAll(RANDOM, (run) => (isRandom(run) ? drawnAnew(run) : run));
            if (holds(other, absent)) {
              const where = typeof absent === 'string' ? other.indexOf(absent) : other.search(absent);
              throw new Error(
                `The absence of ${String(absent)} is chance: …${other.slice(Math.max(0, where - 60), where + 60)}…`,
              );
            }
          }
        },
    );
  }
});
