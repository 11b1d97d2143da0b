// The language that a buyer chooses is kept on all following pages. Without cookies and storage, only
// addresses can carry it.
import { describe, expect, it } from 'vitest';
import { CARDS } from '../drivers/buyer.ts';
import { answerIssuer, sendCard, startShopper, stateOf } from './driver/shopper.ts';

const { order, newPage, api, key } = await startShopper();

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  'the language that a buyer chooses (%o)',
  (options) => {
    it('the language stays through input errors, bank, waiting, decline and payment', async () => {
      const { hostedPageUrl, token } = await order({ language: null });
      const page = await newPage({ locale: 'tr-TR', ...options });
      const pageLanguage = async () => await page.locator('html').getAttribute('lang');
      const sendCardInEnglish = async (cardNumber: string = CARDS.approved) => {
        await sendCard(page, { ...options, cardNumber });
        expect(await pageLanguage()).toBe('en');
      };
      await page.goto(hostedPageUrl);
      expect(await pageLanguage()).toBe('tr');
      await page.getByText('English').click();
      await page.locator('html[lang=en]').waitFor();
      // The button is pressed twice: with scripts the first press only shows the error.
      await page.locator('#pay').click();
      await page.locator('#cardNumber-error').waitFor();
      await page.locator('#pay').click();
      await page.locator('#notice', { hasText: 'Please correct' }).waitFor();
      expect(await pageLanguage()).toBe('en');

      await sendCardInEnglish();
      await page.goto(`${hostedPageUrl}?language=en`);
      expect([await stateOf(page), await pageLanguage()]).toEqual(['verifying', 'en']);
      await page.locator('#start-over button').click();
      await page.locator('#notice', { hasText: 'You cancelled the verification' }).waitFor();
      expect(await pageLanguage()).toBe('en');
      await sendCardInEnglish(CARDS.insufficientFunds);
      await answerIssuer(page, options);
      await page.locator('#notice', { hasText: 'did not go through' }).waitFor();
      expect(await pageLanguage()).toBe('en');
      await sendCardInEnglish();
      await answerIssuer(page, options);
      await page.waitForURL('**/shop/success?*');
      const { data } = (await api('GET', `/api/payment/hostedpage/${token}`, { key })).json;
      expect(data['state']).toBe('Paid');
      await page.context().close();
    });
  },
);
