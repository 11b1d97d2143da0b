// The caps on the tries of one card, as the table enforces them: random histories of charges with their real
// reads and conditional writes, several of them at the same time.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  CARD_TRIES,
  type CardTry,
  cardAllowedFromMs,
  writeCardAnswer,
  writeCardTry,
} from '#store/card/card-tries.ts';
import { commit } from '#store/table/commit.ts';
import { cardTriesKey } from '#store/table/keys.ts';
import { loadRow } from '#store/table/row.ts';
import { DAY, HOUR, startHarness } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';

await startHarness();

type Answer = Parameters<typeof writeCardAnswer>[1];
/** Time passes; `charges` charges read the tries and claim one each at once; then the bank answers. */
type Step = { passMs: number; charges: number; answers: Answer[] };

// Most answers are declines, because only they use up the caps.
const answer = fc.constantFrom<Answer[]>(
  'declined',
  'declined',
  'declined',
  'declined',
  'notSent',
  'approved',
);
const steps = (longestPassMs: number) =>
  fc.array(
    fc.record<Step>({
      passMs: fc.integer({ min: 0, max: longestPassMs }),
      charges: fc.integer({ min: 1, max: 4 }),
      answers: fc.array(answer, { maxLength: 5 }),
    }),
    { minLength: 8, maxLength: 16, size: 'max' },
  );

let cards = 0;
/** One card with its row in the table, and a plain list of the tries since the last approval. */
function openCard() {
  cards += 1;
  const card = { merchantId: 'M', cardFingerprint: `v1_${cards}` };
  const [open, declined]: [CardTry[], CardTry[]] = [[], []];
  let names = 0;
  const read = () => loadRow(CARD_TRIES, cardTriesKey(card.merchantId, card.cardFingerprint));
  const countWithin = (windowMs: number, nowMs: number) =>
    [...open, ...declined].filter(({ triedAtMs }) => triedAtMs > nowMs - windowMs).length;
  return {
    countWithin,
    roomAt: (nowMs: number) => Math.min(10 - countWithin(DAY, nowMs), 15 - countWithin(30 * DAY, nowMs)),
    /** All charges start from the same read. A charge whose write conflicts reads again, as in production. */
    async charge(charges: number, nowMs: number): Promise<number> {
      const first = await read();
      const chargeOnce = async () => {
        names += 1;
        const attempt = { ...card, name: `attempt-${names}`, triedAtMs: nowMs };
        for (let [tries, conflicts] = [first, 0]; conflicts < 20; conflicts += 1) {
          if (cardAllowedFromMs(tries, nowMs) !== nowMs) return false;
          const { kind } = await commit([writeCardTry(attempt, tries)]);
          if (kind === 'committed') {
            open.push(attempt);
            return true;
          }
          tries = await read();
        }
        throw new Error('The caps allow the try and the write of it conflicts each time.');
      };
      const made = await Promise.all(Array.from({ length: charges }, chargeOnce));
      return made.filter(Boolean).length;
    },
    async answer(answerOfBank: Answer): Promise<void> {
      const attempt = open.shift();
      if (attempt === undefined) return;
      await commit([writeCardAnswer(attempt, answerOfBank)]);
      if (answerOfBank === 'approved') declined.length = 0;
      if (answerOfBank === 'declined') declined.push(attempt);
    },
  };
}

it.each([
  ['24 hours never hold more than 10 tries', 4 * HOUR],
  ['30 days never hold more than 15 tries', 4 * DAY],
])(
  '%s of a card since its last approval, and every try within the caps is made',
  async (_rule, longestPassMs) => {
    await fc.assert(
      fc.asyncProperty(steps(longestPassMs), async (history) => {
        const card = openCard();
        let nowMs = Date.parse('2026-12-01T09:00:00Z');
        for (const { passMs, charges, answers } of history) {
          nowMs += passMs;
          const room = card.roomAt(nowMs);
          expect(await card.charge(charges, nowMs)).toBe(Math.min(charges, room));
          expect(card.countWithin(DAY, nowMs)).toBeLessThanOrEqual(10);
          expect(card.countWithin(30 * DAY, nowMs)).toBeLessThanOrEqual(15);
          for (const one of answers) await card.answer(one);
        }
      }),
      { numRuns: rounds(15, 5) },
    );
  },
);
