import { describe, expect, it } from 'vitest';
import {
  type Cadence,
  dueDates,
  duesThrough,
  FREQUENCIES,
  type Frequency,
  isFrequencyInterval,
  MAX_FREQUENCY_INTERVAL,
} from '#domain/recurring-payment/billing-period.ts';

const cadence = (
  anchor: string,
  frequency: Frequency,
  frequencyInterval = 1,
  timeZone = 'Europe/Istanbul',
): Cadence => ({ anchorMs: Date.parse(anchor), frequency, frequencyInterval, timeZone });

const dues = (of: Cadence, count: number) =>
  Array.from({ length: count }, (_, i) => new Date(dueDates(of)(i + 1)).toISOString().slice(0, 16));
const days = (of: Cadence, count: number) => dues(of, count).map((due) => due.slice(0, 10));

describe('the n-th due date', () => {
  it('is clamped to the last day of the month and comes back to the 31st', () => {
    expect(days(cadence('2026-01-31T09:00Z', 'monthly'), 5)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
    ]);
  });

  it('is counted from the anchor for every second month from 31 December', () => {
    expect(days(cadence('2025-12-31T09:00Z', 'monthly', 2), 4)).toEqual([
      '2025-12-31',
      '2026-02-28',
      '2026-04-30',
      '2026-06-30',
    ]);
  });

  it('falls on 29 February again in the next leap year, and 28 February stays the 28th', () => {
    expect(days(cadence('2028-02-29T09:00Z', 'annually'), 5)).toEqual([
      '2028-02-29',
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ]);
    expect(days(cadence('2027-02-28T09:00Z', 'annually'), 2)).toEqual(['2027-02-28', '2028-02-28']);
  });

  it('is 7 days for weekly, 3 months for quarterly and 12 months for annually, times the interval', () => {
    expect(days(cadence('2026-01-01T09:00Z', 'weekly', 2), 3)).toEqual([
      '2026-01-01',
      '2026-01-15',
      '2026-01-29',
    ]);
    expect(days(cadence('2026-01-31T09:00Z', 'quarterly'), 3)).toEqual([
      '2026-01-31',
      '2026-04-30',
      '2026-07-31',
    ]);
    expect(days(cadence('2026-01-31T09:00Z', 'quarterly', 2), 2)).toEqual(['2026-01-31', '2026-07-31']);
    expect(days(cadence('2026-01-31T09:00Z', 'annually', 3), 2)).toEqual(['2026-01-31', '2029-01-31']);
    expect(days(cadence('2026-01-31T09:00Z', 'daily', 1095), 2)).toEqual(['2026-01-31', '2029-01-30']);
  });
});

describe('a due date across clock changes', () => {
  it('keeps the wall clock of London when daylight saving begins', () => {
    expect(dues(cadence('2026-03-27T09:00Z', 'daily', 1, 'Europe/London'), 4)).toEqual([
      '2026-03-27T09:00',
      '2026-03-28T09:00',
      '2026-03-29T08:00',
      '2026-03-30T08:00',
    ]);
  });

  it('moves out of the hour that daylight saving skips, on that day alone', () => {
    expect(dues(cadence('2026-03-07T07:30Z', 'daily', 1, 'America/New_York'), 3)).toEqual([
      '2026-03-07T07:30',
      '2026-03-08T07:30', // 02:30 does not exist: 03:30
      '2026-03-09T06:30',
    ]);
  });

  it('takes the first of an hour that occurs twice, but leaves the anchor itself as given', () => {
    expect(dues(cadence('2026-10-31T05:30Z', 'daily', 1, 'America/New_York'), 3)).toEqual([
      '2026-10-31T05:30',
      '2026-11-01T05:30',
      '2026-11-02T06:30',
    ]);
    expect(dues(cadence('2026-11-01T06:30Z', 'daily', 1, 'America/New_York'), 2)).toEqual([
      '2026-11-01T06:30', // the second 01:30 of that night
      '2026-11-02T06:30',
    ]);
  });

  it('is a day of the zone, not of UTC', () => {
    // 31 January 01:00 in Istanbul is still 30 January in UTC.
    expect(dues(cadence('2026-01-30T22:00Z', 'monthly'), 3)).toEqual([
      '2026-01-30T22:00',
      '2026-02-27T22:00',
      '2026-03-30T22:00',
    ]);
  });
});

describe('the newest due at an instant', () => {
  it('agrees with counting the dues one by one, to the millisecond, for every frequency', () => {
    for (const frequency of FREQUENCIES) {
      for (const interval of [1, 2, MAX_FREQUENCY_INTERVAL[frequency]]) {
        for (const zone of ['Europe/Istanbul', 'America/New_York']) {
          const of = cadence('2026-01-31T07:30Z', frequency, interval, zone);
          const due = dueDates(of);
          for (const n of [1, 2, 3, 11, 12, 13, 47, 48, 99, 100, 1000]) {
            expect(duesThrough(of, due(n) - 1)).toBe(n - 1);
            expect(duesThrough(of, due(n))).toBe(n);
            expect(duesThrough(of, due(n) + 1)).toBe(n);
          }
        }
      }
    }
  });

  it('costs the same after a year and after eight thousand years', () => {
    const of = cadence('2026-01-31T09:00Z', 'daily');
    const started = performance.now();
    expect(duesThrough(of, Date.UTC(9999, 11, 31, 12))).toBe(
      1 + (Date.UTC(9999, 11, 31) - Date.UTC(2026, 0, 31)) / 86_400_000,
    );
    expect(performance.now() - started).toBeLessThan(50);
  });
});

describe('an interval', () => {
  it.each([
    ['daily', 1095],
    ['weekly', 156],
    ['monthly', 36],
    ['quarterly', 12],
    ['annually', 3],
  ] as const)('of %s goes from 1 to %d: at most three years', (frequency, most) => {
    expect(isFrequencyInterval(frequency, 1)).toBe(true);
    expect(isFrequencyInterval(frequency, most)).toBe(true);
    expect(isFrequencyInterval(frequency, most + 1)).toBe(false);
    expect(isFrequencyInterval(frequency, 0)).toBe(false);
    expect(isFrequencyInterval(frequency, 1.5)).toBe(false);
    expect(isFrequencyInterval(frequency, Number.NaN)).toBe(false);
  });
});
