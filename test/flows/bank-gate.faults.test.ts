// The breaker's own reads and writes fail or crash at any point: no payment is lost or made twice because of
// that, and the breaker still opens and closes afterwards.
import { beforeAll, describe, expect, it } from 'vitest';
import { openBankLines, ownBank } from '../harness/bank-line.ts';
import { atEachCall, callsToFault, FAULTS_TO_INJECT, openFaults } from '../harness/faults.ts';
import { HOUR, MINUTE, SECOND, startHarness } from '../harness/harness.ts';
import { orderViews } from '../journeys/order.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
const { buyer, createPage, moveBy, now } = harness;
const { paymentsOf, approvedSalesOf, stateOf } = orderViews(harness);
const lines = openBankLines();
const bank = ownBank(harness);
const pay = async (page: { hostedPageUrl: string }) =>
  await buyer.submit(await buyer.open(page.hostedPageUrl)).catch(() => undefined);

const openBreaker = async (failures: number) => {
  lines.refuse(bank);
  for (let at = 0; at < failures; at += 1) await pay(await createPage());
};

describe.each(FAULTS_TO_INJECT)('%s', (fault) => {
  beforeAll(async () => {
    lines.mend(bank);
    await moveBy(MINUTE);
  });

  it('books and bank agree if a fault meets the failure that opens the breaker', async () => {
    await atEachCall(callsToFault(fault, { sparse: 2 }), 7, async (at) => {
      await openBreaker(4);
      const page = await createPage();
      const report = faults.arm('hosted-page-pay', at, fault);
      await pay(page);
      lines.mend(bank);
      await moveBy(HOUR);
      const sales = (await approvedSalesOf(page.orderNumber)).length;
      const payments = await paymentsOf(page.orderNumber);
      const paid = payments.filter(({ status }) => status === 'Successful').length;
      const open = payments.filter(({ status }) => status === 'Processing').length;
      expect([at, open, sales]).toEqual([at, 0, paid]);
      // A page that was not paid may have expired in the meantime.
      expect(['Open', 'Paid', 'Expired']).toContain(await stateOf(page));
      return report;
    });
  });

  it('the bank is asked again within three minutes if a fault meets the sweep that probes it', async () => {
    await atEachCall(callsToFault(fault), 8, async (at) => {
      // The next sweep comes when a probe is due.
      await moveBy(MINUTE - (now().getTime() % MINUTE) + SECOND);
      await openBreaker(5);
      lines.mend(bank);
      const report = faults.arm('sweep', at, fault);
      await moveBy(3 * MINUTE);
      const page = await createPage();
      await pay(page);
      expect([at, await stateOf(page)]).toEqual([at, 'Paid']);
      expect(await approvedSalesOf(page.orderNumber)).toHaveLength(1);
      if (report.hit === undefined) expect(report.calls.map(({ to }) => to)).toContain('bank');
      return report;
    });
  });

  it('a page is paid after all these faults', async () => {
    await moveBy(5 * MINUTE);
    const page = await createPage();
    await pay(page);
    expect(await stateOf(page)).toBe('Paid');
  });
});
