// Single charges in the gap, between the second to which the table went back and now, and calls that shops
// repeat after it: what the bank sold is recorded, and nothing is sold again (payments.md 10.6).
import { afterAll, describe, expect, it } from 'vitest';
import { everyPayment } from '../../drivers/books.ts';
import { newCardNumber } from '../../drivers/recurring-payment-driver.ts';
import { singleChargeDriver } from '../../drivers/single-charge-driver.ts';
import { openFaults } from '../../harness/faults.ts';
import { DAY, HOUR, MINUTE, openHarness, SHARDS_SWEPT } from '../../harness/harness.ts';
import { orderIdsOf } from '../order.ts';
import { copyTable } from './table-copy.ts';

const faults = openFaults();
const harness = await openHarness({ dueShards: SHARDS_SWEPT, around: faults.around });
afterAll(harness.close);
const { service, merchant, moveBy } = harness;
const own = singleChargeDriver(harness);

const askedAbout = (orderNumber: string, operation: 'sale' | 'inquiry') =>
  service.bank
    .ledger()
    .filter(
      (one) =>
        one.operation === operation && one.orderId.startsWith(orderIdsOf(merchant.merchantId, orderNumber)),
    );
const soldOf = (orderNumber: string) =>
  askedAbout(orderNumber, 'sale').filter(({ outcome }) => outcome === 'approved');
const paymentsOf = async (order: string) =>
  (await everyPayment()).filter(({ orderNumber }) => orderNumber === order);

/** Charges in the gap with these answers of the bank, puts the table back, and repeats the last call. */
async function repeatAfterGap(outcomes: string[], { before = [] as string[] } = {}) {
  const cardNumber = newCardNumber();
  const given = await own.body({ cardStorageId: await own.card(cardNumber) });
  const orderNumber = String(given['orderNumber']);
  const chargeEach = async (answers: string[]) => {
    for (const answer of answers) {
      service.bank.script([answer], cardNumber);
      await own.post(given);
    }
    service.bank.script([], cardNumber);
  };
  await chargeEach(before);
  const copy = await copyTable();
  await chargeEach(outcomes);
  const sold = askedAbout(orderNumber, 'sale').length;
  await copy.putBack();
  service.rescheduleTimers();
  return { given, orderNumber, cardNumber, sold, answer: await own.post(given) };
}

describe('a charge that was sold in the gap', () => {
  it.each<[string, string[], string[]]>([
    ['at its first attempt', [], ['approve']],
    ['after a decline in the gap', [], ['decline:51', 'approve']],
    ['after two declines in the gap', [], ['decline:51', 'decline:51', 'approve']],
    ['after a decline before it', ['decline:51'], ['approve']],
    ['after declines before it and in it', ['decline:51'], ['decline:51', 'approve']],
  ])('%s is recorded by the repeated call, and not sold again', async (_, before, outcomes) => {
    const { orderNumber, sold, answer } = await repeatAfterGap(outcomes, { before });
    expect([answer.status, answer.json.data.status]).toEqual([201, 'Successful']);
    expect(askedAbout(orderNumber, 'sale')).toHaveLength(sold);
    expect(soldOf(orderNumber)).toHaveLength(1);
    const paid = (await paymentsOf(orderNumber)).filter(({ status }) => status === 'Successful');
    expect(paid.map(({ bankReferenceNumber }) => bankReferenceNumber)).toEqual(
      soldOf(orderNumber).map(({ hostReference }) => hostReference),
    );
  });

  it('is not sold again while the bank does not answer what it knows', async () => {
    const cardNumber = newCardNumber();
    const given = await own.body({ cardStorageId: await own.card(cardNumber) });
    const orderNumber = String(given['orderNumber']);
    const copy = await copyTable();
    await own.post(given);
    await copy.putBack();
    service.rescheduleTimers();
    faults.arm('payment-charge', 'bank', 'outage');
    const refused = await own.post(given);
    expect([refused.status, refused.json.errorCode]).toEqual([503, 'BANK_UNAVAILABLE']);
    expect(await paymentsOf(orderNumber)).toEqual([]);
    await moveBy(5 * MINUTE);
    expect((await own.post(given)).status).toBe(201);
    expect(soldOf(orderNumber)).toHaveLength(1);
  });

  it('of another amount waits for a person, and nothing is sold', async () => {
    const given = await own.body();
    const orderNumber = String(given['orderNumber']);
    const copy = await copyTable();
    await own.post(given);
    await moveBy(10 * MINUTE);
    await copy.putBack();
    service.rescheduleTimers();
    expect((await own.post({ ...given, amount: 150 })).status).toBe(202);
    await moveBy(HOUR);
    const [payment] = await paymentsOf(orderNumber);
    expect([payment?.status, payment?.review !== undefined]).toEqual(['Processing', true]);
    expect(askedAbout(orderNumber, 'sale')).toHaveLength(1);
  });
});

it('an order of after the takeover costs no inquiry once shops repeat no call any more', async () => {
  await moveBy(DAY + HOUR);
  const given = await own.body();
  expect((await own.post(given)).status).toBe(201);
  expect(askedAbout(String(given['orderNumber']), 'inquiry')).toEqual([]);
});
