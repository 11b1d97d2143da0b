// GET /api/order tells all of an order, oldest first (payments.md 11).
import { expect, it } from 'vitest';
import { showStory } from '#contract/order.ts';
import type { Refund } from '#domain/refund/refund.ts';
import { newIds } from '../../../lib/operator/new-ids.ts';
import { issueKey } from '../../../lib/operator/onboarding.ts';
import { addPerson } from '../../../lib/operator/people.ts';
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
  expect(said('PaymentFailed')).toMatch(
    /^Ödeme başarısız: Kartın bakiyesi veya limiti yetersiz\. \(Banka: 51, .+\)$/,
  );
  expect(said('RefundRequested')).toContain('30,00 TRY iade istendi.');
  expect(said('RefundEnded')).toMatch(/^İade yapıldı, 30,00 TRY.*\. Banka referansı \S+\.$/);
  expect(said('RefundRequested')).toMatch(/ İsteyen: .+ anahtarı\. “Kırık geldi”$/);
  expect(told.refunds.map(({ refundId }) => refundId)).toEqual([refund.json.data.refundId]);
  const types = told.events.map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(['payment.failed', 'payment.succeeded', 'refund.completed']));
  expect(told.events.flatMap(({ deliveries }) => deliveries.map(({ state }) => state))).toContain(
    'Delivered',
  );
  const english = await storyOf('STORY-1', { headers: { 'accept-language': 'en' } });
  expect(english.timeline.find(({ what }) => what === 'PaymentFailed')?.message).toMatch(
    /^The payment failed: The card has insufficient funds\. \(Bank: 51, .+\)$/,
  );
});

it('a page that is over says when and why: closed by a call or with its key', async () => {
  const closed = await createPage({ orderNumber: 'STORY-10' });
  await moveBy(MINUTE);
  await api('DELETE', `/api/payment/hostedpage/${closed.token}`);
  const { apiKey: key, keyId } = await issueKey(merchant.merchantId, now(), { scopes: ['payments'] });
  await createPage({ orderNumber: 'STORY-11' }, { key });
  await moveBy(MINUTE);
  await api('POST', `/api/key/${keyId}/revoke`, { body: {} });
  for (const order of ['STORY-10', 'STORY-11']) {
    const said = async (language: string) =>
      (await storyOf(order, { headers: { 'accept-language': language } })).timeline
        .filter(({ what }) => what === 'PageOver')
        .map(({ message }) => message);
    expect([order, await said('tr'), await said('en')]).toEqual([
      order,
      ['Sayfa artık ödenemez: kapatıldı.'],
      ['The page cannot be paid any more: it was closed.'],
    ]);
  }
});

it('an event that was not delivered names the webhook, why, and the next try', async () => {
  const receivers = await Promise.all([startReceiver(), startReceiver()]);
  receivers[0]?.answers(answerWith(500));
  receivers[1]?.answers(answerWith(200));
  for (const { url } of receivers) await api('POST', '/api/webhook', { body: { url } });
  await createPage({ orderNumber: 'STORY-12' }).then(async (page) =>
    buyer.submit(await buyer.open(page.hostedPageUrl), {}),
  );
  await moveBy(0);
  const { timeline } = await storyOf('STORY-12', { headers: { 'accept-language': 'en' } });
  const hosts = receivers.map(({ url }) => new URL(url).host);
  const about = (type: string, host = '') =>
    timeline.find(({ message }) => message.includes(type) && message.includes(host));
  expect(about('payment.succeeded', hosts[0])).toMatchObject({
    what: 'EventWaiting',
    message: expect.stringMatching(
      / did not reach \S+(?: in \d tries)? \(HTTP 500\)\. (The next try is at .+|It is sent once the webhook works)\.$/,
    ),
  });
  expect(about('payment.succeeded', hosts[1])?.message).toBe(
    `The event payment.succeeded reached ${hosts[1]}.`,
  );
});

it('an unknown outcome says when the bank is asked again', async () => {
  service.bank.script(['lost-after']);
  const page = await createPage({ orderNumber: 'STORY-2' });
  await buyer.submit(await buyer.open(page.hostedPageUrl), {});
  const { timeline } = await storyOf('STORY-2');
  const unknown = timeline.find(({ what }) => what === 'PaymentUnknown');
  expect(unknown?.message).toMatch(
    /^Bankanın yanıtı bilinmiyor\. Bankaya en erken .+ zamanında yeniden sorulur\.$/,
  );
  await moveBy(HOUR);
  const known = await storyOf('STORY-2');
  expect(whatOf(known)).toEqual(['PageCreated', 'PaymentBegun', 'PaymentUnknown', 'PaymentSucceeded']);
  expect(known.timeline.find(({ what }) => what === 'PaymentUnknown')).toMatchObject({
    at: unknown?.at,
    message: 'Bankanın yanıtı bir süre bilinmedi.',
  });
});

it('the story keeps that a refund was unknown', async () => {
  const transactionId = await payOrder({ orderNumber: 'STORY-8', amount: 100 });
  service.bank.script(['lost-after']);
  const body = { transactionId, amount: 10, reason: 'x' };
  expect((await api('POST', '/api/Refund/partial', { body })).status).toBe(202);
  await moveBy(HOUR);
  const told = (await storyOf('STORY-8')).timeline.filter(({ what }) => /^Refund/.test(what));
  expect(told.map(({ what }) => what)).toEqual([
    'RefundRequested',
    'RefundDecided',
    'RefundUnknown',
    'RefundEnded',
  ]);
  expect(told[2]?.message).toBe('İadenin sonucu bir süre bilinmedi.');
});

