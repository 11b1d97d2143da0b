// What banks do with voids and refunds, and what becomes of ours: batches that close, refunds that must wait,
// answers that never come, money that somebody else has given back (bank 5 and 7, faults R2 to R5).
import { describe, expect, it } from 'vitest';
import { bankOf } from '#flows/merchant-bank.ts';
import { bankOrderIdOf } from '#flows/payment.ts';
import { openFaults } from '../faults.ts';
import { DAY, HOUR, MINUTE, SECOND, startHarness } from '../harness.ts';
import { refundDesk, refundsOf } from '../refund-desk.ts';
import { expectRefusal } from '../refusal.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
const { service, merchant, logs, moveBy, moveTo, now } = harness;
const { bank } = service;
const desk = refundDesk(harness);
const requested = async (payment: string, amount: number) =>
  (await desk.request(payment, amount)).json.data.refundId;
const asked = (payment: string) =>
  desk.operations(payment).map(({ operation, outcome, code }) => `${operation} ${outcome} ${code}`);

/** Each test has days of its own: the next one begins at this Istanbul time. */
let day = Date.parse('2026-11-21T00:00:00+03:00');
async function nextDayAt(time: string): Promise<void> {
  while (day <= now().getTime()) day += DAY;
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  await service.timeline.moveTo(day + (hours * 60 + minutes) * MINUTE);
  day += DAY;
}

describe('the close of the batch', () => {
  it.each(['CORE-2008', 'CORE-2511'] as const)('(%s) turns a void into a refund', async (code) => {
    bank.settings.settledVoidCode = code;
    await nextDayAt('21:50');
    const payment = await desk.pay();
    const refundId = await requested(payment, 100);
    await moveBy(20 * MINUTE);
    const approved = await desk.approve(refundId);
    expect(approved.status).toBe(200);
    expect(approved.json.data).toMatchObject({ status: 'Completed', processedAs: 'Refund' });
    expect(asked(payment)).toEqual([`void declined ${code}`, 'refund approved 00']);
    expect(await desk.payment(payment)).toMatchObject({ status: 'FullyRefunded' });
    await desk.books([payment]);
    bank.settings.settledVoidCode = 'CORE-2008';
  });

  it('turns a cancellation on the next morning into a refund, and it stays a cancellation', async () => {
    await nextDayAt('15:00');
    const payment = await desk.pay();
    await moveBy(20 * HOUR);
    const cancelled = await desk.cancel(payment);
    expect(cancelled.status).toBe(201);
    expect(cancelled.json.data).toMatchObject({ status: 'Completed', processedAs: 'Refund' });
    expect(await desk.payment(payment)).toMatchObject({ status: 'Cancelled', refundedAmount: 100 });
    await desk.books([payment]);
  });

  it('of the day after still lets a payment of the late evening be cancelled as a void', async () => {
    await nextDayAt('22:30');
    const payment = await desk.pay();
    await moveBy(23 * HOUR);
    expect((await desk.cancel(payment)).json.data.processedAs).toBe('Void');
    await desk.books([payment]);
  });
});

