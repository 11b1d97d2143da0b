// Approve, reject, partial and cancellations: every row of the state table and every refusal (specification 3
// and 4, contract 7).
import { describe, expect, it } from 'vitest';
import { CARDS, startHarness } from '../../harness.ts';
import { refundDesk } from '../../refund-desk.ts';
import { expectEnvelope, expectRefusal } from '../../refusal.ts';

const harness = await startHarness();
const { service } = harness;
const desk = refundDesk(harness);
const requested = async (payment: string, amount: number) =>
  (await desk.request(payment, amount)).json.data.refundId;
const STATE = ['refundId', 'status'];

describe('approving', () => {
  it('a whole refund on the day of the payment voids it, and the payment is shown as İade', async () => {
    const payment = await desk.pay({ amountMinor: 14_990 });
    const approved = await desk.approve(await requested(payment, 149.9));
    expectEnvelope(approved);
    expect(approved.status).toBe(200);
    const [operation] = desk.operations(payment);
    expect(approved.json.data).toMatchObject({
      status: 'Completed',
      processedAs: 'Void',
      bankReferenceNumber: operation?.hostReference,
      decidedAt: expect.stringContaining('2026-11-20T09:'),
      completedAt: expect.stringContaining('2026-11-20T09:'),
    });
    expect(operation).toMatchObject({ operation: 'void', outcome: 'approved', amount: 149.9 });
    expect(await desk.payment(payment)).toMatchObject({
      status: 'FullyRefunded',
      statusLabel: 'İade',
      refundedAmount: 149.9,
      reservedAmount: 0,
      refundableAmount: 0,
    });
    await desk.books([payment]);
  });

  it('part of a payment refunds it, and the payment says how much is left', async () => {
    const payment = await desk.pay();
    const approved = await desk.approve(await requested(payment, 30));
    expect(approved.json.data).toMatchObject({ status: 'Completed', processedAs: 'Refund' });
    expect(await desk.payment(payment)).toMatchObject({
      status: 'PartiallyRefunded',
      statusLabel: 'Kısmi İade',
      refundedAmount: 30,
      reservedAmount: 0,
      refundableAmount: 70,
    });
    await desk.approve(await requested(payment, 70));
    expect(await desk.payment(payment)).toMatchObject({ status: 'FullyRefunded', statusLabel: 'İade' });
    expect(desk.operations(payment).map(({ operation }) => operation)).toEqual(['refund', 'refund']);
    await desk.books([payment]);
  });

  it('again gives the same answer and asks the bank for nothing', async () => {
    const payment = await desk.pay();
    const refundId = await requested(payment, 30);
    const first = await desk.approve(refundId);
    const again = await desk.approve(refundId);
    expect([again.status, again.json.data]).toEqual([200, first.json.data]);
    expect(desk.operations(payment)).toHaveLength(1);
  });

  it('what the bank refuses is a refusal with the reason, gives the amount back, and stays one', async () => {
    const payment = await desk.pay({ cardNumber: CARDS.irrevocable });
    for (const amount of [30, 100]) {
      const refundId = await requested(payment, amount);
      const facts = ['refundId', 'bankErrorCode', 'bankResponseCode', 'bankMessage'];
      const refused = await desk.approve(refundId);
      expectRefusal(refused, { code: 'REFUND_DECLINED_BY_BANK', facts });
      expect(refused.json.data).toMatchObject({ refundId, bankMessage: expect.stringMatching(/./) });
      expectRefusal(await desk.approve(refundId), { code: 'REFUND_DECLINED_BY_BANK', facts });
      const shown = await desk.show(refundId);
      expect(shown).toMatchObject({ status: 'Failed', completedAt: null, bankReferenceNumber: null });
      expect(shown.errorCode).toBe((refused.json.data as unknown as Record<string, string>)['bankErrorCode']);
    }
    expect(await desk.payment(payment)).toMatchObject({
      status: 'Successful',
      reservedAmount: 0,
      refundableAmount: 100,
    });
    expect(desk.operations(payment).map(({ operation, outcome }) => [operation, outcome])).toEqual([
      ['refund', 'declined'],
      ['void', 'declined'],
    ]);
    await desk.books([payment]);
  });

  it('a rejected refund is refused, and so is one that nobody made', async () => {
    const refundId = await requested(await desk.pay(), 30);
    await desk.reject(refundId);
    const refused = await desk.approve(refundId);
    expectRefusal(refused, { code: 'REFUND_INVALID_STATE', facts: STATE });
    expect(refused.json.data).toMatchObject({ refundId, status: 'Rejected' });
    const nobody = await desk.approve('01890000-0000-7000-8000-000000000009');
    expectRefusal(nobody, { code: 'REFUND_NOT_FOUND' });
  });

  it('goes one by one, even where two refunds of a payment are approved together', async () => {
    const payment = await desk.pay();
    const ids = [await requested(payment, 50), await requested(payment, 50)];
    service.bank.script(['slow:150']);
    const answers = await Promise.all(ids.map((refundId) => desk.approve(refundId)));
    service.bank.script([]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await desk.payment(payment)).toMatchObject({ status: 'FullyRefunded' });
    await desk.books([payment]);
  });
});

