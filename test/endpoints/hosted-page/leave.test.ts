// GET /iframe/{token}/leave: how a buyer leaves a hosted page for the shop, in each of its states.
import { describe, expect, it } from 'vitest';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { resultOf } from '../../drivers/result.ts';
import { CARDS, MINUTE, type OpenPage, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { api, buyer, service, createPage, moveBy } = harness;

const leave = async ({ hostedPageUrl }: OpenPage) => await buyer.open(`${hostedPageUrl}/leave`);
const stateOf = async ({ token }: OpenPage) =>
  (await api('GET', `/api/payment/hostedpage/${token}`)).json.data['state'];
const cancelUrl = 'https://shop.example/left?cart=7';
const NOTHING_PAID = { paymentReferenceNumber: null, errorCode: null };

describe('a buyer who leaves a hosted page', () => {
  it('a buyer who has not paid goes to cancelUrl with Cancelled, and may return and pay', async () => {
    const page = await createPage({ cancelUrl });
    const { status, location, headers } = await leave(page);
    expect([status, location?.split('=')[0]]).toEqual([303, 'https://shop.example/left?cart']);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const { orderNumber, id } = page;
    expect(resultOf(location)).toMatchObject({ status: 'Cancelled', orderNumber, page: id, ...NOTHING_PAID });
    expect(await stateOf(page)).toBe('Open');
    const paid = await buyer.submit(await buyer.open(page.hostedPageUrl));
    expect(resultOf(paid.location).status).toBe('Successful');
  });

  it('a buyer with a decline has the status Cancelled, and without a cancelUrl goes to failUrl', async () => {
    const page = await createPage();
    await buyer.submit(await buyer.open(page.hostedPageUrl), { cardNumber: CARDS.doNotHonour });
    const { location } = await leave(page);
    expect(location?.startsWith('https://shop.example/fail?result=')).toBe(true);
    expect(resultOf(location)).toMatchObject({ status: 'Cancelled', ...NOTHING_PAID });
  });

  it('a buyer of an expired or superseded page goes to failUrl with the status Expired', async () => {
    const page = await createPage({ cancelUrl, expiresInMinutes: 5 });
    const older = await createPage({ cancelUrl });
    await createPage({ orderNumber: older.orderNumber });
    await moveBy(5 * MINUTE);
    for (const gone of [page, older]) {
      const { location } = await leave(gone);
      expect(location?.startsWith('https://shop.example/fail?result=')).toBe(true);
      expect(resultOf(location)).toMatchObject({ status: 'Expired', page: gone.id, ...NOTHING_PAID });
    }
  });

  it('a buyer of a superseded page whose order was paid elsewhere has the status Successful', async () => {
    const older = await createPage({ cancelUrl });
    const { orderNumber } = older;
    const newer = await createPage({ orderNumber });
    const form = await buyer.open(newer.hostedPageUrl);
    service.bank.script(['lost-after']);
    await buyer.submit(form);
    expect((await leave(older)).location).toBe(older.hostedPageUrl);
    expect((await buyer.open(older.hostedPageUrl)).text).toContain('data-state="checking"');
    await moveBy(10 * MINUTE);
    const { paymentReferenceNumber } = resultOf((await leave(newer)).location);
    const { location } = await leave(older);
    expect(location?.startsWith('https://shop.example/success?result=')).toBe(true);
    expect(resultOf(location)).toMatchObject({
      status: 'Successful',
      paymentReferenceNumber,
      page: older.id,
    });
    const shown = await buyer.open(older.hostedPageUrl);
    expect([shown.status, shown.form]).toEqual([200, undefined]);
    expect(shown.text).toContain('Ödemeniz alındı');
  });

  it('a buyer of a paid page gets a result that is signed at that moment', async () => {
    const page = await createPage({ cancelUrl });
    const paid = resultOf((await buyer.submit(await buyer.open(page.hostedPageUrl))).location);
    await moveBy(20 * MINUTE);
    const again = resultOf((await leave(page)).location);
    expect(again).toEqual({ ...paid, jti: again.jti, iat: again.iat, exp: again.iat + 600 });
    expect(again.iat - paid.iat).toBeGreaterThanOrEqual(1200);
  });

  it('a buyer whose payment has no known outcome is sent back to the page', async () => {
    const page = await createPage({ cancelUrl });
    const form = await buyer.open(page.hostedPageUrl);
    service.bank.script(['lost-after']);
    await buyer.submit(form);
    const { status, location } = await leave(page);
    expect([status, location]).toEqual([303, page.hostedPageUrl]);
    await moveBy(10 * MINUTE);
    expect(resultOf((await leave(page)).location).status).toBe('Successful');
  });

  it('a buyer of a page without attempts left goes to failUrl with Failed and the last reason', async () => {
    const page = await createPage({ cancelUrl });
    for (let attempt = 0; attempt < 5; attempt += 1)
      await buyer.submit(await buyer.open(page.hostedPageUrl), { cardNumber: CARDS.doNotHonour });
    const { location } = await leave(page);
    expect(location?.startsWith('https://shop.example/fail?result=')).toBe(true);
    expect(resultOf(location)).toMatchObject({ status: 'Failed', errorCode: 'DO_NOT_HONOUR' });
  });

  it('a buyer of an unknown page gets the error page', async () => {
    const gone = await buyer.open(`/iframe/HST-${'A'.repeat(43)}/leave`);
    expect([gone.status, gone.location]).toEqual([404, undefined]);
  });
});

it('every page links to its leave address, and none contains a result or a shop address', async () => {
  const page = await createPage({ cancelUrl, expiresInMinutes: 5 });
  const linkOf = async (path = '') => {
    const { text } = await buyer.open(`${page.hostedPageUrl}${path}`);
    expect(text).not.toContain('result=');
    return /<a\b[^>]*href="([^"]*)" target="_top"/.exec(text)?.[1];
  };
  expect(await linkOf()).toBe(`${page.hostedPageUrl}/leave`);
  expect(await linkOf('?language=en')).toBe(`${page.hostedPageUrl}/leave?language=en`);
  await moveBy(5 * MINUTE);
  expect(await linkOf()).toBe(`${page.hostedPageUrl}/leave`);
});