describe('a bank that refunds only after its batch has closed', () => {
  it('keeps a partial refund waiting, and it is sent after the close', async () => {
    bank.settings.refundBeforeClose = 'refused';
    await nextDayAt('15:00');
    const payment = await desk.pay();
    const made = await desk.partial(payment, 40);
    expect([made.status, made.json.data.status]).toEqual([202, 'Processing']);
    const second = await desk.approve(await requested(payment, 10));
    expect([second.status, second.json.data.status]).toEqual([202, 'Processing']);
    expect(await desk.payment(payment)).toMatchObject({ status: 'Successful', reservedAmount: 50 });
    await moveBy(7 * HOUR + 5 * MINUTE);
    expect((await desk.show(made.json.data.refundId)).status).toBe('Processing');
    await moveBy(20 * MINUTE);
    expect(asked(payment)).toEqual([
      'refund declined CORE-2508',
      'refund declined CORE-2508',
      'refund approved 00',
      'refund approved 00',
    ]);
    expect(await desk.payment(payment)).toMatchObject({ status: 'PartiallyRefunded', refundedAmount: 50 });
    await desk.books([payment]);
    bank.settings.refundBeforeClose = 'allowed';
  });

  it('voids a whole payment of the evening before instead', async () => {
    bank.settings.refundBeforeClose = 'refused';
    await nextDayAt('22:30');
    const payment = await desk.pay();
    const refundId = await requested(payment, 100);
    await moveBy(10 * HOUR);
    const approved = await desk.approve(refundId);
    expect([approved.status, approved.json.data.processedAs]).toEqual([200, 'Void']);
    expect(asked(payment)).toEqual(['refund declined CORE-2508', 'void approved 00']);
    expect(await desk.payment(payment)).toMatchObject({ status: 'FullyRefunded' });
    await desk.books([payment]);
    bank.settings.refundBeforeClose = 'allowed';
  });

  it('and whose batch closes later than banks do is asked again every hour', async () => {
    bank.settings.refundBeforeClose = 'refused';
    bank.settings.batchClose = '23:45';
    await nextDayAt('15:00');
    const payment = await desk.pay();
    await desk.partial(payment, 40);
    await moveBy(12 * HOUR);
    expect(asked(payment).slice(1)).toEqual([
      'refund declined CORE-2508',
      'refund declined CORE-2508',
      'refund approved 00',
    ]);
    await desk.books([payment]);
    Object.assign(bank.settings, { refundBeforeClose: 'allowed', batchClose: '22:00' });
  });

  it('and never does is left to a person in the end', async () => {
    bank.settings.refundBeforeClose = 'refused';
    await nextDayAt('15:00');
    const payment = await desk.pay();
    bank.script(Array.from({ length: 40 }, () => 'decline:CORE-2508'));
    await desk.partial(payment, 40);
    await moveBy(3 * DAY);
    const [refund] = await refundsOf(merchant.merchantId, payment);
    expect(refund).toMatchObject({ status: 'Processing', manualReview: true });
    expect(logs.join('\n')).toContain('refund needs manual review');
    Object.assign(bank.settings, { refundBeforeClose: 'allowed' });
    bank.script([]);
    const { refundId = '' } = refund ?? {};
    const asked = await desk.approve(refundId);
    expect([asked.status, asked.json.data.status]).toEqual([200, 'Completed']);
    await desk.books([payment]);
  });
});

