// The bank's verification as buyers really meet it: given up, left alone, too late, gone back from. Each ends
// in a state that is told and with a way on.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { MINUTE } from '../harness/harness.ts';
import { answerIssuer, sendCard, startShopper, stateOf } from './driver/shopper.ts';

const { order, newPage, moveBy, service } = await startShopper();

/** As far as the issuer's page, with a good card. */
async function atIssuer(): Promise<{ page: Page; url: string }> {
  const { hostedPageUrl: url } = await order({ expiresInMinutes: 60 });
  const page = await newPage();
  await page.goto(url);
  await sendCard(page);
  return { page, url };
}

async function payFrom(page: Page): Promise<void> {
  await sendCard(page);
  await answerIssuer(page);
  await page.waitForURL('**/shop/success?*');
}
const salesSince = (before: number) =>
  service.bank.ledger().filter(({ operation }, at) => at >= before && operation === 'sale').length;

describe('a challenge in the browser', () => {
  it('that is cancelled brings the buyer back to the form, told why, free to pay again', async () => {
    const before = service.bank.ledger().length;
    const { page } = await atIssuer();
    await answerIssuer(page, { action: 'cancel' });
    await page.locator('#notice:focus', { hasText: '3\u2011D\u00a0Secure' }).waitFor();
    expect(await page.locator('#notice').textContent()).toContain('You have 4 attempts left.');
    expect(salesSince(before)).toBe(0);
    await payFrom(page);
    expect(salesSince(before)).toBe(1);
    await page.context().close();
  });

  it('that is answered too late moves no money; the form is there again', async () => {
    const before = service.bank.ledger().length;
    const { page } = await atIssuer();
    await moveBy(20 * MINUTE);
    await answerIssuer(page);
    await page.locator('#notice', { hasText: '3\u2011D\u00a0Secure' }).waitFor();
    expect(salesSince(before)).toBe(0);
    await payFrom(page);
    await page.context().close();
  });

  it('that is abandoned shows where things stand, and can be started over', async () => {
    const { page, url } = await atIssuer();
    await page.goto(url);
    expect(await stateOf(page)).toBe('verifying');
    await page.locator('#start-over button').click();
    await page.locator('#notice').waitFor();
    await payFrom(page);
    await page.context().close();
  });

  it('that was started over in another tab is worth nothing to who still answers it', async () => {
    const before = service.bank.ledger().length;
    const { page, url } = await atIssuer();
    const tab = await newPage();
    await tab.goto(url);
    await tab.locator('#start-over button').click();
    await tab.locator('#notice').waitFor();
    await answerIssuer(page);
    await page.locator('#notice', { hasText: '3\u2011D\u00a0Secure' }).waitFor();
    expect(salesSince(before)).toBe(0);
    await payFrom(tab);
    expect(salesSince(before)).toBe(1);
    for (const one of [page, tab]) await one.context().close();
  });

  it('that nobody returns from ends by itself, and the waiting page becomes the form', async () => {
    const { page, url } = await atIssuer();
    await page.clock.install();
    await page.goto(url);
    expect(await stateOf(page)).toBe('verifying');
    await moveBy(20 * MINUTE);
    await page.clock.runFor(5_100);
    await page.locator('#payment').waitFor();
    await page.context().close();
  });

  it('is gone back from to where things stand, without sending the card again', async () => {
    const before = service.bank.ledger().length;
    const { page } = await atIssuer();
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url());
    });
    await page.goBack();
    expect(await stateOf(page)).toBe('verifying');
    expect(posts).toEqual([]);
    expect(salesSince(before)).toBe(0);
    await page.context().close();
  });
});
