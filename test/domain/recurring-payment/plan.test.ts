import { describe, expect, it } from 'vitest';
import { type PlanTerms, planOf } from '#domain/recurring-payment/plan.ts';
import { previewCharges } from '#domain/recurring-payment/planned-terms.ts';
import { Rejection } from '#domain/rejection.ts';
import { isoOf } from '#domain/time/duration.ts';
import {
  at,
  chargeOnTime,
  day,
  recurringPayment,
  SOFT,
  type TermsOf,
  termsOf,
} from './recurring-payment-builder.ts';

const preview = (terms: PlanTerms, now = '2026-01-01', limit = 10) =>
  previewCharges(planOf(terms), { nowMs: at(now), limit });

/** `2026-01-31 100.00` for each charge, and the end reason. */
const charges = (terms: TermsOf, limit = 10, now = '2026-01-01') => {
  const shown = preview(termsOf(terms), now, limit);
  const rows = shown.charges.map(
    ({ dueAtMs, amountMinor }) => `${day(dueAtMs)} ${(amountMinor / 100).toFixed(2)}`,
  );
  return { rows, endReason: shown.endReason };
};

const codeOf = (terms: TermsOf, now = '2026-01-01') => {
  try {
    preview(termsOf(terms), now);
    return 'accepted';
  } catch (error) {
    return error instanceof Rejection ? error.code : error;
  }
};

describe('the examples of recurring-payments.md', () => {
  it('a monthly plan from 31 January is charged on the last day of each month', () => {
    expect(charges({ start: '2026-01-31' }, 4)).toEqual({
      rows: ['2026-01-31 100.00', '2026-02-28 100.00', '2026-03-31 100.00', '2026-04-30 100.00'],
      endReason: undefined,
    });
  });

  it('a plan of every 2 months from 31 December is charged on the last day of each second month', () => {
    const { rows } = charges({ start: '2026-12-31', frequencyInterval: 2 }, 4);
    expect(rows.map((row) => row.slice(0, 10))).toEqual([
      '2026-12-31',
      '2027-02-28',
      '2027-04-30',
      '2027-06-30',
    ]);
  });

  it('a monthly plan until 2026-04-30T00:00Z has four charges, the last on the end date', () => {
    const { rows, endReason } = charges({ end: '2026-04-30T00:00:00Z' });
    expect(rows).toHaveLength(4);
    expect(rows[3]).toBe('2026-04-30 100.00');
    expect(endReason).toBe('EndDate');
  });

  it('a plan of 100.00 with a total of at most 350 has three charges and no partial one', () => {
    const { rows, endReason } = charges({ totalAmountLimitMinor: 350_00 });
    expect(rows).toHaveLength(3);
    expect(endReason).toBe('TotalAmountLimit');
  });

  it('a plan of 0.10 with a total of at most 0.30 has three charges, not two as with floats', () => {
    expect(charges({ amountMinor: 10, totalAmountLimitMinor: 30 }).rows).toHaveLength(3);
  });

  it('a trial for 1.00 and three charges of 100.00 collect 301.00', () => {
    const terms = { start: '2026-01-10', trial: { days: 14, amountMinor: 1_00 }, maxPaymentCount: 3 };
    expect(charges(terms)).toEqual({
      rows: ['2026-01-10 1.00', '2026-01-24 100.00', '2026-02-24 100.00', '2026-03-24 100.00'],
      endReason: 'MaxPaymentCount',
    });
    expect(chargeOnTime(recurringPayment(terms), []).record.totalCollectedMinor).toBe(301_00);
  });

  it('a monthly plan that fails twice is paid on 2 February and next due on the 28th', () => {
    const { attempts, record } = chargeOnTime(recurringPayment(), [SOFT, SOFT], 3);
    expect(attempts.map((attempt) => day(attempt.attemptedAtMs))).toEqual([
      '2026-01-31',
      '2026-02-01',
      '2026-02-02',
    ]);
    expect(attempts.at(-1)?.result.status).toBe('Succeeded');
    expect(day(record.nextAction?.dueAtMs)).toBe('2026-02-28');
  });
});

describe('the start date', () => {
  it('a start date earlier today is kept as given; one before today is rejected', () => {
    const lateToday = '2026-01-31T20:59:59Z'; // 23:59:59 in Istanbul
    const shown = preview(termsOf({ start: '2026-01-30T21:00:00Z' }), lateToday);
    expect(isoOf(shown.charges[0]?.dueAtMs ?? 0)).toBe('2026-01-30T21:00:00.000Z');
    expect(codeOf({ start: '2026-01-30T20:59:59Z' }, lateToday)).toBe('START_DATE_IN_PAST');
  });

  it('the start date is past only if it is before today in the plan’s time zone and in UTC', () => {
    const start = '2026-01-31T02:00:00Z'; // 30 January in New York
    expect(codeOf({ start, timeZone: 'Europe/Istanbul' }, '2026-01-31T09:00:00Z')).toBe('accepted');
    expect(codeOf({ start, timeZone: 'America/New_York' }, '2026-01-31T09:00:00Z')).toBe('accepted');
    expect(codeOf({ start, timeZone: 'Europe/Istanbul' }, '2026-01-31T23:00:00Z')).toBe('accepted');
    for (const timeZone of ['Europe/Istanbul', 'America/New_York', 'UTC']) {
      expect(codeOf({ start, timeZone }, '2026-02-01T09:00:00Z')).toBe('START_DATE_IN_PAST');
    }
    // Already 1 February in UTC, still 31 January in New York.
    const evening = '2026-02-01T03:00:00Z';
    expect(codeOf({ start: '2026-01-31T12:00:00Z', timeZone: 'America/New_York' }, evening)).toBe('accepted');
    expect(codeOf({ start: '2026-01-31T12:00:00Z', timeZone: 'UTC' }, evening)).toBe('START_DATE_IN_PAST');
  });
});

