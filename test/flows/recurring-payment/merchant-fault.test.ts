// A bank refuses the merchant's own settings: its password was changed, the service's address is not allowed,
// a currency is not open. No recurring payment loses a try or ends, and all charges go on when the settings
// work again (recurring-payments.md R26 to R30).
import { describe, expect, it } from 'vitest';
import { liftHolds, standingHoldsOf } from '../../../lib/operator/hold/merchant-holds.ts';
import { changeMerchant } from '../../../lib/operator/onboarding.ts';
import { changeBankPassword } from '../../drivers/bank-password.ts';
import { newCardNumber, recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { DAY, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { rounds, shareOf } from '../../harness/thoroughness.ts';

const harness = await startHarness({ startAt: new Date('2026-11-20T09:00:00Z') });
const { service, merchant, http, logs, now, moveBy } = harness;
const driver = recurringPaymentDriver(harness);
type Driver = typeof driver;

const nextHour = () => Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR;
const iso = (instantMs: number) => new Date(instantMs).toISOString();
async function plans(count: number, more: Record<string, unknown> = {}, of: Driver = driver) {
  const dueMs = nextHour();
  const create = () => of.create({ startDate: iso(dueMs), ...more });
  const records = await Promise.all(Array.from({ length: count }, create));
  return { dueMs, ids: records.map(({ id }) => id) };
}
const to = (instantMs: number) => service.timeline.moveTo(instantMs);
const salesOf = (ids: readonly string[]) =>
  ids.flatMap((id) => driver.sales(id)).sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
const refuse = (code: string, cardNumber?: string) =>
  service.bank.script(
    Array.from({ length: 2_000 }, () => `decline:${code}`),
    cardNumber,
  );
/** Lifts the holds as the operator's command does, and starts the local sweep. */
async function lift(): Promise<void> {
  expect(await liftHolds(merchant.merchantId, now())).toBeDefined();
  await http({ method: 'POST', path: '/local/sweep', headers: {}, body: '{}' });
}
const faultsMeasured = () => logs.filter((line) => line.includes('"MerchantFaults":1')).length;
const attemptsOf = async (id: string) =>
  (await driver.attempts(id)).map((one) => [one.periodNumber, one.attemptNumber, one.status]);
async function endAll(ids: readonly string[]): Promise<void> {
  service.bank.script([]);
  for (const id of ids) {
    await driver.checkBooks(id);
    await driver.cancel(id);
  }
  // The hold ends when no held charge is left as a probe.
  await moveBy(16 * MINUTE);
  expect(await standingHoldsOf(merchant.merchantId)).toEqual([]);
}

describe('while the bank refuses the settings of a merchant', () => {
  const PLANS = rounds(6, 2);
  const HOURS = rounds(3, 2);
  it.each(shareOf(['CORE-2202', 'CORE-2254', '58'], 1, 2))(
    'plans refused with %s keep tries and due dates, get single probes, and are all charged after',
    async (code) => {
      const { dueMs, ids } = await plans(PLANS);
      const faults = faultsMeasured();
      refuse(code);
      await to(dueMs + HOURS * HOUR);
      const asked = salesOf(ids);
      for (const id of ids) {
        const record = { status: 'Active', failedAttemptCount: 0, currentPeriodNumber: 0 };
        expect(await driver.show(id)).toMatchObject({ ...record, nextPaymentDate: iso(dueMs) });
        expect(await driver.attempts(id)).toEqual([]);
      }
      const [hold, ...others] = await standingHoldsOf(merchant.merchantId);
      expect([hold?.code, hold?.currency, others]).toEqual([code, 'TRY', []]);
      // The bank gets at most each charge once when due, then one probe after 1, 2, 5 and each 10 minutes.
      expect(asked.length).toBeLessThanOrEqual(PLANS + 3 + 6 * HOURS);
      const askedAt = asked.slice(PLANS - 1).map(({ at }) => Date.parse(at));
      const gaps = askedAt.slice(1).map((at, n) => at - (askedAt[n] ?? Number.NaN));
      expect(Math.max(...gaps)).toBeLessThanOrEqual(15 * MINUTE);
      expect(faultsMeasured() - faults).toBe(asked.length);
      service.bank.script([]);
      await moveBy(16 * MINUTE);
      for (const id of ids) {
        expect(await driver.show(id)).toMatchObject({ status: 'Active', successfulPaymentCount: 1 });
        expect(await attemptsOf(id)).toEqual([[1, 1, 'Succeeded']]);
        expect((await driver.attempts(id))[0]).toMatchObject({ dueDate: iso(dueMs) });
      }
      expect(salesOf(ids).length - asked.length).toBe(PLANS);
      await endAll(ids);
    },
  );

  it('an honest decline of a probe proves the settings, and the other charges are made', async () => {
    const { dueMs, ids } = await plans(3);
    refuse('CORE-2202');
    await to(dueMs + HOUR);
    service.bank.script(['decline:51']);
    await moveBy(16 * MINUTE);
    const statuses = await Promise.all(ids.map(async (id) => (await driver.show(id)).status));
    expect(statuses.sort()).toEqual(['Active', 'Active', 'PastDue']);
    await endAll(ids);
  });

  it('another merchant at the same bank is charged when due', async () => {
    const other = await service.addMerchant({ threeDSecure: 'never' });
    const others = recurringPaymentDriver(harness, other.apiKey);
    await changeBankPassword(harness, merchant.merchantId, 'changed at the bank');
    const { dueMs, ids } = await plans(2);
    const free = await plans(2, {}, others);
    await to(dueMs + 5 * MINUTE);
    for (const id of free.ids) {
      const [attempt] = await others.attempts(id);
      expect([attempt?.status, attempt?.attemptedAt]).toEqual(['Succeeded', iso(free.dueMs)]);
    }
    for (const id of ids) expect(await driver.attempts(id)).toEqual([]);
    const acquirer = await changeBankPassword(harness, merchant.merchantId, 'changed again');
    await changeMerchant(merchant.merchantId, { acquirer });
    await moveBy(HOUR);
    await endAll(ids);
  });

  it('a held plan is charged for its newest passed due date, and the older ones are missed', async () => {
    const { dueMs, ids } = await plans(2, { frequency: 'daily' });
    refuse('CORE-2202');
    await to(dueMs + HOUR);
    await service.timeline.setRunning(false);
    await to(dueMs + DAY - HOUR);
    await service.timeline.setRunning(true);
    await to(dueMs + DAY + 2 * HOUR);
    service.bank.script([]);
    await moveBy(16 * MINUTE);
    for (const id of ids) expect(await attemptsOf(id)).toEqual([[2, 1, 'Succeeded']]);
    await endAll(ids);
  });

  it('a retry that is held keeps its number and its count of failures', async () => {
    const { dueMs, ids } = await plans(1);
    service.bank.script(['decline:51']);
    await to(dueMs + HOUR);
    refuse('CORE-2202');
    await to(dueMs + DAY + 2 * HOUR);
    const [id = ''] = ids;
    expect(await driver.show(id)).toMatchObject({ status: 'PastDue', failedAttemptCount: 1 });
    service.bank.script([]);
    await moveBy(16 * MINUTE);
    expect(await attemptsOf(id)).toEqual([
      [1, 1, 'Failed'],
      [1, 2, 'Succeeded'],
    ]);
    await endAll(ids);
  });

  it('a plan that is paused, resumed or cancelled while held is not charged for that period', async () => {
    const { dueMs, ids } = await plans(3);
    const [paused = '', resumed = '', cancelled = ''] = ids;
    refuse('CORE-2202');
    await to(dueMs + HOUR);
    await driver.pause(paused);
    await driver.pause(resumed);
    await driver.resume(resumed);
    await driver.cancel(cancelled);
    service.bank.script([]);
    await moveBy(2 * HOUR);
    for (const id of ids) expect(await driver.attempts(id)).toEqual([]);
    await moveBy(31 * DAY);
    expect(await attemptsOf(resumed)).toEqual([[2, 1, 'Succeeded']]);
    expect(await driver.attempts(paused)).toEqual([]);
    await endAll([paused, resumed]);
  });
});

describe('an answer that is not about all charges of a merchant', () => {
  it('a currency that is not open holds the charges in that currency only', async () => {
    const dollarCard = newCardNumber();
    refuse('CORE-2105', dollarCard);
    const cardStorageId = await driver.card(dollarCard);
    const dollars = await plans(2, { currency: 'USD', cardStorageId });
    const liras = await plans(2);
    await to(dollars.dueMs + 10 * MINUTE);
    expect((await standingHoldsOf(merchant.merchantId)).map(({ currency }) => currency)).toEqual(['USD']);
    for (const id of liras.ids) expect(await attemptsOf(id)).toEqual([[1, 1, 'Succeeded']]);
    service.bank.script([], dollarCard);
    await moveBy(20 * MINUTE);
    for (const id of dollars.ids) expect(await attemptsOf(id)).toEqual([[1, 1, 'Succeeded']]);
    await endAll([...dollars.ids, ...liras.ids]);
  });

  it('a card always answered so is held alone after others were charged, and delays none', async () => {
    const card = '4122111111111118';
    const { ids: odd, dueMs } = await plans(1, { cardStorageId: await driver.card(card) });
    const { ids } = await plans(3);
    await to(dueMs + 30 * MINUTE);
    for (const id of ids) expect(await attemptsOf(id)).toEqual([[1, 1, 'Succeeded']]);
    const later = await plans(2);
    await to(later.dueMs + MINUTE);
    for (const id of later.ids) expect(await attemptsOf(id)).toEqual([[1, 1, 'Succeeded']]);
    expect(await standingHoldsOf(merchant.merchantId)).toEqual([]);
    // The card network counts these tries: the caps on a card apply, ten in a day.
    await moveBy(20 * HOUR);
    expect(salesOf(odd).length).toBeLessThanOrEqual(10);
    expect(await driver.show(odd[0] ?? '')).toMatchObject({ status: 'Active', failedAttemptCount: 0 });
    await endAll([...odd, ...ids, ...later.ids]);
  });

  it('a charge that is held alone is also made after new settings', async () => {
    const card = newCardNumber();
    refuse('13', card);
    const { ids, dueMs } = await plans(1, { cardStorageId: await driver.card(card) });
    await to(dueMs + HOUR);
    expect(await standingHoldsOf(merchant.merchantId)).toEqual([]);
    service.bank.script([], card);
    await lift();
    await moveBy(7 * MINUTE);
    expect(await attemptsOf(ids[0] ?? '')).toEqual([[1, 1, 'Succeeded']]);
    await endAll(ids);
  });
});

describe('after the settings were changed', () => {
  /** A number of charges that cannot all be made in one second. */
  const HELD = rounds(24, 12);
  it('all held charges are made within seven minutes, ten in a second at most', async () => {
    await changeBankPassword(harness, merchant.merchantId, 'rotated');
    const { dueMs, ids } = await plans(HELD);
    await to(dueMs + rounds(2, 1) * HOUR);
    expect(await standingHoldsOf(merchant.merchantId)).toMatchObject([{ code: 'CORE-2202' }]);
    const acquirer = await changeBankPassword(harness, merchant.merchantId, 'rotated again');
    await changeMerchant(merchant.merchantId, { acquirer });
    await lift();
    await moveBy(7 * MINUTE);
    const paidAt = salesOf(ids).map(({ at }) => at.slice(0, 19));
    expect(paidAt).toHaveLength(HELD);
    const busiest = Math.max(...[...Map.groupBy(paidAt, (at) => at).values()].map(({ length }) => length));
    expect(busiest).toBeLessThanOrEqual(10);
    await endAll(ids);
  });

  it('wrong settings after a change hold all charges again, and no charge is lost', async () => {
    await changeBankPassword(harness, merchant.merchantId, 'third');
    const { dueMs, ids } = await plans(rounds(5, 3));
    await to(dueMs + HOUR);
    await lift();
    await moveBy(HOUR);
    for (const id of ids)
      expect(await driver.show(id)).toMatchObject({ status: 'Active', failedAttemptCount: 0 });
    expect(await standingHoldsOf(merchant.merchantId)).toHaveLength(1);
    const acquirer = await changeBankPassword(harness, merchant.merchantId, 'fourth');
    await changeMerchant(merchant.merchantId, { acquirer });
    await lift();
    await moveBy(7 * MINUTE);
    for (const id of ids) expect(await attemptsOf(id)).toEqual([[1, 1, 'Succeeded']]);
    await endAll(ids);
  });
});
