// When an event is sent again, and when its delivery ends as undelivered.
import { describe, expect, it } from 'vitest';
import { nextTryMs, readRetryAfter } from '#domain/webhook/timetable.ts';

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

/** The pauses between all tries of an event that its receiver never accepts. */
function pauses(wishedMs?: number): number[] {
  const all: number[] = [];
  for (let at: number | undefined = 0, failures = 1; at !== undefined; failures += 1) {
    const next = nextTryMs({ firstTryMs: 0, failures, failedAtMs: at, wishedMs });
    if (next !== undefined) all.push(next - at);
    at = next;
  }
  return all;
}

describe('the timetable', () => {
  it('tries are made after 5 s, 1, 5 and 30 min, 2, 5 and 10 h, then every 12 h for five days', () => {
    const first = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR];
    expect(pauses()).toEqual([...first, ...Array.from({ length: 8 }, () => 12 * HOUR)]);
  });

  it('Retry-After makes a pause longer, never shorter, and by one hour at most', () => {
    expect(pauses(10 * MINUTE).slice(0, 5)).toEqual([
      10 * MINUTE,
      10 * MINUTE,
      10 * MINUTE,
      30 * MINUTE,
      2 * HOUR,
    ]);
    expect(pauses(30 * HOUR).slice(0, 5)).toEqual([HOUR, HOUR, HOUR, HOUR, 2 * HOUR]);
  });

  it('no try begins later than five days after the first one', () => {
    for (const wished of [0, HOUR]) {
      expect(pauses(wished).reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(120 * HOUR);
    }
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-20T09:00:00Z');
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Fri, 20 Nov 2026 09:00:30 GMT', 30_000],
    ['Fri, 20 Nov 2026 08:00:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    ['1e9', undefined],
    ['2027', 2_027_000],
    [undefined, undefined],
  ])('a Retry-After of %s is read as %s ms', (header, expected) => {
    expect(readRetryAfter(header, now)).toBe(expected);
  });
});
