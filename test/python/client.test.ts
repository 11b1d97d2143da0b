// The packed Python client against the running service: a shop on it, with every first answer lost, and what
// a merchant's server does with it. Runs where Python 3.9 or later is: `--project python`.
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packPython } from '../../lib/clients/pack-python.ts';
import { cardPageDriver } from '../drivers/card-page-driver.ts';
import { signedAgain } from '../drivers/result.ts';
import { MINUTE, startHarness } from '../harness/harness.ts';
import { py, startPython } from './python.ts';

const folder = mkdtempSync(join(tmpdir(), 'client-python-'));
const python = startPython(packPython(folder));
const { run } = python;
afterAll(() => {
  python.close();
  rmSync(folder, { recursive: true, force: true });
});

// Python has the time of the machine.
const harness = await startHarness({ events: true, startAt: new Date() });
const { service, merchant, buyer, moveBy } = harness;
const { baseUrl } = service;

/** `lossy` loses every first answer after the service gave it. */
beforeAll(async () => {
  const options = `base_url=${py(baseUrl)}, api_key=${py(merchant.apiKey)}, language="en"`;
  const secrets = { [merchant.kid ?? '']: merchant.signingSecret };
  const code = `
seen, tries = set(), []
def losing(request):
    name = request.method + request.url + request.headers.get("Idempotency-Key", "")
    response = send(request)
    if name in seen:
        return response
    seen.add(name)
    raise ConnectionResetError("lost")
def counting(request):
    tries.append(request)
    return send(request)
pay = PaymentService(${options}, send=losing)
plain = PaymentService(${options}, send=counting)
def service(send, max_retries, base_url=${py(baseUrl)}):
    return PaymentService(base_url=base_url, api_key='key', send=send, max_retries=max_retries)
shop = ShopSettings(${py(baseUrl)}, ${py(merchant.merchantId)}, ${py(secrets)})
`;
  expect(await run<null>(code)).toBeNull();
});

const order = (orderNumber: string, amount = 149.9) => ({
  amount,
  currency: 'TRY',
  orderNumber,
  successUrl: 'https://shop.example/thanks',
  failUrl: 'https://shop.example/basket',
});
async function paid(orderNumber: string, amount?: number): Promise<string> {
  const url = await run<string>(
    `out = pay.hosted_page.create(${py(order(orderNumber, amount))})["hostedPageUrl"]`,
  );
  const { location = '' } = await buyer.submit(await buyer.open(url));
  return location;
}
const verified = (url: string, session: object, settings = 'shop') =>
  run<Record<string, unknown>>(`out = verify_result(${py(url)}, ${py(session)}, ${settings})`);

it('a page is paid and a part refunded once, although each first answer is lost', async () => {
  const url = await paid('P-1');
  const result = await verified(url, order('P-1'));
  expect(result).toMatchObject({ status: 'Successful', orderNumber: 'P-1', amount: "Decimal('149.9')" });
  expect(await verified(new URL(url).pathname + new URL(url).search, order('P-1'))).toEqual(result);
  const transactionId = result['paymentReferenceNumber'];
  const refund = { transactionId, amount: 0.1, reason: 'x' };
  expect(await run(`out = pay.refund.partial(${py(refund)})`)).toMatchObject({
    status: 'Completed',
    amount: "Decimal('0.1')",
  });
  expect(service.bank.ledger().filter(({ operation }) => operation === 'refund')).toHaveLength(1);
});

it('amounts are exact: a Decimal whether they have decimals or not, and never a float', async () => {
  await paid('P-2', 900);
  await paid('P-3', 12_345_678.91);
  const read = (number: string) =>
    run<string[]>(`
one = next(iter(pay.payment.all({"orderNumber": ${py(number)}, "minAmount": decimal.Decimal("1E+1")})))
out = [repr(one["amount"]), type(one["amount"]).__name__, type(one["installment"]).__name__]`);
  expect(await read('P-2')).toEqual(["Decimal('900')", 'Decimal', 'int']);
  expect(await read('P-3')).toEqual(["Decimal('12345678.91')", 'Decimal', 'int']);
  const float = `{**${py(order('P-4'))}, "amount": 149.9}`;
  expect(await run(`pay.hosted_page.create(${float})`)).toMatchObject({ raised: 'TypeError' });
  expect(await run(`pay.payment.list({"minAmount": 1.5})`)).toMatchObject({ raised: 'TypeError' });
  expect(await run(`verify_result(${py(await paid('P-5'))}, ${float}, shop)`)).toMatchObject({
    raised: 'TypeError',
  });
  const bad = `{**${py(order('P-4'))}, "amount": decimal.Decimal("NaN")}`;
  expect(await run(`pay.hosted_page.create(${bad})`)).toMatchObject({ raised: 'ValueError' });
  const large = `{**${py(order('P-6'))}, "amount": decimal.Decimal("1E+3")}`;
  expect(await run(`out = pay.hosted_page.create(${large})["hostedPageUrl"]`)).toMatch(/^http/);
});

