// The hosted page in a frame of a shop's page: the messages that it posts, their origins, and how it leaves
// the frame.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { CARDS } from '../drivers/buyer.ts';
import { returnsWith } from '../drivers/result.ts';
import { fillCard } from './driver/form-page.ts';
import { startShopper } from './driver/shopper.ts';

const { service, createPage, newPage } = await startShopper();

describe('a hosted page in a frame', () => {
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
  });

  /** Opens a shop on a separate origin. */
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
        const inside = `<iframe width="480" height="1100" src="${frame}"></iframe>`;
        body = `<!doctype html><title>Shop</title><script>${script}</script>${inside}`;
      },
    };
  }

  async function pageFor(frameOrigins: string[], shop: string, threeDSecure: 'always' | 'never') {
    const merchant = await service.addMerchant({ frameOrigins, threeDSecure });
    const returnOrigin = shop.replace('http://127.0.0.1', 'http://localhost');
    const body = { successUrl: returnOrigin, failUrl: returnOrigin };
    return (await createPage(body, { key: merchant.apiKey })).hostedPageUrl;
  }
  /** Opens the shop's page and collects its messages, also after the page is left. */
  async function openShopPage(origin: string): Promise<{ page: Page; heard: Record<string, unknown>[] }> {
    // The whole frame must be visible: a part out of sight is not drawn, and cannot be clicked.
    const page = await newPage({ viewport: { width: 800, height: 1300 } });
    const messages: Record<string, unknown>[] = [];
    await page.exposeFunction('hear', (message: Record<string, unknown>) => void messages.push(message));
    await page.goto(origin);
    return { page, heard: messages };
  }
  async function payInFrame(page: Page, cardNumber: string = CARDS.approved): Promise<void> {
    const frame = page.frameLocator('iframe');
    await fillCard(frame, { cardNumber });
    await frame.locator('#pay').click();
  }

  it('the registered shop receives height, state and result; the return uses the whole window', async () => {
    const shop = await openShop();
    shop.show(await pageFor([shop.origin], shop.origin, 'never'));
    const { page, heard: messages } = await openShopPage(shop.origin);
    await expect.poll(() => messages.length).toBe(1);
    expect(messages).toMatchObject([{ type: 'payment-page', state: 'form', from: service.baseUrl }]);
    expect(messages[0]?.['height']).toBeGreaterThan(400);
    expect(messages[0]?.['result']).toBeUndefined();
    await payInFrame(page);
    await page.waitForURL(returnsWith('Successful'));
    expect(messages.at(-1)).toMatchObject({ type: 'payment-page', state: 'returning', result: 'paid' });
    await page.close();
  });

  it('the shop receives a new height for a decline, and the result for the last decline', async () => {
    const shop = await openShop();
    shop.show(await pageFor([shop.origin], shop.origin, 'never'));
    const { page, heard: messages } = await openShopPage(shop.origin);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await payInFrame(page, CARDS.insufficientFunds);
      if (attempt < 5) await page.frameLocator('iframe').locator('#notice:focus').waitFor();
    }
    await page.waitForURL(returnsWith('Failed'));
    const heights = messages.filter(({ state }) => state === 'form').map(({ height }) => Number(height));
    expect(Math.max(...heights)).toBeGreaterThan(heights[0] ?? 0);
    expect(messages.slice(0, -1).some((message) => 'result' in message && message['result'])).toBe(false);
    expect(messages.at(-1)).toMatchObject({ state: 'returning', result: 'failed' });
    await page.close();
  });

  it('the bank’s step stays in the frame, or goes to the whole window after a click', async () => {
    const shop = await openShop();
    shop.show(await pageFor([shop.origin], shop.origin, 'always'));
    for (const isWhole of [false, true]) {
      const { page, heard } = await openShopPage(shop.origin);
      await payInFrame(page);
      const step = page.frameLocator('iframe').frameLocator('dialog.bank iframe');
      const inner = step.frameLocator('iframe[name=bank]');
      await inner.locator('#code').waitFor();
      if (isWhole) await step.locator('#challenge button').click();
      const issuer = isWhole ? page : inner;
      await issuer.locator('#code').fill('123456');
      await issuer.locator('button[value=approve]').click();
      await page.waitForURL(returnsWith('Successful'));
      if (!isWhole) expect(heard.at(-1)).toMatchObject({ state: 'returning', result: 'paid' });
      await page.close();
      shop.show(await pageFor([shop.origin], shop.origin, 'always'));
    }
  });

  it('a page without a buyer action waits for a click and does not open the shop inside', async () => {
    const shop = await openShop();
    shop.show(await pageFor([shop.origin], shop.origin, 'never'));
    const page = await newPage();
    // Submitted by a script in the page, because Playwright's actions count as an activation by the buyer.
    const card = { cardNumber: CARDS.approved, expiry: '12/30', cvv: '123' };
    await page.addInitScript(`addEventListener('load', () => {
      const form = document.getElementById('payment');
      for (const [id, value] of Object.entries(${JSON.stringify({ ...card, ownerName: 'Ayşe' })}))
        if (form) form.elements[id].value = value;
      form?.submit();
    })`);
    // Awaited outside the frame, because locating an element in it would already be an activation.
    const paid = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.goto(shop.origin);
    await paid;
    await page.waitForTimeout(1000);
    const back = page.frameLocator('iframe').locator('#return');
    expect(await back.isVisible()).toBe(true);
    expect(page.url()).toBe(`${shop.origin}/`);
    shop.show('about:blank');
    await back.click();
    await page.waitForURL(returnsWith('Successful'));
    await page.close();
  });

  it('a shop that is not registered cannot frame the page and receives no message', async () => {
    const [otherShop, shop] = [await openShop(), await openShop()];
    otherShop.show(await pageFor([shop.origin], shop.origin, 'never'));
    const { page, heard: messages } = await openShopPage(otherShop.origin);
    await page.waitForTimeout(500);
    expect(messages).toEqual([]);
    expect(await page.frameLocator('iframe').locator('#payment').count()).toBe(0);
    await page.close();
  });

  it('the page is not shown if its shop is framed by another site', async () => {
    const [shop, otherShop] = [await openShop(), await openShop()];
    shop.show(await pageFor([shop.origin], shop.origin, 'never'));
    otherShop.show(shop.origin);
    const { page, heard: messages } = await openShopPage(otherShop.origin);
    const inner = page.frameLocator('iframe').locator('iframe');
    await inner.waitFor();
    await page.waitForTimeout(500);
    expect(await inner.contentFrame().locator('#payment').count()).toBe(0);
    expect(messages).toEqual([]);
    await page.close();
  });

  it('a page with frame origins also works outside a frame', async () => {
    const shop = await openShop();
    const page = await newPage();
    await page.goto(await pageFor([shop.origin], shop.origin, 'never'));
    await fillCard(page);
    await page.locator('#pay').click();
    await page.waitForURL(returnsWith('Successful'));
    await page.close();
  });
});