describe('the end date', () => {
  it('the end date is compared by local calendar day, with any time of day', () => {
    for (const end of ['2026-04-29T21:00:00Z', '2026-04-30T09:00:00Z', '2026-04-30T20:59:59Z']) {
      expect(charges({ end }).rows.at(-1)).toBe('2026-04-30 100.00');
    }
    expect(charges({ end: '2026-04-29T20:59:59Z' }).rows.at(-1)).toBe('2026-03-31 100.00');
  });

  it('the end date 2026-04-30T00:00Z is 29 April in New York', () => {
    const { rows } = charges({ end: '2026-04-30T00:00:00Z', timeZone: 'America/New_York' });
    expect(rows.at(-1)).toBe('2026-03-31 100.00');
  });

  it('an end date before the first regular charge is rejected, also after a trial', () => {
    expect(codeOf({ end: '2026-01-30' })).toBe('LIMIT_UNREACHABLE');
    expect(codeOf({ end: '2026-01-31T00:00:00Z' })).toBe('accepted');
    const trial = { days: 14, amountMinor: 1_00 };
    expect(codeOf({ start: '2026-01-10', trial, end: '2026-01-23' })).toBe('LIMIT_UNREACHABLE');
    expect(codeOf({ start: '2026-01-10', trial, end: '2026-01-24T00:00:00Z' })).toBe('accepted');
  });

  it('the end date 9999-12-31 is accepted', () => {
    expect(charges({ end: '9999-12-31T23:59:59Z' }, 3)).toMatchObject({ endReason: undefined });
  });
});

describe('the total amount limit', () => {
  it('a limit below the first charge is rejected; a limit of exactly one charge is accepted', () => {
    expect(codeOf({ totalAmountLimitMinor: 99_99 })).toBe('LIMIT_UNREACHABLE');
    expect(charges({ totalAmountLimitMinor: 100_00 })).toEqual({
      rows: ['2026-01-31 100.00'],
      endReason: 'TotalAmountLimit',
    });
  });

  it('the limit includes the trial charge', () => {
    const trial = { days: 14, amountMinor: 1_00 };
    expect(charges({ trial, totalAmountLimitMinor: 200_00 }).rows).toHaveLength(2);
    expect(charges({ trial, totalAmountLimitMinor: 201_00 }).rows).toHaveLength(3);
    expect(charges({ trial, totalAmountLimitMinor: 50_00 })).toEqual({
      rows: ['2026-01-31 1.00'],
      endReason: 'TotalAmountLimit',
    });
    expect(codeOf({ trial, totalAmountLimitMinor: 99 })).toBe('LIMIT_UNREACHABLE');
  });
});

describe('a trial', () => {
  it('a trial without an amount charges nothing; the first charge is at its end', () => {
    const { rows } = charges({
      start: '2026-01-10',
      trial: { days: 14, amountMinor: 0 },
      maxPaymentCount: 2,
    });
    expect(rows).toEqual(['2026-01-24 100.00', '2026-02-24 100.00']);
  });

  it('a trial lasts local days, so its end keeps the local time across daylight saving', () => {
    const terms = termsOf({ start: '2026-03-25T09:00:00Z', timeZone: 'Europe/London' });
    const shown = preview({ ...terms, trial: { days: 7, amountMinor: 1 } });
    expect(isoOf(shown.charges[1]?.dueAtMs ?? 0)).toBe('2026-04-01T08:00:00.000Z');
  });

  it('the trial charge is period 0, regular charges start at 1', () => {
    const shown = preview(termsOf({ trial: { days: 14, amountMinor: 1 }, maxPaymentCount: 2 }));
    expect(shown.charges.map(({ periodNumber, type }) => [periodNumber, type])).toEqual([
      [0, 'Trial'],
      [1, 'Regular'],
      [2, 'Regular'],
    ]);
  });
});

describe('the end reason', () => {
  const bounds = { end: '2026-06-30', maxPaymentCount: 6, totalAmountLimitMinor: 600_00 };
  it.each([
    [{ ...bounds, end: '2026-03-31' }, 3, 'EndDate'],
    [{ ...bounds, maxPaymentCount: 2 }, 2, 'MaxPaymentCount'],
    [{ ...bounds, totalAmountLimitMinor: 499_99 }, 4, 'TotalAmountLimit'],
  ] as const)('a plan with %j allows %d charges and ends with %s', (terms, count, endReason) => {
    const shown = charges(terms);
    expect(shown.rows).toHaveLength(count);
    expect(shown.endReason).toBe(endReason);
  });

  it('the end reason is returned only if the last charge shown is the last of the plan', () => {
    expect(charges({ maxPaymentCount: 3 }, 2).endReason).toBeUndefined();
    expect(charges({ maxPaymentCount: 3 }, 3).endReason).toBe('MaxPaymentCount');
  });
});
