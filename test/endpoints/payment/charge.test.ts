// POST /api/payment: a stored card is charged once without its holder (payments.md 10).
import { describe, expect, it } from 'vitest';
import { DEFAULT_SCOPES } from '#domain/scope.ts';
import { loadCard } from '#store/card/card.ts';
import { loadCardTries } from '#store/card/card-tries.ts';
import { loadOrder } from '#store/payment/order.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { liftHolds, standingHoldsOf } from '../../../lib/operator/hold/merchant-holds.ts';
import { issueKey } from '../../../lib/operator/onboarding.ts';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { newCardNumber } from '../../drivers/recurring-payment-driver.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { MANDATE, singleChargeDriver } from '../../drivers/single-charge-driver.ts';
import { DAY, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { orderViews } from '../../journeys/order.ts';
import { BLANK } from '../hosted-page/stored-card/locking-buyers.ts';

const harness = await startHarness({ startAt: new Date('2026-11-20T09:00:00Z'), events: true });
checkBooksAtEnd(harness);
const { service, merchant, api, buyer, createPage, moveBy, now } = harness;
const { merchantId } = merchant;
const own = singleChargeDriver(harness);
const { paymentsOf, salesOf, approvedSalesOf } = orderViews(harness);
const salesAtBank = () => service.bank.ledger().length;

/** The call is refused, and the bank hears nothing. */
async function expectRefusedUnasked(given: Record<string, unknown>, expected: object) {
  const before = salesAtBank();
  const answer = await own.post(given);
  expect(answer.json, answer.text).toMatchObject(expected);
  expect(salesAtBank()).toBe(before);
  return answer;
}

describe('a card that the bank approves', () => {
  it('is charged once, as a payment that can be refunded', async () => {
    const given = await own.body({ metadata: { invoice: 'F-1' } });
    const { status, json } = await own.post(given);
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      orderNumber: given['orderNumber'],
      amount: 149.9,
      chargedAmount: 149.9,
      installment: 1,
      status: 'Successful',
      source: 'Charge',
      threeDSecure: false,
      customerId: given['customerId'],
      cardStorageId: given['cardStorageId'],
      recurringPaymentId: null,
      metadata: { invoice: 'F-1' },
      mandate: { reference: MANDATE.reference, acceptedAt: '2026-01-05T10:00:00.000Z' },
      refundableAmount: 149.9,
    });
    const { paymentReferenceNumber } = json.data;
    expect((await api('GET', `/api/payment/${paymentReferenceNumber}`)).json.data).toEqual(json.data);
    expect(await approvedSalesOf(String(given['orderNumber']))).toHaveLength(1);
    const refund = { transactionId: paymentReferenceNumber, amount: 149.9, reason: 'İade' };
    expect((await api('POST', '/api/Refund/partial', { body: refund })).status).toBe(201);
  });

  it('is charged from what a serializer of C# writes: other case, numbers as text, digits as a number', async () => {
    const { customerId, cardStorageId, mandate } = await own.body();
    const { status, json } = await own.post({
      CustomerId: String(customerId).toUpperCase(),
      CardStorageId: cardStorageId,
      Amount: '149.90',
      Currency: 'try',
      OrderNumber: 20_261_120,
      Mandate: mandate,
      Metadata: null,
      Installment: 0,
    });
    expect([status, json.data]).toMatchObject([201, { orderNumber: '20261120', amount: 149.9 }]);
  });

  it('is listed by source, counted in statistics and told by the events of a payment', async () => {
    const today = now().toISOString().slice(0, 10);
    const path = `/api/payment/statistics?startDate=${today}&endDate=${today}`;
    const paidCount = async () =>
      (await api<{ byCurrency: { paidCount: number }[] }>('GET', path)).json.data.byCurrency[0]?.paidCount ??
      0;
    await moveBy(MINUTE);
    const before = await paidCount();
    const { json } = await own.charge();
    await moveBy(MINUTE);
    expect(await paidCount()).toBe(before + 1);
    type Listed = { items: { paymentReferenceNumber?: string; type?: string; objectId?: string }[] };
    const listed = (await api<Listed>('GET', '/api/payment?source=Charge')).json.data.items;
    expect(listed[0]?.paymentReferenceNumber).toBe(json.data.paymentReferenceNumber);
    const events = (await api<Listed>('GET', '/api/event?limit=100')).json.data.items;
    const ofPayment = events.filter(({ objectId }) => objectId === json.data.paymentReferenceNumber);
    expect(ofPayment.map(({ type }) => type)).toEqual(['payment.succeeded']);
  });

  it('needs no mandate if its holder agreed on a page or an add-card link', async () => {
    const customerId = await own.customer();
    const page = await createPage({ customerId, saveCardFor: 'recurring' });
    const typed = { cardNumber: newCardNumber(), saveCard: 'yes' };
    expect((await buyer.submit(await buyer.open(page.hostedPageUrl), typed)).status).toBe(303);
    const [saved] = await paymentsOf(page.orderNumber);
    const cardStorageId = String(
      (await loadPayment(merchantId, saved?.paymentReferenceNumber ?? ''))?.cardStorageId,
    );
    const { status, json } = await own.charge({ cardStorageId, mandate: null });
    expect([status, json.data.status]).toEqual([201, 'Successful']);
  });
});

