// GET /api/order tells all of an order, oldest first (payments.md 11).
import { expect, it } from 'vitest';
import { issueKey } from '../../../lib/operator/onboarding.ts';
import { HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { answerWith, startReceiver } from '../../webhook/receiver.ts';

const harness = await startHarness({ events: true });
const { api, buyer, createPage, payOrder, moveBy, now, merchant, service } = harness;

type Entry = { at: string; what: string; message: string; ids: Record<string, string | null> };
type Story = {
  pages: { id: string }[];
  payments: { status: string }[];
  refunds: { refundId: string }[];
  events: { type: string; deliveries: { state: string }[] }[];
  timeline: Entry[];
  nextCursor: string | null;
};
const storyOf = async (orderNumber: string, request: object = {}, more = '') =>
  (await api<Story>('GET', `/api/order?orderNumber=${orderNumber}${more}`, request)).json.data;
const whatOf = ({ timeline }: Story) =>
  timeline.map(({ what }) => what).filter((what) => !/^Event/.test(what));

it('a declined attempt, a payment and its refund are told in order, in the language of the caller', async () => {
  const receiver = await startReceiver();
  receiver.answers(answerWith(200));
  await api('POST', '/api/webhook', { body: { url: receiver.url } });
  const page = await createPage({ orderNumber: 'STORY-1', amount: 100 });
  await buyer.submit(await buyer.open(page.hostedPageUrl), { cardNumber: '4111111111111129' });
  await moveBy(MINUTE);
  await buyer.submit(await buyer.open(page.hostedPageUrl), {});
  await moveBy(MINUTE);
  const story = await storyOf('STORY-1');
  const payment = story.payments[0] as unknown as { paymentReferenceNumber: string };
  const body = { transactionId: payment.paymentReferenceNumber, amount: 30, reason: 'Kırık geldi' };
  const refund = await api<{ refundId: string }>('POST', '/api/Refund/partial', { body });
  await moveBy(HOUR);
  const told = await storyOf('STORY-1');
  expect(whatOf(told)).toEqual([
    'PageCreated',
    'PaymentBegun',
    'PaymentFailed',
    'PaymentBegun',
    'PaymentSucceeded',
    'RefundRequested',
    'RefundDecided',
    'RefundEnded',
  ]);
  expect([...told.timeline].sort((one, other) => (one.at < other.at ? -1 : 1))).toEqual(told.timeline);
  const said = (what: string) => told.timeline.find((one) => one.what === what)?.message;
  expect(said('PaymentFailed')).toMatch(/^Ödeme başarısız: 51: Kartın bakiyesi veya limiti yetersiz\./);
  expect(said('RefundRequested')).toContain('30,00 TRY iade istendi.');
  expect(said('RefundRequested')).toMatch(/ Anahtar: .+\. “Kırık geldi”$/);
  expect(told.refunds.map(({ refundId }) => refundId)).toEqual([refund.json.data.refundId]);
  const types = told.events.map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(['payment.failed', 'payment.succeeded', 'refund.completed']));
  expect(told.events.flatMap(({ deliveries }) => deliveries.map(({ state }) => state))).toContain(
    'Delivered',
  );
  const english = await storyOf('STORY-1', { headers: { 'accept-language': 'en' } });
  expect(english.timeline.find(({ what }) => what === 'PaymentFailed')?.message).toMatch(
    /^The payment failed: 51: The card has insufficient funds\./,
  );
});

it('an unknown outcome says when the bank is asked again', async () => {
  service.bank.script(['lost-after']);
  const page = await createPage({ orderNumber: 'STORY-2' });
  await buyer.submit(await buyer.open(page.hostedPageUrl), {});
  const { timeline } = await storyOf('STORY-2');
  const unknown = timeline.find(({ what }) => what === 'PaymentUnknown');
  expect(unknown?.message).toMatch(/^Bankanın yanıtı bilinmiyor\. Banka .+ zamanında yeniden sorulur\.$/);
  await moveBy(HOUR);
  expect(whatOf(await storyOf('STORY-2'))).toEqual(['PageCreated', 'PaymentBegun', 'PaymentSucceeded']);
});

it('the case of an order number counts, and an order that nobody knows is empty', async () => {
  await payOrder({ orderNumber: 'Story-3' });
  expect((await storyOf('Story-3')).payments).toHaveLength(1);
  for (const other of ['STORY-3', 'story-3']) {
    expect(await storyOf(other)).toMatchObject({ pages: [], payments: [], timeline: [], nextCursor: null });
  }
});

it('a key is told what it may read, and a key of a checkout what it made', async () => {
  const transactionId = await payOrder({ orderNumber: 'STORY-4' });
  await api('POST', '/api/Refund', { body: { transactionId, amount: 10, reason: 'x' } });
  await moveBy(MINUTE);
  const issue = async (scopes: string[]) =>
    (await issueKey(merchant.merchantId, now(), { scopes: scopes as never })).apiKey;
  const reader = await storyOf('STORY-4', { key: await issue(['payments:read']) });
  expect(reader).toMatchObject({ refunds: [], events: [] });
  expect(whatOf(reader)).toEqual(['PageCreated', 'PaymentBegun', 'PaymentSucceeded']);
  const checkout = await storyOf('STORY-4', { key: await issue(['payments']) });
  expect(checkout).toMatchObject({ pages: [], payments: [], timeline: [] });
  const other = await service.addMerchant();
  expect((await storyOf('STORY-4', { key: other.apiKey })).payments).toEqual([]);
});

it('a story of more than 200 entries goes on by its cursor, without a gap or a repeat', async () => {
  const transactionId = await payOrder({ orderNumber: 'STORY-5', amount: 1000 });
  for (let made = 0; made < 70; made += 1) {
    await api('POST', '/api/Refund/partial', { body: { transactionId, amount: 1, reason: 'x' } });
  }
  const first = await storyOf('STORY-5');
  expect(whatOf(first)).toHaveLength(200);
  const rest = await storyOf('STORY-5', {}, `&cursor=${first.nextCursor}`);
  expect([whatOf(rest).length, rest.nextCursor]).toEqual([3 + 70 * 3 - 200, null]);
  const foreign = await api('GET', `/api/order?orderNumber=STORY-4&cursor=${first.nextCursor}`);
  expect(foreign.json.errorCode).toBe('CURSOR_INVALID');
}, 60_000);
