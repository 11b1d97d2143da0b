// The pictures of the console in docs/screenshots: a shop after a week, with what waits for a person.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { newIds } from '../../../lib/operator/new-ids.ts';
import { addPerson } from '../../../lib/operator/people.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { DAY, HOUR, openHarness } from '../../harness/harness.ts';
import { launchBrowser } from '../driver/chromium.ts';

type OpenHarness = Awaited<ReturnType<typeof openHarness>>;

/** Renews `desk-<view>-…png` in `folder`. */
export async function takeDeskPictures(folder: URL): Promise<void> {
  const harness = await openHarness({ events: true });
  const browser = await launchBrowser();
  await passAWeek(harness);
  const wide = await open(harness, browser, { viewport: { width: 1280, height: 640 }, locale: 'tr-TR' });
  await wide.locator('.figure').first().waitFor();
  await shoot(wide, folder, 'desk-today-tr-light');
  await wide.goto(`${harness.service.baseUrl}/console/refunds`);
  await wide.getByRole('button', { name: 'Onayla' }).waitFor();
  await wide.keyboard.press('a');
  await wide.locator('.effect').getByText('Müşteri görür').waitFor();
  await shoot(wide, folder, 'desk-refund-tr-light');
  const dark = await open(harness, browser, {
    viewport: { width: 1280, height: 640 },
    colorScheme: 'dark',
    locale: 'en-US',
  });
  await dark.goto(`${harness.service.baseUrl}/console/recurring`);
  await dark.getByText('Günlük espresso').click();
  await dark.locator('.entries .state').first().waitFor();
  await shoot(dark, folder, 'desk-recurring-en-dark');
  const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'en-GB' } as const;
  const order = await open(harness, browser, phone);
  await order.goto(`${harness.service.baseUrl}/console/order?orderNumber=KD-1095`);
  await order.locator('main:not([aria-busy=true], :has([aria-busy=true])) h1').waitFor();
  await order.waitForLoadState('networkidle');
  await shoot(order, folder, 'desk-order-phone-en-dark');
  await browser.close();
  await harness.close();
}

/** Sales of eight days, plans of which one was declined, and refunds of which two wait. */
async function passAWeek(harness: OpenHarness): Promise<void> {
  const { api, payOrder, moveBy, service, merchant } = harness;
  const charges = recurringPaymentDriver(harness, merchant.apiKey);
  for (let day = 0; day < 8; day += 1) {
    for (let order = 0; order < 3 + ((day * 7) % 4); order += 1)
      await payOrder({ amount: 189 + ((day * 97 + order * 53) % 600), orderNumber: `KD-10${day}${order}` });
    if (day < 7) await moveBy(DAY);
  }
  await charges.create({ frequency: 'monthly', subscriptionName: 'Aylık kahve kutusu' });
  await charges.create({ frequency: 'daily', maxRetryAttempts: 0, subscriptionName: 'Günlük espresso' });
  service.bank.script(['approve', 'decline:51']);
  await moveBy(DAY + HOUR);
  for (let order = 0; order < 4; order += 1)
    await payOrder({ amount: 249.9 + order * 130, orderNumber: `KD-109${order}` });
  const request = async (transactionId: string, amount: number, reason: string) =>
    (await api<{ refundId: string }>('POST', '/api/Refund', { body: { transactionId, amount, reason } })).json
      .data.refundId;
  const sold = await payOrder({ amount: 1499.9, orderNumber: 'KD-1095' });
  await api('POST', `/api/Refund/${await request(sold, 250, 'Eksik parça')}/approve`);
  await request(sold, 120, 'Ürün hasarlı geldi');
  await request(await payOrder({ amount: 731.45, orderNumber: 'KD-1096' }), 731.45, 'Müşteri vazgeçti');
}

/** A page of the console with its owner signed in. */
async function open(
  { service, merchant: { merchantId }, now }: OpenHarness,
  browser: Browser,
  options: BrowserContextOptions,
): Promise<Page> {
  const email = `${options.locale}@shop.example`;
  const person = { name: 'Ayşe Yılmaz', email, role: 'owner' } as const;
  const { signIn } = await addPerson(merchantId, person, newIds(now()).personId, now());
  const page = await (await browser.newContext(options)).newPage();
  await page.goto(signIn);
  await page.locator('header').waitFor();
  await page.goto(`${service.baseUrl}/console`);
  return page;
}

const shoot = async (page: Page, folder: URL, name: string) =>
  await page.screenshot({
    path: new URL(`${name}.png`, folder).pathname,
    caret: 'hide',
    animations: 'disabled',
  });
