import { describe, expect, it } from 'vitest';
import { canBeExtended, extendedDeadline } from '#domain/payment/deadline.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';

const CREATED = Date.parse('2026-11-20T09:00:00Z');
const at = (ms: number) => new Date(CREATED + ms);
const page = (lifeMs: number) => ({
  createdAt: at(0).toISOString(),
  expiresAt: at(lifeMs).toISOString(),
});

describe('extendedDeadline', () => {
  it.each([5 * MINUTE_MS, 30 * MINUTE_MS, 12 * HOUR_MS, 18 * HOUR_MS])(
    'a page of %i ms can be extended ten times and more, and never beyond a day after its creation',
    (lifeMs) => {
      let [current, times] = [page(lifeMs), 0];
      for (;;) {
        // This is five minutes before the end, when the button appears.
        const now = new Date(Date.parse(current.expiresAt) - 5 * MINUTE_MS);
        const until = extendedDeadline(current, now);
        if (until === undefined) break;
        expect(Date.parse(until)).toBeGreaterThan(Date.parse(current.expiresAt));
        current = { ...current, expiresAt: until };
        times += 1;
      }
      expect(times).toBeGreaterThanOrEqual(10);
      expect(current.expiresAt).toBe(at(DAY_MS).toISOString());
      expect(canBeExtended(current)).toBe(false);
    },
  );

  it('an extension never brings the deadline nearer', () => {
    expect(extendedDeadline(page(2 * HOUR_MS), at(0))).toBeUndefined();
    expect(extendedDeadline(page(7 * DAY_MS), at(7 * DAY_MS - 1))).toBeUndefined();
    expect(canBeExtended(page(2 * HOUR_MS))).toBe(true);
  });
});
