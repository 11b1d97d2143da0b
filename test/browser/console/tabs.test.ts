// Several tabs of one person, and what the bar at the bottom says: nothing that is over stays.
import { expect, it } from 'vitest';
import { MINUTE } from '../../harness/harness.ts';
import { startDesk } from '../driver/desk.ts';

const { refunds, service, moveBy, open, baseUrl } = await startDesk();

it('signing out in one tab closes all others at once, and opens none again', async () => {
  await refunds.pay({ orderNumber: 'CIKIS-1' });
  const page = await open('support', 'order?orderNumber=CIKIS-1');
  const other = await page.context().newPage();
  await other.goto(`${baseUrl}/console/order?orderNumber=CIKIS-1`);
  await other.locator('[data-hotkey=r]').click();
  await other.locator('dialog').waitFor();
  await page.locator('.person summary').click();
  await page.locator('.person').getByRole('button', { name: 'Oturumu kapat' }).click();
  await other.locator('.locked[data-lock=signedOut]').waitFor({ timeout: 2_000 });
  expect(await other.locator('body').textContent()).not.toContain('CIKIS-1');
  await other.evaluate("dispatchEvent(new Event('focus'))");
  expect(await other.locator('dialog, header').count()).toBe(0);
  await page.context().close();
});

it('a tab that comes to the front checks its session', async () => {
  const page = await open('viewer');
  // A browser that froze the tab: no word of the other one reached it.
  await page.context().clearCookies();
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await page.locator('.locked[data-lock=ended]').waitFor();
  await page.context().close();
});

it('a notice goes with its page, when its refund has gone on, and a good one after some seconds', async () => {
  const payment = await refunds.pay({ orderNumber: 'CUBUK-1' });
  const { refundId } = (await refunds.request(payment, 30)).json.data;
  const page = await open('finance', `refunds?id=${refundId}`);
  const notice = page.locator('.notices .notice');
  service.bank.script(['lost-after']);
  await page.locator('[data-hotkey=a]').click();
  await page.locator('.effect').getByText('CUBUK-1').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.notices .notice.wait').getByText('Banka yanıt vermedi').waitFor();
  await page.locator('article').getByText('Banka bekleniyor').waitFor();
  expect(await notice.count()).toBe(1);
  await moveBy(10 * MINUTE);
  expect((await refunds.refundsOf(payment)).map(({ status }) => status)).toEqual(['Completed']);
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await page.locator('article').getByText('Tamamlandı').waitFor();
  await notice.waitFor({ state: 'detached' });

  const { refundId: next } = (await refunds.request(payment, 20)).json.data;
  await page.goto(`${baseUrl}/console/refunds?id=${next}`);
  await page.locator('[data-hotkey=a]').click();
  await page.locator('.effect').getByText('CUBUK-1').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.notices .notice.good').waitFor();
  await page.locator('#find').fill('CUBUK-1');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/order?*');
  expect(await notice.count()).toBe(0);

  await page.clock.install();
  const { refundId: last } = (await refunds.request(payment, 10)).json.data;
  await page.goto(`${baseUrl}/console/refunds?id=${last}`);
  await page.locator('[data-hotkey=a]').click();
  await page.locator('.effect').getByText('CUBUK-1').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.notices .notice.good').waitFor();
  await page.clock.runFor(10_000);
  expect(await notice.count()).toBe(0);
  await page.context().close();
});
