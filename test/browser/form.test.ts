import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paid } from '#page/outcome.ts';
import { paymentForm } from '#page/payment-form.ts';
import { formView, NONCE } from '../page/every-page.ts';
import { HAS_BROWSER, launchBrowser, openStage, type Stage, watch } from './chromium.ts';

const PATH = '/iframe/HST-x';
const PAID = paid({ language: 'tr', cspNonce: NONCE });

describe.runIf(HAS_BROWSER)('the payment form in a browser', () => {
  let browser: Browser;
  let stage: Stage;
  beforeAll(async () => {
    browser = await launchBrowser();
    stage = await openStage({ postMs: 300 });
    stage.pages.set('/after-post', PAID);
  });
  afterAll(async () => {
    await browser?.close();
    stage?.close();
  });

  async function open(more: Parameters<typeof formView>[1] = {}, options: BrowserContextOptions = {}) {
    stage.pages.set(PATH, paymentForm(formView('tr', more)));
    stage.posts.length = 0;
    stage.gets.length = 0;
    const page = await browser.newPage(options);
    const faults = watch(page, stage);
    await page.goto(stage.address + PATH);
    return { page, faults };
  }
  const textIn = (page: Page, id: string) => page.locator(`#${id}`).inputValue();
  const statusOf = (page: Page) => page.locator('#status').textContent();
  const brandsOf = (page: Page) =>
    page
      .locator('.brands svg:visible')
      .evaluateAll((marks) => marks.map((mark) => mark.getAttribute('data-brand')));

  async function fillCard(page: Page): Promise<void> {
    await page.locator('#ownerName').fill('Ayşe Yılmaz');
    await page.locator('#cardNumber').pressSequentially('5528790000000008');
    await page.locator('#expiryMonth').pressSequentially('12');
    await page.locator('#expiryYear').fill('30');
    await page.locator('#cvv').fill('000');
  }
  const SENT = {
    formNonce: 'form-nonce',
    installment: '1',
    cardNumber: '5528790000000008',
    expiryMonth: '12',
    expiryYear: '30',
    cvv: '000',
    ownerName: 'Ayşe Yılmaz',
  };

  it.each([
    ['5528790000000008', '5528 7900 0000 0008', 'MASTERCARD'],
    ['4603450000000000', '4603 4500 0000 0000', 'VISA'],
    ['9792030000000000', '9792 0300 0000 0000', 'TROY'],
    ['374427000000003', '3744 270000 00003', 'AMEX'],
  ])('groups %s as it is typed, and shows and announces its brand', async (number, grouped, brand) => {
    const { page, faults } = await open();
    expect(await brandsOf(page)).toHaveLength(4);
    await page.locator('#cardNumber').pressSequentially(number);
    expect(await textIn(page, 'cardNumber')).toBe(grouped);
    expect(await brandsOf(page)).toEqual([brand]);
    expect(await statusOf(page)).toBe(`Kart türü: ${brand}`);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('leaves the caret where the buyer corrects a digit', async () => {
    const { page } = await open();
    const number = page.locator('#cardNumber');
    await number.pressSequentially('552879000000008');
    for (let step = 0; step < 9; step++) await number.press('ArrowLeft');
    await number.pressSequentially('0');
    await number.pressSequentially('9');
    await number.press('Backspace');
    expect(await textIn(page, 'cardNumber')).toBe('5528 7900 0000 0008');
    expect(await number.evaluate((input) => Reflect.get(input, 'selectionStart'))).toBe(11);
    await page.close();
  });

  it('goes from month to year by itself and back again', async () => {
    const { page } = await open();
    await page.locator('#expiryMonth').pressSequentially('9');
    await page.keyboard.type('30');
    expect([await textIn(page, 'expiryMonth'), await textIn(page, 'expiryYear')]).toEqual(['09', '30']);
    for (let key = 0; key < 4; key++) await page.keyboard.press('Backspace');
    expect([await textIn(page, 'expiryMonth'), await textIn(page, 'expiryYear')]).toEqual(['0', '']);
    await page.close();
  });

  it('sends digits only, once, however often the button is pressed', async () => {
    const { page, faults } = await open();
    await fillCard(page);
    const label = await page.evaluate(`(async () => {
      for (let press = 0; press < 3; press++) {
        document.getElementById('pay').click();
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
      return document.getElementById('pay-text').textContent;
    })()`);
    expect(label).toBe('Ödemeniz gönderiliyor…');
    await page.locator('[data-state=paid]').waitFor();
    expect(stage.posts.map((post) => Object.fromEntries(post))).toEqual([SENT]);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('sends the same fields from a browser without scripts', async () => {
    const { page } = await open({}, { javaScriptEnabled: false });
    await fillCard(page);
    await page.locator('#pay').click();
    await page.locator('[data-state=paid]').waitFor();
    expect(stage.posts.map((post) => Object.fromEntries(post))).toEqual([SENT]);
    await page.close();
  });

  it('hints at a slip beside its field, and takes the hint back as the slip is corrected', async () => {
    const { page } = await open();
    await page.locator('#cardNumber').fill('5528790000000009');
    await page.locator('#cvv').fill('00');
    await page.locator('#expiryMonth').fill('10');
    await page.locator('#expiryYear').fill('26');
    await page.locator('#ownerName').focus();
    for (const [field, hint] of [
      ['cardNumber', 'Kart numarası hatalı görünüyor. Lütfen kontrol edin.'],
      ['cvv', 'Güvenlik kodu 3 hanedir; American Express kartlarda 4 hanedir.'],
      ['expiryYear', 'Kartın son kullanma tarihi geçmiş.'],
    ])
      await page.locator(`#${field}-error`, { hasText: hint ?? '' }).waitFor();
    await page.locator('#expiryMonth').fill('11');
    await page.locator('#ownerName').focus();
    await page.locator('#expiryYear-error').waitFor({ state: 'hidden' });
    await page.locator('#cardNumber').press('End');
    await page.keyboard.press('Backspace');
    expect(await page.locator('#cardNumber-error').isVisible()).toBe(false);
    await page.close();
  });

  it('never lets a hint stop a submit or move the button away from under the pointer', async () => {
    const { page } = await open();
    await fillCard(page);
    await page.locator('#cardNumber').press('End');
    await page.keyboard.press('Backspace');
    await page.locator('#pay').click({ delay: 200 });
    await page.locator('[data-state=paid]').waitFor();
    expect(stage.posts.map((post) => post.get('cardNumber'))).toEqual(['552879000000000']);
    await page.close();
  });

  it('leaves the server’s word in place until the buyer changes that field', async () => {
    const { page } = await open({ errors: [{ field: 'cvv', text: 'Kodu yazın.' }] });
    await page.locator('#cardNumber').fill('5528790000000008');
    await page.locator('#ownerName').fill('Ayşe');
    await page.locator('#cvv').focus();
    await page.waitForTimeout(150);
    expect(await page.locator('#cvv-error').isVisible()).toBe(true);
    await page.keyboard.type('0');
    expect(await page.locator('#cvv-error').isVisible()).toBe(false);
    await page.close();
  });

  it('puts the focus on what went wrong, with and without scripts', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await open({ decline: 'Bakiyeniz yetersiz.', attemptsLeft: 3 }, { javaScriptEnabled });
      expect(await page.locator('#notice:focus').count()).toBe(1);
      await page.close();
    }
  });

  it('announces five minutes, one minute and thirty seconds, then asks the server again', async () => {
    stage.pages.set(PATH, paymentForm(formView('tr')));
    const page = await browser.newPage();
    await page.clock.install();
    stage.gets.length = 0;
    await page.goto(stage.address + PATH);
    const heard: (string | null)[] = [];
    for (const minutes of [24, 1.5, 3.75, 0.5]) {
      await page.clock.runFor(minutes * 60_000);
      heard.push(await statusOf(page));
    }
    expect(heard.map((text) => text?.match(/\d+ \w+/)?.[0])).toEqual([
      undefined,
      '5 dakika',
      '1 dakika',
      '30 saniye',
    ]);
    expect(await page.locator('#left').textContent()).toBe('· 00:15 kaldı');
    expect(stage.gets).toEqual([PATH]);
    stage.pages.set(PATH, PAID);
    await page.clock.runFor(16_000);
    await page.locator('[data-state=paid]').waitFor();
    await page.close();
  });

  it('can be filled in and sent by keyboard alone, in the order it is read', async () => {
    const { page } = await open();
    const order: unknown[] = [];
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press('Tab');
      order.push(await page.locator(':focus').evaluate((element) => element.id || element.tagName));
    }
    expect(order).toEqual(['cardNumber', 'expiryMonth', 'expiryYear', 'cvv', 'ownerName', 'pay', 'A', 'A']);
    await page.close();
  });
});
