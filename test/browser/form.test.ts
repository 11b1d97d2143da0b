// The payment form: sent once, with and without scripts, by keyboard, and its countdown.
import { describe, expect, it } from 'vitest';
import { paymentForm } from '#page/form/payment-form.ts';
import { formView } from '../page/every-page.ts';
import { FORM_PATH, fillCard, focusedIn, PAID, startFormPage, statusOf, textIn } from './driver/form-page.ts';

describe('the payment form in a browser', () => {
  const { open, newPage, server } = startFormPage();

  const SENT = {
    formNonce: 'form-nonce',
    installment: '1',
    cardNumber: '5528790000000008',
    expiryMonth: '12',
    expiryYear: '30',
    cvv: '000',
    ownerName: 'Ayşe Yılmaz',
  };

  it('the focus moves from month to year by itself and back again', async () => {
    const { page } = await open();
    await page.locator('#expiryMonth').pressSequentially('9');
    await page.keyboard.type('30');
    expect([await textIn(page, 'expiryMonth'), await textIn(page, 'expiryYear')]).toEqual(['09', '30']);
    for (let key = 0; key < 4; key++) await page.keyboard.press('Backspace');
    expect([await textIn(page, 'expiryMonth'), await textIn(page, 'expiryYear')]).toEqual(['0', '']);
    await page.close();
  });

  it('the form is sent once with digits only, however often the button is pressed', async () => {
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
    expect(server().posts.map((post) => Object.fromEntries(post))).toEqual([SENT]);
    expect(faults).toEqual([]);
    await page.close();
  });

  it("a form restored by the browser's back button has no number and no CVV, and can be sent", async () => {
    const { page } = await open();
    await fillCard(page);
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    expect([await textIn(page, 'cardNumber'), await textIn(page, 'cvv')]).toEqual(['', '']);
    expect(await textIn(page, 'ownerName')).toBe('Ayşe Yılmaz');
    expect(await page.locator('#pay').getAttribute('aria-disabled')).toBeNull();
    await page.close();
  });

  it('the form sends the same fields without scripts', async () => {
    const { page } = await open({}, { javaScriptEnabled: false });
    await fillCard(page);
    await page.locator('#pay').click();
    await page.locator('[data-state=paid]').waitFor();
    expect(server().posts.map((post) => Object.fromEntries(post))).toEqual([SENT]);
    await page.close();
  });

  it('the countdown announces 5 minutes, 1 minute and 30 seconds, then reloads the page', async () => {
    server().pages.set(FORM_PATH, paymentForm(formView('tr')));
    const page = await newPage();
    await page.clock.install();
    server().gets.length = 0;
    await page.goto(server().address + FORM_PATH);
    const announcements: (string | null)[] = [];
    for (const minutes of [24, 1.5, 3.75, 0.5]) {
      await page.clock.runFor(minutes * 60_000);
      announcements.push(await statusOf(page));
    }
    expect(announcements.map((text) => text?.match(/\d+ \w+/)?.[0])).toEqual([
      undefined,
      '5 dakika',
      '1 dakika',
      '30 saniye',
    ]);
    expect(await page.locator('#left').textContent()).toBe('· 00:15 kaldı');
    expect(server().gets).toEqual([FORM_PATH]);
    server().pages.set(FORM_PATH, PAID);
    await page.clock.runFor(16_000);
    await page.locator('[data-state=paid]').waitFor();
    await page.close();
  });

  it('each field has its autocomplete token and input mode', async () => {
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

  it('the form can be filled in and sent by keyboard in reading order', async () => {
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
