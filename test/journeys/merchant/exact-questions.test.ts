// A merchant's bookkeeping reads exactly the days, customers and currencies that it asks for: the sales and
// refunds of a day stay the same on later days.
import { beforeAll, expect, it } from 'vitest';
import { allItems } from '../../drivers/pages.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { CARDS, HOUR, startHarness } from '../../harness/harness.ts';

const harness = await startHarness({ startAt: new Date('2026-11-20T20:59:30Z') });
const { api, buyer, createPage, payOrder, moveBy, moveTo, service } = harness;

type Row = Record<string, unknown> & { paymentReferenceNumber: string; paidAt: string | null };
const payments = async (query: string): Promise<Row[]> =>
  await allItems<Row>(async ({ cursor }) => {
    const next = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await api<{ items: Row[]; nextCursor: string | null }>(
      'GET',
      `/api/payment?limit=2&${query}${next}`,
    );
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json.data;
  });
const referencesOf = async (query: string) =>
  (await payments(query)).map(({ paymentReferenceNumber }) => paymentReferenceNumber);
const customer = async (fullName: string) => {
  const body = { fullName, email: 'alici@example.com' };
  return String((await api('POST', '/api/customer', { body })).json.data['id']);
};

const paid: Record<string, string> = {};
let [ayse, fatma] = ['', ''];
let recurring: { id: string; customerId: string; cardStorageId: string };
beforeAll(async () => {
  [ayse, fatma] = [await customer('Ayşe'), await customer('Fatma')];
  // At 23:59 in Istanbul the sale is sent, and its outcome is found on the next day.
  const page = await createPage({ orderNumber: 'NIGHT', customerId: ayse, amount: 10 });
  service.bank.script(['lost-after']);
  await buyer.submit(await buyer.open(page.hostedPageUrl));
  await moveTo('2026-11-21T09:00:00Z');
  paid['night'] = (await referencesOf('orderNumber=NIGHT'))[0] ?? '';
  paid['dollars'] = await payOrder({ customerId: ayse, amount: 20, currency: 'USD' });
  paid['other'] = await payOrder({ customerId: fatma, amount: 30 });
  paid['nobody'] = await payOrder({ amount: 40 });
  recurring = await recurringPaymentDriver(harness).create({ startDate: '2026-11-22T09:00:00Z' });
  await moveTo('2026-11-22T10:00:00Z');
});

it('a payment that was begun on one day and paid on the next belongs to the next by paidAt', async () => {
  const [night] = await payments('orderNumber=NIGHT');
  expect([night?.['createdAt'], night?.paidAt].map((at) => String(at).slice(0, 16))).toEqual([
    '2026-11-20T20:59',
    expect.stringMatching(/^2026-11-20T2[1-3]/),
  ]);
  const day = (name: string, by: string) => referencesOf(`startDate=${name}&endDate=${name}&by=${by}`);
  expect(await day('2026-11-20', 'createdAt')).toEqual([paid['night']]);
  expect(await day('2026-11-20', 'paidAt')).toEqual([]);
  const ofTheNext = [paid['nobody'], paid['other'], paid['dollars'], paid['night']];
  expect(await day('2026-11-21', 'paidAt')).toEqual(ofTheNext);
  expect(await day('2026-11-21', 'createdAt')).toEqual(ofTheNext.slice(0, 3));
});

it('a filter by customer, card, recurring payment, currency, source or amount is exact', async () => {
  expect(await referencesOf(`customerId=${ayse}`)).toEqual([paid['dollars'], paid['night']]);
  expect(await referencesOf(`customerId=${fatma}`)).toEqual([paid['other']]);
  expect(await referencesOf(`customerId=${ayse}&currency=TRY`)).toEqual([paid['night']]);
  expect(await referencesOf('currency=USD')).toEqual([paid['dollars']]);
  expect(await referencesOf('minAmount=20&maxAmount=30')).toEqual([paid['other'], paid['dollars']]);
  const charges = await payments('source=RecurringPayment');
  expect(charges).toMatchObject([{ recurringPaymentId: recurring.id, status: 'Successful' }]);
  for (const query of [
    `recurringPaymentId=${recurring.id}`,
    `cardStorageId=${recurring.cardStorageId}`,
    `customerId=${recurring.customerId}`,
    `recurringPaymentId=${recurring.id}&by=paidAt`,
    `orderNumber=${recurring.id}-1`,
  ]) {
    expect([query, await payments(query)]).toEqual([query, charges]);
  }
  expect(await referencesOf(`customerId=${recurring.id}`)).toEqual([]);
  expect(await referencesOf('source=HostedPage')).toHaveLength(4);
});

it('the figures of a day by the instant of payment and completion stay the same afterwards', async () => {
  const today = 'startDate=2026-11-22&endDate=2026-11-22';
  const yesterday = 'startDate=2026-11-21&endDate=2026-11-21';
  const figures = async (day: string) => {
    const { json } = await api('GET', `/api/Refund/statistics?${day}&by=completedAt`);
    const list = await api('GET', `/api/Refund?${day}&by=completedAt`);
    const sold = (await payments(`${day}&by=paidAt`)).map(({ paymentReferenceNumber, amount }) => [
      paymentReferenceNumber,
      amount,
    ]);
    return { refunds: [json.data['byCurrency'], list.json.data['items']], sold };
  };
  const body = { transactionId: paid['nobody'], amount: 15, reason: 'Kırık geldi' };
  const asked = String((await api('POST', '/api/Refund', { body })).json.data['refundId']);
  const before = await figures(yesterday);
  const begun = await figures(today);
  expect(begun.refunds).toEqual([[], []]);
  await moveBy(24 * HOUR);
  expect((await api('POST', `/api/Refund/${asked}/approve`)).status).toBe(200);
  expect(await figures(yesterday)).toEqual(before);
  expect(await figures(today)).toEqual(begun);
  const next = await figures('startDate=2026-11-23&endDate=2026-11-23');
  expect(next.refunds[0]).toMatchObject([{ currency: 'TRY', totalCount: 1, refundedAmount: 15 }]);
  expect(next.refunds[1]).toMatchObject([{ refundId: asked, amount: 15 }]);
  // By the day of the request the figures of a past day can change, as the interface documents.
  const { json } = await api('GET', `/api/Refund/statistics?${today}`);
  expect(json.data['byCurrency']).toMatchObject([{ refundedAmount: 15 }]);
});

it('a status that contradicts by=paidAt or by=completedAt is refused', async () => {
  for (const path of ['/api/payment?by=paidAt&status=Failed', '/api/Refund?by=completedAt&status=Pending']) {
    const answer = await api('GET', path);
    expect([answer.status, answer.json.data['errors']]).toMatchObject([
      400,
      [{ field: 'status', code: 'INVALID_ENUM' }],
    ]);
  }
});

it('a declined payment contains the code and the text of the bank', async () => {
  const page = await createPage({ orderNumber: 'DECLINED' });
  const cardNumber = CARDS.insufficientFunds;
  await buyer.submit(await buyer.open(page.hostedPageUrl), { cardNumber });
  expect(await payments('orderNumber=DECLINED')).toMatchObject([
    {
      status: 'Failed',
      errorCode: 'NOT_SUFFICIENT_FUNDS',
      bankResponseCode: '51',
      bankMessage: expect.stringMatching(/\S/),
      mdStatus: null,
      eci: null,
    },
  ]);
});
