import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstAllowedTryAt, rememberTry } from '#domain/card/card-try-cap.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-03-01T09:00:00Z');

it('a tenth try within 24 hours is allowed, an eleventh waits until the first is 24 hours old', () => {
  const nine = Array.from({ length: 9 }, (_, i) => NOW - i * HOUR);
  expect(firstAllowedTryAt(nine, NOW)).toBe(NOW);
  expect(firstAllowedTryAt([...nine, NOW - 10 * HOUR], NOW)).toBe(NOW + 14 * HOUR);
});

it('a fifteenth try within 30 days is allowed, a sixteenth waits until the first is 30 days old', () => {
  const fourteen = Array.from({ length: 14 }, (_, i) => NOW - (i + 1) * DAY);
  expect(firstAllowedTryAt(fourteen, NOW)).toBe(NOW);
  expect(firstAllowedTryAt([...fourteen, NOW - 20 * DAY], NOW)).toBe(NOW + 10 * DAY);
});

it('no window of 24 hours ever holds more than 10 tries, none of 30 days more than 15', () => {
  const wishes = fc.array(fc.integer({ min: 0, max: 60 * 24 }), { minLength: 1, maxLength: 80, size: 'max' });
  fc.assert(
    fc.property(wishes, (hours) => {
      const made: number[] = [];
      let remembered: number[] = [];
      for (const hour of hours.sort((a, b) => a - b)) {
        const wish = Math.max(NOW + hour * HOUR, made.at(-1) ?? 0);
        const triedAtMs = firstAllowedTryAt(remembered, wish);
        expect(triedAtMs).toBeGreaterThanOrEqual(wish);
        made.push(triedAtMs);
        remembered = rememberTry(remembered, triedAtMs);
        expect(remembered.length).toBeLessThanOrEqual(15);
        const within = (ms: number) => made.filter((triedMs) => triedMs > triedAtMs - ms).length;
        expect(within(DAY)).toBeLessThanOrEqual(10);
        expect(within(30 * DAY)).toBeLessThanOrEqual(15);
      }
    }),
    { numRuns: 200 },
  );
});
