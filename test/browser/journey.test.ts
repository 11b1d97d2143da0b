// From the shop's button to the shop's success page, as a buyer's browser goes.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CARDS, MINUTE } from '../harness/harness.ts';
import { answerIssuer, type Scripts, sendCard, startShopper } from './driver/shopper.ts';

const { service, newPage, moveBy } = await startShopper();

async function buyFirstProduct(options: Scripts): Promise<Page> {
  const page = await newPage({ locale: 'tr-TR', ...options });
  await page.goto(`${service.baseUrl}/`);
  await page.locator('form[action="/shop/buy"] button').first().click();
  await page.waitForURL('**/iframe/HST-*');
  return page;
}

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  'a buyer in a real browser (%o)',
  (options) => {
    it('sees why a card was declined, pays with another, lands on the shop, signed', async () => {
      const page = await buyFirstProduct(options);
      await sendCard(page, { cardNumber: CARDS.insufficientFunds, ...options });
      await answerIssuer(page, options);
      await page.waitForSelector('#notice');
      expect(await page.textContent('#notice')).toMatch(/bakiye|limit/i);
      expect(await page.inputValue('#cardNumber')).toBe('');
      expect(await page.inputValue('#ownerName')).toBe('Ayşe Yılmaz');

      await sendCard(page, options);
      await answerIssuer(page, options);
      await page.waitForURL('**/shop/success?*');
      expect(await page.textContent('body')).toContain('PAY-');
      expect(await page.locator('dd.bad').count()).toBe(0);
      expect(await page.locator('dd.good').count()).toBe(1);
      await page.context().close();
    });

    it('is told that a lost payment is being checked, and then that it is paid', async () => {
      const page = await buyFirstProduct(options);
      service.bank.script(['lost-after']);
      const sales = service.bank.ledger().length;
      await sendCard(page, options);
      await answerIssuer(page, options);
      await page.waitForSelector('[data-state="checking"]');

      await moveBy(10 * MINUTE);
      await page.waitForSelector('[data-state="paid"]', { timeout: 20_000 });
      const ours = service.bank.ledger().slice(sales);
      expect(ours.filter(({ operation }) => operation === 'sale')).toHaveLength(1);
      await page.context().close();
    });
  },
);