describe('rejecting', () => {
  it('gives the amount back, keeps the reason, and may be said twice', async () => {
    const payment = await desk.pay();
    const refundId = await requested(payment, 30);
    const rejected = await desk.reject(refundId, { reason: 'Kullanılmış' });
    expect(rejected.status).toBe(200);
    expect(rejected.json.data).toMatchObject({ status: 'Rejected', decisionNote: 'Kullanılmış' });
    const again = await desk.reject(refundId, { reason: 'Başka bir neden' });
    expect([again.status, again.json.data]).toEqual([200, rejected.json.data]);
    expect(await desk.payment(payment)).toMatchObject({ reservedAmount: 0, refundableAmount: 100 });
    expect(desk.operations(payment)).toEqual([]);
    await desk.books([payment]);
  });

  it('needs no body, and no more than 500 characters', async () => {
    const payment = await desk.pay();
    const bare = await desk.reject(await requested(payment, 30));
    expect(bare.json.data).toMatchObject({ status: 'Rejected', decisionNote: null });
    const refundId = await requested(payment, 30);
    const tooLong = await desk.reject(refundId, { reason: 'x'.repeat(501) });
    expect(tooLong.json.errorCode).toBe('VALIDATION_ERROR');
    expect((await desk.reject(refundId, { reason: '' })).json.data.decisionNote).toBeNull();
  });

  it.each([
    ['Completed', async () => (await desk.partial(await desk.pay(), 30)).json.data.refundId],
    [
      'Failed',
      async () => {
        const refundId = await requested(await desk.pay({ cardNumber: CARDS.irrevocable }), 30);
        await desk.approve(refundId);
        return refundId;
      },
    ],
    [
      'Processing',
      async () => {
        const payment = await desk.pay();
        service.bank.script(['lost-after']);
        return (await desk.partial(payment, 30)).json.data.refundId;
      },
    ],
  ])('a refund that is %s is refused', async (status, make) => {
    const refused = await desk.reject(await make());
    expectRefusal(refused, { code: 'REFUND_INVALID_STATE', facts: STATE });
    expect(refused.json.data).toMatchObject({ status });
  });
});