it('a forged result, one of another order or card, and a forgetful session are refused', async () => {
  const url = await paid('P-7');
  const at = url.indexOf('.', url.indexOf('result=')) + 2;
  const forged = `${url.slice(0, at)}${url[at] === 'A' ? 'B' : 'A'}${url.slice(at + 1)}`;
  const { addLink, open, give } = cardPageDriver(harness, merchant.apiKey);
  const body = { fullName: 'Ayşe Yılmaz', email: 'ayse@example.com' };
  const customerId = await run<string>(`out = pay.customer.create(${py(body)})["id"]`);
  const { location: stored = '' } = await give(await open(await addLink(customerId)));
  const link = { customerId, purpose: 'AddCard', recurringPaymentId: null };
  expect(await verified(stored, link)).toMatchObject({ status: 'CardStored' });
  const wrong: [string, object][] = [
    [forged, order('P-7')],
    [url, order('P-1')],
    [url, order('P-7', 14.99)],
    [`${url}&result=`, order('P-7')],
    [url, {}],
    [url, { ...order('P-7'), amount: null }],
    [stored, order('P-7')],
    [stored, { ...link, customerId: 'x' }],
    [stored, { ...link, purpose: 'UpdateCard' }],
    [stored, { customerId, purpose: 'AddCard' }],
    [url, link],
    ['https://shop.example/?result=ü.ü', order('P-7')],
    ['https://shop.example/', order('P-7')],
  ];
  const unset = await verified(signedAgain(url, ''), order('P-7'), 'shop._replace(secrets={"unset": ""})');
  expect(unset).toMatchObject({ raised: 'ValueError' });
  for (const [given, session] of wrong) {
    expect(await verified(given, session), given).toMatchObject({
      raised: 'NotVerifiedError',
      text: expect.stringMatching(/^The (?:signature|result|session|address)/) as string,
    });
  }
  const others = ['shop._replace(merchant_id="x")', 'shop._replace(secrets={"other": "whsec_of_another"})'];
  for (const settings of others) {
    expect(await verified(url, order('P-7'), settings)).toMatchObject({ raised: 'NotVerifiedError' });
  }
});

it('a refusal has the class of its code and the facts, and is not repeated', async () => {
  const { paymentReferenceNumber: transactionId } = await verified(await paid('P-8'), order('P-8'));
  const refund = py({ transactionId, amount: 150, reason: 'x' });
  const refused = await run(`
tries.clear()
try:
    plain.refund.create(${refund})
except RefundAmountExceededError as error:
    out = [len(tries), isinstance(error, PaymentServiceError), error.code, error.status, error.refused]
`);
  const facts = { refundableAmount: "Decimal('149.9')", retryable: false };
  expect(refused).toMatchObject([1, true, 'REFUND_AMOUNT_EXCEEDED', 422, facts]);
  expect(await run('plain.payment.show("")')).toMatchObject({ raised: 'ValueError' });
  expect(await run('plain.payment.show("a/../b")')).toMatchObject({ raised: 'PaymentNotFoundError' });
});

it('without any answer the error has the key, after as many tries as wanted', async () => {
  const out = await run<[number, number, string, string, boolean, boolean]>(`
def later(seconds):
    data = '{"requestId":"1","retryable":true,"docUrl":"","advice":""}'
    body = '{"success":false,"message":"","data":' + data + ',"errorCode":"RATE_LIMITED","timestamp":""}'
    return Response(429, {"retry-after": str(seconds)}, body.encode())
answers = [Response(502, {}, b"<html>"), later(1), later(0)]
sent = []
def failing(request):
    sent.append(request.headers["Idempotency-Key"])
    if not answers:
        raise OSError("down")
    return answers.pop(0)
down = service(failing, max_retries=2)
started = time.monotonic()
try:
    down.customer.create({"fullName": "a"})
except RateLimitedError as error:
    refused = error.code
took = time.monotonic() - started
first = [len(sent), len(set(sent))]
try:
    down.customer.create({"fullName": "a"})
except NoAnswerError as error:
    silent = [error.idempotency_key == sent[-1], isinstance(error.__cause__, OSError)]
out = [*first, refused, took > 1.2, *silent]`);
  expect(out).toEqual([3, 1, 'RATE_LIMITED', true, true, true]);
});

it('a refusal that asks to wait for longer than a minute is raised at once', async () => {
  const out = await run<[number, string]>(`
sent = []
def day(request):
    sent.append(1)
    data = '{"requestId":"1","retryable":true,"docUrl":"","advice":""}'
    body = '{"success":false,"message":"","data":' + data + ',"errorCode":"RATE_LIMITED","timestamp":""}'
    return Response(429, {"retry-after": "86400"}, body.encode())
try:
    service(day, 5).customer.create({"fullName": "a"})
except RateLimitedError as error:
    out = [len(sent), error.code]`);
  expect(out).toEqual([1, 'RATE_LIMITED']);
});

