// The preview of a plan equals the charges that are made if every one succeeds (recurring-payments.md R24).
import { describe, expect, it } from 'vitest';
import { FREQUENCIES, MAX_FREQUENCY_INTERVAL } from '#domain/frequency.ts';
import { planOf } from '#domain/recurring-payment/plan.ts';
import { previewCharges } from '#domain/recurring-payment/planned-terms.ts';
import {
  at,
  chargeOnTime,
  recurringPayment,
  SOFT,
  type TermsOf,
  termsOf,
} from './recurring-payment-builder.ts';

const NOW = '2026-01-31T06:00:00Z';

function expectPreviewIsCharged(terms: TermsOf, limit: number): void {
  const { charges, endReason } = previewCharges(planOf(termsOf(terms)), { nowMs: at(NOW), limit });
  const { attempts, record } = chargeOnTime(recurringPayment(terms, NOW), [], limit);
  const made = attempts.map(({ periodNumber, type, dueAtMs, amountMinor }) => ({
    periodNumber,
    type,
    dueAtMs,
    amountMinor,
  }));
  expect(made).toEqual(charges);
  for (const { attemptedAtMs, dueAtMs } of attempts) expect(attemptedAtMs).toBe(dueAtMs);
  const isCompleted = record.state.status === 'Completed';
  expect(isCompleted ? record.state : undefined).toEqual(
    endReason && { status: 'Completed', reason: endReason, completedAtMs: attempts.at(-1)?.attemptedAtMs },
  );
}

describe('charges equal the preview', () => {
  for (const frequency of FREQUENCIES) {
    it(`the charges of a ${frequency} plan equal its preview for intervals 1 to 13 in three zones`, () => {
      for (const timeZone of ['Europe/Istanbul', 'Europe/London', 'America/New_York']) {
        const most = Math.min(13, MAX_FREQUENCY_INTERVAL[frequency]);
        for (let frequencyInterval = 1; frequencyInterval <= most; frequencyInterval += 1) {
          expectPreviewIsCharged({ frequency, frequencyInterval, timeZone, start: NOW }, 12);
        }
      }
    });
  }

  it.each<TermsOf>([
    { end: '2026-12-31' },
    { maxPaymentCount: 5 },
    { totalAmountLimitMinor: 550_00 },
    { end: '2026-12-31', maxPaymentCount: 5, totalAmountLimitMinor: 450_00 },
    { trial: { days: 14, amountMinor: 0 }, maxPaymentCount: 3 },
    { trial: { days: 14, amountMinor: 1_00 }, totalAmountLimitMinor: 301_00 },
    { trial: { days: 14, amountMinor: 1_00 }, totalAmountLimitMinor: 50_00 },
    { trial: { days: 730, amountMinor: 1_00 }, end: '2028-06-30' },
  ])('the charges of %j equal the preview and end with the same limit', (terms) =>
    expectPreviewIsCharged(terms, 20),
  );
});

it('ten years of a monthly plan with failures keep every due date and lose no payment', () => {
  const outcomes = Array.from({ length: 160 }, (_, i) => (i % 4 === 1 ? SOFT : undefined));
  const { attempts, record } = chargeOnTime(recurringPayment({ maxPaymentCount: 120 }), outcomes, 400);
  const paid = attempts.filter((attempt) => attempt.result.status === 'Succeeded');
  const { charges } = previewCharges(planOf(termsOf()), { nowMs: at('2026-01-01'), limit: 120 });
  expect(paid.map(({ dueAtMs }) => dueAtMs)).toEqual(charges.map(({ dueAtMs }) => dueAtMs));
  expect(attempts.length).toBe(160);
  expect(record.state.status).toBe('Completed');
});
