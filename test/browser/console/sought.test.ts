// What people type into the one box beyond numbers: names, telephone numbers, days and another spelling.
import { expect, it } from 'vitest';
import { startDesk } from '../driver/desk.ts';

const { api, merchant, open, payOrder, refunds, now } = await startDesk();
const key = merchant.apiKey;

const buyer = { fullName: 'Ayşegül Işık', email: 'aysegul@shop.example', phone: '5321234567' };
const { id: customerId } = (await api<{ id: string }>('POST', '/api/customer', { key, body: buyer })).json
  .data;
await payOrder({ amount: 55, orderNumber: 'AD-1', customerId });
await refunds.pay({ orderNumber: 'SIP-2' });
await refunds.pay({ orderNumber: 'kucuk-3' });

it('a name without Turkish letters and a telephone number find customers, who lead to their payments', async () => {
  const page = await open('support', 'payments');
  const said = [
    ['aysegul', 'müşteri adı aysegul'],
    ['Aysegul Isik', 'müşteri adı Aysegul Isik'],
    ['0532 123 45 67', 'telefon 05321234567'],
    ['+90 (532) 123-4567', 'telefon 905321234567'],
  ] as const;
  for (const [typed, label] of said) {
    await page.locator('#find').fill(typed);
    expect(await page.locator('#found a').first().textContent()).toBe(`${label} Enter`);
    await page.keyboard.press('Enter');
    await page.locator('[data-row]', { hasText: buyer.fullName }).click();
    await page.locator('.rows').getByText('AD-1').waitFor();
    expect(await page.locator('.given').textContent()).toBe(`müşteri ${buyer.fullName} ×`);
  }
  await page.locator('#find').fill('Kimse Yok');
  await page.keyboard.press('Enter');
  await page.locator('main').getByText('Böyle bir müşteri yok.').waitFor();
  await page.context().close();
});

it.each([
  ['tr-TR', '“sip-2” yok; SIP-2 gösteriliyor.'],
  ['en-GB', 'There is no “sip-2”; this is SIP-2.'],
])('a number in other letters is found and told, and stays in the box, %s', async (locale, said) => {
  const page = await open('viewer', '', { locale });
  await page.keyboard.press('/');
  await page.keyboard.type('sip-2');
  await page.keyboard.press('Enter');
  await page.locator('main').getByText(said).waitFor();
  await page.locator('.phone').waitFor();
  expect(await page.locator('#find').inputValue()).toBe('sip-2');
  expect(await page.locator('#found').isVisible()).toBe(false);
  await page.keyboard.press('/');
  await page.keyboard.type('KUCUK-3');
  await page.keyboard.press('Enter');
  await page.locator('h1').getByText('kucuk-3').waitFor();
  await page.context().close();
});

it('a day is found as people write it', async () => {
  const year = now().getUTCFullYear();
  const page = await open('viewer', 'payments');
  const days: [typed: string, day: string][] = [
    ['28.11.2026', '2026-11-28'],
    ['5/1/2026', '2026-01-05'],
    ['28 November 2025', '2025-11-28'],
    ['3 şubat', `${year}-02-03`],
    ['31 Dec', `${year - 1}-12-31`],
  ];
  for (const [typed, day] of days) {
    await page.locator('#find').fill(typed);
    const address = await page.locator('#found a').first().getAttribute('href');
    expect([typed, address]).toEqual([typed, `/console/payments?startDate=${day}&endDate=${day}`]);
  }
  for (const typed of ['31.02.2026', '12 elma']) {
    await page.locator('#find').fill(typed);
    expect(await page.locator('#found a').first().getAttribute('href')).not.toContain('startDate=2026-0');
  }
  await page.context().close();
});
