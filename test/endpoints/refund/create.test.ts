// POST /api/Refund and GET /api/Refund/{id}, and the time limits of refunds.
import { describe, expect, it } from 'vitest';
import { CANCELLATION_HOURS, REFUND_DAYS } from '#domain/limits.ts';
import { REJECTIONS } from '#domain/rejection-table.ts';
import { refundDriver } from '../../drivers/refund-driver.ts';
import { expectEnvelope, expectRejection, REJECT_OPEN } from '../../drivers/rejection.ts';
import { DAY, HOUR, SECOND, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { api, moveBy, moveTo } = harness;
const driver = refundDriver(harness);

describe('POST /api/Refund', () => {
  it('a refund is Pending, reserves its amount and shows every field, undecided ones as null', async () => {
    const payment = await driver.pay({ amountMinor: 14_990, orderNumber: 'ORDER-OF-REFUND' });
    const created = await driver.request(payment, 49.9, { description: 'Fincan' });
    expectEnvelope(created);
    expect(created.status).toBe(201);
    expect(created.json.data).toEqual({
      refundId: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
      transactionId: payment,
      orderNumber: 'ORDER-OF-REFUND',
      amount: 49.9,
      surchargeAmount: 0,
      currency: 'TRY',
      refundType: 'Partial',
      processedAs: null,
      processedReason: null,
      adjustment: null,
      reason: 'Kırık geldi',
      description: 'Fincan',
      status: 'Pending',
      bankReferenceNumber: null,
      errorCode: null,
      bankMessage: null,
      decisionNote: null,
      metadata: {},
      requestedBy: expect.stringMatching(/^[0-9a-f-]{36}$/),
      decidedBy: null,
      createdAt: expect.stringMatching(/^2026-11-20T09:/),
      decidedAt: null,
      completedAt: null,
    });
    const names = { requestedByName: null, decidedByName: null };
    expect(await driver.show(created.json.data.refundId)).toEqual({ ...created.json.data, ...names });
    expect(await driver.payment(payment)).toMatchObject({
      status: 'Successful',
      refundedAmount: 0,
      reservedAmount: 49.9,
      refundableAmount: 100,
    });
    expect(driver.operations(payment)).toEqual([]);
    await driver.checkBooks([payment]);
  });

  it('a refund without a type is Full for the whole remaining amount, and Partial for less', async () => {
    const payment = await driver.pay();
    const partial = await driver.request(payment, 99.99);
    expect(partial.json.data.refundType).toBe('Partial');
    const rest = await driver.request(payment, 0.01);
    expect(rest.json.data.refundType).toBe('Full');
    const other = await driver.pay();
    expect((await driver.request(other, 100, { refundType: 'Partial' })).json.data.refundType).toBe(
      'Partial',
    );
    const third = await driver.pay();
    expect((await driver.request(third, 100, { refundType: 'Full' })).json.data.refundType).toBe('Full');
  });

  it('a refund of type Full for less than the remaining amount is refused with that amount', async () => {
    const payment = await driver.pay();
    const refused = await driver.request(payment, 99.99, { refundType: 'Full' });
    expectRejection(refused, {
      code: 'REFUND_TYPE_MISMATCH',
      fields: ['refundType'],
      facts: ['refundableAmount', 'reservedAmount'],
    });
    expect(refused.json.data).toMatchObject({
      refundableAmount: 100,
      advice: expect.stringMatching(/^`refundType` alanını çıkarın/),
    });
  });

  it('a refund of more than the remaining amount is refused with the remaining amount', async () => {
    const payment = await driver.pay();
    await driver.request(payment, 60);
    const refused = await driver.request(payment, 40.01);
    expectRejection(refused, {
      code: 'REFUND_AMOUNT_EXCEEDED',
      fields: ['amount'],
      facts: ['refundableAmount', 'reservedAmount'],
      advice: REJECT_OPEN,
    });
    expect(refused.json.data).toMatchObject({ refundableAmount: 40 });
    expect((await driver.request(payment, 40)).status).toBe(201);
    const nothing = await driver.request(payment, 0.01);
    expect(nothing.json.data).toMatchObject({
      refundableAmount: 0,
      reservedAmount: 100,
    });
    expectRejection(nothing, {
      code: 'REFUND_AMOUNT_EXCEEDED',
      fields: ['amount'],
      facts: ['refundableAmount', 'reservedAmount'],
      advice: REJECT_OPEN,
    });
    const free = await driver.pay();
    const over = (await driver.request(free, 100.01)).json.data;
    expect(over).toMatchObject({ reservedAmount: 0, advice: expect.not.stringContaining('reject') });
    await driver.checkBooks([payment]);
  });

  it('a refund of an unknown payment or with a malformed reference is refused', async () => {
    for (const reference of [`PAY-${'0'.repeat(26)}`, 'PAY-1', 'x', '../payment']) {
      expectRejection(await driver.request(reference, 1), {
        code: 'PAYMENT_NOT_FOUND',
        fields: ['transactionId'],
      });
      expectRejection(await driver.partial(reference, 1), {
        code: 'PAYMENT_NOT_FOUND',
        fields: ['transactionId'],
      });
      expectRejection(await driver.cancel(reference), {
        code: 'PAYMENT_NOT_FOUND',
        fields: ['transactionId'],
      });
    }
    // The advice names the field as it was sent.
    for (const advice of Object.values(REJECTIONS.PAYMENT_NOT_FOUND.advice)) {
      expect(advice).toContain('`transactionId`');
    }
    expectRejection(await api('GET', '/api/Refund/01890000-0000-7000-8000-000000000009'), {
      code: 'REFUND_NOT_FOUND',
    });
  });

  it('every invalid field is reported', async () => {
    const answer = await api('POST', '/api/Refund', {
      body: { amount: 1.005, reason: 'x'.repeat(501), refundType: 'Half', description: 7 },
    });
    expectRejection(answer, { code: 'VALIDATION_ERROR', facts: ['errors'] });
    const errors = answer.json.data['errors'] as { field: string; code: string }[];
    expect(errors.map(({ field, code }) => [field, code])).toEqual([
      ['transactionId', 'REQUIRED'],
      ['amount', 'AMOUNT_PRECISION'],
      ['reason', 'TOO_LONG'],
      ['refundType', 'INVALID_ENUM'],
      ['description', 'INVALID_TYPE'],
    ]);
    const payment = await driver.pay();
    expect((await driver.request(payment, 1, { reason: 'ş'.repeat(500) })).status).toBe(201);
    for (const amount of [0, -1, '1,5', 1_000_000_000]) {
      const refused = await api('POST', '/api/Refund/partial', {
        body: { transactionId: payment, amount, reason: 'x' },
      });
      expect(refused.json.errorCode).toBe('VALIDATION_ERROR');
    }
  });

  it('one key creates one refund, and another body with it is refused', async () => {
    const payment = await driver.pay();
    const keyed = { headers: { 'idempotency-key': 'ONCE' } };
    const first = await driver.request(payment, 60, {}, keyed);
    const second = await driver.request(payment, 60, {}, keyed);
    expect([second.status, second.text]).toEqual([201, first.text]);
    expect(second.headers['idempotent-replayed']).toBe('true');
    const other = await driver.request(payment, 40, {}, keyed);
    expectRejection(other, { code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await driver.payment(payment)).toMatchObject({ reservedAmount: 60 });
  });

  it('simultaneous requests with one key create one refund', async () => {
    const payment = await driver.pay();
    const keyed = { headers: { 'idempotency-key': 'AT-ONCE' } };
    const answers = await Promise.all([1, 2, 3].map(() => driver.request(payment, 30, {}, keyed)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await driver.payment(payment)).toMatchObject({ reservedAmount: 30 });
  });
});

describe('the time limits of refunds', () => {
  it(`a payment can be cancelled for ${CANCELLATION_HOURS} hours, to the second`, async () => {
    const [inTime, late] = [await driver.pay(), await driver.pay()];
    await moveBy(CANCELLATION_HOURS * HOUR - 30 * SECOND);
    expect((await driver.cancel(inTime)).status).toBe(201);
    await moveBy(30 * SECOND);
    expectRejection(await driver.cancel(late), {
      code: 'CANCELLATION_WINDOW_EXPIRED',
      fields: ['transactionId'],
    });
    expect((await driver.partial(late, 100)).status).toBe(201);
    await driver.checkBooks([inTime, late]);
  });

  it(`a payment can be refunded for ${REFUND_DAYS} days`, async () => {
    const payment = await driver.pay();
    const requested = await driver.pendingRefundId(payment, 10);
    await moveBy(REFUND_DAYS * DAY - HOUR);
    expect((await driver.request(payment, 10)).status).toBe(201);
    expect((await driver.partial(payment, 10)).status).toBe(201);
    expect((await driver.approve(requested)).status).toBe(200);
    await moveBy(HOUR + SECOND);
    expectRejection(await driver.request(payment, 10), {
      code: 'REFUND_WINDOW_EXPIRED',
      fields: ['transactionId'],
    });
    expectRejection(await driver.partial(payment, 10), {
      code: 'REFUND_WINDOW_EXPIRED',
      fields: ['transactionId'],
    });
    await driver.checkBooks([payment]);
  });

  it('a void becomes a refund at midnight in Istanbul, not at midnight UTC', async () => {
    await moveTo('2028-01-10T09:00:00Z');
    const payments = await Promise.all([driver.pay(), driver.pay()]);
    const [before, after] = await Promise.all(
      payments.map((payment) => driver.pendingRefundId(payment, 100)),
    );
    await moveTo('2028-01-10T20:58:00Z');
    expect((await driver.approve(before ?? '')).json.data.processedAs).toBe('Void');
    await moveTo('2028-01-10T21:00:00Z');
    expect((await driver.approve(after ?? '')).json.data.processedAs).toBe('Refund');
    await driver.checkBooks(payments);
  });
});
