// A hosted page payment meets a fault at each of its calls to the table and to the bank. After recovery, the
// bank's books and ours agree, and the buyer has paid at most once.
import { beforeAll, describe, expect, it } from 'vitest';
import { isFencedOff } from '#flows/lease.ts';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { atEachCall, callsToFault, FAULTS_TO_INJECT, type Fault, openFaults } from '../../harness/faults.ts';
import { startFaultyTable } from '../../harness/faulty-table.ts';
import { MINUTE, SHARDS_SWEPT, startHarness } from '../../harness/harness.ts';
import { isThorough } from '../../harness/thoroughness.ts';
import { orderViews } from '../../journeys/order.ts';

const wire = await startFaultyTable();
const faults = openFaults();
const harness = await startHarness({ around: faults.around });
checkBooksAtEnd(harness);
const { service, buyer, createPage, moveBy } = harness;
const { paymentsOf, approvedSalesOf, stateOf } = orderViews(harness);

/** The sweeps of the service are stopped: they read the table too, and their calls would be counted. */
await service.timeline.setRunning(false);

async function untilQuiet(): Promise<void> {
  await service.timeline.setRunning(true);
  await moveBy(30 * MINUTE);
  await service.timeline.setRunning(false);
}

/** Submits a new page. The bank answers with `outcome`; the endpoint meets the fault at its n-th call. */
async function submitWithFault(outcome: string, at: number, fault: Fault) {
  const page = await createPage({ expiresInMinutes: 1440 });
  const form = await buyer.open(page.hostedPageUrl);
  service.bank.script([outcome]);
  const report = faults.arm('hosted-page-pay', at, fault);
  const answer = await buyer.submit(form);
  service.bank.script([]);
  return { ...page, answer, report };
}

/** Compares the payments of an order with the bank's sales. Returns true if the order is paid. */
async function expectAgreement(orderNumber: string, token: string): Promise<boolean> {
  const payments = await paymentsOf(orderNumber);
  const approved = await approvedSalesOf(orderNumber);
  const successful = payments.filter(({ status }) => status === 'Successful');
  expect(payments.map(({ status }) => status)).not.toContain('Processing');
  expect(successful.map(({ bankReferenceNumber, amount }) => [bankReferenceNumber, amount])).toEqual(
    approved.map(({ hostReference, amount }) => [hostReference, amount]),
  );
  expect(successful.length).toBeLessThanOrEqual(1);
  expect(await stateOf({ token })).toBe(successful.length === 1 ? 'Paid' : 'Open');
  return successful.length === 1;
}

/** Checks that a paid order offers no form, and that any other order can still be paid, once. */
async function expectOneSaleInTheEnd(page: Awaited<ReturnType<typeof submitWithFault>>): Promise<void> {
  const isPaid = await expectAgreement(page.orderNumber, page.token);
  const again = await buyer.open(page.hostedPageUrl);
  if (isPaid) expect(again.form).toBeUndefined();
  else expect((await buyer.submit(again)).status).toBe(303);
  expect((await approvedSalesOf(page.orderNumber)).length).toBe(1);
}

/** No counted call reads the merchant's bank connection. */
beforeAll(async () => void (await submitWithFault('approve', Number.POSITIVE_INFINITY, 'outage')));

describe.each(['approve', 'decline:51'])('hosted page payment with the bank answer %s', (outcome) => {
  it.each(FAULTS_TO_INJECT)(
    'a "%s" at any call leaves books that agree and exactly one sale after a repeat',
    async (fault) => {
      const met: string[] = [];
      await atEachCall(callsToFault(fault), 6, async (at) => {
        // A container reads the lease once a minute: the numbers of calls would differ from turn to turn.
        await expect.poll(isFencedOff).toBe(false);
        const page = await submitWithFault(outcome, at, fault);
        if (page.report.hit === undefined) return page.report;
        met.push(page.report.hit.to);
        expect([303, 422, 500]).toContain(page.answer.status);
        await untilQuiet();
        await expectOneSaleInTheEnd(page);
        return page.report;
      });
      if (isThorough) expect(new Set(met)).toEqual(new Set(['table', 'bank']));
    },
  );

  it('a transaction conflict at any call is retried, and the buyer sees the bank’s outcome', async () => {
    const { report } = await submitWithFault(outcome, Number.POSITIVE_INFINITY, 'outage');
    const calls = report.calls.filter(({ to }) => to === 'table').length;
    for (let call = 1; call <= calls; call += 1) {
      const page = await createPage();
      const form = await buyer.open(page.hostedPageUrl);
      service.bank.script([outcome]);
      wire.breakAt(call, 'contended');
      expect((await buyer.submit(form)).status, `at ${call}`).toBe(outcome === 'approve' ? 303 : 422);
      wire.mend();
      await untilQuiet();
    }
  });
});

it.each(FAULTS_TO_INJECT)(
  'a payment whose sweep meets a "%s" is recovered by the next sweep',
  async (fault) => {
    // The sweep reads all shards in the same way, so that a fault at the last of them is enough.
    await atEachCall(callsToFault(fault, { skipped: SHARDS_SWEPT }), 6, async (at) => {
      const page = await submitWithFault('lost-after', Number.POSITIVE_INFINITY, fault);
      await moveBy(2 * MINUTE);
      const report = faults.arm('sweep', at, fault);
      await service.lambdas.invoke('sweep', {}).catch(() => undefined);
      await untilQuiet();
      expect(await expectAgreement(page.orderNumber, page.token)).toBe(true);
      return report;
    });
  },
);
