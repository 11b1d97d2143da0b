// Who may show a page in a frame: the origins of the page's own addresses and those that the merchant has
// named, on every response with the page, and nobody else.
import { expect, it } from 'vitest';
import { createHostedPageBody } from '#contract/page/hosted-page.ts';
import { RIGHT_CODE, WRONG_CODE } from '../drivers/buyer.ts';
import { cardPageDriver, ENTRY } from '../drivers/card-page-driver.ts';
import { openFaults } from '../harness/faults.ts';
import { CARDS, HOUR, type HttpAnswer, pageBody, startHarness } from '../harness/harness.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
const { service, api, buyer, http, createPage, moveBy } = harness;
const { apiKey: key } = await service.addMerchant({
  frameOrigins: ['https://named.example', 'https://shop.example'],
  threeDSecure: 'always',
});
const { addLink, send } = cardPageDriver(harness, key);

const ADDRESSES = {
  successUrl: 'https://shop.example/thanks?from=pay',
  failUrl: 'https://shop.example:8443/fail',
  cancelUrl: 'http://localhost:8080/cart',
};
const ORIGINS = [
  'https://shop.example',
  'https://shop.example:8443',
  'http://localhost:8080',
  'https://named.example',
];
const ancestorsOf = ({ headers }: HttpAnswer) =>
  /frame-ancestors ([^;]*)/.exec(headers['content-security-policy'] ?? '')?.[1];

/** Expects the status, the origins in the policy and those that the page posts its messages to. */
function expectFramable(answer: HttpAnswer, status: number): void {
  expect([answer.status, ancestorsOf(answer)]).toEqual([status, `'self' ${ORIGINS.join(' ')}`]);
  expect(answer.headers).not.toHaveProperty('x-frame-options');
  expect(answer.text).toContain(`data-frame-origins="${ORIGINS.join(' ')}"`);
}

it('the answers of create and GET name the origins, each once', async () => {
  const page = await createPage(ADDRESSES, { key });
  const { customer } = await customerOf();
  for (const { token, frameOrigins } of [page, await addLink(customer, ADDRESSES)]) {
    expect(frameOrigins).toEqual(ORIGINS);
    const shown = await api('GET', `/api/payment/hostedpage/${token}`, { key });
    expect(shown.json.data['frameOrigins']).toEqual(ORIGINS);
  }
  expect((await addLink(customer, {})).frameOrigins).toEqual([
    'https://named.example',
    'https://shop.example',
  ]);
});

const FRAMES = {
  frameOrigins: ['https://WWW.Shop.example/', 'https://www.shop.example', 'http://kasa.example:8080'],
};

it('a page may be framed by the origins that its call names, each once, beside the others', async () => {
  const page = await createPage({ ...ADDRESSES, ...FRAMES }, { key });
  const named = ['https://www.shop.example', 'http://kasa.example:8080'];
  expect([...page.frameOrigins].sort()).toEqual([...ORIGINS, ...named].sort());
  const shown = await api('GET', `/api/payment/hostedpage/${page.token}`, { key });
  expect(shown.json.data['frameOrigins']).toEqual(page.frameOrigins);
  const form = await buyer.open(page.hostedPageUrl);
  const origins = page.frameOrigins.join(' ');
  expect(ancestorsOf(form)).toBe(`'self' ${origins}`);
  expect(form.text).toContain(`data-frame-origins="${origins}"`);
  expect((await createPage(ADDRESSES, { key })).frameOrigins).toEqual(ORIGINS);
});

it.each([
  'https://www.shop.example/checkout',
  'https://www.shop.example?x=1',
  'https://www.shop.example#x',
  'https://*.shop.example',
  'https://a@www.shop.example',
  "https://shop.example;script-src 'none'",
  'https://shop.example,https://other.example',
  'www.shop.example',
  '*',
  'null',
  "'self'",
  'javascript:alert(1)',
  'data:text/html,x',
])('what is no exact origin is refused as one: %s', async (origin) => {
  const refused = await api<{ errors: { field: string; code: string }[] }>(
    'POST',
    '/api/payment/hostedpage',
    {
      body: pageBody({ frameOrigins: ['https://www.shop.example', origin] }),
    },
  );
  expect([refused.status, refused.json.data.errors]).toMatchObject([
    400,
    [{ field: 'frameOrigins[1]', code: 'INVALID_FORMAT' }],
  ]);
});

