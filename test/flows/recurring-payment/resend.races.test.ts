// Two sweeps find the same lost charge in the same millisecond. One of them sends it again: the bank gets one
// sale request for an order id, whichever of their writes loses its answer (crash-safety.md C5).
import { describe, expect, it } from 'vitest';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { type FaultReport, openFaults } from '../../harness/faults.ts';
import { HOUR, MINUTE, SECOND, startHarness } from '../../harness/harness.ts';

const [gates, faults] = [openFaults(), openFaults()];
const harness = await startHarness({
  around: async (invocation, run) =>
    await gates.around(invocation, async () => await faults.around(invocation, run)),
});
const { service, moveBy, now } = harness;
const driver = recurringPaymentDriver(harness);

const isWrite = ({ to, action }: FaultReport['calls'][number]) =>
  to === 'table' && /^(PutItem|UpdateItem|TransactWriteItems)$/.test(action);

/** Creates a charge whose request was lost. The landing time has passed, and no sweep runs by itself. */
async function lostCharge(): Promise<string> {
  const startDate = new Date(Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR).toISOString();
  const { id } = await driver.create({ startDate });
  service.bank.script(['lost-before']);
  await service.timeline.moveTo(Date.parse(startDate) + SECOND);
  expect(driver.sales(id)).toEqual([]);
  await service.timeline.setRunning(false);
  await moveBy(10 * MINUTE);
  return id;
}

/** Returns the positions of a sweep's writes among its calls; the claim is the first. */
async function writesOfSweep(): Promise<number[]> {
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
