// Changes to values that a running plan already has, and other changes of it (recurring-payments.md R36).
import { expect, it } from 'vitest';
import { changePlan, comingCharges } from '#domain/recurring-payment/period/plan-change.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { at, claim, fail, recurringPayment, stepOf } from '../recurring-payment-builder.ts';

const NOW = at('2026-01-02T12:00:00Z');
const LATER = NOW + 100 * DAY_MS;
const amountFrom = (amountMinor: number | undefined, effectiveFromMs = NOW) => ({
  amountMinor,
  endDateMs: undefined,
  maxPaymentCount: undefined,
  totalAmountLimitMinor: undefined,
  maxRetryAttempts: undefined,
  retryIntervalHours: undefined,
  effectiveFromMs,
});

it('an amount that every coming period already has changes nothing, after any earlier changes', () => {
  let record = recurringPayment();
  for (const [amountMinor, from] of [
    [25_000, NOW],
    [5_000, LATER],
    [25_000, LATER],
  ] as const) {
    record = stepOf(changePlan(record, amountFrom(amountMinor, from), NOW)).record;
  }
  expect(changePlan(record, amountFrom(25_000), NOW)).toEqual({ kind: 'unchanged' });
});

it('a value that is shown leaves a change to come as it is, beside another value that changes too', () => {
  const { record } = stepOf(changePlan(recurringPayment(), amountFrom(5_000, LATER), NOW));
  const shown = {
    ...amountFrom(record.plan.amountMinor),
    effectiveFromMs: undefined,
    retryIntervalHours: 24,
  };
  expect(changePlan(record, shown, NOW)).toEqual({ kind: 'unchanged' });
  for (const other of [
    { subscriptionName: 'Yeni' },
    { retryIntervalHours: 12 },
    { retryIntervalHours: 12, effectiveFromMs: LATER },
    { subscriptionName: 'Yeni', effectiveFromMs: LATER },
  ]) {
    const changed = stepOf(changePlan(record, { ...shown, ...other }, NOW)).record;
    const [first, last] = comingCharges(changed, { nowMs: NOW, limit: 12 }).charges.flatMap((one, at) =>
      at === 0 || at === 11 ? [one.amountMinor] : [],
    );
    expect([other, first, last]).toEqual([other, record.plan.amountMinor, 5_000]);
  }
});

it('a value that is shown takes a change to come back if it is sent alone with an instant', () => {
  const { record } = stepOf(changePlan(recurringPayment(), amountFrom(5_000, LATER), NOW));
  const { amountMinor } = record.plan;
  for (const from of [NOW, LATER]) {
    const back = stepOf(changePlan(record, amountFrom(amountMinor, from), NOW)).record;
    const { charges } = comingCharges(back, { nowMs: NOW, limit: 12 });
    expect([from, charges.every((one) => one.amountMinor === amountMinor)]).toEqual([from, true]);
  }
});

it('a value that differs from the record replaces a later change of the same term', () => {
  const { record } = stepOf(changePlan(recurringPayment(), amountFrom(5_000, LATER), NOW));
  const changed = stepOf(
    changePlan(record, { ...amountFrom(7_000), effectiveFromMs: undefined }, NOW),
  ).record;
  const { charges } = comingCharges(changed, { nowMs: NOW, limit: 12 });
  expect(charges.every((one) => one.amountMinor === 7_000)).toBe(true);
});

it('a retry planned after a due date that a moved end allows is replaced by that due date', () => {
  const daily = {
    frequency: 'daily',
    retryIntervalHours: 48,
    start: '2026-01-02',
    end: '2026-01-02',
  } as const;
  const { record } = fail(claim(recurringPayment(daily)).record);
  expect(record.nextAction).toMatchObject({ trigger: 'Retry', atMs: at('2026-01-04') });
  const moved = stepOf(changePlan(record, { ...amountFrom(undefined), endDateMs: null }, NOW)).record;
  expect(moved.nextAction).toMatchObject({
    trigger: 'Schedule',
    periodNumber: 2,
    attemptNumber: 1,
    atMs: at('2026-01-03'),
  });
  const sooner = { ...daily, retryIntervalHours: 12 };
  const kept = fail(claim(recurringPayment(sooner)).record).record;
  const same = stepOf(changePlan(kept, { ...amountFrom(undefined), endDateMs: null }, NOW)).record;
  expect(same.nextAction).toEqual(kept.nextAction);
});

it('an end holds although an amount was planned from a period after it', () => {
  const daily = recurringPayment({ frequency: 'daily', start: '2026-02-01' });
  const dearer = stepOf(changePlan(daily, amountFrom(25_000, at('2026-02-08')), NOW)).record;
  const ended = { ...amountFrom(undefined), endDateMs: at('2026-02-05') };
  const { record } = stepOf(changePlan(dearer, ended, NOW));
  const { charges, endReason } = comingCharges(record, { nowMs: NOW, limit: 20 });
  expect([charges.map(({ periodNumber }) => periodNumber), endReason]).toEqual([[1, 2, 3, 4, 5], 'EndDate']);
});
