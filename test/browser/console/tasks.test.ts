// What people at the desk are asked, each done in a real browser within fifteen seconds and eight actions.
import { text } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#domain/person.ts';
import { changeMerchant, issueKey } from '../../../lib/operator/onboarding.ts';
import { peopleOf } from '../../../lib/operator/people.ts';
import { CARDS, DAY, HOUR } from '../../harness/harness.ts';
import { answerWith, startReceiver } from '../../webhook/receiver.ts';
import { startDesk } from '../driver/desk.ts';

const desk = await startDesk({ events: true });
const receiver = await startReceiver();
const { refunds, charges, service, moveBy, open, api, merchant, payOrder, now } = desk;
const key = merchant.apiKey;
const MOST_ACTIONS = 8;
const MOST_MS = 15_000;

/** Does what a person does and counts it; `sees` waits as the eye does. */
function hand(page: Page) {
  let actions = 0;
  const one = async <Done>(work: Promise<Done>): Promise<Done> => {
    actions += 1;
    return await work;
  };
  return {
    press: async (key: string) => await one(page.keyboard.press(key)),
    type: async (text: string) => await one(page.keyboard.type(text)),
    fill: async (field: string, text: string) => await one(page.locator(`#field-${field}`).fill(text)),
    click: async (what: Locator) => await one(what.click()),
    sees: async (text: string | RegExp, where = 'main') =>
      await page.locator(where).getByText(text).first().waitFor(),
    actions: () => actions,
  };
}

/** Number, actions and milliseconds of each task. */
const done: [number: number, actions: number, ms: number][] = [];

type Work = (hands: ReturnType<typeof hand>, page: Page) => Promise<void>;

/** A task that begins at the first view, by a person of this role. */
const task = (number: number, what: string, role: Role, work: Work) =>
  it(`${number}: ${what}`, async () => {
    const page = await open(role);
    const hands = hand(page);
    const startedAt = performance.now();
    await work(hands, page);
    const ms = Math.round(performance.now() - startedAt);
    done.push([number, hands.actions(), ms]);
    expect(hands.actions()).toBeLessThanOrEqual(MOST_ACTIONS);
    expect(ms).toBeLessThan(MOST_MS);
    await page.context().close();
  });

let unpaidId = '';
let leaked = { keyId: '', apiKey: '' };
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
  const payment = await refunds.pay({ orderNumber: 'ONAY-1' });
  await refunds.request(payment, 30, { reason: 'Eksik parça' });
  await payOrder({ amount: 1499.9 });
  await api('POST', '/api/payment/hostedpage', {
    key,
    body: {
      amount: 99.9,
      currency: 'TRY',
      orderNumber: 'KAPAT-1',
      successUrl: 'https://shop.example/',
      failUrl: 'https://shop.example/',
      expiresInMinutes: 2880,
    },
  });
  leaked = await issueKey(merchant.merchantId, now(), { scopes: ['payments'], name: 'Sızan' });
  await api('POST', '/api/webhook', { key, body: { url: receiver.url } });
  receiver.answers(answerWith(503, {}, 'bakimdayiz'));
  await refunds.pay({ orderNumber: 'OLAY-1' });
  await moveBy(10_000);
});

