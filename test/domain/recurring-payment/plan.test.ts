import { describe, expect, it } from 'vitest';
import { type PlanTerms, planOf, previewCharges } from '#domain/recurring-payment/plan.ts';
import { Rejection } from '#domain/rejection.ts';
import { formatInstant } from '#domain/time/instant.ts';
import { at, day, live, recurringPayment, SOFT, type TermsOf, termsOf } from './recurring-payment-builder.ts';

const preview = (terms: PlanTerms, now = '2026-01-01', limit = 10) =>
  previewCharges(planOf(terms), { nowMs: at(now), limit });

/** `01-31 100.00` for each charge, and what ended them. */
const charges = (terms: TermsOf, limit = 10, now = '2026-01-01') => {
  const shown = preview(termsOf(terms), now, limit);
  const rows = shown.charges.map(
    ({ dueAtMs, amountMinor }) => `${day(dueAtMs)} ${(amountMinor / 100).toFixed(2)}`,
  );
  return { rows, endReason: shown.endReason };
};

const refusal = (terms: TermsOf, now = '2026-01-01') => {
  try {
    preview(termsOf(terms), now);
    return 'accepted';
  } catch (error) {
    return error instanceof Rejection ? error.code : error;
  }
};

describe('the examples of the rules', () => {
  it('monthly from 31 January: the last day of each month', () => {
    expect(charges({ start: '2026-01-31' }, 4)).toEqual({
      rows: ['2026-01-31 100.00', '2026-02-28 100.00', '2026-03-31 100.00', '2026-04-30 100.00'],
      endReason: undefined,
    });
  });

  it('every 2 months from 31 December', () => {
    const { rows } = charges({ start: '2026-12-31', frequencyInterval: 2 }, 4);
    expect(rows.map((row) => row.slice(0, 10))).toEqual([
      '2026-12-31',
      '2027-02-28',
      '2027-04-30',
      '2027-06-30',
    ]);
  });

  it('monthly from 31 January until 2026-04-30T00:00Z: four, the last on the end date', () => {
    const { rows, endReason } = charges({ end: '2026-04-30T00:00:00Z' });
    expect(rows).toHaveLength(4);
    expect(rows[3]).toBe('2026-04-30 100.00');
    expect(endReason).toBe('EndDate');
  });

  it('100.00 with a total of at most 350: three, never a part of a fourth', () => {
    const { rows, endReason } = charges({ totalAmountLimitMinor: 350_00 });
    expect(rows).toHaveLength(3);
    expect(endReason).toBe('TotalAmountLimit');
  });

  it('0.10 with a total of at most 0.30: three, not two as with floats', () => {
    expect(charges({ amountMinor: 10, totalAmountLimitMinor: 30 }).rows).toHaveLength(3);
  });

  it('14 days of trial for 1.00 from 10 January and three charges: 301.00 in all', () => {
    const terms = { start: '2026-01-10', trial: { days: 14, amountMinor: 1_00 }, maxPaymentCount: 3 };
    expect(charges(terms)).toEqual({
      rows: ['2026-01-10 1.00', '2026-01-24 100.00', '2026-02-24 100.00', '2026-03-24 100.00'],
      endReason: 'MaxPaymentCount',
    });
    expect(live(recurringPayment(terms), []).record.totalCollectedMinor).toBe(301_00);
  });

  it('monthly on the 31st that fails, fails and succeeds: paid on 2 February, next on the 28th', () => {
    const { attempts, record } = live(recurringPayment(), [SOFT, SOFT], 3);
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
  it('may be earlier today and is kept as given, but not on a local day before today', () => {
    const lateToday = '2026-01-31T20:59:59Z'; // 23:59:59 in Istanbul
    const shown = preview(termsOf({ start: '2026-01-30T21:00:00Z' }), lateToday);
    expect(formatInstant(shown.charges[0]?.dueAtMs ?? 0)).toBe('2026-01-30T21:00:00.000Z');
    expect(refusal({ start: '2026-01-30T20:59:59Z' }, lateToday)).toBe('START_DATE_IN_PAST');
  });

  it('is judged by the day of the plan’s own zone', () => {
    const start = '2026-01-31T02:00:00Z'; // still 30 January in New York
    expect(refusal({ start, timeZone: 'Europe/Istanbul' }, '2026-01-31T09:00:00Z')).toBe('accepted');
    expect(refusal({ start, timeZone: 'America/New_York' }, '2026-01-31T09:00:00Z')).toBe(
      'START_DATE_IN_PAST',
    );
  });
});

describe('the end date', () => {
  it('is compared by local calendar day, whatever its time of day', () => {
    for (const end of ['2026-04-29T21:00:00Z', '2026-04-30T09:00:00Z', '2026-04-30T20:59:59Z']) {
      expect(charges({ end }).rows.at(-1)).toBe('2026-04-30 100.00');
    }
    expect(charges({ end: '2026-04-29T20:59:59Z' }).rows.at(-1)).toBe('2026-03-31 100.00');
  });

  it('of 2026-04-30T00:00Z is 29 April in New York', () => {
    const { rows } = charges({ end: '2026-04-30T00:00:00Z', timeZone: 'America/New_York' });
    expect(rows.at(-1)).toBe('2026-03-31 100.00');
  });

  it('before the first regular charge can never be reached, also when that falls after a trial', () => {
    expect(refusal({ end: '2026-01-30' })).toBe('LIMIT_UNREACHABLE');
    expect(refusal({ end: '2026-01-31T00:00:00Z' })).toBe('accepted');
    const trial = { days: 14, amountMinor: 1_00 };
    expect(refusal({ start: '2026-01-10', trial, end: '2026-01-23' })).toBe('LIMIT_UNREACHABLE');
    expect(refusal({ start: '2026-01-10', trial, end: '2026-01-24T00:00:00Z' })).toBe('accepted');
  });

  it('may be as far away as dates go', () => {
    expect(charges({ end: '9999-12-31T23:59:59Z' }, 3)).toMatchObject({ endReason: undefined });
  });
});

describe('the total', () => {
  it('that not even the first charge fits is refused; one that fits exactly is not', () => {
    expect(refusal({ totalAmountLimitMinor: 99_99 })).toBe('LIMIT_UNREACHABLE');
    expect(charges({ totalAmountLimitMinor: 100_00 })).toEqual({
      rows: ['2026-01-31 100.00'],
      endReason: 'TotalAmountLimit',
    });
  });

  it('includes the trial charge', () => {
    const trial = { days: 14, amountMinor: 1_00 };
    expect(charges({ trial, totalAmountLimitMinor: 200_00 }).rows).toHaveLength(2);
    expect(charges({ trial, totalAmountLimitMinor: 201_00 }).rows).toHaveLength(3);
    expect(charges({ trial, totalAmountLimitMinor: 50_00 })).toEqual({
      rows: ['2026-01-31 1.00'],
      endReason: 'TotalAmountLimit',
    });
    expect(refusal({ trial, totalAmountLimitMinor: 99 })).toBe('LIMIT_UNREACHABLE');
  });
});

describe('a trial', () => {
  it('without an amount charges nothing; the first charge falls at its end', () => {
    const { rows } = charges({
      start: '2026-01-10',
      trial: { days: 14, amountMinor: 0 },
      maxPaymentCount: 2,
    });
    expect(rows).toEqual(['2026-01-24 100.00', '2026-02-24 100.00']);
  });

  it('lasts local days, so its end keeps the wall clock across daylight saving', () => {
    const terms = termsOf({ start: '2026-03-25T09:00:00Z', timeZone: 'Europe/London' });
    const shown = preview({ ...terms, trial: { days: 7, amountMinor: 1 } });
    expect(formatInstant(shown.charges[1]?.dueAtMs ?? 0)).toBe('2026-04-01T08:00:00.000Z');
  });

  it('is period 0, and the regular charges count from 1', () => {
    const shown = preview(termsOf({ trial: { days: 14, amountMinor: 1 }, maxPaymentCount: 2 }));
    expect(shown.charges.map(({ periodNumber, type }) => [periodNumber, type])).toEqual([
      [0, 'Trial'],
      [1, 'Regular'],
      [2, 'Regular'],
    ]);
  });
});

describe('the first bound reached', () => {
  const bounds = { end: '2026-06-30', maxPaymentCount: 6, totalAmountLimitMinor: 600_00 };
  it.each([
    [{ ...bounds, end: '2026-03-31' }, 3, 'EndDate'],
    [{ ...bounds, maxPaymentCount: 2 }, 2, 'MaxPaymentCount'],
    [{ ...bounds, totalAmountLimitMinor: 499_99 }, 4, 'TotalAmountLimit'],
  ] as const)('ends it: %j', (terms, count, endReason) => {
    const shown = charges(terms);
    expect(shown.rows).toHaveLength(count);
    expect(shown.endReason).toBe(endReason);
  });

  it('is named only when the last charge shown is the last there will be', () => {
    expect(charges({ maxPaymentCount: 3 }, 2).endReason).toBeUndefined();
    expect(charges({ maxPaymentCount: 3 }, 3).endReason).toBe('MaxPaymentCount');
  });
});

it('a preview of 400 daily charges takes milliseconds', () => {
  const terms = termsOf({ frequency: 'daily', timeZone: 'America/New_York' });
  preview(terms, '2026-01-01', 400); // once to load the zone's rules
  const started = performance.now();
  expect(preview(terms, '2026-01-01', 400).charges).toHaveLength(400);
  expect(performance.now() - started).toBeLessThan(60);
});
