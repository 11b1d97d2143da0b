// A buyer enters a card on a page in a real browser, with and without scripts, and returns to the shop.
import { describe, expect, it } from 'vitest';
import { RETURNS } from '../../drivers/card-page-driver.ts';
import { resultOf } from '../../drivers/result.ts';
import { startHarness } from '../../harness/harness.ts';
import { startBrowser } from '../driver/browser.ts';
import { fillCard } from '../driver/form-page.ts';
import { answerIssuer, sendCard } from '../driver/shopper.ts';

const { service } = await startHarness();
const { newPage } = startBrowser();
const { apiKey } = await service.addMerchant({ threeDSecure: 'newCards' });

async function call(path: string, body: object): Promise<Record<string, string>> {
  const answer = await fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return ((await answer.json()) as { data: Record<string, string> }).data;
}

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  'a page for a card in a real browser (%o)',
  (options) => {
    it('a card page asks for consent, verifies the card and returns with a signed result', async () => {
      const customer = { fullName: 'Ayşe Yılmaz', email: 'ayse@example.com' };
      const { id } = await call('/api/customer', customer);
      const link = await call(`/api/customer/${id}/addcardlink`, RETURNS);
      const page = await newPage({ locale: 'en-GB', ...options });
      await page.goto(link['hostedPageUrl'] ?? '');
      await fillCard(page, {});
      await page.locator('#pay').click();
      await page.waitForSelector('#consent[aria-invalid=true]');
      expect(await page.textContent('#consent-error')).toContain('Tick this box');
      await page.check('#consent');
      await sendCard(page, options);
      // The shop does not exist: only the address that the browser requests is checked.
      const atShop = page.waitForRequest('https://shop.example/account?tab=cards&result=*');
      await answerIssuer(page, options);
      expect(resultOf((await atShop).url())).toMatchObject({ status: 'CardStored', customerId: id });
      await page.context().close();
    });
  },
);
