// Random plans are charged through years. The charges equal the preview, and the preview equals an
// independent count day by day.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FREQUENCIES, MAX_FREQUENCY_INTERVAL } from '#domain/frequency.ts';
import { countCharges } from '../domain/time/calendar-by-counting.ts';
import { newCardNumber, planRequest, recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { DAY, HOUR, MINUTE, startHarness } from '../harness/harness.ts';
import { rounds } from '../harness/thoroughness.ts';

const harness = await startHarness({ startAt: new Date('2026-01-01T00:00:00Z') });
const { service } = harness;
const driver = recurringPaymentDriver(harness);
const to = (instantMs: number) => service.timeline.moveTo(instantMs);

const ZONES = ['Europe/Istanbul', 'Europe/London', 'America/New_York', 'Australia/Lord_Howe'];
const someDay = fc.integer({ min: 1, max: 200 });
const anyPlan = fc
  .record({
    frequency: fc.constantFrom(...FREQUENCIES),
    interval: fc.integer({ min: 1, max: 13 }),
    timeZone: fc.constantFrom(...ZONES),
    startDay: someDay,
    startMinute: fc.integer({ min: 0, max: 24 * 60 - 1 }),
    amountMinor: fc.integer({ min: 1, max: 1_000_00 }),
    endDay: fc.option(fc.integer({ min: 0, max: 2000 }), { nil: undefined }),
    maxPaymentCount: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
    charges: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
    trial: fc.option(
      fc.record({ days: fc.integer({ min: 1, max: 40 }), amountMinor: fc.constantFrom(0, 0, 1, 50_00) }),
      { nil: undefined },
    ),
  })
  .map((drawn) => {
    const { frequency, interval, startDay, startMinute, amountMinor, trial, charges } = drawn;
    const startDateMs = Date.UTC(2026, 0, 1) + startDay * DAY + startMinute * MINUTE;
    // Every plan gets a bound, so that it ends.
    const maxPaymentCount = drawn.maxPaymentCount ?? (charges === undefined ? 6 : undefined);
    return {
      frequency,
      frequencyInterval: Math.min(interval, MAX_FREQUENCY_INTERVAL[frequency]),
      timeZone: drawn.timeZone,
      startDateMs,
      amountMinor,
      endDateMs: drawn.endDay === undefined ? undefined : startDateMs + 45 * DAY + drawn.endDay * DAY,
      maxPaymentCount,
      totalAmountLimitMinor:
        charges === undefined ? undefined : charges * amountMinor + (trial?.amountMinor ?? 0),
      trial,
    };
  });
const iso = (instantMs: number) => new Date(instantMs).toISOString();

it('random plans are charged as previewed and as counted day by day', async () => {
  const ids = { customerId: await driver.customer(), cardStorageId: await driver.card(newCardNumber()) };
  const created = [];
  for (const plan of fc.sample(anyPlan, { numRuns: rounds(40, 8), seed: 5 })) {
    const body = await driver.body({ ...ids, ...planRequest(plan) });
    const answer = await driver.preview(body);
    if (answer.status !== 200) continue;
    const { charges, endReason } = answer.json.data;
    const counted = countCharges(plan, 400).charges;
    expect(charges.map(({ dueAt, amount }) => [dueAt, Math.round(amount * 100)])).toEqual(
      counted.map(({ dueAtMs, amountMinor }) => [iso(dueAtMs), amountMinor]),
    );
    created.push({ id: (await driver.create(body)).id, charges, endReason });
  }
  expect(created.length).toBeGreaterThan(rounds(12, 5));
  const last = Math.max(...created.map(({ charges }) => Date.parse(charges.at(-1)?.dueAt ?? '')));
  await to(last + HOUR);
  for (const { id, charges, endReason } of created) {
    const made = (await driver.attempts(id)).map(
      ({ periodNumber, type, dueDate, attemptedAt, amount, status }) => {
        expect([status, attemptedAt]).toEqual(['Succeeded', dueDate]);
        return { periodNumber, type, dueAt: dueDate, amount };
      },
    );
    expect(made).toEqual(charges);
    expect(await driver.show(id)).toMatchObject({ status: 'Completed', statusReason: endReason });
    await driver.checkBooks(id);
  }
});