describe('the twelve tasks of a desk', () => {
  task(1, 'find a payment by its last four digits and its amount', 'support', async (hands, page) => {
    await hands.press('/');
    await hands.type('731,45 TL');
    expect(await page.locator('#found a').first().textContent()).toContain('tutar 731,45');
    await hands.press('Enter');
    await hands.sees('ARANAN-1');
    expect(await page.locator('[data-row]').count()).toBe(1);
    await hands.press('/');
    await hands.type('9792 03** **** 0000');
    await hands.press('Enter');
    await page.waitForURL('**/payments?*lastFour=0000*');
    await hands.sees('ARANAN-2');
  });

  task(2, 'say why a payment was declined', 'viewer', async (hands, page) => {
    await hands.press('2');
    await hands.click(page.getByRole('link', { name: 'Başarısız' }).first());
    await hands.sees('Kartın bakiyesi veya limiti yetersiz.');
    await hands.click(page.locator('[data-row]').first());
    await hands.sees(/^Kartın bakiyesi veya limiti yetersiz\. 51 · Limit yetersiz/);
    await hands.sees(/limiti bu tutar için yeterli değil/, '.phone');
  });

  task(3, 'refund a part of an order', 'support', async (hands, page) => {
    await hands.press('/');
    await hands.type('ARANAN-2');
    await hands.press('Enter');
    await hands.sees('İade edilebilir');
    await hands.press('r');
    await page.locator('dialog').waitFor();
    await hands.type('150');
    await page.locator('dialog').getByText('250,00').waitFor();
    expect(await page.locator('.effect').textContent()).toMatch(/ekstre/);
    expect(await page.locator('.effect').textContent()).toContain('finans ya da sahip onaylar');
    await hands.press('Enter');
    await hands.sees('Onay bekliyor', 'article');
    await hands.sees(/onay bekliyor: finans ya da sahip onaylar/, '.notices');
    await hands.sees(/Para henüz gitmedi: finans ya da sahip/, 'article');
  });

  task(4, "approve a colleague's refund, with its effect shown before", 'finance', async (hands, page) => {
    await hands.press('3');
    // Of those that wait the oldest comes first, and is the one that is shown.
    await hands.sees('ONAY-1', 'article');
    expect(await page.locator('[data-row]').first().textContent()).toContain('ONAY-1');
    await hands.click(page.locator('[data-row]', { hasText: 'ARANAN-2' }));
    await hands.sees('ARANAN-2', 'h2');
    await hands.press('a');
    await page.locator('.effect').getByText('ARANAN-2').waitFor();
    await page.locator('.effect').getByText('bankaya hemen gönderilir').waitFor();
    await page.locator('.effect').getByText('150,00\u00a0₺ · •••• 0000').waitFor();
    expect(await page.locator('.effect').textContent()).not.toContain('taksit');
    await page.locator('.effect').getByText('Müşteri görür').waitFor();
    await hands.press('Enter');
    await hands.sees(/150,00.*(iade|iptal) edildi/, '.notice.good');
    expect(service.bank.ledger().at(-1)).toMatchObject({ operation: 'refund', amount: 150 });
  });

  task(5, 'see whether a refund is at the bank', 'viewer', async (hands, page) => {
    await hands.press('3');
    await hands.click(page.getByRole('link', { name: 'Tamamlandı' }).first());
    await hands.sees('Banka referansı', 'article');
    const [, own = ''] =
      /ARANAN-2.*Banka referansı(\d+)/.exec((await page.locator('article').textContent()) ?? '') ?? [];
    expect(own).not.toBe('');
    // The order tells both references apart.
    await hands.click(page.locator('article a', { hasText: 'ARANAN-2' }));
    await hands.sees('Ödemenin banka referansı');
    await hands.sees(`banka referansı ${own}`);
  });

  task(6, 'give a dead card a link for another card', 'support', async (hands, page) => {
    await hands.press('4');
    await hands.sees('Günlük espresso');
    await hands.press('j');
    await hands.press('Enter');
    await page.waitForURL(`**/recurring?id=${unpaidId}`);
    await hands.sees('Kart bağlantısı');
    await hands.press('c');
    await page
      .locator('.effect')
      .getByText(/yeni kartını verir/)
      .waitFor();
    await hands.press('Enter');
    await hands.sees(/HST-/, '.link-made code');
    await hands.sees(/^Merhaba, “Günlük espresso”/, '.link-made blockquote');
    await hands.sees('Limit yetersiz', 'article');
  });

  task(7, 'say what is charged tomorrow', 'viewer', async (hands) => {
    await hands.press('4');
    await hands.sees('22 Kasım Pazar');
    await hands.sees('Aylık kutu');
  });

  task(8, 'send an event again that a webhook did not take, and see why', 'owner', async (hands, page) => {
    await hands.press('/');
    await hands.type('OLAY-1');
    await hands.press('Enter');
    await hands.click(page.getByRole('link', { name: /payment.succeeded olayı/ }).first());
    await hands.sees(/OLAY-1 · 100,00/, 'h3');
    await hands.sees(/503 bakimdayiz/, 'article');
    receiver.answers(answerWith(200));
    const before = receiver.received.length;
    await hands.press('s');
    await page.getByRole('dialog', { name: /OLAY-1/ }).waitFor();
    await page
      .locator('.effect')
      .getByText(`${new URL(receiver.url).host} olayı bir kez daha alır.`)
      .waitFor();
    await hands.press('Enter');
    await page.locator('.notice.good').getByText('Gönderim istendi').waitFor();
    await moveBy(10 * 60_000);
    const again = receiver.received.slice(before).map(({ body }) => body);
    expect(again.join()).toContain('OLAY-1');
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await hands.sees(/^200/, 'article');
  });

  task(9, 'close a page', 'support', async (hands, page) => {
    await hands.press('5');
    await hands.click(page.locator('[data-row]', { hasText: 'KAPAT-1' }));
    const url = (await page.locator('.link-made code').textContent()) ?? '';
    expect((await fetch(url)).status).toBe(200);
    await hands.press('x');
    await page.getByRole('dialog', { name: 'KAPAT-1 bağlantısını kapat' }).waitFor();
    await hands.press('Enter');
    await hands.sees('Kapatıldı', 'article');
    expect((await fetch(url)).status).toBe(410);
  });

  task(10, "say the day's sum, and what waits; each figure opens its list", 'owner', async (hands, page) => {
    await hands.sees('Sizi bekleyenler');
    const sold = page.locator('.figure', { hasText: 'Satış' });
    const day = now().toISOString().slice(0, 10);
    const path = `/api/payment/statistics?startDate=${day}&endDate=${day}`;
    const figures = await api<{ byCurrency: { paidAmount: number }[] }>('GET', path, { key });
    const paid = figures.json.data.byCurrency[0]?.paidAmount ?? 0;
    expect(paid).toBeGreaterThan(1499);
    await sold.getByText(paid.toLocaleString('tr-TR', { minimumFractionDigits: 2 })).waitFor();
    expect(await sold.locator('rect').count()).toBe(8);
    const lists = await page
      .locator('a.tile, .figure a')
      .evaluateAll((tiles) => tiles.map((one) => one.getAttribute('href')));
    expect(lists.length).toBeGreaterThanOrEqual(7);
    expect(lists).not.toContain(null);
    const before = new Date(now().getTime() - DAY).toISOString().slice(0, 10);
    const bar = sold.locator('.days a').nth(6);
    expect(await bar.getAttribute('href')).toBe(`/console/payments?startDate=${before}&endDate=${before}`);
    expect(await bar.getAttribute('title')).toMatch(/^\d+ \S+ \S+: [\d.]+,\d\d\u00a0₺$/);
    await hands.click(page.locator('.tile', { hasText: 'Ödenmemiş düzenli ödeme' }));
    await page.waitForURL('**/recurring?status=Unpaid');
    await hands.sees('Günlük espresso');
  });

  task(11, 'save a list as a table, with its filters', 'finance', async (hands, page) => {
    await hands.press('2');
    await hands.click(page.getByRole('link', { name: 'Başarısız' }).first());
    await page.waitForURL('**/payments?status=Failed');
    await page.locator('[data-row]').first().waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), hands.press('e')]);
    expect(download.suggestedFilename()).toBe('odemeler.csv');
    await hands.sees(/odemeler\.csv indirildi: \d+ satır/, '.notices');
    const lines = (await text(await download.createReadStream())).trim().split('\r\n');
    expect(lines[0]).toContain(';');
    expect(lines.slice(1).length).toBeGreaterThan(0);
    expect(lines.slice(1).filter((line) => !/Failed|Başarısız/.test(line))).toEqual([]);
  });

  task(12, 'revoke a key that leaked', 'owner', async (hands, page) => {
    const status = async () => (await api('GET', '/api/me', { key: leaked.apiKey })).status;
    expect(await status()).toBe(200);
    await hands.press('7');
    const row = page.locator('li', { hasText: 'Sızan' });
    await hands.click(row.getByRole('button', { name: 'Anahtarı iptal et' }));
    await page.locator('.effect').getByText('60 saniye').waitFor();
    await hands.press('Enter');
    await row.getByText('İptal edildi').waitFor();
    await moveBy(60_000);
    expect(await status()).toBe(401);
  });

  it('are all there, each within fifteen seconds and eight actions', () => {
    expect(done.map(([number]) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
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

describe('besides', () => {
  it('what to say stands in three lines', async () => {
    const page = await open('viewer', 'order?orderNumber=ARANAN-1');
    const lines = await page.locator('.phone p').allTextContents();
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('731,45');
    expect(lines[1]).toContain('Kahve Dükkânı');
    await page.context().close();
  });

  it('of a void whose outcome is not known no refund is promised; of several refunds each is a line', async () => {
    const payment = await refunds.pay({ orderNumber: 'IPTAL-1', amountMinor: 73_145 });
    service.bank.script(['lost-after']);
    await refunds.approve((await refunds.request(payment, 731.45)).json.data.refundId);
    const page = await open('viewer', `order?orderNumber=IPTAL-1&payment=${payment}`);
    const lines = page.locator('.phone p');
    const [first, ...others] = await lines.allTextContents();
    expect(first).toMatch(/^731,45\u00a0₺ ödemeniz bugün \d\d:\d\d alındı, kartınız •••• 0008\.$/);
    expect(others).toEqual([
      '731,45\u00a0₺ iptaliniz bankaya gönderildi, yanıtı bekleniyor.',
      'Tamamlanırsa ödeme ekstrenizde hiç görünmez.',
    ]);
    const other = await refunds.pay({ orderNumber: 'IADE-IKI' });
    for (const amount of [10, 20]) await refunds.request(other, amount);
    await page.goto(`${desk.baseUrl}/console/order?orderNumber=IADE-IKI`);
    await lines.nth(1).waitFor();
    await lines.nth(2).waitFor();
    expect((await lines.allTextContents()).map((line) => line.slice(0, 5)).sort()).toEqual([
      '10,00',
      '100,0',
      '20,00',
    ]);
    await page.context().close();
  });

  it('an amount that is only reserved is not called paid, and is captured in part', async () => {
    await payOrder({ orderNumber: 'AYRILAN-1', amount: 400, capture: 'manual' });
    const page = await open('finance', 'order?orderNumber=AYRILAN-1');
    const said = page.locator('.phone p').first();
    expect(await said.textContent()).toContain('henüz çekilmedi');
    await page.locator('.money').getByText('Ön provizyon').waitFor();
    await page.getByRole('button', { name: 'Serbest bırak' }).waitFor();
    await page.getByRole('button', { name: 'Tutarı çek' }).click();
    await page.locator('.effect').getByText('kalanı serbest kalır').waitFor();
    const amount = page.locator('#field-amount');
    const { height } = (await page.locator('dialog').boundingBox()) ?? {};
    await amount.fill('450');
    await page.keyboard.press('Enter');
    await page
      .locator('.field .notice.bad')
      .getByText('Ayrılan tutar 400,00\u00a0₺: daha fazlası çekilemez.')
      .waitFor();
    expect((await page.locator('dialog').boundingBox())?.height).toBe(height);
    expect(await amount.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator(':focus').getAttribute('id')).toBe('field-amount');
    await amount.fill('250');
    for (const fact of [
      'Çekilecek250,00',
      'Serbest kalacak150,00',
      'SiparişAYRILAN-1',
      '400,00\u00a0₺ · •••• 0008',
    ])
      expect(await page.locator('.effect').textContent()).toContain(fact);
    await page.keyboard.press('Enter');
    await page.locator('.notice.good').getByText('250,00\u00a0₺ çekildi.').waitFor();
    await page.locator('.money').getByText('Başarılı').waitFor();
    expect(service.bank.ledger().at(-1)).toMatchObject({ operation: 'capture', amount: 250 });
    expect(await page.locator('.phone p').last().textContent()).toContain('150,00\u00a0₺, serbest bırakıldı');
    await payOrder({ orderNumber: 'AYRILAN-2', amount: 60, capture: 'manual' });
    await page.goto(`${desk.baseUrl}/console/order?orderNumber=AYRILAN-2`);
    await page.getByRole('button', { name: 'Serbest bırak' }).click();
    await page.locator('.effect').getByText('Serbest kalacak60,00').waitFor();
    await page.context().close();
  });

  it('what the bank voided is called void, and a sale that a role sees without a name says why', async () => {
    const payment = await refunds.pay({ orderNumber: 'IPTAL-2' });
    await refunds.approve((await refunds.request(payment, 100)).json.data.refundId);
    const page = await open('viewer', 'order?orderNumber=IPTAL-2');
    await page.locator('.head').getByText('İptal', { exact: true }).waitFor();
    await page
      .locator('.slip')
      .getByText(/^İptal 100,00/)
      .waitFor();
    await page.goto(`${desk.baseUrl}/console/recurring?id=${unpaidId}`);
    await page.locator('article').getByText('ad bu rolde görünmez').waitFor();
    await page.context().close();
  });

  it('the menu of the person closes by a click elsewhere, by Escape and by a change of view', async () => {
    const page = await open('viewer');
    const menu = page.locator('.person[open]');
    const closings = [
      async () => await page.locator('h1').click(),
      async () => await page.keyboard.press('Escape'),
      async () => await page.locator('.tabs a').nth(1).click(),
    ];
    for (const close of closings) {
      await page.locator('.person summary').click();
      await menu.waitFor();
      await close();
      await menu.waitFor({ state: 'detached' });
    }
    await page.context().close();
  });

  it('a link for a shop whose site is not known asks for it, with the last one filled in, with or without https', async () => {
    const page = await open('support', 'pages');
    const hands = hand(page);
    await hands.press('n');
    expect(await page.locator('#field-shop').inputValue()).toBe('https://shop.example');
    await hands.fill('orderNumber', 'ADRES-1');
    await hands.press('Enter');
    await page.locator('dialog .notice.bad').getByText('Tutarı 1.500,00 gibi yazın.').waitFor();
    await hands.fill('amount', '20');
    await hands.fill('shop', 'bir adres');
    await hands.press('Enter');
    await page.locator('dialog .notice.bad').getByText('Adresi magaza.com gibi yazın.').waitFor();
    await hands.fill('shop', 'kahvedukkani.example');
    await hands.press('Enter');
    await hands.sees('ADRES-1', '.link-made blockquote');
    await page.goto(`${desk.baseUrl}/console/order?orderNumber=ADRES-1`);
    await hands.click(page.getByRole('link', { name: 'Ödeme sayfasını göster' }));
    await hands.sees('Bağlantıyı kapat', 'article');
    await page.context().close();
  });

  it('a payment link is made in two fields where the shop is known, with QR and a text to send', async () => {
    await changeMerchant(merchant.merchantId, { frameOrigins: ['https://shop.example'] }, now());
    const page = await open('support');
    const hands = hand(page);
    await hands.press('5');
    await hands.press('n');
    await hands.fill('amount', '1.250,50');
    await hands.fill('orderNumber', 'WHATSAPP-1');
    expect(await page.locator('dialog input').count()).toBe(2);
    await hands.press('Enter');
    await hands.sees(/için 1\.250,50/);
    await page.getByRole('img', { name: /QR/ }).waitFor();
    const url = (await page.locator('.link-made code').textContent()) ?? '';
    expect((await fetch(url)).status).toBe(200);
    expect(await page.locator('blockquote').textContent()).toContain(url);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.keyboard.press('c');
    await page.locator('.notices').getByText('Kopyalandı.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(url);
    await page.context().close();
  });

  it('a payment is found by anything a person says of it, and of a card number four digits leave the box', async () => {
    const buyer = { fullName: 'Nur Şen', email: 'nur@shop.example' };
    const customer = await api<{ id: string }>('POST', '/api/customer', { key, body: buyer });
    const order = { amount: 1234.56, orderNumber: 'HER-SEY-1', customerId: customer.json.data.id };
    const reference = await payOrder(order);
    const path = `/api/payment/${reference}`;
    const { json } = await api<Record<string, string>>('GET', path, { key });
    const { authorizationCode = '', bankReferenceNumber = '', maskedCardNumber = '' } = json.data;
    const page = await open('support', 'payments');
    const said: [typed: string, kind: string][] = [
      ['HER-SEY-1', 'sipariş numarası HER-SEY-1'],
      [reference, 'ödeme referansı'],
      [reference.toLowerCase(), 'ödeme referansı'],
      ['5528 7900 0000 0008', 'son dört hane 0008'],
      [maskedCardNumber, 'son dört hane 0008'],
      ['0008', 'son dört hane 0008'],
      ['1.234,56 ₺', 'tutar 1.234,56'],
      [authorizationCode, `provizyon no ${authorizationCode}`],
      [bankReferenceNumber, `banka referansı ${bankReferenceNumber}`],
      ['nur@shop.example', 'e-posta adresi nur@shop.example'],
      [customer.json.data.id, 'iade'],
    ];
    for (const [typed, kind] of said) {
      await page.locator('#find').fill(typed);
      const best = page.locator('#found a').first();
      expect([typed, await best.textContent()]).toEqual([typed, `${kind} Enter`]);
      expect(await best.getAttribute('href')).not.toMatch(/\d{13}/);
      if (kind === 'iade') continue;
      await page.keyboard.press('Enter');
      await page.locator('main').getByText('HER-SEY-1').first().waitFor();
    }
    await page.locator('#found a', { hasText: 'müşteri' }).click();
    await page.locator('main').getByText('HER-SEY-1').first().waitFor();
    await page.context().close();
  });

  it('two words are two filters, and both stay to be seen; of two of one kind each is offered', async () => {
    const page = await open('support', 'payments');
    const best = page.locator('#found a').first();
    const said: [typed: string, label: string, found: string][] = [
      ['0008 1.234,56', 'son dört hane 0008 + tutar 1.234,56', 'HER-SEY-1'],
      ['1234,56 TL 0008', 'tutar 1.234,56 + son dört hane 0008', 'HER-SEY-1'],
      ['5528 7900 0000 0008 1.234,56 TL', 'son dört hane 0008 + tutar 1.234,56', 'HER-SEY-1'],
      ['nur@shop.example 0008', 'e-posta adresi nur@shop.example + son dört hane 0008', 'HER-SEY-1'],
      ['HER-SEY-1 basarili', 'sipariş numarası HER-SEY-1 + Başarılı', 'HER-SEY-1'],
      ['HER-SEY-1 failed', 'sipariş numarası HER-SEY-1 + Başarısız', 'Böyle bir ödeme yok.'],
    ];
    for (const [typed, label, found] of said) {
      await page.locator('#find').fill(typed);
      expect([typed, await best.textContent()]).toEqual([typed, `${label} Enter`]);
      expect(await page.locator('#found').innerHTML()).not.toContain('5528');
      await page.keyboard.press('Enter');
      await page.locator('main').getByText(found).first().waitFor();
      const kept = (await page.locator('.given a, .chips [aria-current]').allTextContents()).join();
      for (const part of label.split(' + ')) expect(kept).toContain(part);
    }
    await page.locator('.given a', { hasText: 'HER-SEY-1' }).click();
    await page.waitForURL('**/payments?status=Failed');
    await page.locator('#find').fill('0008 1129');
    expect(await best.textContent()).toBe('son dört hane 0008 + tutar 1.129,00 Enter');
    await page.locator('#find').fill('a@b.example c@d.example');
    await page.locator('#found').getByText('Birlikte aranamaz').waitFor();
    expect(await page.locator('#found a').allTextContents()).toEqual([
      'e-posta adresi a@b.example Enter',
      'e-posta adresi c@d.example ',
      'sipariş numarası a@b.example c@d.example ',
    ]);
    await page.context().close();
  });

  it('a card and a reason in the list are filters, which a click takes off again', async () => {
    const page = await open('viewer', 'payments?status=Failed');
    await page.getByRole('link', { name: 'Kartın bakiyesi' }).first().click();
    await page.waitForURL(/errorCode=NOT_SUFFICIENT_FUNDS/);
    await page.locator('.card a').first().click();
    await page.waitForURL(/lastFour=\d{4}/);
    await page.locator('.given a', { hasText: 'bankanın nedeni' }).click();
    await page.waitForURL((url) => !url.search.includes('errorCode') && url.search.includes('lastFour'));
    await page.context().close();
  });

  it('of the periods that a pause skipped one is charged, and another one waived', async () => {
    const { id } = await charges.create({ frequency: 'daily' });
    await api('POST', `/api/RecurringPayment/${id}/pause`, { key });
    await moveBy(3 * DAY + HOUR);
    await api('POST', `/api/RecurringPayment/${id}/resume`, { key });
    const page = await open('support', `recurring?id=${id}`);
    const skipped = page.locator('.entries li', { hasText: 'Atlandı' });
    await skipped.first().waitFor();
    expect(await skipped.count()).toBeGreaterThan(1);
    await skipped.first().getByRole('button', { name: 'Tahsil et' }).click();
    await page.locator('.effect').getByText('Kart şimdi çekilir.').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.notice.good').waitFor();
    await moveBy(60_000);
    await page.reload();
    await page.locator('.entries').getByText('Ödendi').first().waitFor();
    await skipped.first().getByRole('button', { name: 'Vazgeç' }).click();
    await page.locator('dialog button.grave').click();
    await page.locator('.entries').getByText('Vazgeçildi').waitFor();
    await page.context().close();
  });

  it('all plans are a list, and are found by the merchant’s reference or by their customer’s e-mail', async () => {
    const customerId = await charges.customer({ email: 'abone@shop.example' });
    const plan = { subscriptionName: 'Aranan kutu', merchantReference: 'ABONE-42', customerId };
    await charges.create({ frequency: 'monthly', ...plan });
    const page = await open('support', 'recurring');
    await page.getByRole('link', { name: 'Hepsi' }).click();
    await page.waitForURL('**/recurring?status=All');
    for (const name of ['Aranan kutu', 'Günlük espresso'])
      await page.locator('.list').getByText(name).first().waitFor();
    for (const word of ['ABONE-42', 'abone@shop.example']) {
      await page.locator('#find').fill(word);
      await page.locator('#found a', { hasText: `düzenli ödeme ${word}` }).click();
      await expect.poll(async () => await page.locator('[data-row]').allTextContents()).toHaveLength(1);
      await page.locator('.list').getByText('Aranan kutu').waitFor();
      expect(await page.locator('.given a').textContent()).toContain(word);
    }
    await page.context().close();
  });

  it('a colleague without a session opens the address, signs in beside it, and sees the same page and selection', async () => {
    const page = await open('viewer', 'refunds?status=Completed');
    await page.locator('[data-row]').first().click();
    await page.waitForURL('**/refunds?*id=*');
    const selected = await page.locator('article').textContent();
    const selection = page.url();
    await page.goto(`${desk.baseUrl}/console/payments?limit=1`);
    await page.locator('.more a').click();
    await page.waitForURL('**cursor=**');
    const second = await page.locator('[data-row]').textContent();
    const context = await desk.newContext({ locale: 'tr-TR' });
    const other = await context.newPage();
    await other.goto(page.url());
    await other.locator('.locked[data-lock=refused]').getByText('buraya dönün').waitFor();
    const beside = await context.newPage();
    await beside.goto((await desk.addOne('viewer')).signIn);
    await beside.locator('header').waitFor();
    await other.evaluate("dispatchEvent(new Event('focus'))");
    await other.locator('[data-row]').waitFor();
    expect(await other.locator('[data-row]').textContent()).toBe(second);
    await beside.goto(selection);
    await beside.locator('article').waitFor();
    expect(await beside.locator('article').textContent()).toBe(selected);
    await page.context().close();
    await context.close();
  });

  it('a page is shown by its address, also if the list beside it does not have it', async () => {
    const page = await open('support', 'order?orderNumber=HER-SEY-1');
    await page.getByRole('link', { name: /ödeme sayfası açıldı/ }).click();
    await page.locator('article').getByText('HER-SEY-1').waitFor();
    await page.getByRole('link', { name: 'Kapatıldı' }).first().click();
    await page.goBack();
    await page.goto(page.url().replace('?', '?state=Closed&'));
    await page.locator('article').getByText('HER-SEY-1').waitFor();
    await page.context().close();
  });

  it('an owner makes a link for a colleague, who signs in by it, and removes the colleague', async () => {
    const { personId } = await desk.addOne('support', 'Yeni Biri');
    const page = await open('owner', 'people');
    const row = page.locator('li', { hasText: 'Yeni Biri' });
    await row.getByRole('button', { name: 'Giriş bağlantısı' }).click();
    await page.locator('.effect').getByText('10 dakika').waitFor();
    await page.keyboard.press('Enter');
    const link = (await row.locator('code').textContent()) ?? '';
    const other = await desk.newPage({ locale: 'tr-TR' });
    await other.goto(link);
    await other.locator('.person').getByText('Yeni Biri').waitFor();
    await row.getByRole('button', { name: 'Çıkar' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Çıkar' }).click();
    await row.waitFor({ state: 'detached' });
    await moveBy(60_000);
    await other.keyboard.press('2');
    await other.locator('.locked').waitFor();
    expect(
      (await peopleOf(merchant.merchantId)).find((one) => one.personId === personId)?.removedAt,
    ).not.toBeNull();
    await page.context().close();
    await other.context().close();
  });

  it('a plan is paused with what will not be charged shown before, and goes on', async () => {
    const { id } = await charges.create({ frequency: 'monthly', startDate: '2027-01-01T09:00:00Z' });
    const page = await open('support', `recurring?id=${id}`);
    const { press, sees } = hand(page);
    await press('d');
    await page.locator('dialog').getByText('Çekilmeyecek').waitFor();
    await page.locator('dialog [type=submit]').click();
    await page.locator('article').getByText('Duraklatıldı').waitFor();
    await press('d');
    await page.locator('.effect').getByText('1 Ocak Cuma · 100,00').waitFor();
    await page.locator('.effect').getByText('Geçmiş günler şimdi çekilmez.').waitFor();
    await press('Enter');
    await page.locator('.notice.good').getByText('1 Ocak Cuma').waitFor();
    await sees('Etkin');
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
    const notice = page.locator('.notices .notice.wait');
    await notice.waitFor();
    expect(await notice.textContent()).toMatch(/yeniden sorulacak: [\d:]+\. Yeniden göndermeyin/);
    await page.locator('article').getByText('Banka bekleniyor').waitFor();
    await moveBy(DAY / 24);
    const { json } = await api<{ status: string }>('GET', `/api/Refund/${refundId}`, { key });
    expect(json.data.status).toBe('Completed');
    await page.context().close();
  });
});
