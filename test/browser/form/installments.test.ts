// The rows of installments: each can be tapped anywhere, is on one line, and is readable with large text.
import { describe, expect, it } from 'vitest';
import { installmentsOf, startFormPage } from '../driver/form-page.ts';

const PHONE = { viewport: { width: 360, height: 740 } };
const ORDER = { amountMinor: 149_990, installmentCounts: [1, 2, 3, 6, 9, 12] };

describe('the installments', () => {
  const { open, server } = startFormPage();

  it('a tap at any point of a row chooses it, and the button shows the chosen count', async () => {
    const { page } = await open(ORDER, { ...PHONE, hasTouch: true });
    const pay = page.locator('#pay-text');
    expect(await pay.innerText()).toBe('1.499,90\u00a0₺ öde');
    const button = await page.locator('#pay').boundingBox();
    expect((button?.y ?? 999) + (button?.height ?? 0), 'before a choice').toBeLessThan(740);
    await page.locator('.installments summary').tap();
    for (const count of [6, 9, 12]) {
      const { row: radio } = installmentsOf(page, count);
      const row = radio.locator('..');
      const { width = 0, height = 0 } = (await row.boundingBox()) ?? {};
      expect(height).toBeGreaterThanOrEqual(44);
      await row.tap({ position: { x: width - 3, y: 3 } });
      expect(await radio.isChecked()).toBe(true);
      const months = (await row.locator('.months').innerText()).split('\n')[0];
      expect(await pay.innerText()).toBe(`${months} · öde`);
      expect(await page.locator('.now').innerText()).toBe(months);
    }
    await page.locator('#cardNumber').fill('5528790000000008');
    await page.locator('#expiry').fill('12/30');
    await page.locator('#cvv').fill('123');
    await page.locator('#ownerName').fill('Ayşe');
    await page.locator('#pay').click();
    await page.locator('[data-state=paid]').waitFor();
    expect(server().posts.map((post) => post.get('installment'))).toEqual(['12']);
    await page.close();
  });

  it('a row shows its months on one line, and the rows leave no uncovered gap', async () => {
    const { page } = await open(ORDER, PHONE);
    await page.locator('.installments summary').click();
    expect(await page.locator('.months').allInnerTexts()).toEqual([
      '1.499,90\u00a0₺',
      '2\u00a0×\u00a0749,95\u00a0₺',
      ...[
        '3\u00a0×\u00a0499,96',
        '6\u00a0×\u00a0249,98',
        '9\u00a0×\u00a0166,65',
        '12\u00a0×\u00a0124,99',
      ].map((months) => `${months}\u00a0₺\ntoplam 1.499,90\u00a0₺`),
    ]);
    const uncovered = await page.locator('.installments .choices').evaluate((list: unknown) => {
      type Box = { getBoundingClientRect(): { height: number } };
      const { children } = list as { children: Iterable<Box> };
      const heightOf = (box: Box) => box.getBoundingClientRect().height;
      return heightOf(list as Box) - [...children].reduce((sum, row) => sum + heightOf(row), 0);
    });
    // The two borders of the list may stay uncovered.
    expect(uncovered).toBeLessThanOrEqual(2);
    await page.close();
  });

  it('amounts with text of twice the size stay within their row and the page', async () => {
    const { page } = await open({ ...ORDER, amountMinor: 99_999_999_999 }, PHONE);
    await page.locator('.installments summary').click();
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    const outside = await page.evaluate<string[]>(`[...document.querySelectorAll('.choices, .saved, .months')]
      .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0
        || part.getBoundingClientRect().right > innerWidth)
      .map((part) => part.textContent.trim())`);
    expect(outside).toEqual([]);
    await page.close();
  });
});
