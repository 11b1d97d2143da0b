// Every day each order is compared with its bank. A wrong record is found within a day, in both directions,
// and nothing is changed silently (reconciliation.md).
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { handler } from '#reconcile.ts';
import { listOpenDifferences } from '#store/difference.ts';
import { entityKey, reconciliationKey } from '#store/table/keys.ts';
import { table, tableName } from '#store/table/table.ts';
import { closeDifference } from '../../lib/operator/review/differences.ts';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { calendar, refundDriver } from '../drivers/refund-driver.ts';
import { refundInPortal } from '../flows/refund/bank-portal.ts';
import { openBankLines, ownBank } from '../harness/bank-line.ts';
import { CARDS, DAY, HOUR, MINUTE, startHarness } from '../harness/harness.ts';

const harness = await startHarness({ reconciles: true });
const { service, merchant, api, buyer, logs, createPage, payOrder, moveBy, now } = harness;
const nextDayAt = calendar(service);
const refunds = refundDriver(harness);
const charges = recurringPaymentDriver(harness);
const lines = openBankLines();
const bank = ownBank(harness);
const { merchantId } = merchant;

const run = async (remainingMs = 800_000) =>
  await handler(undefined, { awsRequestId: 'R-1', getRemainingTimeInMillis: () => remainingMs });

/** Changes the status of a payment directly in the table. */
async function plant(reference: string, status: string): Promise<void> {
  await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: entityKey(merchantId, 'PAYMENT', reference),
      UpdateExpression: 'SET #status = :status',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':status': status },
    }),
  );
  // This call counts as traffic: the local service skips days without any.
  await statusOf(reference);
}

/** Lets all orders since this instant be compared once more. */
async function plantComparedTo(atMs: number): Promise<void> {
  await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: reconciliationKey(merchantId, 'PROGRESS'),
      UpdateExpression: 'SET comparedTo = :at',
      ExpressionAttributeValues: { ':at': new Date(atMs).toISOString() },
    }),
  );
}

async function declined(): Promise<string> {
  const page = await createPage();
  await buyer.submit(await buyer.open(page.hostedPageUrl), { cardNumber: CARDS.insufficientFunds });
  const path = `/api/payment?orderNumber=${page.orderNumber}`;
  const { items } = (await api<{ items: { paymentReferenceNumber: string }[] }>('GET', path)).json.data;
  return String(items[0]?.paymentReferenceNumber);
}
const statusOf = async (reference: string) =>
  (await api('GET', `/api/payment/${reference}`)).json.data['status'];
const openOnes = async () =>
  (await listOpenDifferences()).map(({ paymentReferenceNumber, kind }) => [paymentReferenceNumber, kind]);
const lastMeasured = (name: string) =>
  JSON.parse(logs.findLast((line) => line.includes(`"${name}":`)) ?? '{}')[name];
const inquiries = () => service.bank.ledger().filter(({ operation }) => operation === 'inquiry').length;

describe('a day with every kind of payment', () => {
  it('a day with every kind of payment agrees, and each order is compared once', async () => {
    await nextDayAt('10:00');
    const whole = await payOrder();
    await refunds.cancel(whole);
    await refunds.partial(await payOrder(), 40);
    await declined();
    const startDate = new Date(Math.ceil(now().getTime() / MINUTE) * MINUTE + MINUTE).toISOString();
    await charges.create({ startDate });
    await moveBy(HOUR);
    const before = inquiries();
    await nextDayAt('03:30');
    expect([lastMeasured('OrdersCompared'), lastMeasured('ReconciliationDifferences')]).toEqual([4, 0]);
    expect(inquiries()).toBeGreaterThanOrEqual(before + 4);
    const after = inquiries();
    expect(await run()).toMatchObject({ compared: 0, waiting: 0 });
    expect(inquiries()).toBe(after);
  });
});

