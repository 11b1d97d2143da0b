// The sweep that recovers refunds meets a fault at each of its calls. The next sweep continues, and the bank
// never refunds the same amount twice (crash-safety.md RF2 to RF4).
import { describe, expect, it } from 'vitest';
import { refundDriver } from '../../drivers/refund-driver.ts';
import { atEachCall, callsToFault, FAULTS_TO_INJECT, openFaults } from '../../harness/faults.ts';
import { DAY, MINUTE, SHARDS_SWEPT, startHarness } from '../../harness/harness.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
const { service, moveBy } = harness;
const driver = refundDriver(harness);

/** Ways to leave a refund open that only the sweep can complete. */
const OPEN_REFUNDS: Record<string, (payment: string) => Promise<unknown>> = {
  'a refund whose answer was lost': async (payment) => {
    service.bank.script(['lost-after']);
    await driver.partial(payment, 40);
  },
  'a refund that never arrived': async (payment) => {
    service.bank.script(['lost-before']);
    await driver.partial(payment, 40);
  },
  'a void that never arrived': async (payment) => {
    service.bank.script(['lost-before']);
    await driver.cancel(payment);
  },
  'a refund that was decided but not sent': async (payment) => {
    faults.arm('refund-partial', 'bank', 'crash before');
    await driver.partial(payment, 40);
  },
};

/** The refunds begin at noon, far from the close of the bank's batch, after which a void becomes a refund. */
let noon = Date.parse('2026-11-20T09:00:00Z');
async function nextNoon(): Promise<void> {
  noon += DAY;
  await service.timeline.moveTo(noon);
}

describe.each(Object.entries(OPEN_REFUNDS))('%s', (_name, leaveOpen) => {
  it.each(FAULTS_TO_INJECT)(
    'the refund is completed once if the sweep meets a "%s" at any call',
    async (fault) => {
      // The sweep first reads all shards of due rows.
      await atEachCall(callsToFault(fault, { skipped: SHARDS_SWEPT + 1 }), 3, async (at) => {
        const payment = await driver.pay();
        await leaveOpen(payment);
        await service.timeline.setRunning(false);
        await moveBy(6 * MINUTE);
        const report = faults.arm('sweep', at, fault);
        await service.lambdas.invoke('sweep', {}).catch(() => {});
        await service.timeline.setRunning(true);
        await nextNoon();
        const met = `${fault} at ${report.at}: ${report.hit?.to} ${report.hit?.action}`;
        expect(
          (await driver.refundsOf(payment)).map(({ status }) => status),
          met,
        ).toEqual(['Completed']);
        expect(
          driver.operations(payment).map(({ outcome }) => outcome),
          met,
        ).toEqual(['approved']);
        await driver.checkBooks([payment]);
        return report;
      });
    },
  );
});
