// The card number field: typing, pasting and correcting.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startFormPage, statusOf, textIn } from '../driver/form-page.ts';

describe('the card number', () => {
  const { open, server } = startFormPage();

  const brandsOf = (page: Page) =>
    page
      .locator('.brands svg:visible')
      .evaluateAll((marks) => marks.map((mark) => mark.getAttribute('data-brand')));
  const caretIn = (page: Page) =>
    page.evaluate<number>(`document.getElementById('cardNumber').selectionStart`);
  const moveCaret = (page: Page, to: number) =>
    page.evaluate(`document.getElementById('cardNumber').setSelectionRange(${to}, ${to})`);

  /** Pastes with the keyboard, because a value set by a script does not trigger the same events. */
  async function paste(page: Page, text: string): Promise<void> {
    await page
      .context()
      .grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server().address });
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await page.keyboard.press('Control+V');
  }

  it.each([
    ['5528790000000008', '5528 7900 0000 0008', 'MASTERCARD', 'Mastercard'],
    ['4603450000000000', '4603 4500 0000 0000', 'VISA', 'Visa'],
    ['9792030000000000', '9792 0300 0000 0000', 'TROY', 'Troy'],
    ['374427000000003', '3744 270000 00003', 'AMEX', 'American Express'],
  ])(
    '%s is grouped while typed as %s, and the brand %s is shown and announced',
    async (number, grouped, brand, name) => {
      const { page, faults } = await open();
      expect(await brandsOf(page)).toHaveLength(4);
      await page.locator('#cardNumber').pressSequentially(number);
      expect(await textIn(page, 'cardNumber')).toBe(grouped);
      expect(await brandsOf(page)).toEqual([brand]);
      expect(await statusOf(page)).toBe(`Kart türü: ${name}`);
      expect(faults).toEqual([]);
      await page.close();
    },
  );

  it.each([
    ['5528-7900-0000-0008', '5528 7900 0000 0008'],
    ['Kart numaram: 5528 7900 0000 0008\n', '5528 7900 0000 0008'],
    ['374427000000003', '3744 270000 00003'],
  ])('the number in the pasted text %j is extracted and grouped', async (pasted, grouped) => {
    const { page } = await open();
    await page.locator('#cardNumber').focus();
    await paste(page, pasted);
    expect(await textIn(page, 'cardNumber')).toBe(grouped);
    await page.close();
  });

  it('the caret is behind digits that are pasted into the middle', async () => {
    const { page } = await open();
    await page.locator('#cardNumber').pressSequentially('552800000008');
    await moveCaret(page, 4);
    await paste(page, '7900');
    expect(await textIn(page, 'cardNumber')).toBe('5528 7900 0000 0008');
    expect(await caretIn(page)).toBe(9);
    await page.close();
  });

  it('the caret stays where the buyer corrects a digit', async () => {
    const { page } = await open();
    const number = page.locator('#cardNumber');
    await number.pressSequentially('552879000000008');
    for (let step = 0; step < 9; step++) await number.press('ArrowLeft');
    await number.pressSequentially('0');
    // A surplus digit is not accepted, and does not shift the last digit out.
    await number.pressSequentially('9');
    expect(await textIn(page, 'cardNumber')).toBe('5528 7900 0000 0008');
    expect(await caretIn(page)).toBe(11);
    await page.close();
  });

  it.each([
    ['Backspace', 'before', 5, '5527 9000 0000 008', 3],
    ['Delete', 'after', 4, '5528 9000 0000 008', 4],
  ])('%s at a space erases the digit %s the space', async (key, _, from, left, to) => {
    const { page } = await open();
    await page.locator('#cardNumber').pressSequentially('5528790000000008');
    await page.locator('#cardNumber').focus();
    await moveCaret(page, from);
    await page.keyboard.press(key);
    expect(await textIn(page, 'cardNumber')).toBe(left);
    expect(await caretIn(page)).toBe(to);
    await page.close();
  });

  it('a number is regrouped if its first digits become those of another brand', async () => {
    const { page } = await open();
    await page.locator('#cardNumber').pressSequentially('4744270000000');
    await moveCaret(page, 1);
    await page.keyboard.press('Backspace');
    await page.keyboard.type('3');
    expect(await textIn(page, 'cardNumber')).toBe('3744 270000 000');
    expect(await brandsOf(page)).toEqual(['AMEX']);
    expect(await statusOf(page)).toBe('Kart türü: American Express');
    await page.close();
  });

  it('digits too many that are no expiry stay in its field, which names the fault', async () => {
    const { page } = await open();
    await page.locator('#cardNumber').focus();
    await page.keyboard.type('5528790000000008' + '4567890');
    const values = ['cardNumber', 'expiry', 'cvv'].map((id) => textIn(page, id));
    expect(await Promise.all(values)).toEqual(['5528 7900 0000 0008', '04/56', '']);
    await page.keyboard.press('Tab');
    await page.locator('#expiry-error', { hasText: 'Yıl hatalı. Lütfen haneleri kontrol edin.' }).waitFor();
    await page.close();
  });

  it('what was typed or pasted is undone by keyboard, and forgotten when the page is left', async () => {
    const { page } = await open();
    const number = page.locator('#cardNumber');
    await number.pressSequentially('55287');
    await paste(page, '90000000008');
    await page.keyboard.press('Control+z');
    expect(await textIn(page, 'cardNumber')).toBe('5528 7');
    await page.keyboard.press('Control+z');
    expect(await textIn(page, 'cardNumber')).toBe('5528');
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))");
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    await number.press('Control+z');
    expect(await textIn(page, 'cardNumber')).toBe('');
    await page.close();
  });
});
