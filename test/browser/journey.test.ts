// From the shop's button to the shop's success page, as a buyer's browser goes.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { MINUTE } from '../harness.ts';
import { HAS_BROWSER } from './chromium.ts';
import { fillCard } from './form-stage.ts';
import { startShopper } from './shopper.ts';

const { service, newPage, moveBy } = await startShopper();

/** Sends the card and answers at the bank, which leads the browser back by itself or by a button. */
async function pay(page: Page, { javaScriptEnabled }: { javaScriptEnabled: boolean }): Promise<void> {
  await page.locator('#pay').click();
  if (!javaScriptEnabled) await page.locator('#challenge button').click();
  await page.fill('#code', '123456');
  await page.locator('button[value=approve]').click();
  if (!javaScriptEnabled) await page.locator('#return button').click();
}

async function buyFirstProduct(options: { javaScriptEnabled: boolean }): Promise<Page> {
  const page = await newPage({ locale: 'tr-TR', ...options });
  await page.goto(`${service.baseUrl}/`);
  await page.locator('form[action="/shop/buy"] button').first().click();
  await page.waitForURL('**/iframe/HST-*');
  return page;
}

describe.runIf(HAS_BROWSER).each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  'a buyer in a real browser (%o)',
  (options) => {
    it('sees why a card was declined, pays with another, lands on the shop, signed', async () => {
      const page = await buyFirstProduct(options);
      await fillCard(page, '4111111111111129');
      await pay(page, options);
      await page.waitForSelector('#notice');
      expect(await page.textContent('#notice')).toMatch(/bakiye|limit/i);
      expect(await page.inputValue('#cardNumber')).toBe('');
      expect(await page.inputValue('#ownerName')).toBe('Ayşe Yılmaz');

      await fillCard(page, '5528790000000008');
      await pay(page, options);
      await page.waitForURL('**/shop/success?*');
      expect(await page.textContent('body')).toContain('PAY-');
      expect(await page.locator('dd.bad').count()).toBe(0);
      expect(await page.locator('dd.good').count()).toBe(1);
      await page.context().close();
    });

    it('is told that a lost payment is being checked, and then that it is paid', async () => {
      const page = await buyFirstProduct(options);
      service.bank.script(['lost-after']);
      await fillCard(page, '5528790000000008');
      const sales = service.bank.ledger().length;
      await pay(page, options);
      await page.waitForSelector('[data-state="checking"]');

      await moveBy(10 * MINUTE);
      await page.waitForSelector('[data-state="paid"]', { timeout: 20_000 });
      const ours = service.bank.ledger().slice(sales);
      expect(ours.filter(({ operation }) => operation === 'sale')).toHaveLength(1);
      await page.context().close();
    });
  },
);
