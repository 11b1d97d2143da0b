// A charge that the bank refuses for the merchant's settings, the probe after it and the release meet a
// crash, a lost call, a lost answer or an outage at every single call. No charge uses up a try or is made
// twice, and every charge is made after the settings work (recurring-payments.md R26 to R28).
import { describe, expect, it } from 'vitest';
import { standingHoldsOf } from '../../../lib/operator/hold/merchant-holds.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import {
  atEachCall,
  everySecondCall,
  FAULTS_TO_INJECT,
  type Fault,
  type FaultReport,
  openFaults,
} from '../../harness/faults.ts';
import { HOUR, MINUTE, SHARDS_SWEPT, startHarness } from '../../harness/harness.ts';
import { shareOf } from '../../harness/thoroughness.ts';

const faults = openFaults();
const harness = await startHarness({ startAt: new Date('2026-11-20T09:00:00Z'), around: faults.around });
const { service, merchant, now, moveBy } = harness;
const driver = recurringPaymentDriver(harness);
const owner = { customerId: await driver.customer() };

const refuse = () => service.bank.script(Array.from({ length: 300 }, () => 'decline:CORE-2202'));
const nextHour = () => Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR;
async function due(count: number) {
  // AWS's own retries of earlier invocations end within these 15 minutes.
  await moveBy(15 * MINUTE);
  const dueMs = nextHour();
  const startDate = new Date(dueMs).toISOString();
  const create = () => driver.create({ startDate, ...owner });
  const records = await Promise.all(Array.from({ length: count }, create));
  return { dueMs, ids: records.map(({ id }) => id) };
}

/** Checks that every charge is made once, as its first attempt, after the settings work again. */
async function expectCharged(ids: readonly string[], name: string): Promise<void> {
  for (const id of ids) {
    expect(await driver.show(id), name).toMatchObject({
      status: 'Active',
      failedAttemptCount: 0,
      successfulPaymentCount: 1,
    });
    expect(
      (await driver.attempts(id)).map(({ attemptNumber, status }) => [attemptNumber, status]),
      name,
    ).toEqual([[1, 'Succeeded']]);
    await driver.checkBooks(id);
    await driver.cancel(id);
  }
  expect(await standingHoldsOf(merchant.merchantId), name).toEqual([]);
}

/** Runs the function with the fault at each of its calls in turn. A case takes hours of the local clock. */
const faultAtEachCall = (
  { functionName, fault, least }: { functionName: 'charge' | 'sweep'; fault: Fault; least: number },
  one: (arm: () => void) => Promise<(name: string) => Promise<void>>,
) =>
  // Of the calls of a sweep that read the due rows, only the last one is faulted.
  atEachCall(everySecondCall(fault, 5, functionName === 'sweep' ? SHARDS_SWEPT : 0), least, async (at) => {
    let report: FaultReport = { calls: [], hit: undefined, at: 0 };
    const check = await one(() => {
      report = faults.arm(functionName, at, fault);
    });
    const { hit } = report;
    await check(hit ? `${fault} at call ${report.at}, ${hit.to} ${hit.action}` : 'without a fault');
    return report;
  });

describe('a fault at any call', () => {
  it.each(shareOf(FAULTS_TO_INJECT, 0, 2))(
    'a refused charge with a fault at any call uses no try, and both plans are charged: "%s"',
    async (fault) => {
      await faultAtEachCall({ functionName: 'charge', fault, least: 8 }, async (arm) => {
        const { ids, dueMs } = await due(2);
        refuse();
        arm();
        await service.timeline.moveTo(dueMs + 30 * MINUTE);
        service.bank.script([]);
        await moveBy(2 * HOUR);
        return (name) => expectCharged(ids, name);
      });
    },
  );

  it.each(shareOf(FAULTS_TO_INJECT, 1, 2))(
    'a refused probe with a fault at any call leaves all charges held, and all are made later: "%s"',
    async (fault) => {
      await faultAtEachCall({ functionName: 'sweep', fault, least: 8 }, async (arm) => {
        const { ids, dueMs } = await due(2);
        refuse();
        await service.timeline.moveTo(dueMs + MINUTE);
        arm();
        await moveBy(30 * MINUTE);
        service.bank.script([]);
        await moveBy(2 * HOUR);
        return (name) => expectCharged(ids, name);
      });
    },
  );

  it.each(shareOf(FAULTS_TO_INJECT, 0, 2))(
    'a successful probe and its release with a fault at any call lose no charge: "%s"',
    async (fault) => {
      await faultAtEachCall({ functionName: 'sweep', fault, least: 10 }, async (arm) => {
        const { ids, dueMs } = await due(3);
        refuse();
        await service.timeline.moveTo(dueMs + MINUTE);
        service.bank.script([]);
        arm();
        // A charge that the release missed becomes due by itself an hour after it was held.
        await moveBy(2 * HOUR);
        return (name) => expectCharged(ids, name);
      });
    },
  );
});
