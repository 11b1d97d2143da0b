// A purchase from the shop's button to the shop's success page, on every kind of device: in the layer of
// pay-1.js, in the whole window, and without scripts.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CARDS, MINUTE } from '../harness/harness.ts';
import { layoutFaults, violations } from './driver/page-faults.ts';
import { answerIssuer, type Shown, sendCard, startShopper, stepOf } from './driver/shopper.ts';

const { service, newPage, moveBy } = await startShopper();

type Way = { isWhole?: true; isSlow?: true } & BrowserContextOptions;
const WAYS: Record<string, Way> = {
  'in the layer': {},
  'without scripts': { javaScriptEnabled: false },
};
/** Here no other code runs: every page at this width is seen in pages.test.ts. */
const LOOKS: Record<string, Way> = {
  'at 320 pixels': { viewport: { width: 320, height: 568 }, hasTouch: true },
  'in forced colours': { forcedColors: 'active' },
  'in the whole window': { isWhole: true },
  'with a slow bank': { isSlow: true },
};

async function buyFirstProduct({ isWhole, isSlow, ...options }: Way): Promise<{ page: Page; shown: Shown }> {
  const page = await newPage({ locale: 'tr-TR', ...options });
  await page.goto(`${service.baseUrl}/`);
  await page.locator('ul form[action="/shop/buy"] button').first().click();
  await page.waitForURL('**/shop/order?*');
  const pay = page.locator('a#pay');
  if (isWhole) await page.goto((await pay.getAttribute('href')) ?? '');
  else await pay.click();
  const isLayer = !isWhole && options.javaScriptEnabled !== false;
  const shown = isLayer ? page.frameLocator('iframe[name=payment-layer]') : page;
  await shown.locator('#cardNumber').waitFor();
  if (isSlow) service.bank.script(['slow:1500']);
  return { page, shown };
}

/** Checks that no part of the page is outside the screen. */
const isWithin = async (page: Page) =>
  await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');

describe.each(Object.entries({ ...WAYS, ...LOOKS }))('a purchase in a real browser %s', (_, way) => {
  const { javaScriptEnabled = true, isSlow } = way;
  const scripts = { javaScriptEnabled };

  it('a buyer sees a decline, pays with another card, and returns with a valid signature', async () => {
    const { page, shown } = await buyFirstProduct(way);
    expect(await isWithin(page)).toBe(true);
    await sendCard(shown, { cardNumber: CARDS.insufficientFunds, ...scripts });
    await answerIssuer(shown, scripts);
    const notice = shown.locator('#notice:not([hidden])');
    await notice.waitFor();
    expect(await notice.textContent()).toMatch(/bakiye|limit/i);
    expect(await notice.textContent()).toContain('•••• 1129');
    expect(await isWithin(page)).toBe(true);
    // With scripts the number is still in the field, and only the CVV must be entered again.
    const kept = javaScriptEnabled ? '4111 1111 1111 1129' : '';
    expect(await shown.locator('#cardNumber').inputValue()).toBe(kept);
    expect(await shown.locator('#cvv').inputValue()).toBe('');
    expect(await shown.locator('#ownerName').inputValue()).toBe('Ayşe Yılmaz');

    if (isSlow) service.bank.script(['slow:1500']);
    await sendCard(shown, scripts);
    await answerIssuer(shown, scripts);
    await page.waitForURL('**/shop/success?*');
    expect(await page.textContent('body')).toContain('PAY-');
    expect(await page.locator('dd.bad').count()).toBe(0);
    expect(await page.locator('dd.good').count()).toBe(1);
    await page.context().close();
  });
});

describe.each(Object.entries(WAYS))('a purchase that is interrupted %s', (_, way) => {
  const { javaScriptEnabled = true } = way;
  const scripts = { javaScriptEnabled };

  it('a buyer who leaves continues later, on the page that is still open', async () => {
    const { page, shown } = await buyFirstProduct(way);
    await shown.locator('.links a').first().click();
    await page.waitForURL('**/shop/cancel?*');
    expect(await page.textContent('h1')).toContain('Ödemeden vazgeçtiniz');
    await page.locator('.actions a').first().click();
    await page.waitForURL('**/shop/order?*');
    await page.locator('a#pay').click();
    await sendCard(shown, scripts);
    await answerIssuer(shown, scripts);
    await page.waitForURL('**/shop/success?*');
    expect(await page.textContent('h1')).toContain('Siparişiniz alındı');
    await page.context().close();
  });

  it('a payment without an answer is shown as being checked, and then it is paid', async () => {
    const { page, shown } = await buyFirstProduct(way);
    service.bank.script(['lost-after']);
    const sales = service.bank.ledger().length;
    await sendCard(shown, scripts);
    await answerIssuer(shown, scripts);
    const waiting = javaScriptEnabled ? stepOf(shown) : page;
    await waiting.locator('[data-state=checking]').waitFor();

    await moveBy(10 * MINUTE);
    if (javaScriptEnabled) await page.waitForURL('**/shop/success?*');
    else await page.locator('[data-state=paid]').waitFor();
    const newOperations = service.bank.ledger().slice(sales);
    expect(newOperations.filter(({ operation }) => operation === 'sale')).toHaveLength(1);
    await page.context().close();
  });
});

it('a buyer who leaves while the bank is silent sees the order, and later that it is paid', async () => {
  const page = await newPage({ locale: 'en-GB' });
  await page.goto(`${service.baseUrl}/`);
  await page.locator('form:has([name=scene][value=silence]) button').click();
  await page.waitForURL('**/shop/order?*');
  await page.locator('a#pay').click();
  const shown = page.frameLocator('iframe[name=payment-layer]');
  await sendCard(shown);
  await answerIssuer(shown);
  await stepOf(shown).locator('[data-state=checking]').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('button', { name: 'Move the clock on two minutes' }).click();
  await page.locator('#ledger', { hasText: 'inquiry' }).waitFor();
  expect([await violations(page), await layoutFaults(page)]).toEqual([[], []]);
  await page.locator('a#pay').click();
  await shown.locator('[data-state=paid] #return').click();
  await page.waitForURL('**/shop/success?*');
  await page.context().close();
});
