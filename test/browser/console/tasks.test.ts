// What people at the desk are asked on the telephone, each done in a real browser in at most eight actions.
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { CARDS, DAY, HOUR } from '../../harness/harness.ts';
import { startDesk } from '../driver/desk.ts';

const desk = await startDesk({ events: true });
const { refunds, charges, service, moveBy, open, api, merchant, payOrder, now } = desk;
const key = merchant.apiKey;
const MOST_ACTIONS = 8;

/** Does what a person does and counts it. */
function hand(page: Page) {
  let actions = 0;
  const one = async (work: Promise<unknown>) => {
    actions += 1;
    expect(actions).toBeLessThanOrEqual(MOST_ACTIONS);
    await work;
  };
  return {
    press: async (key: string) => await one(page.keyboard.press(key)),
    type: async (text: string) => await one(page.keyboard.type(text)),
    click: async (name: string | RegExp) => await one(page.getByRole('link', { name }).first().click()),
    sees: async (text: string | RegExp) => await page.locator('main').getByText(text).first().waitFor(),
  };
}
const noticeOf = async (page: Page) => await page.locator('.notices .notice').textContent();

let unpaidId = '';
beforeAll(async () => {
  await refunds.pay({ amountMinor: 73_145, orderNumber: 'ARANAN-1' });
  await refunds.pay({ amountMinor: 40_000, orderNumber: 'ARANAN-2', cardNumber: CARDS.troy });
  const plan = await charges.create({
    frequency: 'daily',
    maxRetryAttempts: 0,
    subscriptionName: 'Günlük espresso',
  });
  unpaidId = plan.id;
  service.bank.script(['decline:51']);
  await moveBy(DAY + 2 * HOUR);
  await charges.create({
    frequency: 'monthly',
    subscriptionName: 'Aylık kutu',
    startDate: '2026-11-22T09:00:00Z',
  });
});

describe('a call from a buyer', () => {
  it('1: a payment is found by its amount, and by the last four digits', async () => {
    const page = await open('support');
    const { press, type, sees } = hand(page);
    await press('/');
    await type('731,45 TL');
    expect(await page.locator('#found a').first().textContent()).toContain('tutar');
    await press('Enter');
    await sees('ARANAN-1');
    expect(await page.locator('[data-row]').count()).toBe(1);
    await press('/');
    await type('9792 03** **** 0000');
    await press('Enter');
    await page.waitForURL('**/payments?*lastFour=0000*');
    await sees('ARANAN-2');
    await page.context().close();
  });

  it('2: why was it declined', async () => {
    const page = await open('viewer');
    const { press, click, sees } = hand(page);
    await press('2');
    await click('Başarısız');
    await sees('Limit yetersiz.');
    await page.locator('[data-row]').first().click();
    await sees(/^51 · Limit yetersiz/);
    await page.context().close();
  });

  it('3: refund a part of an order; 5: and is it at the bank', async () => {
    const page = await open('owner');
    const { press, type, sees } = hand(page);
    await press('/');
    await type('ARANAN-2');
    await press('Enter');
    await sees('İade edilebilir');
    await press('r');
    await page.locator('dialog').waitFor();
    await page.keyboard.type('150');
    await page.locator('dialog').getByText('250,00').waitFor();
    expect(await page.locator('.effect').textContent()).toMatch(/ekstre/);
    await press('Enter');
    await sees('Onay bekliyor');
    await press('a');
    await page.locator('dialog').getByText('ARANAN-2').waitFor();
    await press('Enter');
    await page.locator('.notice.good').waitFor();
    expect(await noticeOf(page)).toContain('150,00');
    await sees('Banka referansı');
    expect(service.bank.ledger().at(-1)).toMatchObject({
      operation: 'refund',
      amount: 150,
      outcome: 'approved',
    });
    await page.context().close();
  });

  it('what to say stands in three lines', async () => {
    const page = await open('viewer', 'order?orderNumber=ARANAN-1');
    const lines = await page.locator('.phone p').allTextContents();
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('731,45');
    expect(lines[1]).toContain('Kahve Dükkânı');
    await page.context().close();
  });
});

