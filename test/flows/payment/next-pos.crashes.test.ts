// A payment whose bank cannot be reached meets a fault at each call on its way to the next bank. In the end the
// order was sold at most once, and our records equal the bank's.
import { beforeAll, describe, expect, it } from 'vitest';
import { forgetBank } from '#flows/bank-connection.ts';
import { isFencedOff } from '#flows/lease.ts';
import { freePort } from '../../../lib/local/free-port.ts';
import { listen } from '../../../lib/local/http-server.ts';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { routedMerchant, WORLD } from '../../drivers/routed-merchant.ts';
import { openSecondBank } from '../../drivers/second-bank.ts';
import { singleChargeDriver } from '../../drivers/single-charge-driver.ts';
import { atEachCall, callsToFault, FAULTS_TO_INJECT, type Fault, openFaults } from '../../harness/faults.ts';
import { MINUTE, startHarness } from '../../harness/harness.ts';
import { orderViews } from '../../journeys/order.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
checkBooksAtEnd(harness);
const { service, buyer, createPage, moveBy } = harness;
const second = await openSecondBank(harness);
/** Where nobody listens but in `untilQuiet`. */
const port = await freePort();
const cut = await routedMerchant(harness, second, `http://localhost:${port}/fim/api`);
const { merchant } = cut;
const { apiKey: key, merchantId } = merchant;
const charges = singleChargeDriver(harness, key);
const { paymentsOf, approvedSalesOf } = orderViews({
  ...harness,
  merchant,
  api: (method, path, request) => harness.api(method, path, { key, ...request }),
});

/** The sweeps of the service are stopped: they read the table too, and their calls would be counted. */
await service.timeline.setRunning(false);
async function untilQuiet(): Promise<void> {
  const server = await listen(port);
  server.mount({ prefix: '/fim', service: second.bank.service });
  await service.timeline.setRunning(true);
  await moveBy(30 * MINUTE);
  await service.timeline.setRunning(false);
  await server.close();
}

const SUBMITS = {
  async page(at: number, fault: Fault) {
    const page = await createPage({ expiresInMinutes: 1440 }, { key });
    const form = await buyer.open(page.hostedPageUrl);
    const report = faults.arm('hosted-page-pay', at, fault);
    const answer = await buyer.submit(form, { cardNumber: WORLD });
    return { orderNumber: page.orderNumber, answer, report };
  },
  async charge(at: number, fault: Fault) {
    const given = await charges.body({ cardStorageId: await charges.card(WORLD) });
    const report = faults.arm('payment-charge', at, fault);
    const answer = await charges.post(given);
    return { orderNumber: String(given['orderNumber']), answer, report };
  },
};

beforeAll(async () => void (await SUBMITS.page(Number.POSITIVE_INFINITY, 'outage')));

describe.each(['page', 'charge'] as const)('a %s whose bank cannot be reached', (kind) => {
  it.each(FAULTS_TO_INJECT)('is sold at most once after %s at any call', async (fault) => {
    let paid = 0;
    await atEachCall(callsToFault(fault), 6, async (at) => {
      // A container reads the lease once a minute: the numbers of calls would differ from turn to turn.
      await expect.poll(isFencedOff).toBe(false);
      await cut.callAgain();
      forgetBank(merchantId);
      const { orderNumber, answer, report } = await SUBMITS[kind](at, fault);
      const name = `${fault} at call ${at}, answered ${answer.status}`;
      await untilQuiet();
      const payments = await paymentsOf(orderNumber);
      const sales = await approvedSalesOf(orderNumber);
      expect(sales.length, name).toBeLessThanOrEqual(1);
      const known = payments.filter(({ status }) => status === 'Successful');
      expect(
        known.map(({ bankReferenceNumber }) => bankReferenceNumber),
        name,
      ).toEqual(sales.map(({ hostReference }) => hostReference));
      expect(
        payments.map(({ status }) => status),
        name,
      ).not.toContain('Processing');
      if (answer.status === 201) expect(sales, name).toHaveLength(1);
      paid += sales.length;
      return report;
    });
    expect(paid).toBeGreaterThan(0);
    expect(second.bank.ledger().filter(({ operation }) => operation !== 'inquiry')).toEqual([]);
  });
});
