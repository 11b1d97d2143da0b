// Every period of a recurring payment is visible, and one that ended unpaid can be charged or waived
// (recurring-payments.md R33 to R35).
import { describe, expect, it } from 'vitest';
import type { RejectionCode } from '#domain/rejection-table.ts';
import { type PeriodData, recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { DAY, HOUR, MINUTE, SECOND, startHarness } from '../../harness/harness.ts';

const harness = await startHarness({ startAt: new Date('2026-11-20T09:00:00Z') });
const { api, service, now, moveBy } = harness;
const driver = recurringPaymentDriver(harness);
const { chargePeriod, waivePeriod, periods } = driver;

const inAnHour = () => Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR;
const to = (instantMs: number) => service.timeline.moveTo(instantMs);
const statesOf = async (id: string) =>
  (await periods(id)).map(({ periodNumber, state, reason }) => [periodNumber, state, reason]);

/** A daily plan: period 1 paid, 2 and 3 missed in an outage, 4 paid, 5 failed, 6 and 7 skipped in a pause. */
async function eventful(more: Record<string, unknown> = {}) {
  const dueMs = inAnHour();
  const startDate = new Date(dueMs).toISOString();
  const { id } = await driver.create({ frequency: 'daily', startDate, maxRetryAttempts: 0, ...more });
  await to(dueMs + HOUR);
  await service.timeline.setRunning(false);
  await to(dueMs + 3 * DAY + HOUR);
  await service.timeline.setRunning(true);
  await moveBy(10 * MINUTE);
  service.bank.script(['decline:51']);
  await to(dueMs + 4 * DAY + HOUR);
  await driver.resume(id);
  await driver.pause(id);
  await to(dueMs + 6 * DAY + HOUR);
  await driver.resume(id);
  return { id, dueMs };
}
async function finish(id: string): Promise<void> {
  await driver.cancel(id);
  await driver.checkBooks(id);
}

describe('GET /api/RecurringPayment/{id}/periods', () => {
  it('every period is listed with state, reason, amount and payment, charged or not', async () => {
    const { id, dueMs } = await eventful();
    expect(await statesOf(id)).toEqual([
      [1, 'Paid', null],
      [2, 'Missed', 'NewerDueDate'],
      [3, 'Missed', 'NewerDueDate'],
      [4, 'Paid', null],
      [5, 'Failed', 'NOT_SUFFICIENT_FUNDS'],
      [6, 'Skipped', 'PausedByMerchant'],
      [7, 'Skipped', 'PausedByMerchant'],
    ]);
    const attempts = await driver.attempts(id);
    for (const period of await periods(id)) {
      const { periodNumber: number, ...shown } = period;
      const last = attempts.filter(({ periodNumber }) => periodNumber === number).at(-1);
      expect(shown).toMatchObject({
        type: 'Regular',
        amount: 100,
        currency: 'TRY',
        dueDate: new Date(dueMs + (number - 1) * DAY).toISOString(),
        paymentReferenceNumber: last?.paymentReferenceNumber ?? null,
      });
    }
    expect((await driver.show(id)).uncollectedAmount).toBe(300);
    await finish(id);
  });

  it('pages of any size show the same periods, newest first', async () => {
    const { id } = await eventful({ trialAmount: 1, hasTrialPeriod: true, trialPeriodDays: 1 });
    const whole = await periods(id);
    expect(whole.map(({ periodNumber }) => periodNumber)).toEqual(whole.map((_, at) => at));
    for (const limit of [1, 2, 3]) expect(await periods(id, limit)).toEqual(whole);
    await finish(id);
  });

  it('a period is Open while an attempt, a retry or a card update may follow', async () => {
    const dueMs = inAnHour();
    const { id } = await driver.create({ startDate: new Date(dueMs).toISOString() });
    expect(await periods(id)).toEqual([]);
    service.bank.script(['decline:51', 'lost-after']);
    await to(dueMs + MINUTE);
    expect(await statesOf(id)).toEqual([[1, 'Open', 'NOT_SUFFICIENT_FUNDS']]);
    expect((await driver.show(id)).uncollectedAmount).toBe(100);
    await to(dueMs + DAY + 90 * SECOND);
    expect(await statesOf(id)).toEqual([[1, 'Open', null]]);
    await moveBy(HOUR);
    expect(await statesOf(id)).toEqual([[1, 'Paid', null]]);
    expect((await driver.show(id)).uncollectedAmount).toBe(0);
    await finish(id);
  });

  it('an unknown recurring payment is 404, and a cursor of another list 400', async () => {
    const unknown = await api('GET', '/api/RecurringPayment/01890000-0000-7000-8000-000000000004/periods');
    expectRejection(unknown, { code: 'RECURRING_PAYMENT_NOT_FOUND' });
    const { id } = await driver.create();
    const foreign = await api('GET', `/api/RecurringPayment/${id}/periods?cursor=abc`);
    expectRejection(foreign, { code: 'CURSOR_INVALID', fields: ['cursor'] });
    await finish(id);
  });
});

describe('POST /api/RecurringPayment/{id}/periods/{n}/charge', () => {
  it('failed, missed and skipped periods are charged once each, and no due date moves', async () => {
    const { id, dueMs } = await eventful();
    const before = await driver.show(id);
    for (const number of [2, 5, 6]) {
      const { status, json } = await chargePeriod(id, number);
      expect([status, json.data.state]).toEqual([202, 'Open']);
      expect((await chargePeriod(id, number)).status).toBe(202);
    }
    await moveBy(MINUTE);
    expect((await periods(id)).filter(({ state }) => state === 'Paid')).toHaveLength(5);
    const after = await driver.show(id);
    expect(after).toEqual({
      ...before,
      successfulPaymentCount: 5,
      totalCollectedAmount: 500,
      uncollectedAmount: 100,
      lastPaymentDate: after.lastPaymentDate,
    });
    const made = (await driver.attempts(id)).filter(({ trigger }) => trigger === 'Request');
    expect(made.map((one) => [one.periodNumber, one.attemptNumber, one.status])).toEqual([
      [2, 1, 'Succeeded'],
      [5, 2, 'Succeeded'],
      [6, 1, 'Succeeded'],
    ]);
    const paid = await chargePeriod(id, 2);
    expectRejection(paid, { code: 'PERIOD_NOT_CHARGEABLE', facts: ['state'] });
    await to(dueMs + 7 * DAY + HOUR);
    expect((await driver.attempts(id)).at(-1)).toMatchObject({ periodNumber: 8, status: 'Succeeded' });
    await finish(id);
  });

  it('a decline changes nothing but the reason, and the period can be charged again', async () => {
    const { id } = await eventful();
    const before = await driver.show(id);
    service.bank.script(['decline:05']);
    await chargePeriod(id, 3);
    await moveBy(MINUTE);
    expect(await driver.show(id)).toEqual(before);
    expect((await statesOf(id))[2]).toEqual([3, 'Missed', 'DO_NOT_HONOUR']);
    await chargePeriod(id, 3);
    await moveBy(MINUTE);
    expect((await statesOf(id))[2]).toEqual([3, 'Paid', null]);
    await finish(id);
  });

  it.each(['lost-after', 'lost-before'])(
    'a "%s" answer is found by the sweep, and taken once',
    async (lost) => {
      const { id } = await eventful();
      service.bank.script([lost]);
      await chargePeriod(id, 2);
      await moveBy(30 * SECOND);
      expect((await statesOf(id))[1]).toEqual([2, 'Open', null]);
      await moveBy(HOUR);
      const [, second] = await statesOf(id);
      if (lost === 'lost-after') expect(second).toEqual([2, 'Paid', null]);
      else {
        expect(second).toEqual([2, 'Missed', 'BANK_UNAVAILABLE']);
        await chargePeriod(id, 2);
        await moveBy(HOUR);
      }
      const order = driver.sales(id).filter(({ orderId }) => /P2A\d+C\d+$/.test(orderId));
      expect(order.filter(({ outcome }) => outcome === 'approved')).toHaveLength(1);
      await finish(id);
    },
  );

  it('the limits of the plan still apply: a period beyond them is not charged', async () => {
    const { id } = await eventful({ totalAmountLimit: 300 });
    await chargePeriod(id, 2);
    await moveBy(MINUTE);
    expect(await driver.show(id)).toMatchObject({ status: 'Completed', statusReason: 'TotalAmountLimit' });
    const refused = await chargePeriod(id, 3);
    expectRejection(refused, { code: 'PERIOD_NOT_CHARGEABLE', facts: ['state', 'limitReached'] });
    expect(refused.json.data).toMatchObject({ limitReached: 'TotalAmountLimit' });
    await driver.checkBooks(id);
  });

  it('open, future and unknown periods and those of a cancelled plan are refused', async () => {
    const { id } = await eventful();
    const refusals: [number, RejectionCode, string[]][] = [
      [1, 'PERIOD_NOT_CHARGEABLE', ['state']],
      [8, 'PERIOD_NOT_CHARGEABLE', ['state', 'newestPeriodNumber']],
      [0, 'PERIOD_NOT_FOUND', []],
    ];
    for (const [number, code, facts] of refusals) {
      expectRejection(await chargePeriod(id, number), { code, facts });
    }
    await driver.cancel(id);
    const cancelled = await chargePeriod(id, 2);
    expectRejection(cancelled, {
      code: 'RECURRING_PAYMENT_INVALID_STATE',
      facts: ['status', 'allowedStatuses'],
    });
    await driver.checkBooks(id);
  });
});

describe('POST /api/RecurringPayment/{id}/periods/{n}/waive', () => {
  it('a waived period is never charged, and its amount is not uncollected any more', async () => {
    const { id } = await eventful();
    const { json } = await waivePeriod(id, 5, { body: { reason: 'Kampanya' } });
    expect(json.data).toMatchObject({ periodNumber: 5, state: 'Waived', reason: 'Kampanya' });
    expect((await waivePeriod(id, 5)).json.data).toEqual(json.data);
    await waivePeriod(id, 6);
    expect((await driver.show(id)).uncollectedAmount).toBe(200);
    expectRejection(await chargePeriod(id, 5), { code: 'PERIOD_NOT_CHARGEABLE', facts: ['state'] });
    await moveBy(MINUTE);
    expect((await statesOf(id)).filter(([, state]) => state === 'Waived')).toHaveLength(2);
    await finish(id);
    const shown: PeriodData[] = await periods(id);
    expect(shown[4]).toMatchObject({ state: 'Waived' });
  });

  it('a paid period, and one whose charge was requested, cannot be waived', async () => {
    const { id } = await eventful();
    service.bank.script(['lost-after']);
    await chargePeriod(id, 2);
    for (const number of [1, 2]) {
      expectRejection(await waivePeriod(id, number), { code: 'PERIOD_NOT_CHARGEABLE', facts: ['state'] });
    }
    await moveBy(HOUR);
    expect((await driver.show(id)).uncollectedAmount).toBe(200);
    await finish(id);
  });
});
