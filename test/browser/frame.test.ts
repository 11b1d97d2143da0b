// The hosted page inside a shop's own page, in a real browser: what it tells, to whom, and how it gets out.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { CARDS } from '../drivers/buyer.ts';
import { fillCard } from './driver/form-stage.ts';
import { answerIssuer, startShopper } from './driver/shopper.ts';

const { service, createPage, newPage } = await startShopper();

describe('a hosted page in a frame', () => {
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
  });

  /** A shop on an origin of its own. */
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
    const script = 'onmessage = (event) => hear({ ...event.data, from: event.origin })';
    return {
      origin: `http://127.0.0.1:${bound.port}`,
      show: (frame) => {
        body = `<!doctype html><title>Shop</title><script>${script}</script><iframe src="${frame}"></iframe>`;
      },
    };
  }

  async function pageFor(frameOrigins: string[], shop: string, threeDSecure: 'always' | 'never') {
    const merchant = await service.addMerchant({ frameOrigins, threeDSecure });
    const elsewhere = shop.replace('http://127.0.0.1', 'http://localhost');
    const body = { successUrl: elsewhere, failUrl: elsewhere };
    return (await createPage(body, { key: merchant.apiKey })).hostedPageUrl;
  }
  /** A page of the shop whose messages are heard beyond the page's own end. */
  async function visitShop(origin: string): Promise<{ page: Page; heard: Record<string, unknown>[] }> {
    const page = await newPage();
    const heard: Record<string, unknown>[] = [];
    await page.exposeFunction('hear', (message: Record<string, unknown>) => void heard.push(message));
    await page.goto(origin);
    return { page, heard };
  }
  async function payInside(page: Page, cardNumber: string = CARDS.approved): Promise<void> {
    const frame = page.frameLocator('iframe');
    await fillCard(frame, { cardNumber });
    await frame.locator('#pay').click();
  }

  it('tells the registered shop its height, state and result, and returns in the whole window', async () => {
    const shop = await openShop();
    shop.show(await pageFor([shop.origin], shop.origin, 'never'));
    const { page, heard } = await visitShop(shop.origin);
    await expect.poll(() => heard.length).toBe(1);
    expect(heard).toMatchObject([{ type: 'payment-page', state: 'form', from: service.baseUrl }]);
    expect(heard[0]?.['height']).toBeGreaterThan(400);
    expect(heard[0]?.['result']).toBeUndefined();
    await payInside(page);
    await page.waitForURL(/localhost:\d+\/\?.*status=Successful/);
    expect(heard.at(-1)).toMatchObject({ type: 'payment-page', state: 'returning', result: 'paid' });
    await page.close();
  });

  it('tells of a decline by another height, and of the last one by the result, too', async () => {
    const shop = await openShop();
    shop.show(await pageFor([shop.origin], shop.origin, 'never'));
    const { page, heard } = await visitShop(shop.origin);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await payInside(page, CARDS.insufficientFunds);
      if (attempt < 5) await page.frameLocator('iframe').locator('#notice:focus').waitFor();
    }
    await page.waitForURL(/localhost:\d+\/\?.*status=Failed/);
    const heights = heard.filter(({ state }) => state === 'form').map(({ height }) => Number(height));
    expect(Math.max(...heights)).toBeGreaterThan(heights[0] ?? 0);
    expect(heard.slice(0, -1).some((message) => 'result' in message && message['result'])).toBe(false);
    expect(heard.at(-1)).toMatchObject({ state: 'returning', result: 'failed' });
    await page.close();
  });

  it('goes to the bank in the whole window, after a click', async () => {
    const shop = await openShop();
    shop.show(await pageFor([shop.origin], shop.origin, 'always'));
    const { page } = await visitShop(shop.origin);
    await payInside(page);
    await page.frameLocator('iframe').locator('#challenge button').click();
    await answerIssuer(page);
    await page.waitForURL(/localhost:\d+\/\?.*status=Successful/);
    await page.close();
  });

  it('never puts the shop inside its own frame: untouched, it waits for a click to leave', async () => {
    const shop = await openShop();
    shop.show(await pageFor([shop.origin], shop.origin, 'never'));
    const page = await newPage();
    // A script of the page itself: what a driver does from outside counts as a touch of the buyer's.
    const card = { cardNumber: CARDS.approved, expiryMonth: '12', expiryYear: '30', cvv: '123' };
    await page.addInitScript(`addEventListener('load', () => {
      const form = document.getElementById('payment');
      for (const [id, value] of Object.entries(${JSON.stringify({ ...card, ownerName: 'Ayşe' })}))
        if (form) form.elements[id].value = value;
      form?.submit();
    })`);
    // Waited for from outside, too: a look into the frame would be a touch already.
    const paid = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.goto(shop.origin);
    await paid;
    await page.waitForTimeout(1000);
    const back = page.frameLocator('iframe').locator('#return');
    expect(await back.isVisible()).toBe(true);
    expect(page.url()).toBe(`${shop.origin}/`);
    shop.show('about:blank');
    await back.click();
    await page.waitForURL(/localhost:\d+\/\?.*status=Successful/);
    await page.close();
  });

  it('is not shown by a shop that is not registered, which hears nothing', async () => {
    const [stranger, shop] = [await openShop(), await openShop()];
    stranger.show(await pageFor([shop.origin], shop.origin, 'never'));
    const { page, heard } = await visitShop(stranger.origin);
    await page.waitForTimeout(500);
    expect(heard).toEqual([]);
    expect(await page.frameLocator('iframe').locator('#payment').count()).toBe(0);
    await page.close();
  });

  it('is not shown by its own shop where a stranger frames that', async () => {
    const [shop, stranger] = [await openShop(), await openShop()];
    shop.show(await pageFor([shop.origin], shop.origin, 'never'));
    stranger.show(shop.origin);
    const { page, heard } = await visitShop(stranger.origin);
    const inner = page.frameLocator('iframe').locator('iframe');
    await inner.waitFor();
    await page.waitForTimeout(500);
    expect(await inner.contentFrame().locator('#payment').count()).toBe(0);
    expect(heard).toEqual([]);
    await page.close();
  });

  it('works as well when it is visited by itself', async () => {
    const shop = await openShop();
    const page = await newPage();
    await page.goto(await pageFor([shop.origin], shop.origin, 'never'));
    await fillCard(page);
    await page.locator('#pay').click();
    await page.waitForURL(/localhost:\d+\/\?.*status=Successful/);
    await page.close();
  });
});
