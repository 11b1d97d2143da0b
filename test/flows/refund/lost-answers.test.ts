// A refund whose answer was lost stays Processing until the bank's history shows its outcome. Nothing is sent
// again during the landing time. If the bank never answers, the refund goes to manual review (nestpay.md 5,
// crash-safety.md RF2 to RF5).
import { afterEach, describe, expect, it } from 'vitest';
import { calendar, refundDriver, withShortLockWaits } from '../../drivers/refund-driver.ts';
import { openBankLines, ownBank } from '../../harness/bank-line.ts';
import { DAY, HOUR, MINUTE, SECOND, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { service, logs, moveBy } = harness;
const { bank } = service;
const driver = refundDriver(harness);
bank.settings.batchClose = '22:00';
const { operationLines } = driver;
const nextDayAt = calendar(service);
const lines = openBankLines();

afterEach(() => {
  lines.mend(ownBank(harness));
  bank.settings.historyLagMs = 0;
});

describe('refund recovery', () => {
  it('a refund that the bank has made is Processing and then Completed', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    bank.script(['lost-after']);
    const made = await driver.partial(payment, 40);
    expect([made.status, made.json.data.status]).toEqual([202, 'Processing']);
    expect(made.json.data).toMatchObject({ processedAs: 'Refund', bankReferenceNumber: null });
    expect(await driver.payment(payment)).toMatchObject({ reservedAmount: 40, refundedAmount: 0 });
    await moveBy(5 * MINUTE);
    const refund = await driver.show(made.json.data.refundId);
    const [operation] = driver.operations(payment);
    expect(refund).toMatchObject({
      status: 'Completed',
      bankReferenceNumber: operation?.hostReference,
    });
    expect(operationLines(payment)).toEqual(['refund approved 00']);
    await driver.checkBooks([payment]);
  });

  it('a second partial refund is distinguished from the first of the same amount', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    await driver.partial(payment, 40);
    bank.script(['lost-before']);
    const second = await driver.partial(payment, 40);
    await moveBy(5 * MINUTE - SECOND);
    expect((await driver.show(second.json.data.refundId)).status).toBe('Processing');
    await moveBy(10 * MINUTE);
    expect((await driver.show(second.json.data.refundId)).status).toBe('Completed');
    expect(operationLines(payment)).toEqual(['refund approved 00', 'refund approved 00']);
    await driver.checkBooks([payment]);
  });

  it('nothing is sent again while the refund may still reach the bank', async () => {
    await nextDayAt('12:02');
    const payment = await driver.pay();
    bank.script(['late:290']);
    await driver.partial(payment, 40);
    // The sweep ran once, at 12:05; the request arrives two minutes later.
    await moveBy(4 * MINUTE);
    expect(operationLines(payment)).toEqual([]);
    await moveBy(HOUR);
    expect(operationLines(payment)).toEqual(['refund approved 00']);
    await driver.checkBooks([payment]);
  });

  it('a void is completed from the voided sale or sent again', async () => {
    await nextDayAt('12:00');
    const payments = [await driver.pay(), await driver.pay()];
    bank.script(['lost-after', 'lost-before']);
    for (const payment of payments) expect((await driver.cancel(payment)).status).toBe(202);
    await moveBy(15 * MINUTE);
    for (const payment of payments) {
      expect(await driver.payment(payment)).toMatchObject({ status: 'Cancelled' });
      expect(operationLines(payment)).toEqual(['void approved 00']);
    }
    const [found, answered] = await Promise.all(payments.map((payment) => driver.refundsOf(payment)));
    expect(found?.[0]?.bankReferenceNumber).toBeUndefined();
    const [operation] = driver.operations(payments[1] ?? '');
    expect(answered?.[0]?.bankReferenceNumber).toBe(operation?.hostReference);
    await driver.checkBooks(payments);
  });

  it('a void that may still reach the bank is not failed by the refusal of a second one', async () => {
    await nextDayAt('12:02');
    const payment = await driver.pay();
    bank.script(['late:290', 'decline:51']);
    expect((await driver.cancel(payment)).status).toBe(202);
    await moveBy(HOUR);
    expect(operationLines(payment)).toEqual(['void approved 00']);
    expect(await driver.payment(payment)).toMatchObject({ status: 'Cancelled', refundedAmount: 100 });
    await driver.checkBooks([payment]);
    bank.script([]);
  });

  it('a void that was lost until after the close of the batch becomes one refund', async () => {
    await nextDayAt('21:57');
    const payment = await driver.pay();
    bank.script(['lost-before']);
    expect((await driver.cancel(payment)).status).toBe(202);
    await moveBy(30 * MINUTE);
    expect(operationLines(payment)).toEqual(['void declined CORE-2008', 'refund approved 00']);
    expect(await driver.payment(payment)).toMatchObject({ status: 'Cancelled', refundedAmount: 100 });
    await driver.checkBooks([payment]);
  });

  it('the refund that replaced a void after the close of the batch is completed', async () => {
    await nextDayAt('21:50');
    const payment = await driver.pay();
    await moveBy(20 * MINUTE);
    bank.script(['approve', 'lost-after']);
    expect((await driver.cancel(payment)).json.data).toMatchObject({
      status: 'Processing',
      processedAs: 'Refund',
    });
    await moveBy(10 * MINUTE);
    expect(operationLines(payment)).toEqual(['void declined CORE-2008', 'refund approved 00']);
    await driver.checkBooks([payment]);
  });

  it('nothing is sent again while the bank does not find the order, however long', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    await moveBy(DAY);
    bank.script(['lost-after']);
    const { refundId } = (await driver.partial(payment, 40)).json.data;
    bank.settings.historyLagMs = 30 * DAY;
    await moveBy(3 * HOUR);
    expect(operationLines(payment)).toEqual(['refund approved 00']);
    bank.settings.historyLagMs = 0;
    await moveBy(DAY);
    expect((await driver.show(refundId)).status).toBe('Completed');
    await driver.checkBooks([payment]);
  });

  it('a refund that went to review in an outage is not sent again, although it never arrived', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    bank.script(['lost-before']);
    await driver.partial(payment, 40);
    lines.refuse(ownBank(harness));
    await service.timeline.setRunning(false);
    await moveBy(31 * HOUR);
    await service.timeline.setRunning(true);
    await moveBy(10 * MINUTE);
    lines.mend(ownBank(harness));
    expect(await driver.refundsOf(payment)).toMatchObject([{ manualReview: true }]);
    await moveBy(2 * DAY);
    expect(await driver.refundsOf(payment)).toMatchObject([{ status: 'Processing', manualReview: true }]);
    expect(operationLines(payment)).toEqual([]);
    await driver.checkBooks([payment]);
  });

  it('a refund that is sent again and declined is Failed', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    bank.script(['lost-before', 'decline:05']);
    const made = await driver.partial(payment, 40);
    await moveBy(HOUR);
    expect(await driver.show(made.json.data.refundId)).toMatchObject({
      status: 'Failed',
      errorCode: 'DO_NOT_HONOUR',
    });
    expect(await driver.payment(payment)).toMatchObject({ reservedAmount: 0, refundableAmount: 100 });
    await driver.checkBooks([payment]);
  });

  it('a refund that is lost repeatedly needs no manual review within a day', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    bank.script(Array.from({ length: 20 }, () => 'lost-before'));
    const { refundId } = (await driver.partial(payment, 40)).json.data;
    await moveBy(2 * HOUR);
    expect((await driver.refundsOf(payment))[0]?.manualReview).toBeUndefined();
    bank.script([]);
    await moveBy(DAY);
    expect((await driver.show(refundId)).status).toBe('Completed');
    expect(operationLines(payment)).toEqual(['refund approved 00']);
    await driver.checkBooks([payment]);
  });

  it('the other refunds of the payment wait until the outcome is known', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    bank.script(['lost-after']);
    const first = await driver.partial(payment, 40);
    const second = await withShortLockWaits(() => driver.partial(payment, 50));
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(operationLines(payment)).toEqual(['refund approved 00']);
    await moveBy(15 * MINUTE);
    expect(operationLines(payment)).toEqual(['refund approved 00', 'refund approved 00']);
    expect(await driver.payment(payment)).toMatchObject({ refundedAmount: 90, reservedAmount: 0 });
    await driver.checkBooks([payment]);
  });

  it('a manual review is logged after 31 hours, and a new approval inquires again', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    bank.script(Array.from({ length: 20 }, () => 'lost-before'));
    const { refundId } = (await driver.partial(payment, 40)).json.data;
    logs.length = 0;
    await moveBy(2 * DAY);
    expect((await driver.refundsOf(payment))[0]).toMatchObject({ manualReview: true });
    const lines = logs.filter((line) => line.includes('refund needs manual review'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'error', refundId, paymentReferenceNumber: payment }),
    ]);
    bank.script([]);
    await moveBy(30 * DAY);
    expect((await driver.show(refundId)).status).toBe('Processing');
    expect((await driver.approve(refundId)).status).toBe(202);
    await moveBy(DAY);
    await driver.checkBooks([payment]);
  });
});
