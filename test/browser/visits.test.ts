// Hosted pages in a real browser: their requests, size and end, and buyers without cookies or scripts.
import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { returnsWith } from '../drivers/result.ts';
import { UNKNOWN } from '../fixtures/samples.ts';
import { CARDS, MINUTE } from '../harness/harness.ts';
import { chooseCount, fillCard } from './driver/form-page.ts';
import {
  answerIssuer,
  foreignRequestsOf,
  type Scripts,
  sendCard,
  startShopper,
  stateOf,
} from './driver/shopper.ts';

const { order, newPage, moveBy, service, api, key } = await startShopper();

/** Every access to cookies and storage throws, as in strict browsers. */
const NOTHING_KEPT = `
  const refuse = () => { throw new DOMException('blocked', 'SecurityError'); };
  Object.defineProperty(Document.prototype, 'cookie', { get: refuse, set: refuse });
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, { get: refuse });
`;

async function pay(page: Page, url: string, scripts: Scripts = {}): Promise<void> {
  await page.goto(url);
  await sendCard(page, scripts);
  await answerIssuer(page, scripts);
  await page.waitForURL('**/shop/success?*');
}

describe('a hosted page', () => {
  it.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
    'a payment sets no cookie, stores nothing and sends no request to another host (%o)',
    async (options) => {
      const page = await newPage(options);
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('response', async (response) => {
        if ((await response.headerValue('set-cookie')) !== null) faults.push(`cookie: ${response.url()}`);
      });
      await page.addInitScript(NOTHING_KEPT);
      const foreignRequests = foreignRequestsOf(page, service.baseUrl);
      await pay(page, (await order()).hostedPageUrl, options);
      expect(await page.context().cookies()).toEqual([]);
      expect([...faults, ...foreignRequests]).toEqual([]);
      await page.context().close();
    },
  );

  it('the largest possible page is one request of under 60 KB, and of under 16 KB compressed', async () => {
    const counts = Array.from({ length: 12 }, (_, one) => one + 1);
    const { apiKey } = await service.addMerchant({ name: 'ş'.repeat(100), installments: counts });
    const person = { fullName: 'Ayşe Yılmaz', email: 'ayse@example.com' };
    const customerId = (await api('POST', '/api/customer', { key: apiKey, body: person })).json.data['id'];
    const card = { cardNumber: CARDS.approvedVisa, expiryMonth: '12', expiryYear: '29', customerId };
    for (let one = 0; one < 12; one += 1)
      await api('POST', '/api/card', { key: apiKey, body: { ...card, cardAlias: 'ş'.repeat(64) } });
    const products = Array.from({ length: 100 }, () => ({ id: 'P', name: 'ş'.repeat(200), amount: 9999.91 }));
    const largestOrder = {
      customerId,
      products,
      amount: 999_991,
      language: 'tr',
      orderNumber: 'ş'.repeat(64),
    };
    const { hostedPageUrl } = await order(largestOrder, apiKey);
    const plain = await fetch(hostedPageUrl, { headers: { 'Accept-Encoding': 'identity' } });
    expect((await plain.arrayBuffer()).byteLength).toBeLessThan(60_000);
    const page = await newPage();
    const sizes: ReturnType<Request['sizes']>[] = [];
    page.on('requestfinished', (request) => void sizes.push(request.sizes()));
    await page.goto(hostedPageUrl);
    expect(await page.locator('.saved-cards .saved, .installments .chip').count()).toBe(11 + 12);
    // The page also gets an error in every field.
    await page.locator('#saved-new').check();
    for (let press = 0; press < 2; press += 1) await page.locator('#pay').click();
    await page.locator('#notice').waitFor();
    // The page, the question whether it is open, and the answer to the form.
    const loaded = (await Promise.all(sizes)).map((one) => one.responseBodySize);
    expect(loaded).toHaveLength(3);
    for (const bytes of loaded) expect(bytes).toBeLessThan(15_200);
    await page.context().close();
  });

  it('a form sent after the page expired is refused with 410 and links to the shop', async () => {
    const { hostedPageUrl } = await order({ expiresInMinutes: 5 });
    const page = await newPage();
    await page.goto(hostedPageUrl);
    await fillCard(page);
    const sales = service.bank.ledger().length;
    await moveBy(6 * MINUTE);
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.locator('#pay').click();
    expect((await answered).status()).toBe(410);
    await page.locator('[data-state=expired]').waitFor();
    expect(await page.locator('#return').getAttribute('href')).toBe(`${hostedPageUrl}/leave`);
    await page.locator('#return').click();
    await page.waitForURL(returnsWith('Expired'));
    expect(service.bank.ledger()).toHaveLength(sales);
    await page.context().close();
  });

  it('a form says at the first focus that it is superseded, or leads to the shop if it is paid', async () => {
    const [superseded, paid] = [await order(), await order()];
    const pages = await Promise.all(
      [superseded, paid].map(async ({ hostedPageUrl }) => {
        const page = await newPage();
        await page.goto(hostedPageUrl);
        return page;
      }),
    );
    await order({ orderNumber: superseded.orderNumber });
    const payer = await newPage();
    await pay(payer, (await order({ orderNumber: paid.orderNumber })).hostedPageUrl);
    const [first, second] = pages as [Page, Page];
    await first.locator('#cardNumber').click();
    await first.locator('[data-state=superseded]').waitFor();
    await second.locator('#cardNumber').click();
    await second.waitForURL(returnsWith('Successful'));
    for (const one of [...pages, payer]) await one.context().close();
  });

  it('paid, superseded, expired and unknown pages have their status, text and link', async () => {
    const page = await newPage();
    const paid = await order();
    await pay(page, paid.hostedPageUrl);
    const old = await order();
    await order({ orderNumber: old.orderNumber });
    const late = await order({ expiresInMinutes: 5 });
    await moveBy(6 * MINUTE);
    const unknown = `${service.baseUrl}/iframe/${UNKNOWN.hostedPage}`;
    for (const [url, status, state, result] of [
      [paid.hostedPageUrl, 200, 'paid', 'Successful'],
      [old.hostedPageUrl, 410, 'superseded', 'Expired'],
      [late.hostedPageUrl, 410, 'expired', 'Expired'],
      [unknown, 404, 'not-found', undefined],
    ] as const) {
      expect((await page.goto(url))?.status(), state).toBe(status);
      expect(await stateOf(page)).toBe(state);
      expect(await page.locator('form').count(), state).toBe(0);
      const back = page.locator('#return');
      if (result === undefined) expect(await back.count()).toBe(0);
      else {
        await back.click();
        await page.waitForURL(returnsWith(result));
      }
    }
    await page.context().close();
  });

  it('every installment count is shown, and its months add up to the total less a kuruş each', async () => {
    const { hostedPageUrl, token } = await order({ amount: 1000.01, language: 'tr' });
    const page = await newPage();
    await page.goto(hostedPageUrl);
    const rows = await page.locator('.installments .chip').all();
    const kurus = (text: string) => Number(text.replace(/\D/g, ''));
    const counts: number[] = [];
    for (const row of rows) {
      const count = Number(await row.locator('input').inputValue());
      const months = (await row.locator('span').textContent()) ?? '';
      const missing = 100_001 - count * kurus(months);
      // The difference is less than a kuruş for each month.
      expect(missing >= 0 && missing < count, months).toBe(true);
      counts.push(count);
    }
    expect(counts).toEqual([1, 3, 6, 2, 9, 12]);
    await chooseCount(page, 3);
    await sendCard(page);
    await answerIssuer(page);
    await page.waitForURL('**/shop/success?*');
    const shown = await api('GET', `/api/payment/hostedpage/${token}`, { key });
    expect(shown.json.data['payment']).toMatchObject({ installment: 3, amount: 1000.01 });
    await page.context().close();
  });
});
