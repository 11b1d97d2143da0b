// Input errors in the form are shown at the field and in one live region, at the right time, with the focus
// on the field to correct.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { saleOf } from '../page/every-page.ts';
import { fillCard, focusedIn, startFormPage, statusOf } from './driver/form-page.ts';

describe('an input error in the form', () => {
  const { open, server } = startFormPage();

  const visibleErrors = (page: Page) =>
    page.locator('.field-error:visible').evaluateAll((all) => all.map(({ id }) => id.replace('-error', '')));
  const SAVED = [
    {
      id: 'a',
      cardAlias: 'Maaş',
      maskedCardNumber: '552879******0008',
      cardAssociation: 'MASTERCARD',
      needsCvv: true,
    },
  ] as const;

  it('an input error is shown when the buyer leaves its field, and not before', async () => {
    const { page } = await open();
    await page.locator('#cardNumber').fill('5528790000000009');
    await page.locator('#cvv').fill('00');
    await page.locator('#expiry').fill('10/26');
    expect(await page.locator('#expiry-error').isVisible()).toBe(false);
    await page.locator('#ownerName').focus();
    for (const [field, hint] of [
      ['cardNumber', 'Kart numarası hatalı. Lütfen haneleri kontrol edin.'],
      ['cvv', 'Bu kartın güvenlik kodu 3 hanedir; kartın arkasında yazar.'],
      ['expiry', 'Kartın son kullanma tarihi geçmiş.'],
    ])
      await page.locator(`#${field}-error`, { hasText: hint ?? '' }).waitFor();
    expect(await statusOf(page)).toContain('Kartın son kullanma tarihi geçmiş.');
    await page.close();
  });

  it('an input error disappears once it is corrected', async () => {
    const { page } = await open();
    await page.locator('#expiry').fill('10/26');
    await page.locator('#ownerName').focus();
    await page.locator('#expiry-error').waitFor();
    await page.locator('#expiry').fill('11/26');
    await page.locator('#expiry-error').waitFor({ state: 'hidden' });
    expect(await page.locator('#expiry').getAttribute('aria-invalid')).toBeNull();
    await page.close();
  });

  it.each([
    ['cardNumber', '5528 7900', 'Kart numarası eksik. Lütfen tüm haneleri girin.'],
    ['cardNumber', '6011000000000004', 'Discover kartlar kabul edilmiyor.'],
    ['cardNumber', '6759649826438453', 'Maestro kartlar kabul edilmiyor.'],
    ['expiry', '13/30', 'Ay 01 ile 12 arasında olmalıdır.'],
    ['expiry', '12', 'Son kullanma tarihini AA/YY olarak girin.'],
    ['ownerName', '5528790000000008', 'Bu alana kart numarası veya kod değil'],
  ])('the %s %j is answered beside it with its own sentence', async (field, value, hint) => {
    const { page } = await open();
    await page.locator(`#${field}`).fill(value);
    await page.locator('#cvv').focus();
    await page.locator(`#${field}-error`, { hasText: hint }).waitFor();
    await page.close();
  });

  it('a brand that is not accepted is named at its fourth digit until it is corrected', async () => {
    const { page } = await open();
    const [number, error] = [page.locator('#cardNumber'), page.locator('#cardNumber-error')];
    await number.pressSequentially('601');
    expect(await error.isVisible()).toBe(false);
    await number.pressSequentially('1');
    await error.getByText('Discover kartlar kabul edilmiyor.').waitFor();
    expect(await statusOf(page)).toContain('Discover kartlar kabul edilmiyor.');
    await number.press('Backspace');
    expect(await error.isVisible()).toBe(false);
    // 650052 is a TROY card inside Discover's 65.
    await number.fill('');
    await number.pressSequentially('65005');
    expect(await error.isVisible()).toBe(false);
    await page.close();
  });

  it('input errors stop the first press and are shown at each field; the first has the focus', async () => {
    const distanceSale = saleOf('https://shop.example/terms');
    const { page } = await open({ canSaveCard: true, saveCardFor: 'recurring', distanceSale });
    await page.locator('#cardNumber').fill('5528790000000009');
    await page.locator('#pay').click();
    const fields = ['cardNumber', 'expiry', 'cvv', 'ownerName', 'saveCard', 'distanceSale'];
    expect(await visibleErrors(page)).toEqual(fields);
    expect(await focusedIn(page)).toBe('cardNumber');
    expect(await statusOf(page)).toBe(
      'Kart numarası hatalı. Lütfen haneleri kontrol edin. Son kullanma tarihini girin. ' +
        'Güvenlik kodunu (CVV) girin. Kartın üzerindeki adı soyadı girin. ' +
        'Onay kutusunu işaretleyin. Onay kutusunu işaretleyin.',
    );
    expect(await page.locator('[aria-live], [role=status], [role=alert]').count()).toBe(1);
    expect(server().posts).toEqual([]);
    await page.close();
  });

  it('an input error does not stop the same form twice, because the server decides', async () => {
    const { page } = await open();
    await fillCard(page);
    await page.locator('#cardNumber').press('End');
    await page.keyboard.press('Backspace');
    // During a slow press the hint that appears on leaving the field must not move the button.
    await page.locator('#pay').click({ delay: 200 });
    await page.locator('#cardNumber-error').waitFor();
    expect(server().posts).toEqual([]);
    await page.locator('#pay').click();
    await page.locator('[data-state=paid]').waitFor();
    expect(server().posts.map((post) => post.get('cardNumber'))).toEqual(['552879000000000']);
    await page.close();
  });

  it('an input error of a new card does not stop a payment with a stored card', async () => {
    const { page } = await open({ savedCards: SAVED });
    await page.locator('#saved-new').check();
    await page.locator('#cardNumber').fill('5528790000000009');
    await page.locator('[value=a]').check();
    await page.locator('#cvv').fill('123');
    await page.locator('#pay').click();
    await page.locator('[data-state=paid]').waitFor();
    expect(server().posts.map((post) => post.get('savedCard'))).toEqual(['a']);
    await page.close();
  });

  it('a stored card without :has() shows its own fields only and pays at the first press', async () => {
    const { page } = await open({ savedCards: SAVED });
    // This removes the rules that an older browser ignores.
    await page.evaluate(`for (const sheet of document.styleSheets)
      for (let at = sheet.cssRules.length - 1; at >= 0; at--)
        if (sheet.cssRules[at].selectorText?.includes(':has(')) sheet.deleteRule(at)`);
    for (const field of ['cardNumber', 'expiry', 'ownerName'])
      expect(await page.locator(`#${field}`).isVisible(), field).toBe(false);
    await page.locator('#cvv').fill('123');
    await page.locator('#pay').click();
    await page.locator('[data-state=paid]').waitFor();
    expect(server().posts.map((post) => post.get('savedCard'))).toEqual(['a']);
    await page.close();
  });

  it.each([true, false])(
    'a stored card that needs no CVV shows no field for it (scripts: %s)',
    async (on) => {
      const savedCards = [
        { ...SAVED[0], needsCvv: false },
        { ...SAVED[0], id: 'b' },
      ];
      const { page } = await open({ savedCards }, { javaScriptEnabled: on });
      expect(await page.locator('#cvv').isVisible()).toBe(false);
      await page.locator('label:has([value=b])').click();
      expect(await page.locator('#cvv').isVisible()).toBe(true);
      expect(await page.locator('#cardNumber').isVisible()).toBe(false);
      await page.locator('label:has(#saved-new)').click();
      expect(await page.locator('#cardNumber').isVisible()).toBe(true);
      await page.close();
    },
  );

  it.each([true, false])(
    'a stored card is removed at the second tap, and not by Enter (scripts: %s)',
    async (on) => {
      const more = { savedCards: [...SAVED, { ...SAVED[0], id: 'b', usedBy: new Set(['plan']) }] };
      const { page } = await open({ ...more, canRemoveCards: true }, { javaScriptEnabled: on });
      const [first, second] = [page.locator('.removal summary'), page.locator('[name=removeCard]')];
      expect([await first.isVisible(), await second.isVisible()]).toEqual([true, false]);
      for (const kept of ['b', 'new']) {
        await page.locator(`[value=${kept}]`).check();
        expect(await first.isVisible()).toBe(false);
      }
      await page.locator('[value=a]').check();
      await first.click();
      await second.click();
      await page.locator('[data-state=paid]').waitFor();
      const sent = () => server().posts.map((post) => [post.get('removeCard'), post.get('savedCard')]);
      expect(sent()).toEqual([['yes', 'a']]);
      await page.goBack();
      await page.locator('#cvv').fill('123');
      await page.locator('#cvv').press('Enter');
      await page.locator('[data-state=paid]').waitFor();
      expect(sent()[1]).toEqual([null, 'a']);
      await page.close();
    },
  );

  it('an error from the server stays until the buyer changes that field', async () => {
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

  it('the focus is on the first field with an error from the server, with and without scripts', async () => {
    const errors = [
      { field: 'ownerName', text: 'Adı yazın.' },
      { field: 'expiry', text: 'Tarihi girin.' },
    ] as const;
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await open({ errors }, { javaScriptEnabled });
      expect(await page.locator('#expiry:focus').count()).toBe(1);
      await page.close();
    }
  });

  it('an error from the server is announced in the live region', async () => {
    const { page } = await open({ errors: [{ field: 'cvv', text: 'Kodu yazın.' }] });
    await page.locator('#status', { hasText: 'Kodu yazın.' }).waitFor({ state: 'attached' });
    await page.close();
  });

  it('the focus is on the reason after a decline, with and without scripts', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await open({ decline: 'Bakiyeniz yetersiz.', attemptsLeft: 3 }, { javaScriptEnabled });
      expect(await page.locator('#notice:focus').count()).toBe(1);
      await page.close();
    }
  });
});
