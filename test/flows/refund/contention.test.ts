// DynamoDB cancels a transaction that meets another on one of its rows, without judging it. The embedded
// engine never does, so it is made to here: such a transaction is tried again, and where it never succeeds
// nothing is left half done.
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { afterEach, describe, expect, it } from 'vitest';
import { table } from '#store/table/table.ts';
import { refundDriver } from '../../drivers/refund-driver.ts';
import { expectRefusal } from '../../drivers/refusal.ts';
import { HOUR, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const driver = refundDriver(harness);

/** Which of the transactions from here on are cancelled, by their number; counted from 1. */
let isCancelled = (_number: number) => false;
let transactions = 0;
table.middlewareStack.add(
  (next) => async (args) => {
    if (!('TransactItems' in args.input)) return await next(args);
    transactions += 1;
    if (!isCancelled(transactions)) return await next(args);
    throw new TransactionCanceledException({
      $metadata: {},
      message: 'Transaction cancelled',
      CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
    });
  },
  { step: 'initialize', name: 'conflicts' },
);
const cancelling = (which: (number: number) => boolean) => {
  transactions = 0;
  isCancelled = which;
};
afterEach(() => cancelling(() => false));

describe('a transaction that met another', () => {
  it('is tried again, at every step of a refund', async () => {
    const payment = await driver.pay();
    cancelling((number) => number % 3 !== 0);
    const { refundId } = (await driver.request(payment, 30)).json.data;
    expect((await driver.approve(refundId)).status).toBe(200);
    expect((await driver.partial(payment, 30)).status).toBe(201);
    const second = (await driver.request(payment, 30)).json.data.refundId;
    expect((await driver.reject(second)).status).toBe(200);
    expect(transactions).toBeGreaterThan(20);
    await driver.checkBooks([payment]);
    expect(driver.operations(payment)).toHaveLength(2);
  });

  it('again and again leaves nothing behind and may be repeated', async () => {
    const payment = await driver.pay();
    const { refundId } = (await driver.request(payment, 30)).json.data;
    cancelling(() => true);
    for (const refused of [
      await driver.request(payment, 10),
      await driver.approve(refundId),
      await driver.reject(refundId),
      await driver.partial(payment, 10),
    ]) {
      expectRefusal(refused, { code: 'CONCURRENT_UPDATE' });
    }
    cancelling(() => false);
    expect(await driver.payment(payment)).toMatchObject({ reservedAmount: 30, refundedAmount: 0 });
    expect(driver.operations(payment)).toEqual([]);
    expect((await driver.approve(refundId)).status).toBe(200);
    await driver.checkBooks([payment]);
  });

  it('when the bank had already paid back is settled by the sweep', async () => {
    const payment = await driver.pay();
    const { refundId } = (await driver.request(payment, 30)).json.data;
    // Decided and sent by one transaction; only the settlement meets somebody, every time.
    cancelling((number) => number > 1);
    expect((await driver.approve(refundId)).status).toBe(202);
    expect(harness.logs.join('\n')).toContain('refund could not be finalized');
    cancelling(() => false);
    await harness.moveBy(HOUR);
    expect((await driver.show(refundId)).status).toBe('Completed');
    expect(driver.operations(payment)).toHaveLength(1);
    await driver.checkBooks([payment]);
  });
});
