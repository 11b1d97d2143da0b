// A charge that the merchant requests for an ended period meets a crash, a lost answer or an outage at every
// call, of the request and of the charge, and other requests at the same moment: one sale is made, and our
// books agree with the bank's (recurring-payments.md R34 and R35).
import { describe, expect, it } from 'vitest';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { atEachCall, callsToFault, FAULTS_TO_INJECT, openFaults } from '../../harness/faults.ts';
import { DAY, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';

const faults = openFaults();
const harness = await startHarness({ startAt: new Date('2026-11-20T09:00:00Z'), around: faults.around });
const { service, now, moveBy } = harness;
const driver = recurringPaymentDriver(harness);
const owner = { customerId: await driver.customer(), cardStorageId: await driver.card() };

/** Creates a plan whose first period was skipped; the second is due in a month. */
async function skipped(): Promise<string> {
  const startDate = new Date(Math.ceil(now().getTime() / MINUTE) * MINUTE + MINUTE).toISOString();
  const { id } = await driver.create({ ...owner, startDate });
  await driver.pause(id);
  await moveBy(2 * MINUTE);
  await driver.resume(id);
  return id;
}
const approvedOf = (id: string) => driver.sales(id).filter(({ outcome }) => outcome === 'approved');
const stateOf = async (id: string) => (await driver.periods(id))[0]?.state;

async function expectPaidOnce(id: string, name: string): Promise<void> {
  expect(approvedOf(id), name).toHaveLength(1);
  expect(await stateOf(id), name).toBe('Paid');
  expect(await driver.show(id), name).toMatchObject({ status: 'Active', successfulPaymentCount: 1 });
  await driver.checkBooks(id);
  await driver.cancel(id);
}

describe('a requested charge', () => {
  it.each(FAULTS_TO_INJECT)(
    'a requested charge is made once, with a "%s" at any call of the request',
    async (fault) => {
      await atEachCall(callsToFault(fault, { sparse: 2 }), 6, async (at) => {
        const id = await skipped();
        const headers = { 'idempotency-key': `REQUEST-${FAULTS_TO_INJECT.indexOf(fault)}-${at}` };
        const report = faults.arm('recurring-payment-charge-period', at, fault);
        await driver.chargePeriod(id, 1, { headers });
        await moveBy(MINUTE);
        expect((await driver.chargePeriod(id, 1, { headers })).status).toBe(202);
        await moveBy(20 * MINUTE);
        await expectPaidOnce(id, `${fault} at call ${report.at}`);
        return report;
      });
    },
  );

  it.each(FAULTS_TO_INJECT)(
    'a requested charge is made and recorded once, with a "%s" at any call of the charge',
    async (fault) => {
      await atEachCall(callsToFault(fault, { sparse: 2 }), 6, async (at) => {
        await moveBy(15 * MINUTE);
        const id = await skipped();
        await driver.chargePeriod(id, 1);
        const report = faults.arm('charge', at, fault);
        await moveBy(HOUR);
        const name = `${fault} at call ${report.at}`;
        // A sale that never reached the bank has certainly failed: the merchant may request it again.
        if ((await stateOf(id)) !== 'Paid') {
          expect(driver.sales(id), name).toEqual([]);
          await driver.chargePeriod(id, 1);
          await moveBy(HOUR);
        }
        await expectPaidOnce(id, name);
        return report;
      });
    },
  );

  it('a requested charge whose schedule was never created is made by the sweep', async () => {
    const id = await skipped();
    faults.arm('recurring-payment-charge-period', 'schedules', 'outage');
    expect((await driver.chargePeriod(id, 1)).status).toBe(202);
    await moveBy(20 * MINUTE);
    await expectPaidOnce(id, 'without its schedule');
  });

  it('a period with many requests, waivers and sweeps at once is paid once or waived', async () => {
    for (let round = 0; round < rounds(8, 2); round += 1) {
      const id = await skipped();
      faults.jitter(6, round + 1);
      const sweep = service.lambdas.invoke('sweep', {});
      const answers = await Promise.all([
        ...Array.from({ length: 3 }, () => driver.chargePeriod(id, 1)),
        driver.waivePeriod(id, 1),
      ]);
      await sweep;
      faults.jitter(0);
      const statuses = answers.map(({ status }) => status);
      const isWaived = statuses.pop() === 200;
      for (const status of statuses) expect([202, 409]).toContain(status);
      // Either a request or the waiver is acknowledged, and the acknowledged one takes effect.
      expect(statuses.includes(202)).toBe(!isWaived);
      await moveBy(20 * MINUTE);
      expect(await stateOf(id)).toBe(isWaived ? 'Waived' : 'Paid');
      expect(approvedOf(id)).toHaveLength(isWaived ? 0 : 1);
      await driver.checkBooks(id);
      await driver.cancel(id);
    }
  });

  it('a requested charge and one of a due date at that moment are made one after the other', async () => {
    for (let round = 0; round < rounds(6, 2); round += 1) {
      const dueMs = Math.ceil(now().getTime() / MINUTE) * MINUTE + 10 * MINUTE;
      const startDate = new Date(dueMs).toISOString();
      const { id } = await driver.create({ ...owner, startDate, frequency: 'daily' });
      await driver.pause(id);
      await service.timeline.moveTo(dueMs + HOUR);
      await driver.resume(id);
      await service.timeline.moveTo(dueMs + DAY - MINUTE);
      faults.jitter(6, round + 1);
      await Promise.all([service.timeline.moveTo(dueMs + DAY), driver.chargePeriod(id, 1)]);
      faults.jitter(0);
      await moveBy(20 * MINUTE);
      expect((await driver.periods(id)).map(({ state }) => state)).toEqual(['Paid', 'Paid']);
      await driver.checkBooks(id);
      await driver.cancel(id);
    }
  });
});
