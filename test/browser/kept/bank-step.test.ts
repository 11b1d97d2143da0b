// The bank's step in a frame over the form, with a link to the whole window, and one sale in either place.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { returnsWith } from '../../drivers/result.ts';
import { CARDS } from '../../harness/harness.ts';
import { fillCard } from '../driver/form-page.ts';
import { answerIssuer, issuerOf, sendCard, startShopper, stepOf } from '../driver/shopper.ts';

const { order, newPage, service } = await startShopper();

const saleCount = () => service.bank.ledger().filter(({ operation }) => operation === 'sale').length;

async function openAndFill(more = {}) {
  const { hostedPageUrl } = await order(more);
  const page = await newPage();
  await page.goto(hostedPageUrl);
  await fillCard(page);
  return { page, url: hostedPageUrl };
}

/** Leaves the frame of the bank's step for the whole window, and approves there. */
async function approveInWholeWindow(page: Page): Promise<void> {
  await stepOf(page).locator('#challenge button').click();
  await page.locator('#code').fill('123456');
  await page.locator('button[value=approve]').click();
  await page.waitForURL(returnsWith('Successful'));
}

describe('the bank’s step over the form', () => {
  it('the bank’s step opens in the whole window if the bank refuses frames, and makes one sale', async () => {
    const before = saleCount();
    const { page } = await openAndFill();
    await page.route(/est3Dgate$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'x-frame-options': 'DENY' } });
    });
    await page.locator('#pay').click();
    await approveInWholeWindow(page);
    expect(saleCount()).toBe(before + 1);
    await page.context().close();
  });

  it('the bank’s step opened in the whole window while it is open in the frame makes one sale', async () => {
    const before = saleCount();
    const { hostedPageUrl } = await order();
    const page = await newPage();
    await page.goto(hostedPageUrl);
    await sendCard(page);
    await approveInWholeWindow(page);
    expect(saleCount()).toBe(before + 1);
    await page.context().close();
  });

  it('the bank’s step over the form is named and keeps the focus, and Escape does not end it', async () => {
    const { page } = await openAndFill({ language: 'tr' });
    await page.locator('#pay').click();
    await issuerOf(page).locator('#code').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    const dialog = page.getByRole('dialog', { name: 'Bankanızda onaylayın' });
    expect(await dialog.isVisible()).toBe(true);
    expect(await page.locator('dialog:modal').count()).toBe(1);
    await page.context().close();
  });

  it('the bank’s step has its title and the link to cancel on one line, also on a small phone', async () => {
    for (const width of [320, 390]) {
      const { page } = await openAndFill({ language: 'tr' });
      await page.setViewportSize({ width, height: 700 });
      await page.locator('#pay').click();
      await issuerOf(page).locator('#code').waitFor();
      const middleOf = async (part: string) => {
        const box = await stepOf(page).locator(part).boundingBox();
        return (box?.y ?? -99) + (box?.height ?? 0) / 2;
      };
      expect(Math.abs((await middleOf('h1')) - (await middleOf('#give-up button')))).toBeLessThan(2);
      await page.context().close();
    }
  });

  it('the bank’s step in two tabs is shown in one: the other waits, and one sale is made', async () => {
    const before = saleCount();
    const { page, url } = await openAndFill();
    const tab = await newPage();
    await tab.goto(url);
    await fillCard(tab, { cardNumber: CARDS.approvedVisa });
    await Promise.all([page.locator('#pay').click(), tab.locator('#pay').click()]);
    const atBank = await Promise.race(
      [page, tab].map(async (one) => {
        await issuerOf(one).locator('#code').waitFor();
        return one;
      }),
    );
    const other = atBank === page ? tab : page;
    await stepOf(other).locator('[data-state=verifying]').waitFor();
    await answerIssuer(atBank);
    await atBank.waitForURL(returnsWith('Successful'));
    await other.waitForURL(returnsWith('Successful'));
    expect(saleCount()).toBe(before + 1);
    for (const one of [page, tab]) await one.context().close();
  });
});
