// The payment form as a whole: sent once, with and without scripts, by keyboard, before its time is up.
import { describe, expect, it } from 'vitest';
import { paymentForm } from '#page/form/payment-form.ts';
import { formView } from '../page/every-page.ts';
import {
  FORM_PATH,
  fillCard,
  focusedIn,
  PAID,
  startFormStage,
  statusOf,
  textIn,
} from './driver/form-stage.ts';

describe('the payment form in a browser', () => {
  const { open, newPage, stage } = startFormStage();

  const SENT = {
    formNonce: 'form-nonce',
    installment: '1',
    cardNumber: '5528790000000008',
    expiryMonth: '12',
    expiryYear: '30',
    cvv: '000',
    ownerName: 'Ayşe Yılmaz',
  };

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
    expect(stage().posts.map((post) => Object.fromEntries(post))).toEqual([SENT]);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('sends the same fields from a browser without scripts', async () => {
    const { page } = await open({}, { javaScriptEnabled: false });
    await fillCard(page);
    await page.locator('#pay').click();
    await page.locator('[data-state=paid]').waitFor();
    expect(stage().posts.map((post) => Object.fromEntries(post))).toEqual([SENT]);
    await page.close();
  });

  it('announces five minutes, one minute and thirty seconds, then asks the server again', async () => {
    stage().pages.set(FORM_PATH, paymentForm(formView('tr')));
    const page = await newPage();
    await page.clock.install();
    stage().gets.length = 0;
    await page.goto(stage().address + FORM_PATH);
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
    expect(stage().gets).toEqual([FORM_PATH]);
    stage().pages.set(FORM_PATH, PAID);
    await page.clock.runFor(16_000);
    await page.locator('[data-state=paid]').waitFor();
    await page.close();
  });

  it('tells browsers and phones what each field is for, and how to ask for it', async () => {
    const { page } = await open();
    const fields = await page
      .locator('#payment input:not([type=hidden])')
      .evaluateAll((inputs) =>
        inputs.map((one) => ['name', 'autocomplete', 'inputmode'].map((name) => one.getAttribute(name))),
      );
    expect(fields).toEqual([
      ['cardNumber', 'cc-number', 'numeric'],
      ['expiryMonth', 'cc-exp-month', 'numeric'],
      ['expiryYear', 'cc-exp-year', 'numeric'],
      ['cvv', 'cc-csc', 'numeric'],
      ['ownerName', 'cc-name', null],
    ]);
    await page.close();
  });

  it('can be filled in and sent by keyboard alone, in the order it is read', async () => {
    const { page } = await open();
    const order: unknown[] = [];
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press('Tab');
      order.push(await focusedIn(page));
    }
    expect(order).toEqual(['cardNumber', 'expiryMonth', 'expiryYear', 'cvv', 'ownerName', 'pay', 'A', 'A']);
    await page.close();
  });
});
