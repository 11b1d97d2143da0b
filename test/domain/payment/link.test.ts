import { describe, expect, it } from 'vitest';
import { attemptsLeft, cardsTried, isLink, restsUntil, triedAt } from '#domain/payment/link.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time/duration.ts';

const CREATED = '2026-11-20T09:00:00.000Z';
const afterMs = (ms: number) => new Date(Date.parse(CREATED) + ms).toISOString();
const link = {
  createdAt: CREATED,
  expiresAt: afterMs(90 * DAY_MS),
  timeZone: 'Europe/Istanbul',
  declineCount: 0,
};
const page = { ...link, expiresAt: afterMs(DAY_MS) };
/** 23:59 and 00:01 in Istanbul. */
const [EVENING, NIGHT] = [new Date('2026-11-20T20:59:00Z'), new Date('2026-11-20T21:01:00Z')];

describe('a link', () => {
  it('is a page of more than a day, to the minute', () => {
    expect(isLink(page)).toBe(false);
    expect(isLink({ ...page, expiresAt: afterMs(DAY_MS + MINUTE_MS) })).toBe(true);
  });

  it('counts cards and declines of a day in the merchant’s time zone, a page all of them', () => {
    const tried = { ...link, ...triedAt(link, 'one', EVENING), declineCount: 5 };
    expect(tried.linkDay).toEqual({ day: '2026-11-20', declinesBefore: 0 });
    expect([attemptsLeft(tried, EVENING), attemptsLeft(tried, NIGHT)]).toEqual([0, 5]);
    expect([cardsTried(tried, EVENING), cardsTried(tried, NIGHT)]).toEqual([['one'], []]);
    expect(restsUntil(tried, EVENING)).toBe('2026-11-20T21:00:00.000Z');
    expect(restsUntil(tried, NIGHT)).toBeUndefined();
    expect(triedAt(tried, 'two', EVENING).cardMarks).toEqual(['one', 'two']);
    const next = triedAt(tried, 'two', NIGHT);
    expect(next).toEqual({ cardMarks: ['two'], linkDay: { day: '2026-11-21', declinesBefore: 5 } });

    const ofPage = { ...page, ...triedAt(page, 'one', EVENING), declineCount: 4 };
    expect(ofPage).not.toHaveProperty('linkDay');
    expect(triedAt(ofPage, 'two', NIGHT).cardMarks).toEqual(['one', 'two']);
    expect(attemptsLeft(ofPage, NIGHT)).toBe(1);
  });

  it('a decline after midnight counts on the day of its attempt', () => {
    const begun = { ...link, ...triedAt(link, 'one', EVENING), declineCount: 1 };
    expect(attemptsLeft(begun, NIGHT)).toBe(5);
    expect(triedAt(begun, 'one', NIGHT).linkDay).toEqual({ day: '2026-11-21', declinesBefore: 1 });
  });

  it('one card too many lets it rest until tomorrow, and the last declines of all bound those of a day', () => {
    const tried = { ...link, ...triedAt(link, 'one', EVENING) };
    expect(restsUntil(tried, EVENING)).toBeUndefined();
    const guarded = { ...tried, guard: 'CARDS' as const };
    expect([restsUntil(guarded, EVENING), restsUntil(guarded, NIGHT)]).toEqual([
      '2026-11-20T21:00:00.000Z',
      undefined,
    ]);
    expect(attemptsLeft({ ...link, declineCount: 18 }, NIGHT)).toBe(2);
  });
});
