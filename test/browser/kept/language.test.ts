// The other language is shown in the same document: the buyer's input and choices stay.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { returnsWith } from '../../drivers/result.ts';
import { chooseCount, fillCard, installmentsOf, textIn } from '../driver/form-page.ts';
import { answerIssuer, startShopper } from '../driver/shopper.ts';

const { order, newPage } = await startShopper();

const cardIn = async (page: Page) =>
  await Promise.all(['cardNumber', 'expiry', 'cvv', 'ownerName'].map((id) => textIn(page, id)));

/** The text of the page, without its live region. */
const textOf = async (page: Page) =>
  await page.evaluate<string>(`(() => {
    document.getElementById('status').textContent = '';
    return document.body.innerText.replace(/\\s+/g, ' ');
  })()`);

describe('the other language', () => {
  it('the other language keeps input and choices, changes every text, and pays', async () => {
    const { hostedPageUrl } = await order({ language: null });
    const page = await newPage({ locale: 'tr-TR' });
    await page.goto(hostedPageUrl);
    await fillCard(page, { cvv: '987' });
    await chooseCount(page, 6);
    await page.getByText('English').click();
    await page.locator('html[lang=en]').waitFor();
    expect(await cardIn(page)).toEqual(['5528 7900 0000 0008', '12/30', '987', 'Ayşe Yılmaz']);
    expect(await installmentsOf(page, 6).row.isChecked()).toBe(true);
    const fresh = await newPage();
    await fresh.goto(`${hostedPageUrl}?language=en`);
    await fillCard(fresh);
    await chooseCount(fresh, 6);
    // The live region contains the last message, which differs.
    const [switched, opened] = [await textOf(page), await textOf(fresh)];
    expect(switched).toBe(opened);
    expect(await page.title()).toBe(await fresh.title());
    expect(page.url()).toBe(`${hostedPageUrl}?language=en`);
    await page.getByText('Türkçe').click();
    await page.locator('html[lang=tr]').waitFor();
    await page.locator('#pay').click();
    await answerIssuer(page);
    await page.waitForURL(returnsWith('Successful'));
    for (const one of [page, fresh]) await one.context().close();
  });
});