it('a refund names the person and the key that stand behind it, and until when it waits', async () => {
  const { merchantId } = merchant;
  const person = { name: 'Ayşe Yılmaz', email: 'ayse@shop.example', role: 'owner' };
  const { signIn } = await addPerson(merchantId, person, newIds(now()).personId, now());
  const opened = await fetch(`${service.baseUrl}/console/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: service.baseUrl },
    body: JSON.stringify({ code: signIn.split('#')[1] }),
  });
  const { data } = (await opened.json()) as { data: { apiKey: string } };
  const named = await issueKey(merchantId, now(), { scopes: ['refunds:approve'], name: 'Muhasebe' });
  const transactionId = await payOrder({ orderNumber: 'STORY-6', amount: 100 });
  await moveBy(MINUTE);
  const body = { transactionId, amount: 10, reason: 'x' };
  const asked = await api<{ refundId: string }>('POST', '/api/Refund', { body, key: data.apiKey });
  await moveBy(MINUTE);
  const end = async () => {
    const [tr, en] = [
      await storyOf('STORY-6'),
      await storyOf('STORY-6', { headers: { 'accept-language': 'en' } }),
    ];
    const sentences = ({ timeline }: Story) => timeline.filter(({ what }) => /^Refund/.test(what));
    expect(tr.timeline.at(-1)?.what).toBe('RefundWaiting');
    return [tr, en].map((story) => sentences(story).map(({ what, message }) => [what, message]));
  };
  expect(await end()).toEqual([
    [
      ['RefundRequested', '10,00 TRY iade istendi. İsteyen: Ayşe Yılmaz. “x”'],
      ['RefundWaiting', expect.stringMatching(/^10,00 TRY iade .+ zamanına kadar onay bekliyor\.$/)],
    ],
    [
      ['RefundRequested', 'A refund of 10.00 TRY was requested by Ayşe Yılmaz. “x”'],
      ['RefundWaiting', expect.stringMatching(/^The refund of 10\.00 TRY waits for approval until .+\.$/)],
    ],
  ]);
  await api('POST', `/api/Refund/${asked.json.data.refundId}/approve`, { body: {}, key: named.apiKey });
  const decided = (await storyOf('STORY-6')).timeline.find(({ what }) => what === 'RefundDecided');
  expect(decided?.message).toBe('10,00 TRY iade onaylandı. Onaylayan: Muhasebe.');
});

it('what the bank did by itself is told as that, with who recorded it and why', async () => {
  const { apiKey: key } = await issueKey(merchant.merchantId, now(), { name: 'Muhasebe' });
  const payment = await payOrder({ orderNumber: 'STORY-9', amount: 100 });
  const body = {
    adjustment: 'Chargeback',
    bankReferenceNumber: '733800000009',
    amount: 40,
    reason: 'Kod 4853',
  };
  const { json } = await api('POST', `/api/payment/${payment}/adjustment`, { body, key });
  expect(json.errorCode).toBeNull();
  const inBoth = await Promise.all(
    ['tr', 'en'].map((language) => storyOf('STORY-9', { headers: { 'accept-language': language } })),
  );
  const told = inBoth.map(({ timeline }) =>
    timeline
      .filter(({ what }) => /^(Refund|Adjustment)/.test(what))
      .map(({ what, message }) => [what, message]),
  );
  expect(told).toEqual([
    [
      [
        'AdjustmentRecorded',
        'Banka 40,00 TRY tutarı chargeback ile geri aldı. Kaydeden: Muhasebe. “Kod 4853”',
      ],
    ],
    [
      [
        'AdjustmentRecorded',
        'The bank took back 40.00 TRY by a chargeback. Recorded by Muhasebe. “Kod 4853”',
      ],
    ],
  ]);
});

it.each([
  ['Refund', 'Refund', '1,00 TRY iade edildi', '1.00 TRY was refunded in the bank’s portal.'],
  ['Refund', 'Void', 'iptal edildi, 1,00 TRY', 'The payment was voided in the bank’s portal, 1.00 TRY.'],
  ['Chargeback', 'Refund', 'chargeback', 'The bank took back 1.00 TRY by a chargeback.'],
] as const)('an operator’s record of %s as %s says so', (kind, processedAs, turkish, english) => {
  const refund = { amountMinor: 100, currency: 'TRY', processedAs, reason: 'Ekstre' } as Refund;
  const entry = { at: now().toISOString(), what: 'AdjustmentRecorded', refund, kind } as const;
  const voice = { timeZone: 'UTC', names: new Map(), refundExpiry: { refundExpiryDays: 0 } };
  const [tr, en] = (['tr', 'en'] as const).map(
    (language) => showStory([entry], { ...voice, language })[0]?.message,
  );
  expect(tr).toContain(turkish);
  expect(tr).toMatch(/ Kaydeden: operatör\. “Ekstre”$/);
  expect(en).toBe(`${english} Recorded by the operator. “Ekstre”`);
});

it('a payment that the bank never heard of fails by a sentence', async () => {
  service.bank.script(['lost-before']);
  const page = await createPage({ orderNumber: 'STORY-7' });
  await buyer.submit(await buyer.open(page.hostedPageUrl), {});
  await moveBy(HOUR);
  const told = await storyOf('STORY-7');
  expect(whatOf(told).slice(1, 4)).toEqual(['PaymentBegun', 'PaymentUnknown', 'PaymentFailed']);
  const [unknown, failed] = ['PaymentUnknown', 'PaymentFailed'].map((one) =>
    told.timeline.find(({ what }) => what === one),
  );
  expect(Date.parse(failed?.at ?? '') - Date.parse(unknown?.at ?? '')).toBeGreaterThanOrEqual(MINUTE);
  expect(failed?.message).toMatch(/^Ödeme başarısız: Banka işlemi almadı; /);
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
});
