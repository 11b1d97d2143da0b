// Taking money survives a fault at every call it makes to the table, whatever the bank does at the same time:
// once quiet, the bank's books and ours agree, and the buyer has paid at most once.
import { describe, expect, it } from 'vitest';
import { DUE_SHARDS } from '#store/keys.ts';
import { FAULTS, type Fault, startFaultyTable } from '../faulty-table.ts';
import { MINUTE, startHarness } from '../harness.ts';
import { orderViews } from '../journeys/order.ts';

const wire = await startFaultyTable();
const harness = await startHarness();
const { service, buyer, createPage, moveBy } = harness;
const { paymentsOf, approvedSalesOf, stateOf } = orderViews(harness);

/** The live loop looks at the table by itself and would count as one of the calls. */
await service.timeline.setRunning(false);

async function untilQuiet(): Promise<void> {
  await service.timeline.setRunning(true);
  await moveBy(30 * MINUTE);
  await service.timeline.setRunning(false);
}

/** One press of the button while the bank behaves so and the wire breaks at that call. */
async function press(outcome: string, call: number, fault: Fault) {
  const page = await createPage({ expiresInMinutes: 1440 });
  const form = await buyer.open(page.hostedPageUrl);
  service.bank.script([outcome]);
  wire.breakAt(call, fault);
  const answer = await buyer.submit(form);
  service.bank.script([]);
  return { ...page, answer, calls: wire.mend() };
}

/** What must hold of an order once all is quiet. */
async function expectAgreement(orderNumber: string, token: string): Promise<boolean> {
  const payments = await paymentsOf(orderNumber);
  const approved = await approvedSalesOf(orderNumber);
  const successful = payments.filter(({ status }) => status === 'Successful');
  expect(payments.map(({ status }) => status)).not.toContain('Processing');
  expect(successful.map(({ paymentReferenceNumber: one }) => one.replace('-', ''))).toEqual(
    approved.map(({ orderId }) => orderId),
  );
  expect(successful.map(({ bankReferenceNumber, amount }) => [bankReferenceNumber, amount])).toEqual(
    approved.map(({ hostReference, amount }) => [hostReference, amount]),
  );
  expect(successful.length).toBeLessThanOrEqual(1);
  expect(await stateOf({ token })).toBe(successful.length === 1 ? 'Paid' : 'Open');
  return successful.length === 1;
}

const OUTCOMES = ['approve', 'decline:51', 'lost-after', 'lost-before'];

describe.each(OUTCOMES)('while the bank is to %s', (outcome) => {
  it.each(FAULTS)(
    'a "%s" at any call leaves books that agree and an order that can be paid',
    async (fault) => {
      const { calls } = await press(outcome, Number.POSITIVE_INFINITY, fault);
      expect(calls).toBeGreaterThan(2);
      for (let call = 1; call <= calls; call += 1) {
        const page = await press(outcome, call, fault);
        const mayFail = fault.startsWith('crash') ? [500] : [];
        expect([303, 422, ...mayFail], `${fault} at ${call}`).toContain(page.answer.status);
        await untilQuiet();
        const isPaid = await expectAgreement(page.orderNumber, page.token);
        const again = await buyer.open(page.hostedPageUrl);
        if (isPaid) expect(again.form).toBeUndefined();
        else expect((await buyer.submit(again)).status).toBe(303);
        expect((await approvedSalesOf(page.orderNumber)).length, `${fault} at ${call}`).toBe(1);
      }
    },
  );
});

it.each(FAULTS)('a "%s" at any call of the sweep is made good by the next sweep', async (fault) => {
  const sweep = async () => await service.lambdas.invoke('sweep', {}).catch(() => undefined);
  const lost = async () => {
    const page = await press('lost-after', Number.POSITIVE_INFINITY, fault);
    await moveBy(2 * MINUTE);
    return page;
  };
  await lost();
  wire.breakAt(Number.POSITIVE_INFINITY, fault);
  await sweep();
  const calls = wire.mend();
  expect(calls).toBeGreaterThan(DUE_SHARDS);
  // The shards of the reading list are read alike: breaking the last of them is enough.
  for (let call = DUE_SHARDS; call <= calls; call += 1) {
    const page = await lost();
    wire.breakAt(call, fault);
    await sweep();
    wire.mend();
    await untilQuiet();
    expect(await expectAgreement(page.orderNumber, page.token), `${fault} at ${call}`).toBe(true);
  }
});
