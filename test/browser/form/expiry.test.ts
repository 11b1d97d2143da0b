// The expiry as buyers type it, paste it or let the browser fill it in, with and without scripts.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CARDS } from '../../drivers/buyer.ts';
import { focusedIn, startFormPage, statusOf, textIn } from '../driver/form-page.ts';
import { startShopper } from '../driver/shopper.ts';

const TYPED = [
  '12/30',
  '12/2030',
  '12-30',
  '12.30',
  '12 / 30',
  '12 30',
  '1230',
  '122030',
  '12-2030',
  '2030-12',
];
const JANUARY = ['1/30', '01/30', '1/2030', '0130', '130'];
const PASTED = ['12/30', '1230', '12/2030', '122030', '2030-12', ' 12 / 30 ', '12-30'];

describe('the expiry', () => {
  const { open, server } = startFormPage();

  async function paste(page: Page, text: string): Promise<void> {
    const origin = server().address;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await page.keyboard.press('Control+V');
  }

  it('the expiry becomes 12/30 if typed, pasted or filled in in any spelling', async () => {
    const { page, faults } = await open();
    const expiry = page.locator('#expiry');
    const results: string[] = [];
    const note = async (way: string) => {
      await page.locator('#ownerName').focus();
      results.push(`${way}: ${await textIn(page, 'expiry')}`);
      for (const id of ['expiry', 'cvv']) await page.locator(`#${id}`).fill('');
    };
    for (const text of [...TYPED, ...JANUARY]) {
      await expiry.pressSequentially(text);
      await note(`typed ${text}`);
    }
    for (const text of PASTED) {
      await expiry.focus();
      await paste(page, text);
      await note(`pasted ${text}`);
    }
    for (const text of ['12/30', '12/2030', '2030-12', '12-2030', '1230']) {
      // This sets the value and sends the events of a change, like a browser or a password manager.
      await expiry.evaluate((field: { value: string; dispatchEvent: (event: Event) => void }, value) => {
        field.value = value;
        for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
      }, text);
      await note(`filled ${text}`);
    }
    expect(results).toHaveLength(27);
    expect(
      results.filter(
        (line) => !line.endsWith(JANUARY.some((one) => line === `typed ${one}: 01/30`) ? '' : ': 12/30'),
      ),
    ).toEqual([]);
    expect(faults).toEqual([]);
    await page.close();
  });

  it.each([
    ['13/', '13/'],
    ['13/30', '13/30'],
    ['13/20', '13/20'],
    ['1330', '13/30'],
    ['00/30', '00/30'],
    ['2031/13', '2031/13'],
  ])('the wrong month in %j is said at once, and no digit reaches the CVV', async (typed, shown) => {
    const { page } = await open();
    await page.locator('#expiry').pressSequentially(typed);
    expect(await textIn(page, 'expiry')).toBe(shown);
    expect([await focusedIn(page), await textIn(page, 'cvv')]).toEqual(['expiry', '']);
    // A year before its month has no separator behind the month.
    if (typed.startsWith('20')) await page.locator('#cvv').focus();
    await page.locator('#expiry-error', { hasText: 'Ay 01 ile 12 arasında olmalıdır.' }).waitFor();
    expect(await statusOf(page)).toContain('Ay 01 ile 12 arasında olmalıdır.');
    await page.close();
  });

  it.each([
    ['12/46', 'cvv', ''],
    ['1291', 'expiry', 'Yıl hatalı. Lütfen haneleri kontrol edin.'],
    ['01/47', 'expiry', 'Yıl hatalı. Lütfen haneleri kontrol edin.'],
  ])('after %s, with a year of at most 20 from now, the focus is in %s', async (typed, field, hint) => {
    const { page } = await open();
    await page.locator('#expiry').pressSequentially(typed);
    expect(await focusedIn(page)).toBe(field);
    await page.locator('#ownerName').focus();
    if (hint) await page.locator('#expiry-error', { hasText: hint }).waitFor();
    else expect(await page.locator('#expiry-error').isVisible()).toBe(false);
    await page.close();
  });

  it('the slash can be erased, and digits in the middle can be corrected', async () => {
    const { page } = await open();
    const expiry = page.locator('#expiry');
    await expiry.pressSequentially('12');
    expect(await textIn(page, 'expiry')).toBe('12/');
    await expiry.press('Backspace');
    expect(await textIn(page, 'expiry')).toBe('12');
    await expiry.press('Backspace');
    expect(await textIn(page, 'expiry')).toBe('1');
    await expiry.pressSequentially('130');
    expect(await textIn(page, 'expiry')).toBe('11/30');
    await expiry.focus();
    await page.evaluate(`document.getElementById('expiry').setSelectionRange(2, 2)`);
    await page.keyboard.press('Backspace');
    await page.keyboard.type('2');
    expect(await textIn(page, 'expiry')).toBe('12/30');
    await page.close();
  });

  it('the code of a Visa takes three digits and that of American Express four', async () => {
    const { page } = await open();
    const [cvv, help] = [page.locator('#cvv'), page.locator('#cvv-help')];
    expect(await help.innerText()).toBe('Arkadaki 3 hane; American Express’te öndeki 4 hane');
    for (const [number, code, text] of [
      [CARDS.approvedVisa, '123', 'Kartın arkasındaki 3 hane'],
      [CARDS.amex, '1234', 'Kartın önündeki 4 hane'],
    ] as const) {
      await page.locator('#cardNumber').fill(number);
      expect(await help.innerText()).toBe(text);
      await cvv.fill('');
      await cvv.pressSequentially('1a2b345');
      expect(await textIn(page, 'cvv')).toBe(code);
      await cvv.fill('');
      await cvv.focus();
      await paste(page, ` ${code}`);
      expect(await textIn(page, 'cvv')).toBe(code);
    }
    expect(await page.locator('.cvv-front').isVisible()).toBe(true);
    expect(await page.locator('.cvv-back').isVisible()).toBe(false);
    await page.close();
  });
});

describe('the expiry without scripts', async () => {
  const { order, newPage, service } = await startShopper();
  const never = await service.addMerchant({ threeDSecure: 'never' });

  it.each([...new Set([...TYPED, ...JANUARY, ...PASTED])])(
    'a card with the expiry %j is charged',
    async (text) => {
      const { hostedPageUrl } = await order({}, never.apiKey);
      const page = await newPage({ javaScriptEnabled: false });
      await page.goto(hostedPageUrl);
      await page.locator('#ownerName').fill('Ayşe Yılmaz');
      await page.locator('#cardNumber').fill(CARDS.approved);
      await page.locator('#expiry').fill(text);
      await page.locator('#cvv').fill(' 123');
      await page.locator('#pay').click();
      await page.waitForURL('**/shop/success?*');
      await page.close();
    },
  );
});