it('pauses grow, half of each by chance, and are never longer than a minute', async () => {
  const [asked, own] = await run<[number[], number[]]>(`
import payment_service_client.core as core
def busy(seconds):
    return lambda request: Response(503, {"Retry-After": seconds}, b"<html>")
def pauses(send):
    waits = []
    core.time = type("Time", (), {"sleep": staticmethod(waits.append)})
    try:
        service(send, 6, "http://localhost").customer.list()
    except NoAnswerError:
        return waits
    finally:
        core.time = time
out = [pauses(busy("3600")), pauses(busy("soon"))]`);
  expect(asked).toEqual(Array.from({ length: 6 }, () => 60));
  const most = [0.5, 1, 2, 4, 8, 8];
  expect(own.map((wait, at) => wait <= (most[at] ?? 0) && wait >= (most[at] ?? 0) / 2)).not.toContain(false);
  expect(new Set(own).size).toBe(6);
});

it('a server that is down or names another address has not answered, and the key stays', async () => {
  const got: string[] = [];
  const other = await listen(({ headers }, response) => {
    got.push(String(headers['x-api-key']));
    response.end();
  });
  const first = await listen((_, response) => void response.writeHead(307, { Location: other.url }).end());
  const call = (url: string) => run(`service(send, 0, ${py(url)}).customer.create({"fullName": "a"})`);
  expect(await call(first.url)).toMatchObject({ raised: 'NoAnswerError' });
  expect(got).toEqual([]);
  for (const { close } of [first, other]) close();
  expect(await call(first.url)).toMatchObject({ raised: 'NoAnswerError' });
});

async function listen(work: RequestListener) {
  const server = createServer(work);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

it('the feed goes on from a saved cursor, and a message needs one of the secrets', async () => {
  const got: { body: string; headers: Record<string, string> }[] = [];
  const receiver = await listen((request, response) => {
    void Array.fromAsync(request as AsyncIterable<Uint8Array>).then((chunks) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, one]) => [name.toUpperCase(), String(one)]),
      );
      got.push({ body: Buffer.concat(chunks).toString(), headers });
      response.end();
    });
  });
  const webhook = { url: receiver.url, eventTypes: ['customer.*'] };
  const secret = await run<string>(`out = pay.webhook.create(${py(webhook)})["secret"]`);
  await run('saved = [cursor for events, cursor in pay.feed()][-1]');
  await run('pay.customer.create({"fullName": "Ali", "email": "ali@example.com"})');
  await moveBy(2 * MINUTE);
  const types = await run<string[]>(
    'out = [event["type"] for page in pay.feed(saved) for event in page.events]',
  );
  expect(types).toContain('customer.created');
  receiver.close();
  const [message] = got;
  const old = `whsec_${Buffer.alloc(32).toString('base64')}`;
  const accept = (secrets: readonly string[], body = message?.body, headers = message?.headers) =>
    run(`out = verify_webhook(${py(body)}.encode(), ${py(headers)}, ${py(secrets)})`);
  for (const secrets of [[secret], [old, secret], [secret, old]]) {
    expect(await accept(secrets)).toMatchObject({ type: 'customer.created' });
  }
  expect(await accept([old])).toMatchObject({ raised: 'NotVerifiedError' });
  expect(await accept([])).toMatchObject({ raised: 'NotVerifiedError' });
  expect(await accept([secret], `${message?.body} `)).toMatchObject({ raised: 'NotVerifiedError' });
  expect(await accept([secret], message?.body, {})).toMatchObject({
    text: 'The message has no webhook headers.',
  });
  expect(await accept([''])).toMatchObject({ raised: 'ValueError' });
  const signed = (at: number) => {
    const id = 'evt_1';
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const mac = createHmac('sha256', key).update(`${id}.${at}.{}`).digest('base64');
    return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,AAAA v1,${mac}` };
  };
  const now = await run<number>('out = int(time.time())');
  expect(await accept([secret], '{}', signed(now - 200))).toEqual({});
  expect(await accept([secret], '{}', signed(now - 400))).toMatchObject({ text: 'The message is too old.' });
});

it('lists go through all pages, and the sandbox moves clock and bank', async () => {
  const names = Array.from({ length: 5 }, (_, at) => `Liste ${at}`);
  await run(
    `for name in ${py(names)}: pay.customer.create({"fullName": name, "email": "liste@example.com"})`,
  );
  const seen = await run<string[]>(
    'out = sorted(one["fullName"] for one in pay.customer.all({"email": "liste@example.com", "limit": 2}))',
  );
  expect(seen).toEqual(names);
  const now = await run<string>('out = pay.sandbox.clock("P1M")["now"]');
  expect(Date.parse(now) - Date.parse(harness.service.bank.ledger()[0]?.at ?? '')).toBeGreaterThan(
    27 * 24 * 60 * MINUTE,
  );
  await run('pay.sandbox.bank("decline:51")');
  await paid('P-9');
  const last = await run<unknown>(
    'out = [one for one in pay.sandbox.ledger() if one["operation"] == "sale"][-1]',
  );
  expect(last).toMatchObject({ code: '51', amount: "Decimal('149.9')" });
});
