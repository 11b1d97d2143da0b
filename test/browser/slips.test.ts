// Slips in the form: said beside the field and in one live region, at the right time, with the focus where
// the buyer has to go.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { fillCard, focusedIn, startFormStage, statusOf } from './driver/form-stage.ts';

describe('a slip in the form', () => {
  const { open, stage } = startFormStage();

  const errorsIn = (page: Page) =>
    page.locator('.field-error:visible').evaluateAll((all) => all.map(({ id }) => id.replace('-error', '')));
  const SAVED = [
    { id: 'a', cardAlias: 'Maaş', maskedCardNumber: '552879******0008', cardAssociation: 'MASTERCARD' },
  ] as const;

  it('is hinted at beside its field as the buyer leaves it, and not before', async () => {
    const { page } = await open();
    await page.locator('#cardNumber').fill('5528790000000009');
    await page.locator('#cvv').fill('00');
    await page.locator('#expiryMonth').fill('10');
    await page.locator('#expiryYear').fill('26');
    expect(await page.locator('#expiryYear-error').isVisible()).toBe(false);
    await page.locator('#ownerName').focus();
    for (const [field, hint] of [
      ['cardNumber', 'Kart numarası hatalı görünüyor. Lütfen kontrol edin.'],
      ['cvv', 'Güvenlik kodu 3 hanedir; American Express kartlarda 4 hanedir.'],
      ['expiryYear', 'Kartın son kullanma tarihi geçmiş.'],
    ])
      await page.locator(`#${field}-error`, { hasText: hint ?? '' }).waitFor();
    expect(await statusOf(page)).toContain('Kartın son kullanma tarihi geçmiş.');
    await page.close();
  });

  it('is no longer told of as soon as it is corrected, wherever the focus is', async () => {
    const { page } = await open();
    await page.locator('#expiryMonth').fill('10');
    await page.locator('#expiryYear').fill('26');
    await page.locator('#ownerName').focus();
    await page.locator('#expiryYear-error').waitFor();
    // The second digit moves the focus on, into the very field that is told of.
    await page.locator('#expiryMonth').fill('');
    await page.locator('#expiryMonth').pressSequentially('11');
    expect(await focusedIn(page)).toBe('expiryYear');
    await page.locator('#expiryYear-error').waitFor({ state: 'hidden' });
    expect(await page.locator('#expiryYear').getAttribute('aria-invalid')).toBeNull();
    await page.close();
  });

  it('that came of another field is told of as the focus leaves, without a key typed', async () => {
    const { page } = await open();
    await page.locator('#expiryYear').fill('26');
    await page.locator('#expiryMonth').pressSequentially('10');
    expect(await focusedIn(page)).toBe('expiryYear');
    await page.waitForTimeout(150);
    expect(await errorsIn(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await page.locator('#expiryYear-error').waitFor();
    await page.close();
  });

  it('stops the first press: told beside each field and in one live region, focus on the first', async () => {
    const { page } = await open();
    await page.locator('#cardNumber').fill('5528790000000009');
    await page.locator('#pay').click();
    expect(await errorsIn(page)).toEqual(['cardNumber', 'expiryMonth', 'expiryYear', 'cvv', 'ownerName']);
    expect(await focusedIn(page)).toBe('cardNumber');
    expect(await statusOf(page)).toBe(
      'Kart numarası hatalı görünüyor. Lütfen kontrol edin. Ay 01 ile 12 arasında olmalıdır. ' +
        'Yılı kartta yazdığı gibi iki haneyle yazın. Güvenlik kodunu (CVV) yazın. ' +
        'Kartın üzerindeki adı soyadı yazın.',
    );
    expect(await page.locator('[aria-live], [role=status], [role=alert]').count()).toBe(1);
    expect(stage().posts).toEqual([]);
    await page.close();
  });

  it('never stops the same form twice, for the server has the last word', async () => {
    const { page } = await open();
    await fillCard(page);
    await page.locator('#cardNumber').press('End');
    await page.keyboard.press('Backspace');
    // A slow press: the hint that leaving the field brings must not move the button away meanwhile.
    await page.locator('#pay').click({ delay: 200 });
    await page.locator('#cardNumber-error').waitFor();
    expect(stage().posts).toEqual([]);
    await page.locator('#pay').click();
    await page.locator('[data-state=paid]').waitFor();
    expect(stage().posts.map((post) => post.get('cardNumber'))).toEqual(['552879000000000']);
    await page.close();
  });

  it('of a new card holds nobody up who pays with a saved one', async () => {
    const { page } = await open({ savedCards: SAVED });
    await page.locator('#saved-new').check();
    await page.locator('#cardNumber').fill('5528790000000009');
    await page.locator('#saved-a').check();
    await page.locator('#pay').click();
    await page.locator('[data-state=paid]').waitFor();
    expect(stage().posts.map((post) => post.get('savedCard'))).toEqual(['a']);
    await page.close();
  });

  it('that the server found stays told of until the buyer changes that field', async () => {
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

  it('that the server found puts the focus on the first such field, with and without scripts', async () => {
    const errors = [
      { field: 'ownerName', text: 'Adı yazın.' },
      { field: 'expiryYear', text: 'Yılı yazın.' },
    ] as const;
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await open({ errors }, { javaScriptEnabled });
      expect(await page.locator('#expiryYear:focus').count()).toBe(1);
      await page.close();
    }
  });

  it('that the server found is read out in the live region', async () => {
    const { page } = await open({ errors: [{ field: 'cvv', text: 'Kodu yazın.' }] });
    await page.locator('#status', { hasText: 'Kodu yazın.' }).waitFor({ state: 'attached' });
    await page.close();
  });

  it('is not what a decline is: then the focus is on the reason, with and without scripts', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await open({ decline: 'Bakiyeniz yetersiz.', attemptsLeft: 3 }, { javaScriptEnabled });
      expect(await page.locator('#notice:focus').count()).toBe(1);
      await page.close();
    }
  });
});
