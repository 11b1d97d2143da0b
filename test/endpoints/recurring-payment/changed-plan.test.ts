// PUT /api/RecurringPayment/{id} with other terms: amount, name, end, limits and retries of a running plan
// change for periods that have not begun, and no due date moves (recurring-payments.md R36 and R37).
import { describe, expect, it } from 'vitest';
import { type RecurringData, recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { expectLimitUnreachable, expectRejection } from '../../drivers/rejection.ts';
import { DAY, HOUR, MINUTE, SECOND, startHarness } from '../../harness/harness.ts';

type Terms = { amount: number; subscriptionName: string; endDate: string | null };
type Changed = RecurringData & {
  subscriptionName: string;
  endDate: string | null;
  planChanges: { effectiveFrom: string; fromPeriodNumber: number; before: Terms; after: Terms }[];
};

const harness = await startHarness({ startAt: new Date('2027-01-31T07:00:00Z') });
const { service, now, moveBy } = harness;
const driver = recurringPaymentDriver(harness);
const to = (instantMs: number) => service.timeline.moveTo(instantMs);
const iso = (instantMs: number) => new Date(instantMs).toISOString();
const inAnHour = () => Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR;
const update = async (id: string, given: Record<string, unknown>) => {
  const { status, json, text } = await driver.update(id, given);
  expect(status, text).toBe(200);
  return json.data as Changed;
};
const daily = async (more: Record<string, unknown> = {}) => {
  const dueMs = inAnHour();
  const { id } = await driver.create({ startDate: iso(dueMs), frequency: 'daily', ...more });
  return { id, dueMs };
};
const amountsOf = async (id: string) => (await driver.attempts(id)).map(({ amount }) => amount);
async function finish(id: string): Promise<void> {
  await driver.cancel(id);
  await driver.checkBooks(id);
}

describe('PUT /api/RecurringPayment/{id} with other terms', () => {
  it('a higher amount is charged from the next period on, and no due date moves', async () => {
    const dueMs = inAnHour();
    const { id } = await driver.create({ startDate: iso(dueMs) });
    await to(dueMs + MINUTE);
    const before = await driver.show(id);
    const changed = await update(id, { amount: 149.9, subscriptionName: 'Aylık çay' });
    expect(changed).toMatchObject({ amount: 149.9, nextPaymentDate: before.nextPaymentDate });
    expect(changed.planChanges).toMatchObject([
      {
        fromPeriodNumber: 2,
        effectiveFrom: before.nextPaymentDate,
        before: { amount: 100, subscriptionName: 'Aylık kahve' },
        after: { amount: 149.9, subscriptionName: 'Aylık çay' },
      },
    ]);
    await to(dueMs + 70 * DAY);
    expect(await amountsOf(id)).toEqual([100, 149.9, 149.9]);
    // The due dates are the 28th of February, then the 31st again.
    const days = (await driver.attempts(id)).map(({ dueDate }) => dueDate.slice(5, 10));
    expect(days).toEqual(['01-31', '02-28', '03-31']);
    await finish(id);
  });

  it('a change takes effect from its instant, and a newer one replaces its coming part', async () => {
    const { id, dueMs } = await daily();
    const from = (days: number, amount: number) =>
      update(id, { amount, effectiveFrom: iso(dueMs + days * DAY) });
    await from(4, 400);
    expect(await from(2, 200)).toMatchObject({ amount: 100 });
    const last = await from(3, 300);
    expect(last.planChanges.map(({ fromPeriodNumber, after }) => [fromPeriodNumber, after.amount])).toEqual([
      [4, 300],
      [3, 200],
    ]);
    await to(dueMs + 4 * DAY + HOUR);
    expect(await amountsOf(id)).toEqual([100, 100, 200, 300, 300]);
    await finish(id);
  });

  it('a period that has begun keeps its amount, in retries and in charges after its end', async () => {
    const { id, dueMs } = await daily({ retryIntervalHours: 5 });
    service.bank.script(['decline:51']);
    await to(dueMs + MINUTE);
    await update(id, { amount: 50 });
    await to(dueMs + DAY + MINUTE);
    expect(await amountsOf(id)).toEqual([100, 100, 50]);
    await driver.pause(id);
    await update(id, { amount: 70, effectiveFrom: iso(dueMs + 3 * DAY) });
    await to(dueMs + 4 * DAY + MINUTE);
    await driver.resume(id);
    const skipped = (await driver.periods(id)).slice(2).map(({ amount }) => amount);
    expect(skipped).toEqual([50, 70, 70]);
    for (const number of [3, 4]) await driver.chargePeriod(id, number);
    await moveBy(MINUTE);
    expect((await amountsOf(id)).slice(3)).toEqual([50, 70]);
    await finish(id);
  });

  it('end and limits can be set, moved and removed; retries change for periods to come', async () => {
    const { id, dueMs } = await daily({ maxPaymentCount: 2 });
    expect(await update(id, { maxPaymentCount: 0, endDate: iso(dueMs + 2 * DAY) })).toMatchObject({
      maxPaymentCount: null,
      remainingPaymentCount: null,
      endDate: iso(dueMs + 2 * DAY),
    });
    await update(id, { maxRetryAttempts: 0 });
    service.bank.script(['approve', 'decline:51']);
    await to(dueMs + DAY + MINUTE);
    expect(await driver.show(id)).toMatchObject({ status: 'Unpaid', statusReason: 'RetriesExhausted' });
    await driver.resume(id);
    await to(dueMs + 2 * DAY + HOUR);
    expect(await driver.show(id)).toMatchObject({ status: 'Completed', statusReason: 'EndDate' });
    await driver.checkBooks(id);
  });

  it.each([
    ['Pacific/Honolulu', -10],
    ['Asia/Tokyo', 9],
  ])('days and local times of a change are those of the plan, in %s too', async (timeZone, hoursEast) => {
    const [today = ''] = iso(now().getTime()).split('T');
    const day = (days: number) => iso(Date.parse(today) + days * DAY).slice(0, 10);
    const dueOf = (days: number) => iso(Date.parse(`${day(days)}T01:30:00Z`) - hoursEast * HOUR);
    const { id } = await driver.create({ startDate: `${day(2)}T01:30`, frequency: 'daily', timeZone });
    const wanted = { amount: 200, effectiveFrom: day(4), endDate: day(5) };
    const { charges } = (await driver.previewChange(id, wanted)).json.data;
    const previewed = [100, 100, 200, 200].map((amount, at) => ({ amount, dueAt: dueOf(2 + at) }));
    expect(charges).toMatchObject(previewed);
    await update(id, wanted);
    expect(await update(id, { endDate: '' })).toMatchObject({ endDate: null });
    await update(id, { endDate: day(5) });
    const changed = await update(id, { amount: 300, effectiveFrom: `${day(3)}T01:31` });
    expect(changed.planChanges[0]).toMatchObject({ effectiveFrom: dueOf(4), after: { amount: 300 } });
    await moveBy(7 * DAY);
    expect(await amountsOf(id)).toEqual([100, 100, 300, 300]);
    expect(await driver.show(id)).toMatchObject({ status: 'Completed', statusReason: 'EndDate' });
    await driver.checkBooks(id);
  });

  it('limits that leave no charge are refused, and an ended plan does not change', async () => {
    const { id, dueMs } = await daily();
    await to(dueMs + MINUTE);
    const before = await driver.show(id);
    for (const [given, limitReached] of [
      [{ maxPaymentCount: 1 }, 'MaxPaymentCount'],
      [{ totalAmountLimit: 150 }, 'TotalAmountLimit'],
      [{ endDate: iso(dueMs) }, 'EndDate'],
      [{ amount: 200, totalAmountLimit: 250 }, 'TotalAmountLimit'],
    ] as const) {
      const refused = await driver.update(id, given);
      expectLimitUnreachable(refused);
      expect(refused.json.data).toMatchObject({ limitReached });
    }
    expect(await driver.show(id)).toEqual(before);
    await finish(id);
    const ended = await driver.update(id, { amount: 20 });
    expectRejection(ended, { code: 'RECURRING_PAYMENT_INVALID_STATE', facts: ['status', 'allowedStatuses'] });
  });

  it('an update that changes nothing returns the unchanged record, and the history is bounded', async () => {
    const { id } = await daily();
    const first = await driver.show(id);
    expect(await update(id, { amount: 100, subscriptionName: 'Aylık kahve' })).toEqual(first);
    expect(await update(id, {})).toEqual(first);
    for (let name = 1; name <= 12; name += 1) await update(id, { subscriptionName: `Kahve ${name}` });
    const { planChanges } = (await driver.show(id)) as Changed;
    expect(planChanges).toHaveLength(10);
    expect(planChanges[0]?.after.subscriptionName).toBe('Kahve 12');
    await finish(id);
  });

  it('ten coming changes are accepted at most, and an earlier one replaces later ones', async () => {
    const { id, dueMs } = await daily();
    const change = (days: number) =>
      driver.update(id, { amount: 100 + days, effectiveFrom: iso(dueMs + days * DAY) });
    for (let days = 2; days <= 11; days += 1) expect((await change(days)).status).toBe(200);
    expectRejection(await change(12), { code: 'TOO_MANY_PLAN_CHANGES', fields: ['effectiveFrom'] });
    expect((await change(1)).status).toBe(200);
    expect((await change(12)).status).toBe(200);
    await finish(id);
  });

  it('an instant without a term to change is refused, and nothing changes', async () => {
    const { id, dueMs } = await daily();
    const before = await driver.show(id);
    const effectiveFrom = iso(dueMs + 3 * DAY);
    for (const given of [{}, { cardStorageId: await driver.card() }, { subscriptionName: 'Yeni' }]) {
      const refused = await driver.update(id, { ...given, effectiveFrom });
      expectRejection(refused, { code: 'VALIDATION_ERROR', facts: ['errors'] });
      expect(refused.json.data).toMatchObject({ errors: [{ field: 'effectiveFrom', code: 'REQUIRED' }] });
    }
    expect(await driver.show(id)).toEqual(before);
    expect(await update(id, { maxPaymentCount: 0, effectiveFrom })).toEqual(before);
    await finish(id);
  });

  it('amount and card change together, and the open period is tried with its own amount', async () => {
    const { id, dueMs } = await daily({ frequency: 'monthly' });
    service.bank.script(['decline:41']);
    await to(dueMs + MINUTE);
    const card = await driver.card();
    expect(await update(id, { cardStorageId: card, amount: 120 })).toMatchObject({ cardStorageId: card });
    await moveBy(5 * SECOND);
    await to(dueMs + 32 * DAY);
    expect(await amountsOf(id)).toEqual([100, 100, 120]);
    await finish(id);
  });

  it('a charge at the moment of a change has the amount that the answer contains', async () => {
    for (const offset of [-1, 0, 1]) {
      const { id, dueMs } = await daily();
      await to(dueMs - SECOND);
      const [changed] = await Promise.all([update(id, { amount: 120 }), to(dueMs + offset)]);
      await moveBy(10 * MINUTE);
      const [first] = await amountsOf(id);
      const from = changed.planChanges[0]?.fromPeriodNumber;
      expect(first).toBe(from === 1 ? 120 : 100);
      await finish(id);
    }
  });
});

describe('PUT /api/RecurringPayment/{id} with `preview: true`', () => {
  it('the preview of a change equals the charges that follow it, and changes nothing', async () => {
    const { id, dueMs } = await daily();
    await to(dueMs + MINUTE);
    const before = await driver.show(id);
    const change = { amount: 120, effectiveFrom: iso(dueMs + 2 * DAY), totalAmountLimit: 440 };
    const { charges, endReason } = (await driver.previewChange(id, change)).json.data;
    expect(charges.map(({ periodNumber, amount }) => [periodNumber, amount])).toEqual([
      [2, 100],
      [3, 120],
      [4, 120],
    ]);
    expect([endReason, await driver.show(id)]).toEqual(['TotalAmountLimit', before]);
    await update(id, change);
    await to(dueMs + 9 * DAY);
    const made = (await driver.attempts(id)).slice(1).map((one) => [one.dueDate, one.amount]);
    expect(made).toEqual(charges.map(({ dueAt, amount }) => [dueAt, amount]));
    expect((await driver.show(id)).status).toBe('Completed');
    await driver.checkBooks(id);
  });

  it('a preview without a term shows the coming charges, and refuses like the update', async () => {
    const { id, dueMs } = await daily({ maxPaymentCount: 2 });
    const { charges } = (await driver.previewChange(id, {})).json.data;
    expect(charges.map(({ dueAt }) => dueAt)).toEqual([iso(dueMs), iso(dueMs + DAY)]);
    const refused = await driver.previewChange(id, { totalAmountLimit: 50 });
    expectLimitUnreachable(refused);
    const alone = await driver.previewChange(id, { effectiveFrom: iso(dueMs + DAY) });
    expectRejection(alone, { code: 'VALIDATION_ERROR', facts: ['errors'] });
    await finish(id);
  });
});
