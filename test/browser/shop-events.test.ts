// The demo shop's pages show events when they arrive.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { layoutFaults, violations } from './driver/page-faults.ts';
import { answerIssuer, sendCard, startShopper } from './driver/shopper.ts';

const { service, newPage, shop, api } = await startShopper({ events: true });
const key = service.merchant.apiKey;

/** Buys the first product in the shop and returns the page of the result. */
async function buy(): Promise<Page> {
  const page = await newPage({ locale: 'tr-TR' });
  await page.goto(`${service.baseUrl}/`);
  await page.locator('ul form[action="/shop/buy"] button').first().click();
  await page.waitForURL('**/shop/order?*');
  await page.locator('a#pay').click();
  const shown = page.frameLocator('iframe[name=payment-layer]');
  await sendCard(shown);
  await answerIssuer(shown);
  await page.waitForURL('**/shop/success?*');
  return page;
}
const makeCustomer = async (fullName: string) =>
  await api('POST', '/api/customer', { key, body: { fullName, email: 'a@example.com' } });
const rowsOf = (page: Page, type: string) => page.locator('#events li').filter({ hasText: type });

it('events appear on the open page, the newest first, and unfolded entries stay unfolded', async () => {
  const page = await newPage({ viewport: { width: 390, height: 800 } });
  await page.goto(`${shop}/events?language=tr`);
  // The first event is about the shop's own API key.
  await rowsOf(page, 'api_key.created').waitFor();
  await makeCustomer('Ali Veli');
  const customer = rowsOf(page, 'customer.created').first();
  await customer.locator('summary').click();
  const result = await buy();
  await rowsOf(page, 'payment.succeeded').waitFor();
  await rowsOf(page, 'hosted_page.paid').waitFor();
  expect(await page.locator('.none').isVisible()).toBe(false);
  const types = await page.locator('#events code').allTextContents();
  expect(types.slice(-2)).toEqual(['customer.created', 'api_key.created']);
  expect(await rowsOf(page, 'customer.created').last().locator('pre').isVisible()).toBe(true);
  expect(await page.locator('#events li .good').first().textContent()).toContain('İmza doğrulandı');
  expect([await violations(page), await layoutFaults(page)]).toEqual([[], []]);

  await rowsOf(result, 'hosted_page.paid').waitFor();
  await rowsOf(result, 'payment.succeeded').waitFor();
  expect(await rowsOf(result, 'customer.created').count()).toBe(0);
  expect([await violations(result), await layoutFaults(result)]).toEqual([[], []]);
  await page.context().close();
  await result.context().close();
});

it('the text of an arriving event is not read as markup', async () => {
  const page = await newPage();
  await page.goto(`${shop}/events?language=en`);
  const name = '<img src=x onerror="document.title=1">';
  await makeCustomer(name);
  const body = rowsOf(page, 'onerror').first().locator('pre');
  await body.waitFor({ state: 'attached' });
  expect(JSON.parse((await body.textContent()) ?? '')).toMatchObject({
    data: { object: { fullName: name } },
  });
  expect(await page.locator('#events img').count()).toBe(0);
  await page.context().close();
});

it('a page that is not visible sends no request until it is visible', async () => {
  const page = await newPage();
  await page.addInitScript(
    "globalThis.isHidden = true; Object.defineProperty(document, 'hidden', { get: () => isHidden })",
  );
  await page.clock.install();
  await page.goto(`${shop}/events?language=en`);
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  await page.clock.runFor(30_000);
  expect(asked).toEqual([]);
  const asks = page.waitForRequest('**/shop/events/list?*');
  await page.evaluate("globalThis.isHidden = false; document.dispatchEvent(new Event('visibilitychange'))");
  await asks;
  expect(asked).toHaveLength(1);
  await page.context().close();
});

it('events that have arrived are shown after a reload without scripts', async () => {
  const page = await newPage({ javaScriptEnabled: false });
  await page.goto(`${shop}/events?language=en`);
  await makeCustomer('Reloaded Buyer');
  const row = page.locator('#events li').filter({ hasText: 'Reloaded Buyer' });
  await expect
    .poll(
      async () => {
        await page.locator('noscript a').click();
        return await row.count();
      },
      { timeout: 20_000 },
    )
    .toBe(1);
  await page.context().close();
});
