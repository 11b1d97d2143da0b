// Clock and bank of the local service, moved beside the console.
import { expect, it } from 'vitest';
import { makeConsole } from '../../../lib/console/pack.ts';
import { createShop } from '../../../lib/demo/shop/shop-server.ts';
import { DAY } from '../../harness/harness.ts';
import { startDesk } from '../driver/desk.ts';

const { refunds, charges, open, now } = await startDesk({ shop: createShop, events: true });

it('a move of the clock runs what falls due, and the same person goes on where the page was', async () => {
  await charges.create({ frequency: 'weekly', subscriptionName: 'Haftalık kutu' });
  const page = await open('finance', 'recurring?status=Active');
  const before = now().getTime();
  const loaded = page.waitForEvent('load');
  await page.locator('.levers').getByRole('button', { name: 'Saati bir ay ileri al' }).click();
  await loaded;
  await page.locator('.person').getByText('Deniz Kaya').waitFor();
  await page.locator('main:not([aria-busy=true], :has([aria-busy=true])) h1').waitFor();
  expect(now().getTime() - before).toBeGreaterThan(27 * DAY);
  expect([new URL(page.url()).search, new URL(page.url()).hash]).toEqual(['?status=Active', '']);
  await page.getByText('Haftalık kutu').first().click();
  await expect.poll(async () => await page.locator('.entries .state').count()).toBeGreaterThan(1);
  await page.context().close();
});

it('the bank that loses its next answer leaves an unknown, in the language of the page', async () => {
  const payment = await refunds.pay({ orderNumber: 'SUS-1' });
  const { refundId } = (await refunds.request(payment, 30)).json.data;
  const page = await open('finance', `refunds?id=${refundId}`, { locale: 'en-GB' });
  const lever = page.locator('.levers').getByRole('button', { name: 'Lose the bank’s next answer' });
  await lever.click();
  await page.locator('.levers').getByText('next answer: done').waitFor();
  await page.keyboard.press('a');
  await page.locator('.effect').getByText('SUS-1').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.notices .notice.wait').waitFor();
  await page.context().close();
});

it('a deployed console has no levers', async () => {
  const { page, files } = await makeConsole();
  expect(`${page}${Object.values(files).join('')}`).not.toMatch(/levers|\/local\//);
});
