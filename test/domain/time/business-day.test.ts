import { describe, expect, it } from 'vitest';
import {
  addDays,
  endOfLocalDay,
  isSameLocalDay,
  localDay,
  readDay,
  startOfLocalDay,
} from '#domain/time/business-day.ts';
import { HOUR_MS, isoOf } from '#domain/time/duration.ts';

const at = (text: string) => Date.parse(text);

describe('local days in Istanbul', () => {
  it('an Istanbul day begins at 21:00 UTC of the day before', () => {
    expect(localDay(at('2026-11-19T20:59:59.999Z'))).toBe('2026-11-19');
    expect(localDay(at('2026-11-19T21:00:00.000Z'))).toBe('2026-11-20');
    expect(isoOf(startOfLocalDay('2026-11-20'))).toBe('2026-11-19T21:00:00.000Z');
    expect(isoOf(endOfLocalDay('2026-11-20'))).toBe('2026-11-20T20:59:59.999Z');
  });

  it('two instants are on the same day exactly if no Istanbul midnight is between them', () => {
    expect(isSameLocalDay(at('2026-11-19T21:00:00Z'), at('2026-11-20T20:59:59Z'))).toBe(true);
    expect(isSameLocalDay(at('2026-11-20T20:59:59Z'), at('2026-11-20T21:00:00Z'))).toBe(false);
    expect(isSameLocalDay(at('2025-11-20T12:00:00Z'), at('2026-11-20T12:00:00Z'))).toBe(false);
  });
});

describe('local days with daylight saving', () => {
  it('a local day has 23 or 25 hours if daylight saving begins or ends', () => {
    const hours = (day: string, zone: string) =>
      (endOfLocalDay(day, zone) + 1 - startOfLocalDay(day, zone)) / HOUR_MS;
    expect(hours('2026-03-08', 'America/New_York')).toBe(23);
    expect(hours('2026-11-01', 'America/New_York')).toBe(25);
    expect(hours('2026-03-29', 'Europe/London')).toBe(23);
    expect(hours('2026-11-20', 'Europe/Istanbul')).toBe(24);
  });

  it('a local day begins after the gap if daylight saving skips midnight', () => {
    expect(isoOf(startOfLocalDay('2026-04-24', 'Africa/Cairo'))).toBe('2026-04-23T22:00:00.000Z');
    expect(localDay(startOfLocalDay('2026-04-24', 'Africa/Cairo'), 'Africa/Cairo')).toBe('2026-04-24');
    expect(localDay(startOfLocalDay('2026-04-24', 'Africa/Cairo') - 1, 'Africa/Cairo')).toBe('2026-04-23');
  });
});

describe('day arithmetic', () => {
  it('addDays crosses months, years and leap days', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(addDays('2026-01-01', 366)).toBe('2027-01-02');
  });

  it('readDay accepts only days that exist', () => {
    expect(readDay('2028-02-29')).toEqual({ kind: 'day', day: '2028-02-29' });
    expect(readDay('2027-02-29')).toEqual({ kind: 'impossible' });
    expect(readDay('2027-2-9')).toEqual({ kind: 'malformed' });
    expect(readDay('2027-02-09T00:00')).toEqual({ kind: 'malformed' });
  });

  it('the end of 9999-12-31 is computed', () => {
    expect(endOfLocalDay('9999-12-31', 'UTC')).toBe(Date.UTC(10000, 0, 1) - 1);
  });
});
