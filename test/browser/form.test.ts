// The payment form: sent once, with and without scripts, and by keyboard.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { fillCard, focusedIn, startFormPage, textIn } from './driver/form-page.ts';

describe('the payment form in a browser', () => {
  const { open, server } = startFormPage();

  const valuesOf = async (page: Page) =>
    await Promise.all(['cardNumber', 'expiry', 'cvv'].map((id) => textIn(page, id)));
  const SENT = {
    formNonce: 'form-nonce',
    installment: '1',
    cardNumber: '5528790000000008',
    expiry: '12/30',
    cvv: '000',
    ownerName: 'Ayşe Yılmaz',
  };

  it('a complete field moves the focus to the next one, and backspace moves it back', async () => {
    const { page } = await open();
    await page.locator('#cardNumber').focus();
    await page.keyboard.type('552879000000000812301');
    expect(await valuesOf(page)).toEqual(['5528 7900 0000 0008', '12/30', '1']);
    for (let key = 0; key < 3; key++) await page.keyboard.press('Backspace');
    expect(await focusedIn(page)).toBe('expiry');
    expect(await valuesOf(page)).toEqual(['5528 7900 0000 0008', '12/3', '']);
    await page.close();
  });

  it('a key that would have led to a field is taken once if the field was entered by itself', async () => {
    const { page } = await open();
    for (const key of ['Tab', 'Enter']) {
      await page.locator('#cardNumber').fill('');
      await page.locator('#cardNumber').pressSequentially('5528790000000008');
      await page.keyboard.press(key);
      expect(await focusedIn(page)).toBe('expiry');
      await page.keyboard.press(key);
      expect(await focusedIn(page)).toBe('cvv');
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      expect(await focusedIn(page)).toBe('cvv');
    }
    await page.locator('#cardNumber').fill('');
    await page.locator('#cardNumber').pressSequentially('5528790000000008');
    await page.keyboard.press('Shift+Tab');
    expect(await focusedIn(page)).toBe('cardNumber');
    await page.close();
  });

  it('the focus stays if a number is wrong or the next field is filled', async () => {
    const { page } = await open();
    await page.locator('#cardNumber').focus();
    await page.keyboard.type('5528790000000009');
    expect(await focusedIn(page)).toBe('cardNumber');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('8');
    expect(await focusedIn(page)).toBe('expiry');
    await page.keyboard.type('1/20');
    expect(await focusedIn(page)).toBe('expiry');
    await page.locator('#cardNumber').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('8');
    expect(await focusedIn(page)).toBe('cardNumber');
    await page.close();
  });

  it('the Enter key moves to the next empty field, and sends the form when all are filled', async () => {
    const { page } = await open();
    await page.locator('#cardNumber').fill('5528790000000008');
    await page.locator('#cardNumber').press('Enter');
    expect(await focusedIn(page)).toBe('expiry');
    expect(server().posts).toEqual([]);
    await page.locator('#expiry').fill('12/30');
    await page.locator('#cvv').fill('123');
    await page.locator('#ownerName').fill('Ayşe');
    await page.locator('#expiry').press('Enter');
    await page.locator('[data-state=paid]').waitFor();
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
    expect(label).toBe('Ödemeniz işleniyor…');
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

  it('each field has its autocomplete token and input mode', async () => {
    const { page } = await open();
    const fields = await page
      .locator('#payment input:not([type=hidden])')
      .evaluateAll((inputs) =>
        inputs.map((one) => ['name', 'autocomplete', 'inputmode'].map((name) => one.getAttribute(name))),
      );
    expect(fields).toEqual([
      ['cardNumber', 'cc-number', 'numeric'],
      ['expiry', 'cc-exp', 'numeric'],
      ['cvv', 'cc-csc', 'numeric'],
      ['ownerName', 'cc-name', null],
    ]);
    await page.close();
  });

  it('the form is filled in with 36 keys, in reading order, and sent', async () => {
    const { page } = await open();
    const order: unknown[] = [];
    for (let step = 0; step < 7; step++) {
      await page.keyboard.press('Tab');
      order.push(await focusedIn(page));
    }
    expect(order).toEqual(['cardNumber', 'expiry', 'cvv', 'ownerName', 'pay', 'A', 'A']);
    await page.locator('#cardNumber').click();
    const keys = [...'55287900000000081230000', 'Tab', ...'Ayşe Yılmaz', 'Enter'];
    expect(keys).toHaveLength(36);
    for (const key of keys) {
      await page.keyboard[key.length === 1 ? 'type' : 'press'](key);
    }
    await page.locator('[data-state=paid]').waitFor();
    expect(server().posts.map((post) => Object.fromEntries(post))).toEqual([SENT]);
    await page.close();
  });
});
