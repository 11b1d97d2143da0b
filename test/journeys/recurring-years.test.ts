// Years of charges: what was previewed is what is charged, for plans drawn at random; ten years with
// failures; a herd through twelve months; and a herd spread over a merchant’s window.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FREQUENCIES, MAX_FREQUENCY_INTERVAL } from '#domain/billing-period.ts';
import { countCharges } from '../domain/calendar-by-counting.ts';
import { DAY, HOUR, MINUTE, startHarness } from '../harness.ts';
import { newCardNumber, recurringDesk } from '../recurring-desk.ts';
import { rounds } from '../thoroughness.ts';

const harness = await startHarness({ startAt: new Date('2026-01-01T00:00:00Z') });
const { service, now } = harness;
const desk = recurringDesk(harness);
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
    // Some bound always, so that every plan ends.
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
type Plan = ReturnType<(typeof anyPlan)['generate']>['value'];

const iso = (instantMs: number) => new Date(instantMs).toISOString();
function requestOf(plan: Plan): Record<string, unknown> {
  const { startDateMs, endDateMs, amountMinor, totalAmountLimitMinor, trial, ...same } = plan;
  return {
    ...same,
    startDate: iso(startDateMs),
    amount: amountMinor / 100,
    ...(endDateMs !== undefined && { endDate: iso(endDateMs) }),
    ...(totalAmountLimitMinor !== undefined && { totalAmountLimit: totalAmountLimitMinor / 100 }),
    ...(trial && { hasTrialPeriod: true, trialPeriodDays: trial.days, trialAmount: trial.amountMinor / 100 }),
  };
}

it('plans drawn at random are charged as previewed, and as a walk over the days counts them', async () => {
  const parties = { customerId: await desk.customer(), cardStorageId: await desk.card(newCardNumber()) };
  const living = [];
  for (const plan of fc.sample(anyPlan, { numRuns: rounds(120, 30), seed: 5 })) {
    const body = await desk.body({ ...parties, ...requestOf(plan) });
    const answer = await desk.preview(body);
    if (answer.status !== 200) continue;
    const { charges, endReason } = answer.json.data;
    const counted = countCharges(plan, 400).charges;
    expect(charges.map(({ dueAt, amount }) => [dueAt, Math.round(amount * 100)])).toEqual(
      counted.map(({ dueAtMs, amountMinor }) => [iso(dueAtMs), amountMinor]),
    );
    living.push({ id: (await desk.create(body)).id, charges, endReason });
  }
  expect(living.length).toBeGreaterThan(25);
  const last = Math.max(...living.map(({ charges }) => Date.parse(charges.at(-1)?.dueAt ?? '')));
  await to(last + HOUR);
  for (const { id, charges, endReason } of living) {
    const made = (await desk.attempts(id)).map(
      ({ periodNumber, type, dueDate, attemptedAt, amount, status }) => {
        expect([status, attemptedAt]).toEqual(['Succeeded', dueDate]);
        return { periodNumber, type, dueAt: dueDate, amount };
      },
    );
    expect(made).toEqual(charges);
    expect(await desk.show(id)).toMatchObject({ status: 'Completed', statusReason: endReason });
    await desk.books(id);
  }
});

const tomorrow = () => Math.ceil(now().getTime() / DAY) * DAY + DAY + 9 * HOUR;

it('ten years of a monthly plan with failures: every due date stays where it was', async () => {
  const startMs = tomorrow();
  const body = await desk.body({ startDate: iso(startMs), maxPaymentCount: 120 });
  const preview = (await desk.preview(body)).json.data;
  const { id } = await desk.create(body);
  // Every third charge fails once or twice before it succeeds.
  const script = Array.from({ length: 60 }, (_, at) => [
    ...['approve', 'approve'],
    ...(at % 2 === 0 ? ['decline:51', 'approve'] : ['decline:05', 'decline:61', 'approve']),
  ]).flat();
  service.bank.script(script);
  await to(startMs + 10 * 366 * DAY);
  service.bank.script([]);
  const attempts = await desk.attempts(id);
  const paid = attempts.filter(({ status }) => status === 'Succeeded');
  expect(paid.map(({ dueDate }) => dueDate)).toEqual(preview.charges.map(({ dueAt }) => dueAt));
  expect(attempts).toHaveLength(120 + 20 + 40);
  expect(await desk.show(id)).toMatchObject({ status: 'Completed', totalCollectedAmount: 12_000 });
  await desk.books(id);
}, 60_000);

describe('a herd', () => {
  it('of a hundred goes through twelve months, each charged twelve times on its day', async () => {
    const parties = { customerId: await desk.customer(), cardStorageId: await desk.card() };
    const startMs = tomorrow();
    const body = await desk.body({ ...parties, startDate: iso(startMs) });
    const ids = [];
    for (let at = 0; at < 100; at += 1) ids.push((await desk.post(body)).json.data.id);
    await to(startMs + 360 * DAY);
    const ledger = service.bank.ledger();
    for (const id of ids) {
      const prefix = `RP${id.replaceAll('-', '')}P`;
      const sold = ledger
        .filter(({ orderId }) => orderId.startsWith(prefix))
        .map(({ at }) => at.slice(0, 10));
      expect(new Set(sold).size).toBe(12);
      expect(sold).toHaveLength(12);
    }
    for (const id of ids) await desk.cancel(id);
  }, 120_000);

  it('spreads over the window that its merchant wants; the due dates do not move', async () => {
    const { apiKey } = await service.addMerchant({ spreadWindowMinutes: 60 });
    const other = recurringDesk(harness, apiKey);
    const parties = { customerId: await other.customer(), cardStorageId: await other.card() };
    const startMs = tomorrow();
    const body = await other.body({ ...parties, startDate: iso(startMs), maxPaymentCount: 2 });
    const ids = [];
    for (let at = 0; at < 30; at += 1) ids.push((await other.post(body)).json.data.id);
    expect((await other.show(ids[0] ?? '')).nextPaymentDate).toBe(iso(startMs));
    await to(startMs + 40 * DAY);
    const moments = [];
    for (const id of ids) {
      const [first, second] = await other.attempts(id);
      const delays = [first, second].map(
        (one) => Date.parse(one?.attemptedAt ?? '') - Date.parse(one?.dueDate ?? ''),
      );
      expect(first?.dueDate).toBe(iso(startMs));
      // The same place in the window each time.
      expect(delays[0]).toBe(delays[1]);
      moments.push(delays[0] ?? Number.NaN);
      await other.books(id);
    }
    expect(Math.min(...moments)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...moments)).toBeLessThan(HOUR + 1000);
    const quarters = new Set(moments.map((delay) => Math.floor(delay / (15 * MINUTE))));
    expect(quarters.size).toBe(4);
  });
});
