// Banks void a sale only until their batch closes, and some refund it only after that. These refunds are made
// before and after 22:00 and midnight in Istanbul (refunds.md 4, nestpay.md 7, crash-safety.md RACE20).
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../lib/bank/bank-session.ts';
import { calendar, refundDriver } from '../../drivers/refund-driver.ts';
import { DAY, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { service, logs, moveBy } = harness;
const { bank } = service;
const driver = refundDriver(harness);
const { operationLines } = driver;
const nextDayAt = calendar(service);
/** As at most banks; that of the simulated bank is 24:00. */
bank.settings.batchClose = '22:00';

describe('the close of the batch', () => {
  it.each(['CORE-2008', 'CORE-2511'] as const)('a void declined with %s becomes a refund', async (code) => {
    bank.settings.settledVoidCode = code;
    await nextDayAt('21:50');
    const payment = await driver.pay();
    const refundId = await driver.pendingRefundId(payment, 100);
    await moveBy(20 * MINUTE);
    const approved = await driver.approve(refundId);
    expect(approved.status).toBe(200);
    const closed = { status: 'Completed', processedAs: 'Refund', processedReason: 'BatchClosed' };
    expect(approved.json.data).toMatchObject(closed);
    expect(operationLines(payment)).toEqual([`void declined ${code}`, 'refund approved 00']);
    expect(await driver.payment(payment)).toMatchObject({ status: 'FullyRefunded' });
    await driver.checkBooks([payment]);
    bank.settings.settledVoidCode = 'CORE-2008';
  });

  it('a cancellation on the next morning is a refund, and the payment is Cancelled', async () => {
    await nextDayAt('15:00');
    const payment = await driver.pay();
    await moveBy(20 * HOUR);
    const cancelled = await driver.cancel(payment);
    expect(cancelled.status).toBe(201);
    const closed = { status: 'Completed', processedAs: 'Refund', processedReason: 'BatchClosed' };
    expect(cancelled.json.data).toMatchObject(closed);
    expect(await driver.payment(payment)).toMatchObject({ status: 'Cancelled', refundedAmount: 100 });
    await driver.checkBooks([payment]);
  });

  it('a payment made after the close is voided until the close on the next day', async () => {
    await nextDayAt('22:30');
    const payment = await driver.pay();
    await moveBy(23 * HOUR);
    expect((await driver.cancel(payment)).json.data.processedAs).toBe('Void');
    await driver.checkBooks([payment]);
  });
});

describe('a bank that refunds only after its batch has closed', () => {
  it('a partial refund stays Processing, and the sweep sends it after the close', async () => {
    bank.settings.refundBeforeClose = 'declined';
    await nextDayAt('15:00');
    const payment = await driver.pay();
    const made = await driver.partial(payment, 40);
    expect([made.status, made.json.data.status]).toEqual([202, 'Processing']);
    const second = await driver.approve(await driver.pendingRefundId(payment, 10));
    expect([second.status, second.json.data.status]).toEqual([202, 'Processing']);
    expect(await driver.payment(payment)).toMatchObject({ status: 'Successful', reservedAmount: 50 });
    await moveBy(7 * HOUR + 5 * MINUTE);
    expect((await driver.show(made.json.data.refundId)).status).toBe('Processing');
    await moveBy(20 * MINUTE);
    expect(operationLines(payment)).toEqual([
      'refund declined CORE-2508',
      'refund declined CORE-2508',
      'refund approved 00',
      'refund approved 00',
    ]);
    expect(await driver.payment(payment)).toMatchObject({ status: 'PartiallyRefunded', refundedAmount: 50 });
    await driver.checkBooks([payment]);
    bank.settings.refundBeforeClose = 'allowed';
  });

  it('a refund of a whole payment of the previous evening becomes a void', async () => {
    bank.settings.refundBeforeClose = 'declined';
    await nextDayAt('22:30');
    const payment = await driver.pay();
    const refundId = await driver.pendingRefundId(payment, 100);
    await moveBy(10 * HOUR);
    const approved = await driver.approve(refundId);
    expect(approved.json.data).toMatchObject({ processedAs: 'Void', processedReason: null });
    expect(operationLines(payment)).toEqual(['refund declined CORE-2508', 'void approved 00']);
    expect(await driver.payment(payment)).toMatchObject({ status: 'FullyRefunded' });
    await driver.checkBooks([payment]);
    bank.settings.refundBeforeClose = 'allowed';
  });

  it.each([
    ['23:45', 1],
    ['24:00', 1],
    ['02:45', 4],
  ])('the refund is sent again after the close at %s, tried %i times before', async (batchClose, tries) => {
    bank.settings.refundBeforeClose = 'declined';
    bank.settings.batchClose = batchClose;
    await nextDayAt('15:00');
    const payment = await driver.pay();
    await driver.partial(payment, 40);
    await moveBy(13 * HOUR);
    expect(operationLines(payment).slice(1)).toEqual([
      ...Array.from({ length: tries }, () => 'refund declined CORE-2508'),
      'refund approved 00',
    ]);
    await driver.checkBooks([payment]);
    Object.assign(bank.settings, { refundBeforeClose: 'allowed', batchClose: '22:00' });
  });

  it('a refund that the bank never accepts goes to manual review', async () => {
    bank.settings.refundBeforeClose = 'declined';
    await nextDayAt('15:00');
    const payment = await driver.pay();
    bank.script(Array.from({ length: 40 }, () => 'decline:CORE-2508'));
    await driver.partial(payment, 40);
    await moveBy(3 * DAY);
    const [refund] = await driver.refundsOf(payment);
    expect(refund).toMatchObject({ status: 'Processing', manualReview: true });
    expect(logs.join('\n')).toContain('refund needs manual review');
    Object.assign(bank.settings, { refundBeforeClose: 'allowed' });
    bank.script([]);
    const { refundId = '' } = refund ?? {};
    const approved = await driver.approve(refundId);
    expect([approved.status, approved.json.data.status]).toEqual([200, 'Completed']);
    await driver.checkBooks([payment]);
  });
});

it('with the close of the simulated bank a full refund is a void on the whole day of its sale', async () => {
  bank.settings.batchClose = DEFAULT_SETTINGS.batchClose;
  for (const time of ['00:00', '21:55', '22:03', '22:30', '23:30', '23:50']) {
    await nextDayAt(time);
    const payment = await driver.pay();
    const refundId = await driver.pendingRefundId(payment, 100);
    await moveBy(5 * MINUTE);
    const { data } = (await driver.approve(refundId)).json;
    expect([time, data.processedAs, data.processedReason]).toEqual([time, 'Void', null]);
    await driver.checkBooks([payment]);
  }
  await nextDayAt('23:50');
  const [whole, rest] = [await driver.pay(), await driver.pay()];
  await driver.partial(rest, 40);
  const asked = await driver.pendingRefundId(rest, 60);
  expect((await driver.approve(asked)).json.data).toMatchObject({
    refundType: 'Full',
    processedAs: 'Refund',
    processedReason: 'PartlyRefunded',
  });
  const refundId = await driver.pendingRefundId(whole, 100);
  expect(await driver.show(refundId)).toMatchObject({ processedAs: null, processedReason: null });
  await moveBy(20 * MINUTE);
  const late = { processedAs: 'Refund', processedReason: 'NotSameDay' };
  expect((await driver.approve(refundId)).json.data).toMatchObject(late);
  await driver.checkBooks([whole, rest]);
  bank.settings.batchClose = '22:00';
});

it('a refund decided as a void stays a void if the day changes in Istanbul before the call', async () => {
  bank.settings.batchClose = '00:30';
  await nextDayAt('23:55');
  const payment = await driver.pay();
  const refundId = await driver.pendingRefundId(payment, 100);
  bank.script(['lost-before']);
  expect((await driver.approve(refundId)).json.data).toMatchObject({ processedAs: 'Void' });
  await moveBy(15 * MINUTE);
  expect(await driver.show(refundId)).toMatchObject({ status: 'Completed', processedAs: 'Void' });
  bank.settings.batchClose = '22:00';
  await driver.checkBooks([payment]);
});
