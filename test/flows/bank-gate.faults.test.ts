// The breaker's own reads and writes fail or crash at any point: no payment is lost or made twice because of
// that, and the breaker still opens and closes afterwards.
import { beforeAll, describe, expect, it } from 'vitest';
import { openBankLines, ownBank } from '../harness/bank-line.ts';
import { callsPassed, callsToFault, FAULTS_TO_INJECT, type Fault, openFaults } from '../harness/faults.ts';
import { HOUR, MINUTE, startHarness } from '../harness/harness.ts';
import { orderViews } from '../journeys/order.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
const { buyer, createPage, moveBy } = harness;
const { paymentsOf, approvedSalesOf, stateOf } = orderViews(harness);
const lines = openBankLines();
const bank = ownBank(harness);
const pay = async (page: { hostedPageUrl: string }) =>
  await buyer.submit(await buyer.open(page.hostedPageUrl)).catch(() => undefined);

/** Each case takes many payments. `turn` shifts the calls that are faulted outside CI. */
const callsOf = (fault: Fault, turn: number) => callsToFault(fault, { sparse: 2, turn });

/** Pays with the fault at each call of the submission in turn, until a submission has fewer calls. */
async function atEachCall(
  fault: Fault,
  turn: number,
  prepare: () => Promise<void>,
): Promise<{ calls: number; bookings: unknown[] }> {
  const { first, step } = callsOf(fault, turn);
  const bookings: unknown[] = [];
  for (let at = first; ; at += step) {
    await prepare();
    const page = await createPage();
    const report = faults.arm('hosted-page-pay', at, fault);
    await pay(page);
    lines.mend(bank);
    await moveBy(HOUR);
    // This payment closes the breaker: the sweep probes the bank only if a row waits for it, and none does.
    await pay(await createPage());
    const sales = (await approvedSalesOf(page.orderNumber)).length;
    const [state, payments] = [await stateOf(page), await paymentsOf(page.orderNumber)];
    const paid = payments.filter(({ status }) => status === 'Successful').length;
    bookings.push([payments.filter(({ status }) => status === 'Processing').length, sales === paid, state]);
    if (report.hit === undefined)
      return { calls: callsPassed(callsOf(fault, turn), bookings.length), bookings };
  }
}

const ENDED = (state: string) => [0, true, state];
const expectEnded = (bookings: unknown[]) => {
  // A page that was not paid may have expired in the meantime.
  const ends = ['Open', 'Paid', 'Expired'].map(ENDED);
  for (const one of bookings) expect(ends).toContainEqual(one);
};

describe.each(FAULTS_TO_INJECT)('%s', (fault) => {
  beforeAll(async () => {
    lines.mend(bank);
    await moveBy(MINUTE);
  });

  it('books and bank agree if a fault meets the failure that opens the breaker', async () => {
    const { calls, bookings } = await atEachCall(fault, 0, async () => {
      lines.refuse(bank);
      for (let at = 0; at < 4; at += 1) await pay(await createPage());
    });
    expect(calls).toBeGreaterThan(6);
    expectEnded(bookings);
  });

  it('books and bank agree if a fault meets the probe that closes the breaker', async () => {
    const { calls, bookings } = await atEachCall(fault, 1, async () => {
      lines.refuse(bank);
      for (let at = 0; at < 5; at += 1) await pay(await createPage());
      // Nobody else probes in this time, so the buyer's request does (payments.md 4.2).
      await moveBy(3 * MINUTE);
      lines.mend(bank);
    });
    expect(calls).toBeGreaterThan(6);
    expectEnded(bookings);
  });

  it('a page is paid after all these faults', async () => {
    await moveBy(5 * MINUTE);
    const page = await createPage();
    await pay(page);
    expect(await stateOf(page)).toBe('Paid');
  });
});
