// A run that reads a bank's report meets a crash, a lost call, a lost answer or an outage at every single call.
// The next run reads the rest: the unnamed sale is stored once, and no money is moved (reconciliation.md 4).
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { currentLease } from '#flows/lease.ts';
import { reconciliationPartition } from '#store/table/keys.ts';
import { queryChildren, table, tableName } from '#store/table/table.ts';
import { listUnnamedSales } from '#store/unnamed-sale.ts';
import { sellUnknown } from '../../drivers/lost-sale.ts';
import { calendar } from '../../drivers/refund-driver.ts';
import { atEachCall, callsToFault, FAULTS_TO_INJECT, openFaults } from '../../harness/faults.ts';
import { MINUTE, startHarness } from '../../harness/harness.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around, bankProtocol: 'garanti' });
const { service, merchant, payOrder, moveBy } = harness;
const { merchantId } = merchant;
const nextDayAt = calendar(service);

await nextDayAt('10:00');
await payOrder();
const lost = await sellUnknown({ merchantId, orderNumber: 'LOST', attemptNumber: 1, amountMinor: 14_990 });
await nextDayAt('03:30');
const moved = () => service.bank.ledger().filter(({ operation }) => operation !== 'inquiry').length;
const movedBefore = moved();

const run = async () => {
  // As in a container that has read the lease within the minute.
  await currentLease();
  return (await service.lambdas.invoke('reconcile', {})) as { waiting: number };
};

/** As if none of the day had been read, and no sale found. */
async function forgetDay(): Promise<void> {
  const { items } = await queryChildren({ partition: reconciliationPartition(merchantId), limit: 100 });
  for (const { pk, sk } of items) {
    await table.send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }));
  }
}

it.each(FAULTS_TO_INJECT)(
  'the run after a run with "%s" has stored the sale, and only that',
  async (fault) => {
    await atEachCall(callsToFault(fault), 8, async (at) => {
      await forgetDay();
      const report = faults.arm('reconcile', at, fault);
      await run().catch(() => undefined);
      const { hit } = report;
      const name = hit ? `at call ${report.at}, ${hit.to} ${hit.action}` : 'without';
      // These ten minutes let the bank be called again if the outage has opened the breaker.
      await moveBy(10 * MINUTE);
      await run();
      const unnamed = (await listUnnamedSales()).map((one) => [
        one.bankOrderId,
        one.amountMinor,
        one.version,
      ]);
      expect(unnamed, name).toEqual([[lost, 14_990, 1]]);
      expect(await run(), name).toMatchObject({ waiting: 0, found: 0 });
      return report;
    });
    expect(moved()).toBe(movedBefore);
  },
);