describe('an answer that never comes', () => {
  it('leaves the refund Processing; the sweep finds the truth a minute later', async () => {
    await nextDayAt('12:00');
    const payment = await desk.pay();
    bank.script(['lost-after']);
    const made = await desk.partial(payment, 40);
    expect([made.status, made.json.data.status]).toEqual([202, 'Processing']);
    expect(made.json.data).toMatchObject({ processedAs: 'Refund', bankReferenceNumber: null });
    expect(await desk.payment(payment)).toMatchObject({ reservedAmount: 40, refundedAmount: 0 });
    await moveBy(5 * MINUTE);
    const refund = await desk.show(made.json.data.refundId);
    expect(refund).toMatchObject({ status: 'Completed', bankReferenceNumber: expect.stringMatching(/\d/) });
    expect(asked(payment)).toEqual(['refund approved 00']);
    await desk.books([payment]);
  });

  it('of a second part of the same amount is told apart from the first', async () => {
    await nextDayAt('12:00');
    const payment = await desk.pay();
    await desk.partial(payment, 40);
    bank.script(['lost-before']);
    const second = await desk.partial(payment, 40);
    await moveBy(5 * MINUTE - SECOND);
    expect((await desk.show(second.json.data.refundId)).status).toBe('Processing');
    await moveBy(10 * MINUTE);
    expect((await desk.show(second.json.data.refundId)).status).toBe('Completed');
    expect(asked(payment)).toEqual(['refund approved 00', 'refund approved 00']);
    await desk.books([payment]);
  });

  it('is not taken for "nothing came" while the request may still be under way', async () => {
    await nextDayAt('12:02');
    const payment = await desk.pay();
    bank.script(['late:290']);
    await desk.partial(payment, 40);
    // The sweep has been once, at 12:05; the request arrives two minutes later.
    await moveBy(4 * MINUTE);
    expect(asked(payment)).toEqual([]);
    await moveBy(HOUR);
    expect(asked(payment)).toEqual(['refund approved 00']);
    await desk.books([payment]);
  });

  it('to a void is found in the sale that it has undone, or the void is sent again', async () => {
    await nextDayAt('12:00');
    const payments = [await desk.pay(), await desk.pay()];
    bank.script(['lost-after', 'lost-before']);
    for (const payment of payments) expect((await desk.cancel(payment)).status).toBe(202);
    await moveBy(5 * MINUTE);
    for (const payment of payments) {
      expect(await desk.payment(payment)).toMatchObject({ status: 'Cancelled' });
      expect(asked(payment)).toEqual(['void approved 00']);
    }
    await desk.books(payments);
  });

  it('to a void, lost until after the close, ends in one refund', async () => {
    await nextDayAt('21:57');
    const payment = await desk.pay();
    bank.script(['lost-before']);
    expect((await desk.cancel(payment)).status).toBe(202);
    await moveBy(30 * MINUTE);
    expect(asked(payment)).toEqual(['void declined CORE-2008', 'refund approved 00']);
    expect(await desk.payment(payment)).toMatchObject({ status: 'Cancelled', refundedAmount: 100 });
    await desk.books([payment]);
  });

  it('to the refund that a void had become is found as well', async () => {
    await nextDayAt('21:50');
    const payment = await desk.pay();
    await moveBy(20 * MINUTE);
    bank.script(['approve', 'lost-after']);
    expect((await desk.cancel(payment)).json.data).toMatchObject({
      status: 'Processing',
      processedAs: 'Refund',
    });
    await moveBy(10 * MINUTE);
    expect(asked(payment)).toEqual(['void declined CORE-2008', 'refund approved 00']);
    await desk.books([payment]);
  });

  it('to a refusal is heard when the refund is sent again', async () => {
    await nextDayAt('12:00');
    const payment = await desk.pay();
    bank.script(['lost-before', 'decline:05']);
    const made = await desk.partial(payment, 40);
    await moveBy(HOUR);
    expect(await desk.show(made.json.data.refundId)).toMatchObject({
      status: 'Failed',
      errorCode: 'DO_NOT_HONOUR',
    });
    expect(await desk.payment(payment)).toMatchObject({ reservedAmount: 0, refundableAmount: 100 });
    await desk.books([payment]);
  });

  it('holds back the other refunds of the payment until it is known', async () => {
    await nextDayAt('12:00');
    const payment = await desk.pay();
    bank.script(['lost-after']);
    const first = await desk.partial(payment, 40);
    const second = await desk.partial(payment, 50);
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(asked(payment)).toEqual(['refund approved 00']);
    await moveBy(15 * MINUTE);
    expect(asked(payment)).toEqual(['refund approved 00', 'refund approved 00']);
    expect(await desk.payment(payment)).toMatchObject({ refundedAmount: 90, reservedAmount: 0 });
    await desk.books([payment]);
  });

  it('for 32 hours is left to a person, loudly; approving again asks the bank once more', async () => {
    await nextDayAt('12:00');
    const payment = await desk.pay();
    bank.script(Array.from({ length: 20 }, () => 'lost-before'));
    const { refundId } = (await desk.partial(payment, 40)).json.data;
    logs.length = 0;
    await moveBy(2 * DAY);
    expect((await refundsOf(merchant.merchantId, payment))[0]).toMatchObject({ manualReview: true });
    const lines = logs.filter((line) => line.includes('refund needs manual review'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'error', refundId, paymentReferenceNumber: payment }),
    ]);
    bank.script([]);
    await moveBy(30 * DAY);
    expect((await desk.show(refundId)).status).toBe('Processing');
    expect((await desk.approve(refundId)).status).toBe(202);
    await moveBy(DAY);
    await desk.books([payment]);
  });
});

