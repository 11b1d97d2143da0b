// A charge that the bank refuses for the merchant's settings, the probe after it and the release meet a
// crash, a lost call, a lost answer or an outage at every single call. Nothing uses a try, nothing is charged
// twice, and after the settings work every charge is made (recurring-payments.md R26 to R28).
import { describe, expect, it } from 'vitest';
import { standingHoldsOf } from '../../../lib/operator/hold/merchant-holds.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import {
  callsPassed,
  everySecondCall,
  FAULTS_TO_INJECT,
  type Fault,
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
  // AWS's own retries of earlier invocations have ended by then.
  await moveBy(15 * MINUTE);
  const dueMs = nextHour();
  const startDate = new Date(dueMs).toISOString();
  const create = () => driver.create({ startDate, ...owner });
  const records = await Promise.all(Array.from({ length: count }, create));
  return { dueMs, ids: records.map(({ id }) => id) };
}

/** The settings work again: every charge is made once, as its first attempt. */
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

/** Each case takes hours of the local clock. */
const callsOf = (fault: Fault) => everySecondCall(fault, 5);

/** Faults the next run of the function at one of its calls after the other. */
async function faultAtEachCall(
  functionName: string,
  fault: Fault,
  one: (arm: () => void) => Promise<(name: string) => Promise<void>>,
  skipped = 0,
): Promise<number> {
  const { first, step } = callsOf(fault);
  for (let cases = 0; ; cases += 1) {
    const at = skipped + first + cases * step;
    let report: ReturnType<typeof faults.arm> | undefined;
    const check = await one(() => {
      report = faults.arm(functionName, at, fault);
    });
    const hit = report?.hit;
    await check(hit ? `${fault} at call ${at}, ${hit.to} ${hit.action}` : 'without a fault');
    if (hit === undefined) return cases;
  }
}

describe('a fault at any call', () => {
  it.each(shareOf(FAULTS_TO_INJECT, 0, 2))(
    'of the refused charge uses no try, and both plans are charged: "%s"',
    async (fault) => {
      const cases = await faultAtEachCall('charge', fault, async (arm) => {
        const { ids, dueMs } = await due(2);
        refuse();
        arm();
        await service.timeline.moveTo(dueMs + 30 * MINUTE);
        service.bank.script([]);
        await moveBy(2 * HOUR);
        return (name) => expectCharged(ids, name);
      });
      expect(callsPassed(callsOf(fault), cases)).toBeGreaterThanOrEqual(8);
    },
  );

  /** Of the calls that read which rows are due, only the last one is faulted. */
  const SKIPPED = SHARDS_SWEPT - 1;

  it.each(shareOf(FAULTS_TO_INJECT, 1, 2))(
    'of a probe that is refused leaves all waiting: "%s"',
    async (fault) => {
      const cases = await faultAtEachCall(
        'sweep',
        fault,
        async (arm) => {
          const { ids, dueMs } = await due(2);
          refuse();
          await service.timeline.moveTo(dueMs + MINUTE);
          arm();
          await moveBy(30 * MINUTE);
          service.bank.script([]);
          await moveBy(2 * HOUR);
          return (name) => expectCharged(ids, name);
        },
        SKIPPED,
      );
      expect(callsPassed(callsOf(fault), cases)).toBeGreaterThanOrEqual(8);
    },
  );

  it.each(shareOf(FAULTS_TO_INJECT, 0, 2))(
    'of the probe that succeeds and the release: "%s"',
    async (fault) => {
      const cases = await faultAtEachCall(
        'sweep',
        fault,
        async (arm) => {
          const { ids, dueMs } = await due(3);
          refuse();
          await service.timeline.moveTo(dueMs + MINUTE);
          service.bank.script([]);
          arm();
          // A charge that the release missed looks by itself an hour after it was held.
          await moveBy(2 * HOUR);
          return (name) => expectCharged(ids, name);
        },
        SKIPPED,
      );
      expect(callsPassed(callsOf(fault), cases)).toBeGreaterThanOrEqual(10);
    },
  );
});
