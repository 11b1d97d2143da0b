// DynamoDB cancels a transaction that conflicts with another one. The embedded engine never does, so this
// file injects the conflicts. A conflicting transaction is retried; if it never succeeds, the refund is left
// unchanged.
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { table } from '#store/table/table.ts';
import { refundDriver } from '../../drivers/refund-driver.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { HOUR, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const driver = refundDriver(harness);

/** Returns whether the transaction with this number, counted from 1, is cancelled. */
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
const cancelTransactions = (condition: (number: number) => boolean) => {
  transactions = 0;
  isCancelled = condition;
};
afterEach(() => cancelTransactions(() => false));
// The test files of a worker share the client.
afterAll(() => void table.middlewareStack.remove('conflicts'));

describe('a transaction conflict', () => {
  it('a conflict is retried at every step of a refund', async () => {
    const payment = await driver.pay();
    cancelTransactions((number) => number % 3 !== 0);
    const refundId = await driver.pendingRefundId(payment, 30);
    expect((await driver.approve(refundId)).status).toBe(200);
    expect((await driver.partial(payment, 30)).status).toBe(201);
    const second = await driver.pendingRefundId(payment, 30);
    expect((await driver.reject(second)).status).toBe(200);
    expect(transactions).toBeGreaterThan(20);
    await driver.checkBooks([payment]);
    expect(driver.operations(payment)).toHaveLength(2);
  });

  it('a persistent conflict fails with CONCURRENT_UPDATE, and the call may be repeated', async () => {
    const payment = await driver.pay();
    const refundId = await driver.pendingRefundId(payment, 30);
    cancelTransactions(() => true);
    const answers = await Promise.all([
      driver.request(payment, 10),
      driver.approve(refundId),
      driver.reject(refundId),
      driver.partial(payment, 10),
    ]);
    for (const answer of answers) expectRejection(answer, { code: 'CONCURRENT_UPDATE' });
    cancelTransactions(() => false);
    expect(await driver.payment(payment)).toMatchObject({ reservedAmount: 30, refundedAmount: 0 });
    expect(driver.operations(payment)).toEqual([]);
    expect((await driver.approve(refundId)).status).toBe(200);
    await driver.checkBooks([payment]);
  });

  it('the sweep records the outcome after a conflict that followed the bank’s refund', async () => {
    const payment = await driver.pay();
    const refundId = await driver.pendingRefundId(payment, 30);
    // The first transaction stores the decision; only the later ones, which record the outcome, conflict.
    cancelTransactions((number) => number > 1);
    expect((await driver.approve(refundId)).status).toBe(202);
    expect(harness.logs.join('\n')).toContain('refund could not be finalized');
    cancelTransactions(() => false);
    await harness.moveBy(HOUR);
    expect((await driver.show(refundId)).status).toBe('Completed');
    expect(driver.operations(payment)).toHaveLength(1);
    await driver.checkBooks([payment]);
  });
});