describe('a decline', () => {
  it('refuses the call with its group, shows the payment, and leaves the order free', async () => {
    const cardNumber = newCardNumber();
    const given = await own.body({ cardStorageId: await own.card(cardNumber) });
    service.bank.script(['decline:51'], cardNumber);
    const answer = await own.post(given, 'KEY-DECLINED');
    expect([answer.status, answer.json.errorCode]).toEqual([422, 'NOT_SUFFICIENT_FUNDS']);
    const { payment } = answer.json.data;
    expect(payment).toMatchObject({ status: 'Failed', source: 'Charge', errorCode: 'NOT_SUFFICIENT_FUNDS' });
    expect(answer.json.data).toMatchObject({
      declineCategory: 'Soft',
      retryable: false,
      advice: expect.any(String),
    });
    // The bank would approve now; the key has the answer of its first call.
    const again = await own.post(given, 'KEY-DECLINED');
    expect([again.status, again.text]).toEqual([answer.status, answer.text]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const other = await own.post(given, 'KEY-ANOTHER');
    expect([other.status, other.json.data.status]).toEqual([201, 'Successful']);
    expect(await salesOf(String(given['orderNumber']))).toHaveLength(2);
  });

  it('for the security code asks for it on a page: a charge sends none', async () => {
    const cardNumber = newCardNumber();
    const cardStorageId = await own.card(cardNumber);
    service.bank.script(['decline:82'], cardNumber);
    const { json } = await own.charge({ cardStorageId });
    const advice: string = expect.stringMatching(/bir ödeme sayfasında .* tahsilatta kod gönderilmez/);
    expect(json).toMatchObject({ errorCode: 'INVALID_CVC2', data: { declineCategory: 'Hard', advice } });
  });

  it('for good blocks the card: nothing charges it again, and the bank is not asked', async () => {
    const cardNumber = newCardNumber();
    const cardStorageId = await own.card(cardNumber);
    service.bank.script(['decline:41'], cardNumber);
    expect((await own.charge({ cardStorageId })).json.errorCode).toBe('LOST_CARD');
    expect((await loadCard(merchantId, cardStorageId, now()))?.blocked).toMatchObject({ code: 'LOST_CARD' });
    const card = await harness.api('GET', `/api/card/${cardStorageId}`);
    expect(card.json.data).toMatchObject({ blockedReason: 'LOST_CARD', lockedReason: null });
    const refused = {
      errorCode: 'LOST_CARD',
      data: { payment: null, declineCategory: 'Hard', errors: [{ field: 'cardStorageId' }] },
    };
    const answer = await expectRefusedUnasked(await own.body({ cardStorageId }), refused);
    expect(answer.status).toBe(422);
  });

  it('is a try of the card, together with those of its recurring payments', async () => {
    const cardNumber = newCardNumber();
    const cardStorageId = await own.card(cardNumber);
    service.bank.script(
      Array.from({ length: 20 }, () => 'decline:51'),
      cardNumber,
    );
    const startDate = new Date(now().getTime() + MINUTE).toISOString();
    const { id } = await own.create({
      customerId: await own.customer(),
      cardStorageId,
      startDate,
      maxRetryAttempts: 0,
    });
    await moveBy(3 * MINUTE);
    expect(own.sales(id)).toHaveLength(1);
    for (let tries = 1; tries < 10; tries += 1)
      expect((await own.charge({ cardStorageId })).status).toBe(422);
    const before = salesAtBank();
    const limited = await own.charge({ cardStorageId }, 'KEY-LIMITED');
    expectRejection(limited, { code: 'CARD_TRY_LIMIT', fields: ['cardStorageId'], facts: ['nextTryAt'] });
    const seconds = Number(limited.headers['retry-after']);
    expect(seconds).toBeGreaterThan(23 * 3600);
    expect(Date.parse(String((limited.json.data as { nextTryAt?: string }).nextTryAt))).toBeGreaterThan(
      now().getTime() + 23 * HOUR,
    );
    expect(salesAtBank()).toBe(before);
    service.bank.script([], cardNumber);
    await moveBy(seconds * 1000);
    expect((await own.charge({ cardStorageId }, 'KEY-LATER')).status).toBe(201);
    const { fingerprint: cardFingerprint = '' } = (await loadCard(merchantId, cardStorageId, now())) ?? {};
    const { declined, hasPaid } = (await loadCardTries({ merchantId, cardFingerprint })) ?? {};
    expect([declined, hasPaid]).toEqual([undefined, true]);
  });
});

describe('an unknown answer', () => {
  it('is 202, holds the order, and the sweep finds the sale', async () => {
    const cardNumber = newCardNumber();
    const given = await own.body({ cardStorageId: await own.card(cardNumber) });
    service.bank.script(['lost-after'], cardNumber);
    const answer = await own.post(given, 'KEY-LOST');
    expect([answer.status, answer.json.data.status]).toEqual([202, 'Processing']);
    const { paymentReferenceNumber: reference, nextCheckAt } = answer.json.data as Record<string, unknown>;
    const shown = await api<{ nextCheckAt: string }>('GET', `/api/payment/${String(reference)}`);
    expect(nextCheckAt).toBe(shown.json.data.nextCheckAt);
    const { paymentReferenceNumber } = answer.json.data;
    const busy = await own.post(given, 'KEY-OTHER');
    expectRejection(busy, {
      code: 'ORDER_IN_PROGRESS',
      fields: ['orderNumber'],
      facts: ['paymentReferenceNumber'],
    });
    await moveBy(10 * MINUTE);
    expect((await api('GET', `/api/payment/${paymentReferenceNumber}`)).json.data['status']).toBe(
      'Successful',
    );
    const replayed = await own.post(given, 'KEY-LOST');
    expect([replayed.status, replayed.text]).toEqual([202, answer.text]);
    expectRejection(await own.post(given, 'KEY-OTHER'), {
      code: 'ORDER_ALREADY_PAID',
      fields: ['orderNumber'],
      facts: ['paymentReferenceNumber'],
    });
    expect(await approvedSalesOf(String(given['orderNumber']))).toHaveLength(1);
  });

  it('that never arrived fails, frees the order, and is looked at again', async () => {
    const cardNumber = newCardNumber();
    const given = await own.body({ cardStorageId: await own.card(cardNumber) });
    service.bank.script(['lost-before'], cardNumber);
    const { paymentReferenceNumber } = (await own.post(given)).json.data;
    await moveBy(15 * MINUTE);
    const payment = await loadPayment(merchantId, paymentReferenceNumber);
    expect(payment).toMatchObject({ status: 'Failed', errorCode: 'BANK_UNAVAILABLE' });
    expect(payment?.recheck).toBeDefined();
    const { fingerprint: cardFingerprint = '' } =
      (await loadCard(merchantId, String(given['cardStorageId']), now())) ?? {};
    const tries = await loadCardTries({ merchantId, cardFingerprint });
    expect([tries?.open, tries?.declined]).toEqual([undefined, undefined]);
    expect((await own.post(given)).status).toBe(201);
  });
});

describe('what is refused before the bank is asked', () => {
  const mismatch = async () => ({
    cardStorageId: await own.card(newCardNumber(), { customerId: await own.anotherCustomer() }),
  });
  const CASES: [name: string, more: () => Promise<Record<string, unknown>>, code: string, status: number][] =
    [
      ['an unknown customer', async () => ({ customerId: crypto.randomUUID() }), 'CUSTOMER_NOT_FOUND', 404],
      [
        'an inactive customer',
        async () => ({ customerId: await own.anotherCustomer({ isActive: false }) }),
        'CUSTOMER_INACTIVE',
        422,
      ],
      ['an unknown card', async () => ({ cardStorageId: crypto.randomUUID() }), 'CARD_NOT_FOUND', 404],
      [
        'a temporary card',
        async () => ({ cardStorageId: await own.card(newCardNumber(), { saveCard: false }) }),
        'CARD_NOT_PERMANENT',
        422,
      ],
      ['a card of another customer', mismatch, 'CARD_CUSTOMER_MISMATCH', 422],
      [
        'a card that requires its CVV',
        async () => ({ cardStorageId: await own.card(newCardNumber(), { forceCvv: true }) }),
        'CARD_REQUIRES_CVV',
        422,
      ],
      [
        'a mandate of the future',
        async () => ({ mandate: { ...MANDATE, acceptedAt: '2030-01-01T00:00:00Z' } }),
        'MANDATE_REQUIRED',
        422,
      ],
      ['an amount of nothing', async () => ({ amount: 0 }), 'VALIDATION_ERROR', 400],
      ['an order without a number', async () => ({ orderNumber: '' }), 'VALIDATION_ERROR', 400],
      ['a CVV', async () => ({ cvv: '123' }), 'UNKNOWN_FIELD', 400],
      ['an installment', async () => ({ installment: 3 }), 'UNKNOWN_FIELD', 400],
    ];
  it.each(CASES)('%s', async (_, more, errorCode, status) => {
    const answer = await expectRefusedUnasked(await own.body(await more()), { errorCode });
    expect(answer.status).toBe(status);
  });

  it('a card that its buyer saved to choose it again, without a mandate', async () => {
    const customerId = await own.customer();
    const page = await createPage({ customerId, saveCardFor: 'oneClick' });
    const typed = { cardNumber: newCardNumber(), saveCard: 'yes' };
    await buyer.submit(await buyer.open(page.hostedPageUrl), typed);
    const [saved] = await paymentsOf(page.orderNumber);
    const { cardStorageId } = (await loadPayment(merchantId, saved?.paymentReferenceNumber ?? '')) ?? {};
    const refused = { errorCode: 'MANDATE_REQUIRED' };
    await expectRefusedUnasked(await own.body({ cardStorageId, mandate: null }), refused);
    expect((await own.charge({ cardStorageId })).status).toBe(201);
  });

  it('a card that expires before the charge', async () => {
    const cardStorageId = await own.card(newCardNumber(), { expiryMonth: '11', expiryYear: '2026' });
    await moveBy(20 * DAY);
    await expectRefusedUnasked(await own.body({ cardStorageId }), { errorCode: 'CARD_EXPIRED' });
  });

  it('a card whose security code was entered wrongly too often', async () => {
    const cardNumber = newCardNumber();
    const cardStorageId = await own.card(cardNumber);
    const customerId = await own.customer();
    for (let tries = 0; tries < 12; tries += 1) {
      const page = await createPage({ customerId });
      const form = await buyer.open(page.hostedPageUrl);
      service.bank.script(['decline:82'], cardNumber);
      const typed = { ...BLANK, savedCard: cardStorageId, cvv: '999' };
      await buyer.submit(form, typed);
      if ((await loadCard(merchantId, cardStorageId, now()))?.lockedAt !== undefined) break;
    }
    service.bank.script([], cardNumber);
    await expectRefusedUnasked(await own.body({ cardStorageId }), { errorCode: 'CARD_LOCKED' });
  });

  it('any charge while the bank does not answer', async () => {
    const given = await own.body();
    service.bank.script(Array.from({ length: 8 }, () => 'lost-before'));
    for (let calls = 0; calls < 5; calls += 1) await own.charge();
    const answer = await expectRefusedUnasked(given, { errorCode: 'BANK_UNAVAILABLE' });
    expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([503, true]);
    expect(await loadOrder(merchantId, String(given['orderNumber']))).toBeUndefined();
    service.bank.script([]);
    await moveBy(30 * MINUTE);
    expect((await own.post(given)).status).toBe(201);
  });

  it('any charge after the bank refused the settings, until they work', async () => {
    const given = await own.body();
    const cardFingerprint =
      (await loadCard(merchantId, String(given['cardStorageId']), now()))?.fingerprint ?? '';
    service.bank.script(['decline:CORE-2202']);
    const first = await own.post(given, 'KEY-SETTINGS');
    expect([first.status, first.json.errorCode]).toEqual([503, 'BANK_UNAVAILABLE']);
    service.bank.script([]);
    expect(await standingHoldsOf(merchantId)).toMatchObject([{ code: 'CORE-2202', currency: 'TRY' }]);
    const tries = await loadCardTries({ merchantId, cardFingerprint });
    expect([tries?.open, tries?.declined]).toEqual([undefined, undefined]);
    await expectRefusedUnasked(given, { errorCode: 'BANK_UNAVAILABLE' });
    await liftHolds(merchantId, now());
    const again = await own.post(given, 'KEY-SETTINGS');
    expect([again.status, again.json.data.status]).toEqual([201, 'Successful']);
    await moveBy(HOUR);
  });
});

describe('the right to charge', () => {
  it('is in no default key, and the refusal says so', async () => {
    const { apiKey } = await issueKey(merchantId, now(), { scopes: DEFAULT_SCOPES });
    const answer = await own.post(await own.body(), undefined, { key: apiKey });
    expectRejection(answer, { code: 'SCOPE_MISSING', facts: ['scope'] });
  });

  it('ends at the merchant: another one finds neither customer nor card, and has orders of its own', async () => {
    const other = await service.addMerchant();
    const theirs = singleChargeDriver(harness, other.apiKey);
    const given = await own.body();
    await own.post(given);
    const refused = await theirs.post(given);
    expectRejection(refused, { code: 'CUSTOMER_NOT_FOUND', fields: ['customerId'] });
    const customerId = await theirs.customer();
    expectRejection(await theirs.post({ ...given, customerId }), {
      code: 'CARD_NOT_FOUND',
      fields: ['cardStorageId'],
    });
    const { orderNumber } = given;
    expect((await theirs.charge({ orderNumber })).status).toBe(201);
  });
});