it('an order that an older page paid returns with the amount of that payment', async () => {
  const older = await createPage({ amount: 10 });
  const form = await buyer.open(older.hostedPageUrl);
  service.bank.script(['lost-after']);
  await buyer.submit(form);
  const newer = await createPage({ amount: 1000, orderNumber: older.orderNumber });
  await moveBy(10 * MINUTE);
  expect(await stateOf(older)).toBe('Paid');
  const { orderNumber } = older;
  expect(resultOf((await leave(newer)).location)).toMatchObject({
    status: 'Successful',
    amount: 10,
    orderNumber,
  });
});

it('in a frame a page tells the way back; while the outcome is unknown it is the page itself', async () => {
  const leaveInFrame = async ({ hostedPageUrl }: OpenPage) =>
    await buyer.open(`${hostedPageUrl}/leave`, { 'sec-fetch-dest': 'iframe' });
  const page = await createPage({ cancelUrl });
  const form = await buyer.open(page.hostedPageUrl);
  const told = async () => {
    const { status, text } = await leaveInFrame(page);
    const [, result, returnUrl] =
      /data-state="returning"(?: data-result="(\w+)")? data-return-url="([^"]+)"/.exec(text) ?? [];
    return [status, result, resultOf(returnUrl?.replaceAll('&amp;', '&')).status];
  };
  expect(await told()).toEqual([200, undefined, 'Cancelled']);
  service.bank.script(['lost-after']);
  await buyer.submit(form);
  expect(await leaveInFrame(page)).toMatchObject({ status: 303, location: page.hostedPageUrl });
  await moveBy(10 * MINUTE);
  expect(await told()).toEqual([200, 'paid', 'Successful']);
});
