// The hosted page in a frame of a shop's page: who may frame it, the messages that it posts, and how it
// leaves the frame.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CARDS } from '../drivers/buyer.ts';
import { resultOf, returnsWith } from '../drivers/result.ts';
import type { OpenPage } from '../harness/harness.ts';
import { fillCard } from './driver/form-page.ts';
import { type FramingShop, startFramingShops } from './driver/framing-shop.ts';
import { answerIssuer, startShopper } from './driver/shopper.ts';

const { service, api, createPage, newPage } = await startShopper();
const openShop = startFramingShops();

const post = async <Data>(path: string, key: string, body: object) =>
  (await api<Data>('POST', path, { key, body })).json.data;

describe('a hosted page in a frame', () => {
  type Settings = { threeDSecure?: 'always' | 'never'; frameOrigins?: string[] };

  /** Returns the address of a page that leads back to the shop. */
  async function pageFor(shop: FramingShop, settings: Settings = {}): Promise<string> {
    const merchant = await service.addMerchant({ threeDSecure: 'never', ...settings });
    const body = { successUrl: `${shop.origin}/success`, failUrl: `${shop.origin}/fail` };
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
  /** The states in order, each once. */
  const statesIn = (messages: Record<string, unknown>[]) =>
    messages.map(({ state }) => state).filter((state, at, all) => state !== all[at - 1]);
  async function payInFrame(page: Page, cardNumber: string = CARDS.approved): Promise<void> {
    const frame = page.frameLocator('iframe');
    await fillCard(frame, { cardNumber });
    await frame.locator('#pay').click();
  }

  it('the shop receives height, state and result; the return uses the whole window', async () => {
    const shop = await openShop();
    shop.show(await pageFor(shop));
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

  it('the reference is shown in groups of four and copied whole, also in the frame of a shop', async () => {
    const shop = await openShop();
    shop.show(await pageFor(shop));
    const { page } = await openShopPage(shop.origin);
    await payInFrame(page);
    await page.waitForURL(returnsWith('Successful'));
    await page.goto(shop.origin);
    const receipt = page.frameLocator('iframe');
    const groups = await receipt.locator('#reference span').allTextContents();
    expect(groups.join(' ')).toMatch(/^PAY-\w\w( \w{4}){6}$/);
    await receipt.getByRole('button', { name: 'Kopyala' }).click();
    await receipt.getByRole('button', { name: 'Kopyalandı' }).waitFor();
    await page.evaluate("document.body.append(document.createElement('textarea'))");
    await page.locator('textarea').press('Control+V');
    expect(await page.locator('textarea').inputValue()).toBe(groups.join(''));
    await page.close();
  });

  it('the shop receives a new height for a decline, and the result for the last decline', async () => {
    const shop = await openShop();
    shop.show(await pageFor(shop));
    const { page, heard: messages } = await openShopPage(shop.origin);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await payInFrame(page, CARDS.insufficientFunds);
      if (attempt < 5) await page.frameLocator('iframe').locator('#notice:focus').waitFor();
    }
    await page.waitForURL(returnsWith('Failed'));
    const heights = messages.filter(({ state }) => state !== 'returning').map(({ height }) => Number(height));
    expect(Math.max(...heights)).toBeGreaterThan(heights[0] ?? 0);
    expect(messages.slice(0, -1).some((message) => 'result' in message && message['result'])).toBe(false);
    expect(statesIn(messages)).toEqual([
      'form',
      'firstKey',
      ...Array(4).fill(['sending', 'declined']).flat(),
      'sending',
      'returning',
    ]);
    expect(messages.at(-1)).toMatchObject({ state: 'returning', result: 'failed' });
    await page.close();
  });

  it('the bank’s step stays in the frame, or goes to the whole window after a click', async () => {
    const shop = await openShop();
    shop.show(await pageFor(shop, { threeDSecure: 'always' }));
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
      const step3D = ['form', 'firstKey', 'sending', 'challenge'];
      if (!isWhole) {
        expect(statesIn(heard)).toEqual([...step3D, 'sending', 'returning']);
        expect(heard.at(-1)).toMatchObject({ state: 'returning', result: 'paid' });
      }
      // Browsers keep nothing of a frame from elsewhere, and the page needs nothing.
      expect(await page.context().storageState()).toEqual({ cookies: [], origins: [] });
      await page.close();
      shop.show(await pageFor(shop, { threeDSecure: 'always' }));
    }
  });

  it('a page without a buyer action waits for a click and does not open the shop inside', async () => {
    const shop = await openShop();
    shop.show(await pageFor(shop));
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

  it('an origin that no address of the page names cannot frame it and receives no message', async () => {
    const [otherShop, shop] = [await openShop(), await openShop()];
    otherShop.show(await pageFor(shop));
    const { page, heard: messages } = await openShopPage(otherShop.origin);
    await page.waitForTimeout(500);
    expect(messages).toEqual([]);
    expect(await page.frameLocator('iframe').locator('#payment').count()).toBe(0);
    await page.close();
  });

  it('an origin that the merchant has named frames the page too, on another site', async () => {
    const [shop, other] = [await openShop(), await openShop('127.0.0.1')];
    other.show(await pageFor(shop, { frameOrigins: [other.origin] }));
    const { page, heard: messages } = await openShopPage(other.origin);
    await payInFrame(page);
    await page.waitForURL(returnsWith('Successful'));
    expect(messages.at(-1)).toMatchObject({ state: 'returning', result: 'paid' });
    await page.close();
  });

  it.each(['always', 'never'] as const)(
    'a card is given in a frame of the shop, with 3-D Secure: %s',
    async (threeDSecure) => {
      const shop = await openShop();
      const { apiKey: key } = await service.addMerchant({ threeDSecure });
      const person = { fullName: 'Ayşe Yılmaz', email: 'ayse@example.com' };
      const { id } = await post<{ id: string }>('/api/customer', key, person);
      const body = { successUrl: `${shop.origin}/account` };
      shop.show((await post<OpenPage>(`/api/customer/${id}/addcardlink`, key, body)).hostedPageUrl);
      const { page, heard: messages } = await openShopPage(shop.origin);
      await page.frameLocator('iframe').locator('#consent').check();
      await payInFrame(page);
      if (threeDSecure === 'always') await answerIssuer(page.frameLocator('iframe'));
      await page.waitForURL(`${shop.origin}/account?result=*`);
      expect(resultOf(page.url())).toMatchObject({ status: 'CardStored', customerId: id });
      expect(messages.at(-1)).toMatchObject({ state: 'returning', result: 'stored' });
      await page.close();
    },
  );

  it('a closed page is shown in the frame, and its button leaves it', async () => {
    const shop = await openShop();
    const { apiKey: key } = await service.addMerchant();
    const body = { successUrl: `${shop.origin}/success`, failUrl: `${shop.origin}/fail` };
    const { hostedPageUrl, token } = await createPage(body, { key });
    await api('DELETE', `/api/payment/hostedpage/${token}`, { key });
    shop.show(hostedPageUrl);
    const { page, heard: messages } = await openShopPage(shop.origin);
    await expect.poll(() => messages.at(-1)).toMatchObject({ state: 'closed' });
    await page.frameLocator('iframe').locator('#return').click();
    await page.waitForURL(returnsWith('Expired'));
    await page.close();
  });

  it('the page is not shown if its shop is framed by another site', async () => {
    const [shop, otherShop] = [await openShop(), await openShop()];
    shop.show(await pageFor(shop));
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
    await page.goto(await pageFor(shop));
    await fillCard(page);
    await page.locator('#pay').click();
    await page.waitForURL(returnsWith('Successful'));
    await page.close();
  });
});