describe('a partial refund', () => {
  it('is done in one step, part after part, up to the whole payment', async () => {
    const payment = await desk.pay();
    for (const [amount, refundType] of [
      [33.33, 'Partial'],
      [33.33, 'Partial'],
      [33.34, 'Full'],
    ] as const) {
      const made = await desk.partial(payment, amount);
      expectEnvelope(made);
      expect(made.status).toBe(201);
      expect(made.json.data).toMatchObject({
        status: 'Completed',
        processedAs: 'Refund',
        refundType,
        amount,
      });
    }
    expect(await desk.payment(payment)).toMatchObject({ status: 'FullyRefunded', statusLabel: 'İade' });
    expectRefusal(await desk.partial(payment, 0.01), { code: 'PAYMENT_ALREADY_REFUNDED' });
    expectRefusal(await desk.request(payment, 0.01), { code: 'PAYMENT_ALREADY_REFUNDED' });
    expectRefusal(await desk.cancel(payment), { code: 'PAYMENT_ALREADY_REFUNDED' });
    await desk.books([payment]);
  });

  it('of the whole payment on its day is a void', async () => {
    const made = await desk.partial(await desk.pay(), 100);
    expect(made.json.data).toMatchObject({ status: 'Completed', processedAs: 'Void', refundType: 'Full' });
  });

  it('beyond what is left is refused with what is left', async () => {
    const payment = await desk.pay();
    await desk.request(payment, 60);
    const refused = await desk.partial(payment, 40.01);
    expectRefusal(refused, { code: 'REFUND_AMOUNT_EXCEEDED', facts: ['refundableAmount'] });
    expect(refused.json.data).toMatchObject({ refundableAmount: 40 });
    expect(desk.operations(payment)).toEqual([]);
  });

  it('that the bank refuses is a refusal, kept under its key, and holds nothing', async () => {
    const payment = await desk.pay({ cardNumber: CARDS.irrevocable });
    const keyed = { headers: { 'idempotency-key': 'REFUSED' } };
    const refused = await desk.partial(payment, 40, keyed);
    expect([refused.status, refused.json.errorCode]).toEqual([422, 'REFUND_DECLINED_BY_BANK']);
    const again = await desk.partial(payment, 40, keyed);
    expect([again.status, again.text]).toEqual([422, refused.text]);
    expect(desk.operations(payment)).toHaveLength(1);
    expect(await desk.payment(payment)).toMatchObject({ reservedAmount: 0, refundableAmount: 100 });
    await desk.books([payment]);
  });
});

describe('a cancellation', () => {
  it('takes the whole payment back, and the payment is shown as İptal', async () => {
    const payment = await desk.pay();
    const cancelled = await desk.cancel(payment);
    expectEnvelope(cancelled);
    expect(cancelled.status).toBe(201);
    expect(cancelled.json.data).toMatchObject({
      status: 'Completed',
      processedAs: 'Void',
      refundType: 'Full',
      amount: 100,
      reason: null,
    });
    expect(await desk.payment(payment)).toMatchObject({
      status: 'Cancelled',
      statusLabel: 'İptal',
      refundedAmount: 100,
      reservedAmount: 0,
      refundableAmount: 0,
    });
    for (const refused of [
      await desk.cancel(payment),
      await desk.partial(payment, 1),
      await desk.request(payment, 1),
    ]) {
      expectRefusal(refused, { code: 'PAYMENT_NOT_REFUNDABLE' });
    }
    await desk.books([payment]);
  });

  it('is refused once there is a refund, and possible again once that is rejected', async () => {
    const payment = await desk.pay();
    const refundId = await requested(payment, 30);
    expectRefusal(await desk.cancel(payment), { code: 'PAYMENT_HAS_REFUNDS' });
    await desk.reject(refundId);
    expect((await desk.cancel(payment)).status).toBe(201);
    const refunded = await desk.pay();
    await desk.partial(refunded, 30);
    expectRefusal(await desk.cancel(refunded), { code: 'PAYMENT_HAS_REFUNDS' });
    await desk.books([payment, refunded]);
  });

  it('that the bank refuses leaves the payment as it was', async () => {
    const payment = await desk.pay({ cardNumber: CARDS.irrevocable });
    expect((await desk.cancel(payment)).json.errorCode).toBe('REFUND_DECLINED_BY_BANK');
    expect(await desk.payment(payment)).toMatchObject({ status: 'Successful', refundableAmount: 100 });
    await desk.books([payment]);
  });
});

it('a payment that failed or is not settled yet can be neither refunded nor cancelled', async () => {
  const failed = await harness.createPage();
  const { buyer, api } = harness;
  await buyer.submit(await buyer.open(failed.hostedPageUrl), { cardNumber: CARDS.insufficientFunds });
  const open = await harness.createPage();
  service.bank.script(['lost-after']);
  await buyer.submit(await buyer.open(open.hostedPageUrl));
  type Payments = { items: { paymentReferenceNumber: string; status: string }[] };
  const { items } = (await api<Payments>('GET', '/api/payment?limit=100')).json.data;
  for (const status of ['Failed', 'Processing']) {
    const reference = items.find((one) => one.status === status)?.paymentReferenceNumber ?? '';
    const answers = [
      await desk.request(reference, 1),
      await desk.partial(reference, 1),
      await desk.cancel(reference),
    ];
    for (const refused of answers) expectRefusal(refused, { code: 'PAYMENT_NOT_REFUNDABLE' });
  }
});