describe('a bank that cannot be reached', () => {
  it.each([30, 100])('leaves a refund of %i waiting for approval, and says so', async (amount) => {
    await nextDayAt('12:00');
    const payment = await desk.pay();
    const refundId = await requested(payment, amount);
    const keyed = { headers: { 'idempotency-key': `AGAIN-${amount}` } };
    faults.arm('refund-approve', 'bank', 'outage');
    const refused = await desk.approve(refundId, keyed);
    expectRefusal(refused, { code: 'BANK_UNAVAILABLE', facts: ['refundId'] });
    expect(await desk.show(refundId)).toMatchObject({
      status: 'Pending',
      processedAs: null,
      decidedAt: null,
    });
    const again = await desk.approve(refundId, keyed);
    expect([again.status, again.json.data.status]).toEqual([200, 'Completed']);
    await desk.books([payment]);
  });

  it('makes a one-step refund fail and gives its amount back; the same key may be used again', async () => {
    await nextDayAt('12:00');
    const payments = [await desk.pay(), await desk.pay()];
    const [first = '', second = ''] = payments;
    const keyed = { headers: { 'idempotency-key': 'ONE-STEP' } };
    faults.arm('refund-partial', 'bank', 'outage');
    const partial = await desk.partial(first, 30, keyed);
    faults.arm('refund-cancellations', 'bank', 'outage');
    for (const refused of [partial, await desk.cancel(second, keyed)]) {
      expectRefusal(refused, { code: 'BANK_UNAVAILABLE', facts: ['refundId'] });
      const { refundId } = refused.json.data;
      expect(await desk.show(refundId)).toMatchObject({ status: 'Failed', errorCode: 'BANK_UNAVAILABLE' });
      expectRefusal(await desk.approve(refundId), {
        code: 'REFUND_INVALID_STATE',
        facts: ['refundId', 'status'],
      });
    }
    for (const payment of payments) {
      expect(await desk.payment(payment)).toMatchObject({ reservedAmount: 0, refundableAmount: 100 });
      expect(desk.operations(payment)).toEqual([]);
    }
    expect((await desk.partial(first, 30, keyed)).status).toBe(201);
    expect((await desk.cancel(second, keyed)).status).toBe(201);
    await desk.books(payments);
  });
});

describe('money that somebody else has given back', () => {
  it('by a refund of the rest is taken over into our books', async () => {
    await nextDayAt('12:00');
    const payment = await desk.pay();
    const refundId = await requested(payment, 100);
    const connection = await bankOf(merchant.merchantId);
    const order = { bankOrderId: bankOrderIdOf(payment), currency: 'TRY' } as const;
    await moveBy(DAY);
    await connection.refund({ ...order, amountMinor: 10_000 });
    const approved = await desk.approve(refundId);
    expect([approved.status, approved.json.data.status]).toEqual([200, 'Completed']);
    expect(asked(payment)).toEqual(['refund approved 00', 'refund declined CORE-2504']);
    await desk.books([payment]);
  });

  it('by a void is taken over where the whole payment was to be given back', async () => {
    await nextDayAt('12:00');
    const payment = await desk.pay();
    const connection = await bankOf(merchant.merchantId);
    await connection.voidSale({ bankOrderId: bankOrderIdOf(payment) });
    const cancelled = await desk.cancel(payment);
    expect([cancelled.status, cancelled.json.data.processedAs]).toEqual([201, 'Void']);
    expect(asked(payment)).toEqual(['void approved 00', 'void declined CORE-2008']);
    await desk.books([payment]);
  });

  it('more than our refund would is a refusal, and a person can see why', async () => {
    await nextDayAt('12:00');
    const payment = await desk.pay();
    const connection = await bankOf(merchant.merchantId);
    await connection.voidSale({ bankOrderId: bankOrderIdOf(payment) });
    const refused = await desk.partial(payment, 30);
    expect([refused.status, refused.json.errorCode]).toEqual([422, 'REFUND_DECLINED_BY_BANK']);
    expect(refused.json.data).toMatchObject({ bankResponseCode: 'CORE-2504' });
  });
});

it('the day may change in Istanbul between decision and call: what was decided is done', async () => {
  bank.settings.batchClose = '23:59';
  await nextDayAt('23:50');
  const payment = await desk.pay();
  const refundId = await requested(payment, 100);
  bank.script(['lost-before']);
  expect((await desk.approve(refundId)).json.data).toMatchObject({ processedAs: 'Void' });
  await moveTo(new Date(now().getTime() + 5 * MINUTE).toISOString());
  expect(await desk.show(refundId)).toMatchObject({ status: 'Completed', processedAs: 'Void' });
  bank.settings.batchClose = '22:00';
  await desk.books([payment]);
});