it.each([
  ['tr-TR', '1.500', '1500.00'],
  ['tr-TR', '1.499,9 TL', '1499.90'],
  ['tr-TR', '₺1499.90', '1499.90'],
  ['en-GB', '1,500', '1500.00'],
  ['en-GB', '1,499.90', '1499.90'],
  ['en-GB', '1.500', null],
  ['tr-TR', '1,500', null],
])('in %s the amount %s is %s', async (locale, typed, amount) => {
  const page = await open('viewer', '', { locale });
  await page.locator('#find').fill(typed);
  const addresses = await page
    .locator('#found a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const amounts = addresses.map((one) => new URLSearchParams(one?.split('?')[1]).get('minAmount'));
  expect(amounts.find((one) => one !== null) ?? null).toBe(amount);
  await page.context().close();
});

describe('the work of a day', () => {
  it("4: a colleague's request is approved by keyboard, with its effect shown before", async () => {
    const payment = await refunds.pay({ orderNumber: 'ONAY-1' });
    await refunds.request(payment, 30, { reason: 'Eksik parça' });
    const page = await open('finance');
    const { press, sees } = hand(page);
    await press('3');
    await sees('Eksik parça');
    await page.getByRole('button', { name: 'Onayla' }).waitFor();
    await press('a');
    await page.locator('dialog').getByText('ONAY-1').waitFor();
    await press('Enter');
    await page.locator('.notice.good').waitFor();
    await sees('Tamamlandı');
    await page.context().close();
  });

  it('6: a dead card gets a link; 7: what is charged tomorrow stands in the calendar', async () => {
    const page = await open('support');
    const { press, sees } = hand(page);
    await press('4');
    await sees('Günlük espresso');
    await sees('22 Kasım Pazar');
    await sees('Aylık kutu');
    await press('j');
    await press('Enter');
    await page.waitForURL(`**/recurring?id=${unpaidId}`);
    await sees('Kart bağlantısı');
    await press('c');
    await page.locator('#field-shop').fill('https://shop.example/');
    await press('Enter');
    await sees(/HST-/);
    await page.context().close();
  });

  it('a plan is paused with what will not be charged shown before, and goes on', async () => {
    const { id } = await charges.create({ frequency: 'monthly', startDate: '2027-01-01T09:00:00Z' });
    const page = await open('support', `recurring?id=${id}`);
    const { press, sees } = hand(page);
    await press('d');
    await page.locator('dialog').getByText('Çekilmeyecek').waitFor();
    await page.getByRole('button', { name: 'Durdur', exact: true }).last().click();
    await page.locator('article').getByText('Durduruldu').waitFor();
    await press('d');
    await press('Enter');
    await page.locator('.notice.good').waitFor();
    await sees('Etkin');
    await page.context().close();
  });

  it('a payment link is made in two fields and closed; 9: a page is closed', async () => {
    const page = await open('support', 'pages');
    const { press, type, sees } = hand(page);
    await press('n');
    await page.locator('#field-shop').fill('https://shop.example/');
    await type('');
    await page.locator('#field-amount').fill('1.250,50');
    await page.locator('#field-orderNumber').fill('WHATSAPP-1');
    await press('Enter');
    await sees(/için 1\.250,50/);
    await page.getByRole('img', { name: /QR/ }).waitFor();
    const url = (await page.locator('.link-made code').textContent()) ?? '';
    expect((await fetch(url)).status).toBe(200);
    await press('x');
    await press('Enter');
    await page.locator('article').getByText('Kapatıldı').waitFor();
    expect((await fetch(url)).status).toBe(410);
    await page.context().close();
  });

  it('10: the day stands beside the same day of last week, and each figure opens its list', async () => {
    await payOrder({ amount: 1499.9 });
    const page = await open('owner');
    const { sees } = hand(page);
    await sees('Sizi bekleyenler');
    const sold = page.locator('.figure', { hasText: 'Satış' });
    const day = now().toISOString().slice(0, 10);
    const path = `/api/payment/statistics?startDate=${day}&endDate=${day}`;
    const figures = await api<{ byCurrency: { paidAmount: number }[] }>('GET', path, { key });
    const paid = figures.json.data.byCurrency[0]?.paidAmount ?? 0;
    expect(paid).toBeGreaterThan(1499);
    await sold.getByText(paid.toLocaleString('tr-TR', { minimumFractionDigits: 2 })).waitFor();
    expect(await sold.locator('rect').count()).toBe(8);
    await page.locator('.wait-card', { hasText: 'Ödenmemiş düzenli ödeme' }).click();
    await page.waitForURL('**/recurring?status=Unpaid');
    await sees('Günlük espresso');
    await page.context().close();
  });

  it('11: a list is saved as a table, with its filters', async () => {
    const page = await open('finance', 'payments?status=Failed');
    await page.locator('[data-row]').first().waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('e')]);
    expect(download.suggestedFilename()).toBe('odemeler.csv');
    const lines = (await text(await download.createReadStream())).trim().split('\r\n');
    expect(lines[0]).toContain(';');
    expect(lines.slice(1).length).toBeGreaterThan(0);
    expect(lines.slice(1).filter((line) => !/Failed|Başarısız/.test(line))).toEqual([]);
    await page.context().close();
  });

  it('the unknown is a state with a time', async () => {
    const payment = await refunds.pay({ orderNumber: 'BELIRSIZ-1' });
    const { refundId } = (await refunds.request(payment, 30)).json.data;
    service.bank.script(['lost-after']);
    const page = await open('finance', `refunds?id=${refundId}`);
    await page.getByRole('button', { name: 'Onayla' }).waitFor();
    await page.keyboard.press('a');
    await page.locator('dialog').getByText('BELIRSIZ-1').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.notice.wait').waitFor({ timeout: 60_000 });
    expect(await noticeOf(page)).toMatch(/yeniden sorulacak; yeniden göndermeyin/);
    await page.locator('article').getByText('Yanıt bekleniyor').waitFor();
    await moveBy(DAY / 24);
    const { json } = await api<{ status: string }>('GET', `/api/Refund/${refundId}`, { key });
    expect(json.data.status).toBe('Completed');
    await page.context().close();
  });
});