describe('a wrong belief', () => {
  it('a difference is found within a day in both directions, and ends when both sides agree', async () => {
    await nextDayAt('10:00');
    const [paid, unpaid] = [await payOrder(), await declined()];
    await plant(paid, 'Failed');
    await plant(unpaid, 'Successful');
    await nextDayAt('03:30');
    expect((await openOnes()).sort()).toEqual(
      [
        [paid, 'NotRecorded'],
        [unpaid, 'NotTaken'],
      ].sort(),
    );
    expect(lastMeasured('ReconciliationDifferences')).toBe(2);
    expect(logs.filter((line) => line.includes('bank and books differ'))).toHaveLength(2);
    expect([await statusOf(paid), await statusOf(unpaid)]).toEqual(['Failed', 'Successful']);
    await plant(paid, 'Successful');
    await nextDayAt('03:30');
    expect(await openOnes()).toEqual([[unpaid, 'NotTaken']]);
    expect(logs.filter((line) => line.includes('bank and books differ'))).toHaveLength(2);
    await plant(unpaid, 'Failed');
    await nextDayAt('03:30');
    expect([await openOnes(), lastMeasured('ReconciliationDifferences')]).toEqual([[], 0]);
  });

  it('a refund that the bank made without us is reported, also of an older payment, and named', async () => {
    await nextDayAt('10:00');
    const payment = await refunds.pay();
    await refunds.partial(payment, 30);
    await nextDayAt('03:30');
    await refunds.partial(payment, 10);
    const bankReferenceNumber = await refundInPortal(merchantId, payment, 2_000);
    await nextDayAt('03:30');
    expect(await openOnes()).toEqual([[payment, 'RefundsDiffer']]);
    expect((await listOpenDifferences())[0]).toMatchObject({
      ours: { givenBackMinor: 4_000 },
      bank: { givenBackMinor: 6_000 },
      refunds: [{ bankReferenceNumber, amountMinor: 2_000, as: 'Refund' }],
    });
  });

  it('a difference that an operator has closed stays closed until other amounts are found', async () => {
    await nextDayAt('10:00');
    const payment = await refunds.pay();
    const giveBack = () => refundInPortal(merchantId, payment, 1_000);
    const isOpen = async () => (await openOnes()).some(([reference]) => reference === payment);
    await giveBack();
    await statusOf(payment);
    await nextDayAt('03:30');
    expect(await isOpen()).toBe(true);
    const closing = { merchantId, paymentReferenceNumber: payment, by: 'Elif', reason: 'Cleared up.' };
    await closeDifference({ ...closing, at: now().toISOString() });
    await giveBack();
    await plantComparedTo(now().getTime() - 3 * DAY);
    await run();
    expect(await isOpen()).toBe(true);
    await closeDifference({ ...closing, at: now().toISOString() });
    // A refund that the difference stops opens it again.
    expect((await refunds.partial(payment, 5)).status).toBe(409);
    expect(await isOpen()).toBe(true);
    expect(await statusOf(payment)).toBe('Successful');
    await closeDifference({ ...closing, at: now().toISOString() });
    await plantComparedTo(now().getTime() - 3 * DAY);
    await run();
    expect(await isOpen()).toBe(false);
  });

  it('a difference is stored once by two reconciliations at the same time', async () => {
    await nextDayAt('10:00');
    const paid = await payOrder();
    await plant(paid, 'Failed');
    await service.timeline.setRunning(false);
    await moveBy(18 * HOUR);
    const before = (await openOnes()).length;
    await Promise.all([run(), run(), run()]);
    expect((await openOnes()).length).toBe(before + 1);
    await service.timeline.setRunning(true);
    await plant(paid, 'Successful');
    await nextDayAt('03:30');
  });

  it('a difference of another merchant is reported as well, with its own bank', async () => {
    await nextDayAt('10:00');
    const other = await service.addMerchant({ threeDSecure: 'never' });
    const reference = await payOrder({}, {}, { key: other.apiKey });
    await table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: entityKey(other.merchantId, 'PAYMENT', reference),
        UpdateExpression: 'SET chargedMinor = :amount',
        ExpressionAttributeValues: { ':amount': 10_000 },
      }),
    );
    await nextDayAt('03:30');
    const found = (await listOpenDifferences()).filter((one) => one.merchantId === other.merchantId);
    expect(found).toMatchObject([
      { kind: 'AmountDiffers', ours: { takenMinor: 10_000 }, bank: { takenMinor: 14_990 } },
    ]);
  });
});

describe('a reconciliation that is interrupted', () => {
  it('an interrupted reconciliation waits for a bank that is down and reports nothing', async () => {
    await nextDayAt('10:00');
    const paid = await payOrder();
    await plant(paid, 'Failed');
    lines.refuse(bank);
    await nextDayAt('03:30');
    expect((await openOnes()).map(([reference]) => reference)).not.toContain(paid);
    // The other merchant also has an order to compare at this bank.
    expect(await run()).toMatchObject({ compared: 0, waiting: 2 });
    lines.mend(bank);
    await moveBy(10 * MINUTE);
    expect(await run()).toMatchObject({ waiting: 0 });
    expect(await openOnes()).toContainEqual([paid, 'NotRecorded']);
    await plant(paid, 'Successful');
    await nextDayAt('03:30');
  });

  it('an interrupted reconciliation continues where its time ended, page by page', async () => {
    await nextDayAt('10:00');
    const own = await service.addMerchant({ threeDSecure: 'never' });
    const owned = refundDriver(harness, own);
    for (let at = 0; at < 60; at += 1) await owned.pay();
    await service.timeline.setRunning(false);
    await moveBy(18 * HOUR);
    expect(await run(1_000)).toMatchObject({ compared: 0 });
    const runOfLooks = async (most: number) => {
      let looks = 0;
      const getRemainingTimeInMillis = () => (++looks <= most ? 800_000 : 0);
      return await handler(undefined, { awsRequestId: 'R-1', getRemainingTimeInMillis });
    };
    // The time ends while the other orders of a page wait for a place at the bank.
    const before = inquiries();
    expect((await runOfLooks(20)).waiting).toBeGreaterThan(0);
    expect(inquiries() - before).toBeLessThan(20);
    const compared: number[] = [];
    for (let waiting = 1; waiting > 0; ) {
      const outcome = await runOfLooks(40);
      compared.push(outcome.compared);
      waiting = outcome.waiting;
    }
    expect(compared.length).toBeGreaterThan(1);
    expect(compared.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(60);
    await service.timeline.setRunning(true);
  });
});

it('a payment whose outcome is not known yet is compared once it is known', async () => {
  await nextDayAt('23:50');
  service.bank.script(['lost-after']);
  const page = await createPage();
  await buyer.submit(await buyer.open(page.hostedPageUrl));
  await service.timeline.setRunning(false);
  await moveBy(4 * HOUR);
  expect(await run()).toMatchObject({ postponed: 1 });
  const before = await openOnes();
  await service.timeline.setRunning(true);
  await moveBy(DAY);
  expect(await openOnes()).toEqual(before);
  expect(lastMeasured('OrdersCompared')).toBeGreaterThan(0);
});
