// The preview must equal the charges found by stepping through the calendar, for every kind of plan.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FREQUENCIES, MAX_FREQUENCY_INTERVAL } from '#domain/frequency.ts';
import { type PlanTerms, planOf } from '#domain/recurring-payment/plan.ts';
import { previewCharges } from '#domain/recurring-payment/planned-terms.ts';
import { rounds } from '../../harness/thoroughness.ts';
import { countCharges } from '../time/calendar-by-counting.ts';
import { at, termsOf } from './recurring-payment-builder.ts';

const ZONES = ['Europe/Istanbul', 'Europe/London', 'America/New_York'];

const MONTH_ENDS = [
  '2026-01-31T09:00:00Z',
  '2026-12-31T21:30:00Z', // 1 January in Istanbul
  '2028-02-29T00:15:00Z', // 28 February in New York
  '2027-02-28T12:00:00Z',
  '2026-03-30T01:30:00Z',
];
const CLOCK_CHANGES = [
  '2026-03-01T07:30:00Z', // 02:30 in New York, skipped on 8 March
  '2026-03-01T01:30:00Z', // 01:30 in London, skipped on 29 March
  '2026-10-25T05:30:00Z', // 01:30 in New York, twice on 1 November
  '2026-11-01T06:30:00Z', // the second 01:30 of that night
];

function expectSameCharges(terms: PlanTerms, limit: number): void {
  const counted = countCharges(terms, limit);
  const preview = previewCharges(planOf(terms), { nowMs: terms.startDateMs, limit });
  expect(preview.charges).toEqual(counted.charges);
  expect(preview.endReason !== undefined).toBe(counted.ended);
}

describe('the preview equals the charges counted day by day', () => {
  for (const frequency of FREQUENCIES) {
    it(`the ${frequency} preview is right for intervals 1 to 13, from month ends and clock changes`, () => {
      for (let interval = 1; interval <= Math.min(13, MAX_FREQUENCY_INTERVAL[frequency]); interval += 1) {
        for (const timeZone of ZONES) {
          for (const start of [...MONTH_ENDS, ...CLOCK_CHANGES]) {
            const terms = termsOf({ start, frequency, frequencyInterval: interval, timeZone });
            expectSameCharges(terms, 14);
          }
        }
      }
    });
  }

  it('the preview is right for a daily plan of three years and an annual plan of a century', () => {
    for (const timeZone of ZONES) {
      expectSameCharges(termsOf({ frequency: 'daily', start: '2026-01-01T06:30:00Z', timeZone }), 1100);
      expectSameCharges(termsOf({ frequency: 'annually', start: '2028-02-29T12:00:00Z', timeZone }), 100);
    }
  });

  it('the preview is right for every combination of the three limits, with and without a trial', () => {
    const optional = <T>(value: T) => [undefined, value];
    const trials = [undefined, { days: 14, amountMinor: 0 }, { days: 30, amountMinor: 1_00 }];
    for (const frequency of FREQUENCIES) {
      for (const end of optional('2029-06-30')) {
        for (const maxPaymentCount of optional(7)) {
          for (const totalAmountLimitMinor of optional(550_00)) {
            for (const trial of trials) {
              const bounds = { frequency, end, maxPaymentCount, totalAmountLimitMinor, trial };
              expectSameCharges(termsOf(clean(bounds)), 20);
            }
          }
        }
      }
    }
  });
});

/** Removes undefined fields, so that the builder's defaults apply. */
function clean<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]: Exclude<T[K], undefined> };
}

const anyTerms: fc.Arbitrary<PlanTerms> = fc
  .record({
    frequency: fc.constantFrom(...FREQUENCIES),
    interval: fc.integer({ min: 1, max: 13 }),
    timeZone: fc.constantFrom(...ZONES, 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/Sao_Paulo', 'UTC'),
    // Whole minutes from 2026 to 2034, which includes two leap years.
    startDateMs: fc.integer({ min: at('2026-01-01') / 60_000, max: at('2034-01-01') / 60_000 }),
    amountMinor: fc.integer({ min: 1, max: 99_999_999_999 }),
    lastsDays: fc.option(fc.integer({ min: 0, max: 2000 }), { nil: undefined }),
    maxPaymentCount: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
    paidTimes: fc.option(fc.double({ min: 0, max: 20, noNaN: true }), { nil: undefined }),
    trial: fc.option(
      fc.record({ days: fc.integer({ min: 1, max: 730 }), amountMinor: fc.integer({ min: 0, max: 500_00 }) }),
      { nil: undefined },
    ),
  })
  .map(({ interval, startDateMs, lastsDays, paidTimes, ...rest }) => ({
    ...termsOf(),
    ...rest,
    frequencyInterval: Math.min(interval, MAX_FREQUENCY_INTERVAL[rest.frequency]),
    startDateMs: startDateMs * 60_000,
    endDateMs: lastsDays === undefined ? undefined : startDateMs * 60_000 + lastsDays * 86_400_000,
    totalAmountLimitMinor: paidTimes === undefined ? undefined : Math.floor(rest.amountMinor * paidTimes) + 1,
  }));

describe('the preview of random plans', () => {
  it('the preview equals the charges counted day by day, or is rejected if there are none', () => {
    let rejected = 0;
    const property = fc.property(anyTerms, (terms) => {
      const counted = countCharges(terms, 12);
      const isPossible =
        counted.charges.length > 0 &&
        (counted.charges[0]?.amountMinor ?? 0) <= (terms.totalAmountLimitMinor ?? Number.POSITIVE_INFINITY) &&
        countCharges({ ...terms, totalAmountLimitMinor: undefined, trial: freeOf(terms.trial) }, 1).charges
          .length > 0;
      if (isPossible) return expectSameCharges(terms, 12);
      rejected += 1;
      const preview = () => previewCharges(planOf(terms), { nowMs: terms.startDateMs, limit: 12 });
      expect(preview).toThrow(expect.objectContaining({ code: 'LIMIT_UNREACHABLE' }));
    });
    fc.assert(property, { numRuns: rounds(600, 150) });
    expect(rejected).toBeGreaterThan(0);
  });
});

const freeOf = (trial: PlanTerms['trial']) => trial && { ...trial, amountMinor: 0 };
