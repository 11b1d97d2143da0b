// The twelve tasks of a support desk over the API alone: each ends in the answer that the desk needs, by as
// many calls as it says. What a call costs is in docs/costs.md.
import { beforeAll, expect, it } from 'vitest';
import { SCOPES } from '#domain/scope.ts';
import { issueKey } from '../../../lib/operator/onboarding.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { DAY, MINUTE, startHarness } from '../../harness/harness.ts';
import { answerWith, startReceiver } from '../../webhook/receiver.ts';

const harness = await startHarness({ events: true });
const { api, buyer, createPage, payOrder, moveBy, now, merchant } = harness;

type Data = Record<string, unknown>;
type Listed = { items: Data[] };

let made = 0;
async function call<Answer = Data>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) {
  made += 1;
  const { status, json, text } = await api<Answer>(method, path, body && { body });
  expect({ path, status, text: status < 300 ? '' : text }).toMatchObject({ text: '' });
  return json.data;
}
const first = async (path: string) => {
  const [one] = (await call<Listed>('GET', path)).items;
  if (one === undefined) throw new Error(`${path} has found nothing.`);
  return one;
};

const desk = {
  paid: '',
  lastFour: '',
  plan: {} as Data,
  refund: '',
  leaked: '',
};
beforeAll(async () => {
  const receiver = await startReceiver();
  receiver.answers(answerWith(200));
  await api('POST', '/api/webhook', { body: { url: receiver.url } });
  desk.paid = await payOrder({ orderNumber: 'DESK-1', amount: 731.45 });
  const { maskedCardNumber } = (await api('GET', `/api/payment/${desk.paid}`)).json.data;
  desk.lastFour = String(maskedCardNumber).slice(-4);
  const declined = await createPage({ orderNumber: 'DESK-2', amount: 50 });
  await buyer.submit(await buyer.open(declined.hostedPageUrl), { cardNumber: '4111111111111129' });
  await createPage({ orderNumber: 'DESK-9', amount: 90 });
  desk.plan = await recurringPaymentDriver(harness).create({
    startDate: new Date(now().getTime() + DAY).toISOString(),
  });
  const colleague = await issueKey(merchant.merchantId, now(), { scopes: SCOPES, name: 'Kasa' });
  const body = { transactionId: desk.paid, amount: 20, reason: 'Kırık geldi' };
  const asked = await api<{ refundId: string }>('POST', '/api/Refund', { body, key: colleague.apiKey });
  desk.refund = asked.json.data.refundId;
  desk.leaked = colleague.keyId;
  await moveBy(MINUTE);
});

const task = (name: string, calls: number, run: () => Promise<void>) =>
  it(name, async () => {
    made = 0;
    await run();
    expect(made).toBe(calls);
  });

task('1 a payment by last four digits and amount', 1, async () => {
  const found = await first(`/api/payment?lastFour=${desk.lastFour}&minAmount=731.45&maxAmount=731.45`);
  expect(found).toMatchObject({ paymentReferenceNumber: desk.paid });
});

task('2 why a payment was declined, in a sentence', 1, async () => {
  const { timeline } = await call<{ timeline: Data[] }>('GET', '/api/order?orderNumber=DESK-2');
  const failed = timeline.find(({ what }) => what === 'PaymentFailed');
  expect(failed?.['message']).toMatch(
    /^Ödeme başarısız: Kartın bakiyesi veya limiti yetersiz\. \(Banka: 51, /,
  );
});

task('3 what a refund of a part will be, and the refund', 2, async () => {
  const body = { transactionId: desk.paid, amount: 30, reason: 'Eksik geldi' };
  const preview = await call('POST', '/api/Refund/partial', { ...body, preview: true });
  expect(preview).toMatchObject({ amount: 30 });
  expect(await call('POST', '/api/Refund/partial', body)).toMatchObject({ status: 'Completed' });
});

task('4 the refund that a colleague asks for, approved', 2, async () => {
  const waiting = await first('/api/Refund?status=Pending');
  expect(waiting).toMatchObject({ refundId: desk.refund, requestedByName: 'Kasa', amount: 20 });
  const approved = await call('POST', `/api/Refund/${waiting['refundId']}/approve`, {});
  expect(approved).toMatchObject({ status: 'Completed' });
});

task('5 whether a refund is at the bank', 1, async () => {
  const refund = await call('GET', `/api/Refund/${desk.refund}`);
  expect(refund).toMatchObject({ status: 'Completed', processedAs: 'Refund', requestedByName: 'Kasa' });
  expect(refund['bankReferenceNumber']).toMatch(/^\d+$/);
});

task('6 a link on which a dead card is replaced, by the card', 2, async () => {
  const plan = await first(`/api/RecurringPayment?cardStorageId=${desk.plan['cardStorageId']}`);
  const urls = { successUrl: 'https://shop.example/ok', failUrl: 'https://shop.example/no' };
  const link = await call('POST', `/api/RecurringPayment/${plan['id']}/updatelink`, urls);
  expect(link['hostedPageUrl']).toMatch(/^http/);
});

task('7 what is charged tomorrow', 1, async () => {
  const tomorrow = new Date(now().getTime() + DAY).toISOString().slice(0, 10);
  const days = `nextPaymentFrom=${tomorrow}&nextPaymentTo=${tomorrow}&by=nextPaymentDate`;
  expect(await first(`/api/RecurringPayment?${days}`)).toMatchObject({ id: desk.plan['id'] });
});

task('8 an event sent again', 3, async () => {
  const { id } = await first(`/api/event?objectId=${desk.paid}&type=payment.succeeded`);
  const [sent] = (await call<Listed>('GET', `/api/event/${id}/deliveries`)).items;
  expect(sent).toMatchObject({ state: 'Delivered' });
  await call('POST', `/api/webhook/${sent?.['webhookId']}/replay`, { eventId: id });
});

task('9 a page closed without its token', 2, async () => {
  const page = await first('/api/payment/hostedpage?orderNumber=DESK-9');
  const closed = await call('DELETE', `/api/payment/hostedpage/${page['id']}`);
  expect(closed).toMatchObject({ state: 'Closed' });
});

task('10 the sums of each day, sales and refunds', 2, async () => {
  const sales = await call<{ byDay: Data[] }>('GET', '/api/payment/statistics?groupBy=day');
  expect(sales.byDay[0]).toMatchObject({ day: '2026-11-20', currency: 'TRY', paidAmount: 731.45 });
  const refunds = await call<{ byDay: Data[] }>('GET', '/api/Refund/statistics?groupBy=day&by=completedAt');
  expect(refunds.byDay[0]).toMatchObject({ day: '2026-11-20', refundedAmount: 50 });
});

task('11 the month as a table', 1, async () => {
  made += 1;
  const headers = { accept: 'text/csv', 'accept-language': 'tr' };
  const { text, status } = await api('GET', '/api/payment?startDate=2026-11-01&endDate=2026-11-30', {
    headers,
  });
  expect(status).toBe(200);
  expect(text).toContain('731,45');
});

task('12 a leaked key, found and ended', 3, async () => {
  expect(await call('GET', '/api/me')).toMatchObject({ merchant: { id: merchant.merchantId } });
  const { items } = await call<Listed>('GET', '/api/key');
  expect(items.find(({ name }) => name === 'Kasa')).toMatchObject({ id: desk.leaked });
  const ended = await call('POST', `/api/key/${desk.leaked}/revoke`, {});
  expect(ended).toMatchObject({ key: { id: desk.leaked, revokedBy: expect.any(String) } });
});