it('a page names five origins at most, and http only for a test account', async () => {
  const origins = Array.from({ length: 6 }, (_, at) => `https://shop${at}.example`);
  const six = await api('POST', '/api/payment/hostedpage', { body: pageBody({ frameOrigins: origins }) });
  expect(six.json.data['errors']).toMatchObject([{ field: 'frameOrigins', code: 'TOO_LONG' }]);
  const live = createHostedPageBody('live', 'Europe/Istanbul').safeParse({
    ...pageBody(),
    frameOrigins: ['http://shop.example'],
  });
  expect(live.success).toBe(false);
});

it('form, wrong form, decline, return and paid page may be framed by the shop', async () => {
  const page = await createPage(ADDRESSES, { key });
  const form = await buyer.open(page.hostedPageUrl);
  expectFramable(form, 200);
  expectFramable(await buyer.post(form, {}), 422);
  expectFramable(await buyer.submit(form, { cardNumber: CARDS.insufficientFunds }), 200);
  expectFramable(await buyer.submit(await buyer.open(page.hostedPageUrl)), 200);
  expectFramable(await buyer.open(page.hostedPageUrl), 200);
});

it('a page that is paid in a frame leaves it by a page of status 200, also if it is sent again', async () => {
  const { hostedPageUrl } = await createPage();
  const form = await buyer.open(hostedPageUrl);
  for (let sent = 1; sent <= 2; sent += 1) {
    const { status, text } = await buyer.submit(form, {}, { 'sec-fetch-dest': 'iframe' });
    expect(status).toBe(200);
    expect(text).toContain('data-state="returning" data-result="paid"');
  }
});

it('the bank’s step and its return may be framed by the shop', async () => {
  const page = await createPage(ADDRESSES, { key });
  const challenge = await buyer.post(await buyer.open(page.hostedPageUrl), ENTRY);
  expectFramable(challenge, 200);
  expectFramable(await buyer.open(page.hostedPageUrl), 200);
  expectFramable(await buyer.post(await buyer.verify(challenge, WRONG_CODE), {}), 200);
  const again = await buyer.post(await buyer.open(page.hostedPageUrl), ENTRY);
  expectFramable(await buyer.post(await buyer.verify(again, RIGHT_CODE), {}), 200);
});

it('a card page, its bank’s step and its return may be framed by the shop', async () => {
  const { customer } = await customerOf();
  const link = await addLink(customer, ADDRESSES);
  const form = await buyer.open(link.hostedPageUrl);
  expectFramable(form, 200);
  const challenge = await send(form);
  expectFramable(challenge, 200);
  expectFramable(await buyer.post(await buyer.verify(challenge, RIGHT_CODE), {}), 200);
  expectFramable(await buyer.open(link.hostedPageUrl), 200);
});

it('a page that is over, and a failure of a known page, may be framed by the shop', async () => {
  const page = await createPage(ADDRESSES, { key });
  const large = { 'content-type': 'application/x-www-form-urlencoded' };
  const { pathname: path } = new URL(page.hostedPageUrl);
  expectFramable(await http({ method: 'POST', path, headers: large, body: 'a'.repeat(65 * 1024) }), 413);
  const form = await buyer.open(page.hostedPageUrl);
  faults.arm('hosted-page-pay', 2, 'outage');
  expectFramable(await buyer.post(form, ENTRY), 500);
  const newer = await createPage({ ...ADDRESSES, orderNumber: page.orderNumber }, { key });
  expectFramable(await buyer.open(page.hostedPageUrl), 410);
  await api('DELETE', `/api/payment/hostedpage/${newer.token}`, { key });
  expectFramable(await buyer.open(newer.hostedPageUrl), 410);
  const older = await createPage(ADDRESSES, { key });
  await moveBy(HOUR);
  expectFramable(await buyer.open(older.hostedPageUrl), 410);
});

it('a page that is not known, and a card page without addresses, may be framed by nobody else', async () => {
  const { apiKey } = await service.addMerchant();
  const { customer } = await customerOf(apiKey);
  const link = await cardPageDriver(harness, apiKey).addLink(customer, {});
  for (const path of [link.hostedPageUrl, `/iframe/HST-${'A'.repeat(43)}`]) {
    const answer = await buyer.open(path);
    expect([ancestorsOf(answer), answer.headers['x-frame-options']]).toEqual(["'self'", 'SAMEORIGIN']);
  }
});

async function customerOf(apiKey = key): Promise<{ customer: string }> {
  const body = { fullName: 'Ayşe Yılmaz', email: 'ayse@example.com' };
  return { customer: String((await api('POST', '/api/customer', { body, key: apiKey })).json.data['id']) };
}
