// The language a buyer chooses on the page, kept through everything that follows: with no cookie and no
// storage only addresses can carry it on.
import { describe, expect, it } from 'vitest';
import { CARDS } from '../drivers/buyer.ts';
import { answerIssuer, sendCard, startShopper, stateOf } from './driver/shopper.ts';

const { order, newPage, api, key } = await startShopper();

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  'the language that a buyer chooses (%o)',
  (options) => {
    it('stays through slips, bank, waiting, decline and payment', async () => {
      const { hostedPageUrl, token } = await order({ language: null });
      const page = await newPage({ locale: 'tr-TR', ...options });
      const spoken = async () => await page.locator('html').getAttribute('lang');
      const atIssuer = async (cardNumber: string = CARDS.approved) => {
        await sendCard(page, { ...options, cardNumber });
        expect(await spoken()).toBe('en');
      };
      await page.goto(hostedPageUrl);
      expect(await spoken()).toBe('tr');
      await page.getByText('English').click();
      await page.locator('html[lang=en]').waitFor();
      // Pressed twice: with scripts the first press only tells.
      await page.locator('#pay').click();
      await page.locator('#cardNumber-error').waitFor();
      await page.locator('#pay').click();
      await page.locator('#notice', { hasText: 'Please correct' }).waitFor();
      expect(await spoken()).toBe('en');

      await atIssuer();
      await page.goto(`${hostedPageUrl}?language=en`);
      expect([await stateOf(page), await spoken()]).toEqual(['verifying', 'en']);
      await page.locator('#start-over button').click();
      await page.locator('#notice', { hasText: 'did not go through' }).waitFor();
      expect(await spoken()).toBe('en');
      await atIssuer(CARDS.insufficientFunds);
      await answerIssuer(page, options);
      await page.locator('#notice', { hasText: 'did not go through' }).waitFor();
      expect(await spoken()).toBe('en');
      await atIssuer();
      await answerIssuer(page, options);
      await page.waitForURL('**/shop/success?*');
      const { data } = (await api('GET', `/api/payment/hostedpage/${token}`, { key })).json;
      expect(data['state']).toBe('Paid');
      await page.context().close();
    });
  },
);
