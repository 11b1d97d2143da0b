// A generated month of honest buyers, a third of whose tries are declined: whether they look like stolen cards.
import { expect, it } from 'vitest';
import {
  CARD_TESTING_MS,
  DECLINE_WINDOW_MS,
  suspiciousCards,
  usualDeclineRate,
} from '#domain/payment/card-testing.ts';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import { openRandom, type Random } from '../../chaos/random.ts';

type Try = { atMs: number; card: number; isDeclined: boolean };

/** Tries of a month, more by day than by night. Who is declined tries again with the same card or another. */
function monthOf(perHour: number, random: Random): Try[] {
  const tries: Try[] = [];
  let card = 0;
  for (let atMs = 0; atMs < 30 * DAY_MS; ) {
    const hour = (atMs / HOUR_MS) % 24;
    const rate = perHour * (hour < 8 ? 0.3 : 1.35);
    atMs += (-Math.log(1 - random.below(1e6) / 1e6) / rate) * HOUR_MS;
    card += 1;
    for (let tried = 0, triedMs = atMs; tried < 5; tried += 1, triedMs += 40_000) {
      const isDeclined = random.chance(1 / 3);
      tries.push({ atMs: triedMs, card, isDeclined });
      if (!isDeclined) break;
      if (random.chance(0.5)) card += 1;
    }
  }
  return tries.toSorted((one, other) => one.atMs - other.atMs);
}

it.each([2, 20, 120, 240])(
  'of %i honest tries an hour fewer than one of a thousand needs the issuer',
  (perHour) => {
    const tries = monthOf(perHour, openRandom(perHour, 'a month'));
    const share = usualDeclineRate({
      declined: tries.filter(({ isDeclined }) => isDeclined).length,
      paid: tries.filter(({ isDeclined }) => !isDeclined).length,
    });
    expect(share).toBeGreaterThan(0.3);
    let [from, untilMs, asked] = [0, 0, 0];
    for (const [at, { atMs }] of tries.entries()) {
      while ((tries[from]?.atMs ?? atMs) < atMs - DECLINE_WINDOW_MS) from += 1;
      const recent = tries.slice(from, at);
      const approved = new Set(recent.filter(({ isDeclined }) => !isDeclined).map(({ card }) => card));
      const declined = new Set(recent.filter(({ isDeclined }) => isDeclined).map(({ card }) => card));
      if (atMs >= untilMs && declined.difference(approved).size >= suspiciousCards(approved.size, share)) {
        untilMs = atMs + CARD_TESTING_MS;
      }
      if (atMs < untilMs) asked += 1;
    }
    expect(asked / tries.length).toBeLessThan(0.001);
  },
);

it.each([
  [0, 1 / 3, 20],
  [2, 1 / 3, 26],
  [100, 1 / 3, 105],
  [100, 0.1, 46],
])(
  'beside %i approved cards and a usual share of %d, %i declined ones are suspicious',
  (approved, usual, needed) => {
    expect(suspiciousCards(approved, usual)).toBe(needed);
  },
);

it('a new merchant has the usual share of all, and no merchant one above a half', () => {
  expect(usualDeclineRate({ declined: 0, paid: 99 })).toBeCloseTo(1 / 3);
  expect(usualDeclineRate({ declined: 20, paid: 180 })).toBe(0.1);
  expect(usualDeclineRate({ declined: 180, paid: 20 })).toBe(0.5);
});
