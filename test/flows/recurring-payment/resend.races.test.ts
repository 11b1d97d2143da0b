// A lost charge is sent again by one of two sweeps that find it in the same millisecond, whichever of their
// writes loses its answer (crash-safety.md C5); by none after a week; and the answer of a sender that was
// overtaken does not count (recurring-payments.md R9 and R19).
import { describe, expect, it } from 'vitest';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { type FaultReport, openFaults } from '../../harness/faults.ts';
import { DAY, HOUR, MINUTE, SECOND, startHarness } from '../../harness/harness.ts';

const [gates, faults] = [openFaults(), openFaults()];
const harness = await startHarness({
  around: async (invocation, run) =>
    await gates.around(invocation, async () => await faults.around(invocation, run)),
});
const { service, moveBy, now, payOrder } = harness;
const driver = recurringPaymentDriver(harness);

const isWrite = ({ to, action }: FaultReport['calls'][number]) =>
  to === 'table' && /^(PutItem|UpdateItem|TransactWriteItems)$/.test(action);

/** Creates a plan that is due in about an hour, and moves to `dueBy` before or after that. */
async function planned(dueBy: number): Promise<string> {
  const dueMs = Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR;
  const { id } = await driver.create({ startDate: new Date(dueMs).toISOString() });
  await service.timeline.moveTo(dueMs + dueBy);
  return id;
}

/**
 * Creates a charge whose request was lost. The landing time has passed, and no sweep runs by itself. A buyer
 * pays meanwhile, so that the bank's answers to a sweep change no breaker, and each sweep makes the same
 * calls: lease and settings were read a moment ago.
 */
async function lostCharge(outcome = 'lost-before'): Promise<string> {
  const id = await planned(-MINUTE);
  service.bank.script([outcome]);
  await moveBy(MINUTE + SECOND);
  await service.timeline.setRunning(false);
  await moveBy(10 * MINUTE);
  await payOrder();
  return id;
}
const outcomesOf = (id: string) => driver.sales(id).map(({ outcome }) => outcome);
const statusesOf = async (id: string) => (await driver.attempts(id)).map(({ status }) => status);

/** Returns the positions of a sweep's writes among its calls; the claim is the first. */
async function writesOfSweep(): Promise<number[]> {
  // The first sweep of a stage writes more than the later ones.
  await service.lambdas.invoke('sweep', {});
  const id = await lostCharge();
  const { calls } = await sweep(() => faults.observe('sweep'));
  await checkOneSale(id);
  return calls.flatMap((call, at) => (isWrite(call) ? [at + 1] : []));
}

async function sweep(arm: () => FaultReport): Promise<FaultReport> {
  const report = arm();
  await service.lambdas.invoke('sweep', {});
  return report;
}

/** Runs two sweeps that have read the same row before either claims it; the clock stands still. */
async function sweepTwice(claimAt: number, arm: () => FaultReport): Promise<FaultReport> {
  const startClock = service.clock.hold();
  const report = arm();
  const claims = [];
  for (let started = 0; started < 2; started += 1) {
    const { reached, release } = gates.hold('sweep', claimAt);
    const ended = service.lambdas.invoke('sweep', {});
    await Promise.race([reached, ended]);
    claims.push({ release, ended });
  }
  for (const { release } of claims) release();
  await Promise.all(claims.map(({ ended }) => ended));
  startClock();
  return report;
}

async function checkOneSale(id: string): Promise<void> {
  expect(driver.sales(id), 'requests that reached the bank').toHaveLength(1);
  await service.timeline.setRunning(true);
  await moveBy(HOUR);
  expect((await driver.attempts(id)).map(({ status }) => status)).toEqual(['Succeeded']);
  expect(driver.sales(id)).toHaveLength(1);
  await driver.cancel(id);
  await driver.checkBooks(id);
}

describe('a lost charge that two sweeps find in the same millisecond', async () => {
  const [claimAt = 0, ...others] = await writesOfSweep();

  it('a lost charge is sent once by two sweeps', async () => {
    const id = await lostCharge();
    await sweepTwice(claimAt, () => faults.observe('sweep'));
    await checkOneSale(id);
  });

  it('a lost charge is sent once and at once, whichever write of a sweep loses its answer', async () => {
    expect(others.length).toBeGreaterThan(0);
    for (const at of [claimAt, ...others]) {
      // The sweep that meets the fault makes its later calls only if its claim was the first.
      let hit: FaultReport['hit'];
      for (let round = 0; round < 8 && hit === undefined; round += 1) {
        const id = await lostCharge();
        ({ hit } = await sweepTwice(claimAt, () => faults.arm('sweep', at, 'lost answer')));
        await checkOneSale(id);
      }
      expect(hit && isWrite(hit), `call ${at} was a write`).toBe(true);
    }
  });
});

it('a lost charge is not sent again after seven days', async () => {
  const id = await lostCharge();
  await moveBy(7 * DAY);
  await sweep(() => faults.observe('sweep'));
  expect(driver.sales(id)).toEqual([]);
  expect(await driver.attempts(id)).toMatchObject([{ status: 'Failed', errorCode: 'BANK_UNAVAILABLE' }]);
  await service.timeline.setRunning(true);
  await driver.cancel(id);
});

it('a lost charge with code 99 in the history is sent again: the history has no reason', async () => {
  const id = await lostCharge('lost-after:99');
  await sweep(() => faults.observe('sweep'));
  expect(await driver.attempts(id)).toMatchObject([{ attemptNumber: 1, status: 'Succeeded' }]);
  expect(outcomesOf(id)).toEqual(['declined', 'approved']);
  await service.timeline.setRunning(true);
  await driver.cancel(id);
});

it('the decline of a sender that was overtaken is not recorded', async () => {
  await service.timeline.setRunning(false);
  const id = await planned(5 * MINUTE);
  // This sender has claimed the charge, and its request is under way for longer than the landing time.
  const { reached, release } = gates.hold('sweep', 'bank');
  const overtaken = service.lambdas.invoke('sweep', {});
  await reached;
  await moveBy(20 * MINUTE);
  service.bank.script(['late:60', 'decline:51']);
  await sweep(() => faults.observe('sweep'));
  release();
  await overtaken;
  expect([outcomesOf(id), await statusesOf(id)]).toEqual([['declined'], ['Processing']]);
  await moveBy(2 * MINUTE);
  expect(outcomesOf(id)).toEqual(['declined', 'approved']);
  await service.timeline.setRunning(true);
  await moveBy(HOUR);
  expect(await statusesOf(id)).toEqual(['Succeeded']);
  await driver.cancel(id);
  await driver.checkBooks(id);
});
