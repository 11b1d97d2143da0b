// What one merchant does is not felt by another one at the same bank: beside a merchant whose order has a
// history that is too large to read, and one whose settings get no answer, a neighbour pays each time.
import { expect, it } from 'vitest';
import { createLocalMerchant } from '../../lib/local/local-merchant.ts';
import { bankOrderIdOf, refundDriver } from '../drivers/refund-driver.ts';
import { makeHistoryHuge } from '../harness/bank-line.ts';
import { SECOND, startHarness } from '../harness/harness.ts';
import { rounds } from '../harness/thoroughness.ts';
import { orderViews } from './order.ts';

const harness = await startHarness();
const { service, buyer, createPage, moveBy, now } = harness;
const { stateOf } = orderViews(harness);
const PAYMENTS = rounds(100, 25);

/** The number of pages that the neighbour's buyers pay, while `disturb` is called before each fourth. */
async function paidBeside(disturb: () => Promise<unknown>): Promise<number> {
  let paid = 0;
  for (let at = 0; at < PAYMENTS; at += 1) {
    if (at % 4 === 0) await disturb();
    const page = await createPage();
    await buyer.submit(await buyer.open(page.hostedPageUrl));
    if ((await stateOf(page)) === 'Paid') paid += 1;
    await moveBy(4 * SECOND);
  }
  return paid;
}

it('a neighbour pays each time beside refunds whose history is too large to read', async () => {
  const refunds = refundDriver(harness, await service.addMerchant());
  const payment = await refunds.pay();
  makeHistoryHuge(bankOrderIdOf(payment));
  const eight = Array.from({ length: 8 }, () => 0.01);
  expect(await paidBeside(() => Promise.all(eight.map((amount) => refunds.partial(payment, amount))))).toBe(
    PAYMENTS,
  );
});

it('a neighbour pays each time beside a merchant whose settings get no answer', async () => {
  const options = { threeDSecure: 'never' } as const;
  const silent = await createLocalMerchant(service.bank, `${service.baseUrl}/nowhere`, now(), options);
  const tryToPay = async () => {
    const page = await createPage({}, { key: silent.apiKey });
    await buyer.submit(await buyer.open(page.hostedPageUrl));
  };
  const five = Array.from({ length: 5 }, () => tryToPay);
  expect(await paidBeside(() => Promise.all(five.map((pay) => pay())))).toBe(PAYMENTS);
});
