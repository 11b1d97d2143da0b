// Hostile texts in every field of a merchant's request and of the buyer's form, shown in a real browser: no
// script runs, and an accepted text is shown as it was sent.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { fillCard } from './form-page.ts';
import { foreignRequestsOf, startShopper, stateOf } from './shopper.ts';

const { newPage, service, api, shop, now } = await startShopper();
const { apiKey: key } = await service.addMerchant({ threeDSecure: 'never', installments: [1, 3] });

/** Each field accepts or refuses the text. The page is created with the accepted fields. */
async function openPageWith(page: Page, text: string): Promise<{ accepted: string[]; url: string }> {
  const merchant = { key, body: { fullName: text, email: 'ayse@example.com' } };
  const customer = await api('POST', '/api/customer', merchant);
  const customerId = customer.status === 201 ? customer.json.data['id'] : undefined;
  const card = { cardNumber: '4603450000000000', expiryMonth: '12', expiryYear: '29', customerId };
  const stored = await api('POST', '/api/card', { key, body: { ...card, cardAlias: text } });
  const returns = { successUrl: `${shop}/success`, failUrl: `${shop}/fail` };
  const usual = { amount: 10, currency: 'TRY', orderNumber: `H-${now().getTime()}`, ...returns, customerId };
  const fields = {
    orderNumber: text,
    products: [{ id: 'P', name: text, amount: 10 }],
    successUrl: `${shop}/success?q=${encodeURIComponent(text.toWellFormed())}`,
  };
  const accepted = stored.status === 201 && customerId !== undefined ? ['cardAlias'] : [];
  let body: Record<string, unknown> = usual;
  let url = '';
  for (const [name, value] of Object.entries(fields)) {
    const more = { ...body, [name]: value };
    const { status, json } = await api('POST', '/api/payment/hostedpage', { key, body: more });
    expect([201, 400]).toContain(status);
    if (status !== 201) continue;
    body = more;
    accepted.push(name);
    url = String(json.data['hostedPageUrl']);
  }
  if (url !== '') await page.goto(url);
  return { accepted, url };
}

export function testHostileOrders(texts: readonly string[]): void {
  describe('hostile texts in orders', () => {
    it('a hostile text of a merchant or buyer runs on no page and is shown unchanged', async () => {
      const page = await newPage();
      const faults: string[] = [];
      page.on('dialog', async (dialog) => {
        faults.push(`dialog: ${dialog.message()}`);
        await dialog.dismiss();
      });
      page.on('pageerror', (error) => faults.push(error.message));
      const foreignRequests = foreignRequestsOf(page, service.baseUrl);
      let orders = 0;
      for (const text of texts) {
        const { accepted, url } = await openPageWith(page, text);
        if (url === '') continue;
        const shown = text.normalize('NFC').trim();
        const isOrder = accepted.includes('orderNumber');
        if (isOrder) expect(await page.locator('.order .facts bdi').first().textContent()).toBe(shown);
        if (accepted.includes('products'))
          expect(await page.locator('.lines bdi').first().textContent()).toBe(shown);
        if (accepted.includes('cardAlias')) await page.locator('#saved-new').check();
        for (const field of ['#ownerName', '#cardNumber'])
          await page.locator(field).fill(text.toWellFormed());
        for (let press = 0; press < 2; press += 1) await page.locator('#pay').click();
        await page.locator('#notice').waitFor();
        for (const field of ['#expiry']) await page.locator(field).fill('');
        await fillCard(page);
        await page.locator('#pay').click();
        await page.waitForURL('**/shop/success?*');
        await page.goto(url);
        expect(await stateOf(page)).toBe('paid');
        if (isOrder) expect(await page.locator('.facts bdi').first().textContent()).toBe(shown);
        orders += Number(isOrder);
      }
      expect(orders).toBeGreaterThan(5);
      expect([...faults, ...foreignRequests]).toEqual([]);
      await page.context().close();
    }, 600_000);
  });
}
