// Banks void only until their batch closes, and some refund only after it: what becomes of ours on either
// side of 22:00 and of midnight in Istanbul (refunds.md 4, nestpay.md 7, crash-safety.md RACE20).
import { describe, expect, it } from 'vitest';
import { calendar, refundDriver } from '../../drivers/refund-driver.ts';
import { DAY, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { service, logs, moveBy } = harness;
const { bank } = service;
const driver = refundDriver(harness);
const { operationLines: asked } = driver;
const nextDayAt = calendar(service);
const requested = async (payment: string, amount: number) =>
  (await driver.request(payment, amount)).json.data.refundId;

describe('the close of the batch', () => {
  it.each(['CORE-2008', 'CORE-2511'] as const)('(%s) turns a void into a refund', async (code) => {
    bank.settings.settledVoidCode = code;
    await nextDayAt('21:50');
    const payment = await driver.pay();
    const refundId = await requested(payment, 100);
    await moveBy(20 * MINUTE);
    const approved = await driver.approve(refundId);
    expect(approved.status).toBe(200);
    expect(approved.json.data).toMatchObject({ status: 'Completed', processedAs: 'Refund' });
    expect(asked(payment)).toEqual([`void declined ${code}`, 'refund approved 00']);
    expect(await driver.payment(payment)).toMatchObject({ status: 'FullyRefunded' });
    await driver.checkBooks([payment]);
    bank.settings.settledVoidCode = 'CORE-2008';
  });

  it('turns a cancellation on the next morning into a refund, and it stays a cancellation', async () => {
    await nextDayAt('15:00');
    const payment = await driver.pay();
    await moveBy(20 * HOUR);
    const cancelled = await driver.cancel(payment);
    expect(cancelled.status).toBe(201);
    expect(cancelled.json.data).toMatchObject({ status: 'Completed', processedAs: 'Refund' });
    expect(await driver.payment(payment)).toMatchObject({ status: 'Cancelled', refundedAmount: 100 });
    await driver.checkBooks([payment]);
  });

  it('of the day after still lets a payment of the late evening be cancelled as a void', async () => {
    await nextDayAt('22:30');
    const payment = await driver.pay();
    await moveBy(23 * HOUR);
    expect((await driver.cancel(payment)).json.data.processedAs).toBe('Void');
    await driver.checkBooks([payment]);
  });
});

describe('a bank that refunds only after its batch has closed', () => {
  it('keeps a partial refund waiting, and it is sent after the close', async () => {
    bank.settings.refundBeforeClose = 'refused';
    await nextDayAt('15:00');
    const payment = await driver.pay();
    const made = await driver.partial(payment, 40);
    expect([made.status, made.json.data.status]).toEqual([202, 'Processing']);
    const second = await driver.approve(await requested(payment, 10));
    expect([second.status, second.json.data.status]).toEqual([202, 'Processing']);
    expect(await driver.payment(payment)).toMatchObject({ status: 'Successful', reservedAmount: 50 });
    await moveBy(7 * HOUR + 5 * MINUTE);
    expect((await driver.show(made.json.data.refundId)).status).toBe('Processing');
    await moveBy(20 * MINUTE);
    expect(asked(payment)).toEqual([
      'refund declined CORE-2508',
      'refund declined CORE-2508',
      'refund approved 00',
      'refund approved 00',
    ]);
    expect(await driver.payment(payment)).toMatchObject({ status: 'PartiallyRefunded', refundedAmount: 50 });
    await driver.checkBooks([payment]);
    bank.settings.refundBeforeClose = 'allowed';
  });

  it('voids a whole payment of the evening before instead', async () => {
    bank.settings.refundBeforeClose = 'refused';
    await nextDayAt('22:30');
    const payment = await driver.pay();
    const refundId = await requested(payment, 100);
    await moveBy(10 * HOUR);
    const approved = await driver.approve(refundId);
    expect([approved.status, approved.json.data.processedAs]).toEqual([200, 'Void']);
    expect(asked(payment)).toEqual(['refund declined CORE-2508', 'void approved 00']);
    expect(await driver.payment(payment)).toMatchObject({ status: 'FullyRefunded' });
    await driver.checkBooks([payment]);
    bank.settings.refundBeforeClose = 'allowed';
  });

  it('and whose batch closes later than banks do is asked again every hour', async () => {
    bank.settings.refundBeforeClose = 'refused';
    bank.settings.batchClose = '23:45';
    await nextDayAt('15:00');
    const payment = await driver.pay();
    await driver.partial(payment, 40);
    await moveBy(12 * HOUR);
    expect(asked(payment).slice(1)).toEqual([
      'refund declined CORE-2508',
      'refund declined CORE-2508',
      'refund approved 00',
    ]);
    await driver.checkBooks([payment]);
    Object.assign(bank.settings, { refundBeforeClose: 'allowed', batchClose: '22:00' });
  });

  it('and never does is left to a person in the end', async () => {
    bank.settings.refundBeforeClose = 'refused';
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

it('the day may change in Istanbul between decision and call: what was decided is done', async () => {
  bank.settings.batchClose = '23:59';
  await nextDayAt('23:50');
  const payment = await driver.pay();
  const refundId = await requested(payment, 100);
  bank.script(['lost-before']);
  expect((await driver.approve(refundId)).json.data).toMatchObject({ processedAs: 'Void' });
  await moveBy(5 * MINUTE);
  expect(await driver.show(refundId)).toMatchObject({ status: 'Completed', processedAs: 'Void' });
  bank.settings.batchClose = '22:00';
  await driver.checkBooks([payment]);
});
