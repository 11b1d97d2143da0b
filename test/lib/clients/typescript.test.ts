// The packed TypeScript client against the running service: a shop on it, with every first answer lost and
// its calls cut off at any instant, and the types that its users rely on.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { packTypescript } from '../../../lib/clients/pack-typescript.ts';
import type * as Hand from '../../../lib/clients/typescript/core.ts';
import type { Sandbox } from '../../../lib/clients/typescript/sandbox.ts';
import type * as Verify from '../../../lib/clients/typescript/verify.ts';
import { cardPageDriver } from '../../drivers/card-page-driver.ts';
import { signedAgain } from '../../drivers/result.ts';
import { MINUTE, startHarness } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';

const folder = mkdtempSync(join(tmpdir(), 'client-typescript-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const home = join(folder, 'client');
packTypescript(home);

/** The types of the packed client are made when it is packed: `shop.ts` below is compiled with them. */
type Call = (...given: unknown[]) => Promise<Record<string, unknown>>;
type All = (query: object) => AsyncIterable<Record<string, unknown>>;
type Group = { create: Call; show: Call; partial: Call; all: All };
type Api = Record<'hostedPage' | 'payment' | 'customer' | 'refund' | 'webhook', Group> & {
  sandbox: Sandbox;
  feed: Hand.Core['feed'];
};
type AnyEvent = { id: string; type: string; objectId: string };
type Packed = {
  paymentService(options: Hand.ClientOptions): Api;
  PaymentServiceError: typeof Hand.PaymentServiceError;
  NoAnswerError: typeof Hand.NoAnswerError;
  verifyResult: (url: string, session: object, shop: Verify.ShopSettings) => Record<string, unknown>;
  verifyWebhook: typeof Verify.verifyWebhook<AnyEvent>;
  webReceiver: typeof Verify.webReceiver<AnyEvent>;
  nodeReceiver: typeof Verify.nodeReceiver<AnyEvent>;
};
const client = (await import(join(home, 'index.js'))) as Packed;
const { paymentService, PaymentServiceError, NoAnswerError, verifyResult, verifyWebhook } = client;

const harness = await startHarness({ events: true });
const { service, merchant, buyer, moveBy, api } = harness;
const { baseUrl } = service;
const options = { apiKey: merchant.apiKey, baseUrl, language: 'en' } as const;
const shop = {
  payUrl: baseUrl,
  merchantId: merchant.merchantId,
  secrets: { [merchant.kid ?? '']: merchant.signingSecret },
};
const order = (orderNumber: string, amount = 149.9) => ({
  amount,
  currency: 'TRY',
  orderNumber,
  successUrl: 'https://shop.example/thanks',
  failUrl: 'https://shop.example/basket',
});

/** Every first answer to a call is lost after the service gave it. */
const losing: Hand.ClientOptions['fetch'] = (() => {
  const seen = new Set<string>();
  return async (url, request) => {
    const headers = request.headers as Record<string, string>;
    const name = `${request.method} ${url} ${headers['Idempotency-Key'] ?? ''}`;
    const response = await fetch(url, request);
    if (seen.has(name)) return response;
    seen.add(name);
    throw new TypeError('fetch failed');
  };
})();
const pay = paymentService({ ...options, fetch: losing });

async function paid(orderNumber: string, amount?: number) {
  const page = await pay.hostedPage.create(order(orderNumber, amount));
  const { location = '' } = await buyer.submit(await buyer.open(String(page['hostedPageUrl'])));
  return location;
}

it('a page is paid and a part refunded once, although each first answer is lost', async () => {
  const url = await paid('C-1');
  const result = verifyResult(url, order('C-1'), shop);
  expect(result).toMatchObject({ status: 'Successful', orderNumber: 'C-1', amount: 149.9 });
  expect(verifyResult(new URL(url).pathname + new URL(url).search, order('C-1'), shop)).toEqual(result);
  const transactionId = result['paymentReferenceNumber'];
  const refund = await pay.refund.partial({ transactionId, amount: 0.1, reason: 'x' });
  expect(refund).toMatchObject({ status: 'Completed', amount: 0.1 });
  const operations = service.bank.ledger().filter(({ operation }) => operation === 'refund');
  expect(operations).toHaveLength(1);
});

it('a forged result, one of another order or card, and a forgetful session are refused', async () => {
  const url = await paid('C-2');
  const at = url.indexOf('.', url.indexOf('result=')) + 2;
  const forged = `${url.slice(0, at)}${url[at] === 'A' ? 'B' : 'A'}${url.slice(at + 1)}`;
  const { addLink, open, give } = cardPageDriver(harness, merchant.apiKey);
  const customer = await pay.customer.create({ fullName: 'Ayşe Yılmaz', email: 'ayse@example.com' });
  const customerId = String(customer['id']);
  const { location: stored = '' } = await give(await open(await addLink(customerId)));
  const link = { customerId, purpose: 'AddCard', recurringPaymentId: null };
  expect(verifyResult(stored, link, shop)).toMatchObject({ status: 'CardStored' });
  for (const [given, session] of [
    [forged, order('C-2')],
    [url, order('C-1')],
    [url, order('C-2', 14.99)],
    [`${url}&result=x`, order('C-2')],
    [url, {}],
    [stored, order('C-2')],
    [stored, { ...link, customerId: 'x' }],
    [stored, { ...link, purpose: 'UpdateCard' }],
    [url, link],
  ] as const) {
    expect(() => verifyResult(given, session, shop)).toThrow(/The (?:signature|result|session|address)/);
  }
  const sharing = (secret: string) => ({ ...shop, secrets: { other: secret } });
  expect(() => verifyResult(url, order('C-2'), sharing('whsec_of_another'))).toThrow('signature');
  expect(() => verifyResult(signedAgain(url, ''), order('C-2'), sharing(''))).toThrow('whsec_');
});

it('a call that is cut off at any instant and made again under its key has one effect', async () => {
  const url = await paid('C-3', 900);
  const { paymentReferenceNumber: transactionId } = verifyResult(url, order('C-3', 900), shop);
  const calls = rounds(20, 8);
  let cutOff = 0;
  for (let at = 0; at < calls; at += 1) {
    const body = { transactionId, amount: 1, reason: `${at}` };
    const key = { idempotencyKey: `C-3-${at}` };
    const signal = AbortSignal.timeout((at * 5) % 40);
    await pay.refund.create(body, { ...key, signal }).catch(() => (cutOff += 1));
    expect(await pay.refund.create(body, key)).toMatchObject({ status: 'Pending' });
  }
  expect(cutOff).toBeGreaterThan(0);
  expect(await Array.fromAsync(pay.refund.all({ transactionId }))).toHaveLength(calls);
});

it('a refusal has its code and facts, and is not repeated', async () => {
  let tries = 0;
  const counting = paymentService({
    ...options,
    fetch: async (...given) => {
      tries += 1;
      return await fetch(...given);
    },
  });
  const url = await paid('C-4');
  const { paymentReferenceNumber: transactionId } = verifyResult(url, order('C-4'), shop);
  const refused = await counting.refund
    .create({ transactionId, amount: 150, reason: 'x' })
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(PaymentServiceError);
  const { code, status, refused: facts } = refused as Hand.PaymentServiceError;
  expect([tries, code, status, facts]).toMatchObject([
    1,
    'REFUND_AMOUNT_EXCEEDED',
    422,
    { refundableAmount: 149.9 },
  ]);
  await expect(counting.payment.show('')).rejects.toThrow('part 1 of the path is missing');
  await expect(counting.payment.show('a/../b')).rejects.toMatchObject({ code: 'PAYMENT_NOT_FOUND' });
});

it('without any answer the error has the key, after as many tries as wanted', async () => {
  const answers = [new Response('<html>', { status: 502 }), later(1), later(0)];
  const startedMs = performance.now();
  const sent: string[] = [];
  const down = paymentService({
    ...options,
    maxRetries: 2,
    fetch: async (_url, { headers }) => {
      sent.push(String((headers as Record<string, string>)['Idempotency-Key']));
      return answers.shift() ?? Promise.reject(new TypeError('fetch failed'));
    },
  });
  const error = await down.customer.create({ fullName: 'a' }).catch((one: unknown) => one);
  expect([sent.length, new Set(sent).size]).toEqual([3, 1]);
  expect(error).toMatchObject({ code: 'RATE_LIMITED' });
  expect(performance.now() - startedMs).toBeGreaterThan(1_200);
  const silent = await down.customer.create({ fullName: 'a' }).catch((one: unknown) => one);
  expect(silent).toBeInstanceOf(NoAnswerError);
  expect((silent as Hand.NoAnswerError).idempotencyKey).toBe(sent.at(-1));
});

it('pauses grow, half of each by chance, and are never longer than a minute', async () => {
  const pauses = async (retryAfter: string) => {
    const waits: number[] = [];
    const { setTimeout } = globalThis;
    const busy = async () => new Response('<html>', { status: 503, headers: { 'Retry-After': retryAfter } });
    vi.stubGlobal('setTimeout', (work: () => void, ms: number) => setTimeout(work, 0 * waits.push(ms)));
    const error = await paymentService({ ...options, maxRetries: 6, fetch: busy })
      .customer.create({})
      .catch((one: unknown) => one)
      .finally(() => vi.unstubAllGlobals());
    expect(error).toBeInstanceOf(NoAnswerError);
    return waits;
  };
  expect(await pauses('3600')).toEqual(Array.from({ length: 6 }, () => 60_000));
  const own = await pauses('soon');
  const most = [500, 1000, 2000, 4000, 8000, 8000];
  expect(own.map((wait, at) => wait <= (most[at] ?? 0) && wait >= (most[at] ?? 0) / 2)).not.toContain(false);
  expect(new Set(own).size).toBe(6);
});

function later(seconds: number): Response {
  const data = { requestId: '1', retryable: true, docUrl: '', advice: '' };
  const body = { success: false, message: '', data, errorCode: 'RATE_LIMITED', timestamp: '' };
  return Response.json(body, { status: 429, headers: { 'Retry-After': String(seconds) } });
}

it('a refusal that asks to wait for longer than a minute is thrown at once', async () => {
  let sent = 0;
  const day = async () => {
    sent += 1;
    return later(86_400);
  };
  const error = await paymentService({ ...options, fetch: day })
    .customer.create({ fullName: 'a' })
    .catch((one: unknown) => one);
  expect([sent, (error as Hand.PaymentServiceError).code]).toEqual([1, 'RATE_LIMITED']);
});

it('a redirection is not followed: the key goes to no other address', async () => {
  const got: string[] = [];
  const other = await listen(({ headers }, response) => {
    got.push(String(headers['x-api-key']));
    response.end();
  });
  const first = await listen((_, response) => void response.writeHead(307, { Location: other.url }).end());
  const moved = paymentService({ ...options, baseUrl: first.url, maxRetries: 0 });
  await expect(moved.customer.create({ fullName: 'a' })).rejects.toBeInstanceOf(NoAnswerError);
  expect(got).toEqual([]);
  for (const { close } of [first, other]) close();
});

it('the feed goes on from a saved cursor, and a receiver takes what one of its secrets signed', async () => {
  const got: { at: string; event: AnyEvent }[] = [];
  const secrets = ['whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='];
  const work = (at: string) => (event: AnyEvent) => void got.push({ at, event });
  const node = client.nodeReceiver({ secrets, work: work('node') });
  const web = client.webReceiver({ secrets, work: work('web') });
  const ends = [await listen((request, response) => void node(request, response))];
  ends.push(
    await listen(
      (request, response) =>
        void (async () => {
          const chunks = await Array.fromAsync(request as AsyncIterable<Uint8Array>);
          const headers = new Headers(request.headers as Record<string, string>);
          const body = Buffer.concat(chunks);
          const answer = await web(new Request('http://shop.example/', { method: 'POST', headers, body }));
          response.writeHead(answer.status).end(await answer.text());
        })(),
    ),
  );
  for (const { url } of ends) {
    const { secret } = await pay.webhook.create({ url, eventTypes: ['customer.*'] });
    secrets.push(String(secret));
  }
  let saved = '';
  for await (const { cursor } of pay.feed(undefined)) saved = cursor;
  await pay.customer.create({ fullName: 'Ali', email: 'ali@example.com' });
  await moveBy(2 * MINUTE);
  const events: string[] = [];
  for await (const page of pay.feed<AnyEvent>(saved)) events.push(...page.events.map(({ type }) => type));
  expect(events).toContain('customer.created');
  expect(got.map(({ at, event }) => `${at} ${event.type}`).sort()).toEqual([
    'node customer.created',
    'web customer.created',
  ]);
  for (const { close } of ends) close();
  expect(() => verifyWebhook('{}', { 'webhook-id': '1', 'webhook-timestamp': '1' }, secrets)).toThrow(
    'too old',
  );
  const now = String(Math.floor(Date.now() / 1000));
  const headers = { 'Webhook-Id': '1', 'webhook-timestamp': now, 'webhook-signature': 'v1,AAAA' };
  expect(() => verifyWebhook('{}', headers, secrets)).toThrow('signature');
  const parsed = { headers, body: {}, [Symbol.asyncIterator]: async function* () {} };
  const failed: unknown[] = [];
  await node(parsed, { statusCode: 0, end: () => {} }, (error) => failed.push(error));
  expect(String(failed)).toContain('put the receiver first');
});

async function listen(work: RequestListener) {
  const server = createServer(work);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

it('lists go through all pages, and the sandbox moves clock and bank', async () => {
  const names = Array.from({ length: 5 }, (_, at) => `Liste ${at}`);
  for (const fullName of names) await pay.customer.create({ fullName, email: 'liste@example.com' });
  const all = pay.customer.all({ email: 'liste@example.com', limit: 2 });
  const seen = await Array.fromAsync(all, (one) => String(one['fullName']));
  expect(seen.sort()).toEqual(names);
  const { sandbox } = pay;
  const before = Date.now();
  expect(Date.parse((await sandbox.clock('P1M')).now) - before).toBeGreaterThan(27 * 24 * 60 * MINUTE);
  await sandbox.bank('decline:51');
  const { hostedPageUrl } = (
    await api<{ hostedPageUrl: string }>('POST', '/api/payment/hostedpage', { body: order('C-5') })
  ).json.data;
  await buyer.submit(await buyer.open(hostedPageUrl));
  const last = (await sandbox.ledger()).filter(({ operation }) => operation === 'sale').at(-1);
  expect(last).toMatchObject({ operation: 'sale', code: '51' });
});

it('a wrong code, field, state or event does not compile', () => {
  cpSync(new URL('../../clients/programs/typed-shop.mts', import.meta.url), join(home, 'src/shop.ts'));
  const compile = () => execFileSync('tsc', ['-p', '.', '--noEmit'], { cwd: home, encoding: 'utf8' });
  expect(compile()).toBe('');
});
