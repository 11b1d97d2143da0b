import { describe, expect, it } from 'vitest';
import {
  FREQUENCIES,
  type Frequency,
  isFrequencyInterval,
  MAX_FREQUENCY_INTERVAL,
} from '#domain/frequency.ts';
import { type Cadence, dueDates, duesThrough } from '#domain/recurring-payment/billing-period.ts';

const cadence = (
  anchor: string,
  frequency: Frequency,
  frequencyInterval = 1,
  timeZone = 'Europe/Istanbul',
): Cadence => ({ anchorMs: Date.parse(anchor), frequency, frequencyInterval, timeZone });

const dues = (of: Cadence, count: number) =>
  Array.from({ length: count }, (_, i) => new Date(dueDates(of)(i + 1)).toISOString().slice(0, 16));
const days = (of: Cadence, count: number) => dues(of, count).map((due) => due.slice(0, 10));

describe('dueDates', () => {
  it('a monthly due date is clamped to the last day of the month and returns to the 31st', () => {
    expect(days(cadence('2026-01-31T09:00Z', 'monthly'), 5)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
    ]);
  });

  it('a due date every second month from 31 December is counted from the anchor', () => {
    expect(days(cadence('2025-12-31T09:00Z', 'monthly', 2), 4)).toEqual([
      '2025-12-31',
      '2026-02-28',
      '2026-04-30',
      '2026-06-30',
    ]);
  });

  it('29 February returns in the next leap year, and 28 February stays the 28th', () => {
    expect(days(cadence('2028-02-29T09:00Z', 'annually'), 5)).toEqual([
      '2028-02-29',
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ]);
    expect(days(cadence('2027-02-28T09:00Z', 'annually'), 2)).toEqual(['2027-02-28', '2028-02-28']);
  });

  it('weekly is 7 days, quarterly 3 months and annually 12 months, times the interval', () => {
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

describe('dueDates across clock changes', () => {
  it('a due date keeps its local time when daylight saving begins', () => {
    expect(dues(cadence('2026-03-27T09:00Z', 'daily', 1, 'Europe/London'), 4)).toEqual([
      '2026-03-27T09:00',
      '2026-03-28T09:00',
      '2026-03-29T08:00',
      '2026-03-30T08:00',
    ]);
  });

  it('a due date in a skipped hour moves on that day only', () => {
    expect(dues(cadence('2026-03-07T07:30Z', 'daily', 1, 'America/New_York'), 3)).toEqual([
      '2026-03-07T07:30',
      '2026-03-08T07:30', // 02:30 does not exist: 03:30
      '2026-03-09T06:30',
    ]);
  });

  it('a due date that occurs twice means the first, but the anchor stays as given', () => {
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

  it('a due date is a day of the time zone, not of UTC', () => {
    // 31 January 01:00 in Istanbul is 30 January in UTC.
    expect(dues(cadence('2026-01-30T22:00Z', 'monthly'), 3)).toEqual([
      '2026-01-30T22:00',
      '2026-02-27T22:00',
      '2026-03-30T22:00',
    ]);
  });
});

describe('duesThrough', () => {
  it('the newest due date equals a count to the millisecond, for every frequency', () => {
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

  it('the newest due date is found after eight thousand years of daily payments', () => {
    const of = cadence('2026-01-31T09:00Z', 'daily');
    const far = Date.UTC(9999, 11, 31, 12);
    expect(duesThrough(of, far)).toBe(1 + (Date.UTC(9999, 11, 31) - Date.UTC(2026, 0, 31)) / 86_400_000);
  });
});

describe('isFrequencyInterval', () => {
  it.each([
    ['daily', 1095],
    ['weekly', 156],
    ['monthly', 36],
    ['quarterly', 12],
    ['annually', 3],
  ] as const)('the interval of %s is 1 to %d: at most three years', (frequency, most) => {
    expect(isFrequencyInterval(frequency, 1)).toBe(true);
    expect(isFrequencyInterval(frequency, most)).toBe(true);
    expect(isFrequencyInterval(frequency, most + 1)).toBe(false);
    expect(isFrequencyInterval(frequency, 0)).toBe(false);
    expect(isFrequencyInterval(frequency, 1.5)).toBe(false);
    expect(isFrequencyInterval(frequency, Number.NaN)).toBe(false);
  });
});
