// A purchase from the shop's button to the shop's success page.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CARDS, MINUTE } from '../harness/harness.ts';
import { answerIssuer, type Scripts, sendCard, startShopper, stepOf } from './driver/shopper.ts';

const { service, newPage, moveBy } = await startShopper();

async function buyFirstProduct(options: Scripts): Promise<Page> {
  const page = await newPage({ locale: 'tr-TR', ...options });
  await page.goto(`${service.baseUrl}/`);
  await page.locator('form[action="/shop/buy"] button').first().click();
  await page.waitForURL('**/iframe/HST-*');
  return page;
}

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  'a purchase in a real browser (%o)',
  (options) => {
    it('a buyer sees a decline, pays with another card, and returns with a valid signature', async () => {
      const page = await buyFirstProduct(options);
      await sendCard(page, { cardNumber: CARDS.insufficientFunds, ...options });
      await answerIssuer(page, options);
      await page.waitForSelector('#notice');
      expect(await page.textContent('#notice')).toMatch(/bakiye|limit/i);
      expect(await page.textContent('#notice')).toContain('•••• 1129');
      // With scripts the number is still in the field, and only the CVV is asked for again.
      const kept = options.javaScriptEnabled ? '4111 1111 1111 1129' : '';
      expect([await page.inputValue('#cardNumber'), await page.inputValue('#cvv')]).toEqual([kept, '']);
      expect(await page.inputValue('#ownerName')).toBe('Ayşe Yılmaz');

      await sendCard(page, options);
      await answerIssuer(page, options);
      await page.waitForURL('**/shop/success?*');
      expect(await page.textContent('body')).toContain('PAY-');
      expect(await page.locator('dd.bad').count()).toBe(0);
      expect(await page.locator('dd.good').count()).toBe(1);
      await page.context().close();
    });

    it('a buyer who leaves goes on later, at the page that is still open', async () => {
      const page = await buyFirstProduct(options);
      await page.locator('.links a').first().click();
      await page.waitForURL('**/shop/cancel?*');
      expect(await page.textContent('h1')).toContain('Ödemeden vazgeçtiniz');
      await page.locator('.actions a').first().click();
      await sendCard(page, options);
      await answerIssuer(page, options);
      await page.waitForURL('**/shop/success?*');
      expect(await page.textContent('h1')).toContain('Siparişiniz alındı');
      await page.context().close();
    });

    it('a payment without an answer is shown as being checked, and then it is paid', async () => {
      const page = await buyFirstProduct(options);
      service.bank.script(['lost-after']);
      const sales = service.bank.ledger().length;
      await sendCard(page, options);
      await answerIssuer(page, options);
      const waiting = options.javaScriptEnabled ? stepOf(page) : page;
      await waiting.locator('[data-state=checking]').waitFor();

      await moveBy(10 * MINUTE);
      if (options.javaScriptEnabled) await page.waitForURL('**/shop/success?*');
      else await page.locator('[data-state=paid]').waitFor();
      const newOperations = service.bank.ledger().slice(sales);
      expect(newOperations.filter(({ operation }) => operation === 'sale')).toHaveLength(1);
      await page.context().close();
    });
  },
);
