// The hosted page inside a shop's own page, in a real browser: what it tells, to whom, and how it gets out.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalService, startLocalService } from '../../lib/local/environment.ts';
import { HAS_BROWSER, launchBrowser } from './chromium.ts';

describe.runIf(HAS_BROWSER)('a hosted page in a frame', () => {
  let service: LocalService;
  let browser: Browser;
  const servers: Server[] = [];
  afterAll(async () => {
    for (const server of servers) server.close();
    await browser?.close();
    await service?.stop();
  });
  beforeAll(async () => {
    service = await startLocalService({ port: 0 });
    browser = await launchBrowser();
  });

  /** A shop on an origin of its own; what its page hears is collected in `heard`. */
  async function openShop(): Promise<{ origin: string; show(frame: string): void }> {
    let body = '';
    const server = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(body);
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const bound = server.address();
    if (bound === null || typeof bound === 'string') throw new Error('a TCP address was expected');
    const script = 'var heard = []; onmessage = (event) => heard.push({ ...event.data, from: event.origin })';
    return {
      origin: `http://127.0.0.1:${bound.port}`,
      show: (frame) => {
        body = `<!doctype html><title>Shop</title><script>${script}</script><iframe src="${frame}"></iframe>`;
      },
    };
  }

  async function pageFor(frameOrigins: string[], shop: string, threeDSecure: 'always' | 'never') {
    const merchant = await service.addMerchant({ frameOrigins, threeDSecure });
    const created = await fetch(`${service.baseUrl}/api/payment/hostedpage`, {
      method: 'POST',
      headers: { 'X-Api-Key': merchant.apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        amount: 40,
        currency: 'TRY',
        orderNumber: 'FRAMED',
        successUrl: shop.replace('http://127.0.0.1', 'http://localhost'),
        failUrl: shop.replace('http://127.0.0.1', 'http://localhost'),
      }),
    });
    return ((await created.json()) as { data: { hostedPageUrl: string } }).data.hostedPageUrl;
  }
  const heardBy = (page: Page) => page.evaluate<Record<string, unknown>[]>('heard');

  async function payInside(page: Page): Promise<void> {
    const frame = page.frameLocator('iframe');
    await frame.locator('#ownerName').fill('Ayşe Yılmaz');
    await frame.locator('#cardNumber').fill('5528790000000008');
    await frame.locator('#expiryMonth').fill('12');
    await frame.locator('#expiryYear').fill('30');
    await frame.locator('#cvv').fill('123');
    await frame.locator('#pay').click();
  }

  it('tells the registered shop its height and state, and returns in the whole window', async () => {
    const shop = await openShop();
    shop.show(await pageFor([shop.origin], shop.origin, 'never'));
    const page = await browser.newPage();
    await page.goto(shop.origin);
    await expect.poll(() => heardBy(page)).not.toEqual([]);
    const [first] = await heardBy(page);
    expect(first).toMatchObject({ type: 'payment-page', state: 'form', from: service.baseUrl });
    expect(first?.['height']).toBeGreaterThan(400);
    await payInside(page);
    await page.waitForURL(/localhost:\d+\/\?.*status=Successful/);
    await page.close();
  });

  it('goes to the bank in the whole window, after a click', async () => {
    const shop = await openShop();
    shop.show(await pageFor([shop.origin], shop.origin, 'always'));
    const page = await browser.newPage();
    await page.goto(shop.origin);
    await payInside(page);
    await page.frameLocator('iframe').locator('#challenge button').click();
    await page.waitForSelector('#code');
    await page.fill('#code', '123456');
    await page.locator('button[value=approve]').click();
    await page.waitForURL(/localhost:\d+\/\?.*status=Successful/);
    await page.close();
  });

  it('is not shown by a shop that is not registered, which hears nothing', async () => {
    const [stranger, shop] = [await openShop(), await openShop()];
    stranger.show(await pageFor([shop.origin], shop.origin, 'never'));
    const page = await browser.newPage();
    await page.goto(stranger.origin);
    await page.waitForTimeout(500);
    expect(await heardBy(page)).toEqual([]);
    expect(await page.frameLocator('iframe').locator('#payment').count()).toBe(0);
    await page.close();
  });
});
