import { describe, expect, it } from 'vitest';
import { type Deadline, extendedDeadline } from '#domain/payment/deadline.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';

const CREATED = Date.parse('2026-11-20T09:00:00Z');
const page = (lifeMs: number): Deadline => ({
  createdAt: new Date(CREATED).toISOString(),
  expiresAt: new Date(CREATED + lifeMs).toISOString(),
});

/** The life of a page whose buyer asks for more time until there is none. */
function longestLife(lifeMs: number): { times: number; lifeMs: number } {
  const { expiresAt: firstExpiresAt, ...first } = page(lifeMs);
  let [current, times]: [Deadline, number] = [{ ...first, expiresAt: firstExpiresAt }, 0];
  for (;;) {
    const expiresAt = extendedDeadline(current);
    if (expiresAt === undefined) return { times, lifeMs: Date.parse(current.expiresAt) - CREATED };
    current = { ...current, expiresAt, firstExpiresAt };
    times += 1;
  }
}

describe('extendedDeadline', () => {
  it.each([
    [5 * MINUTE_MS, 40 * MINUTE_MS],
    [30 * MINUTE_MS, 90 * MINUTE_MS],
    [2 * HOUR_MS, 4.5 * HOUR_MS],
    [18 * HOUR_MS, DAY_MS],
  ])('a page of %i ms is extended ten times and lives for %i ms at most', (lifeMs, longestMs) => {
    expect(longestLife(lifeMs)).toEqual({ times: 10, lifeMs: longestMs });
  });

  it('what lives for a day or longer is not extended', () => {
    expect([DAY_MS, 7 * DAY_MS].map((lifeMs) => longestLife(lifeMs).times)).toEqual([0, 0]);
  });
});
