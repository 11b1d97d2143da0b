// What a merchant was shown is what is charged: the preview of a plan against its life with a good card.
import { describe, expect, it } from 'vitest';
import { FREQUENCIES, MAX_FREQUENCY_INTERVAL } from '#domain/recurring-payment/billing-period.ts';
import { planOf, previewCharges } from '#domain/recurring-payment/plan.ts';
import { at, live, recurringPayment, SOFT, type TermsOf, termsOf } from './recurring-payment-builder.ts';

const NOW = '2026-01-31T06:00:00Z';

function expectPreviewIsCharged(terms: TermsOf, limit: number): void {
  const { charges, endReason } = previewCharges(planOf(termsOf(terms)), { nowMs: at(NOW), limit });
  const { attempts, record } = live(recurringPayment(terms, NOW), [], limit);
  const made = attempts.map(({ periodNumber, type, dueAtMs, amountMinor }) => ({
    periodNumber,
    type,
    dueAtMs,
    amountMinor,
  }));
  expect(made).toEqual(charges);
  for (const { attemptedAtMs, dueAtMs } of attempts) expect(attemptedAtMs).toBe(dueAtMs);
  const isOver = record.standing.status === 'Completed';
  expect(isOver ? record.standing : undefined).toEqual(
    endReason && { status: 'Completed', reason: endReason, completedAtMs: attempts.at(-1)?.attemptedAtMs },
  );
}

describe('charging makes exactly the charges that were previewed', () => {
  for (const frequency of FREQUENCIES) {
    it(`for ${frequency} with every interval to 13, in three zones`, () => {
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
  ])('to the bound that ends them: %j', (terms) => expectPreviewIsCharged(terms, 20));
});

it('ten years of a monthly plan with failures on the way keep every due date and lose no payment', () => {
  const outcomes = Array.from({ length: 160 }, (_, i) => (i % 4 === 1 ? SOFT : undefined));
  const { attempts, record } = live(recurringPayment({ maxPaymentCount: 120 }), outcomes, 400);
  const paid = attempts.filter((attempt) => attempt.result.status === 'Succeeded');
  const { charges } = previewCharges(planOf(termsOf()), { nowMs: at('2026-01-01'), limit: 120 });
  expect(paid.map(({ dueAtMs }) => dueAtMs)).toEqual(charges.map(({ dueAtMs }) => dueAtMs));
  expect(attempts.length).toBe(160);
  expect(record.standing.status).toBe('Completed');
});
