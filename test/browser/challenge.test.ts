// 3-D Secure challenges that are cancelled, abandoned, answered too late or left with the back button. Each
// ends in a page that shows the state and how to continue.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { MINUTE } from '../harness/harness.ts';
import { fillCard } from './driver/form-page.ts';
import { answerIssuer, sendCard, startShopper, stateOf, stepOf } from './driver/shopper.ts';

const { order, newPage, moveBy, service } = await startShopper();

/** Opens a hosted page and goes to the issuer's page with an approved card. */
async function openChallenge(): Promise<{ page: Page; url: string }> {
  const { hostedPageUrl: url } = await order({ expiresInMinutes: 60 });
  const page = await newPage();
  await page.goto(url);
  await sendCard(page);
  return { page, url };
}

async function pay(page: Page): Promise<void> {
  await sendCard(page);
  await answerIssuer(page);
  await page.waitForURL('**/shop/success?*');
}
const salesSince = (before: number) =>
  service.bank.ledger().filter(({ operation }, at) => at >= before && operation === 'sale').length;

describe('a challenge in the browser', () => {
  it('a cancelled challenge leads back to the form with the reason and a further attempt', async () => {
    const before = service.bank.ledger().length;
    const { page } = await openChallenge();
    await answerIssuer(page, { action: 'cancel' });
    await page.locator('#notice.calm:focus', { hasText: 'You cancelled the verification' }).waitFor();
    expect(await page.locator('#notice').textContent()).not.toContain('attempts');
    expect(await page.title()).not.toContain('Error');
    expect(salesSince(before)).toBe(0);
    await pay(page);
    expect(salesSince(before)).toBe(1);
    await page.context().close();
  });

  it('the form for the bank, which contains the card, is removed when the buyer leaves it', async () => {
    const { hostedPageUrl } = await order();
    const page = await newPage();
    // This keeps the page from leaving at once.
    await page.addInitScript('HTMLFormElement.prototype.submit = () => {}');
    await page.goto(hostedPageUrl);
    await fillCard(page);
    // This posts like a browser without scripts: with scripts the form for the bank is in a frame, without
    // the card.
    await page.evaluate(
      "document.getElementById('payment').replaceWith(document.getElementById('payment').cloneNode(true))",
    );
    await fillCard(page);
    await page.locator('#pay').click();
    const number = page.locator('input[name=pan]');
    await number.waitFor({ state: 'attached' });
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))");
    expect(await number.count()).toBe(0);
    await page.context().close();
  });

  it('a challenge answered too late moves no money and leads back to the form', async () => {
    const before = service.bank.ledger().length;
    const { page } = await openChallenge();
    await moveBy(20 * MINUTE);
    await answerIssuer(page);
    await page.locator('#notice', { hasText: '3\u2011D\u00a0Secure' }).waitFor();
    expect(salesSince(before)).toBe(0);
    await pay(page);
    await page.context().close();
  });

  it('an abandoned challenge is shown on the page and can be started over', async () => {
    const { page, url } = await openChallenge();
    await page.goto(url);
    expect(await stateOf(page)).toBe('verifying');
    await page.locator('#start-over button').click();
    await page.locator('#notice').waitFor();
    await pay(page);
    await page.context().close();
  });

  it('a challenge that was started over in another tab moves no money if it is still answered', async () => {
    const before = service.bank.ledger().length;
    const { page, url } = await openChallenge();
    const tab = await newPage();
    await tab.goto(url);
    await tab.locator('#start-over button').click();
    await tab.locator('#notice').waitFor();
    await answerIssuer(page);
    await page.locator('#notice', { hasText: 'You cancelled the verification' }).waitFor();
    expect(salesSince(before)).toBe(0);
    await pay(tab);
    expect(salesSince(before)).toBe(1);
    for (const one of [page, tab]) await one.context().close();
  });

  it('an abandoned challenge ends after 15 minutes, and the waiting page becomes the form', async () => {
    const { page, url } = await openChallenge();
    await page.clock.install();
    await page.goto(url);
    expect(await stateOf(page)).toBe('verifying');
    await moveBy(20 * MINUTE);
    await page.clock.runFor(5_100);
    await page.locator('#payment').waitFor();
    await page.context().close();
  });

  it('the back button from the issuer shows the state and does not send the card again', async () => {
    const before = service.bank.ledger().length;
    const { page } = await openChallenge();
    const posts: string[] = [];
    page.on('response', (response) => {
      if (response.request().method() === 'POST') posts.push(response.url());
    });
    const goBack = () => page.goBack({ timeout: 3_000, waitUntil: 'commit' }).catch(() => null);
    await goBack();
    // A browser may keep the bank's gate as a step: the frame cannot show it without a second post.
    if (page.url() !== 'about:blank') {
      await stepOf(page).locator('#challenge button').waitFor();
      await goBack();
    }
    expect(page.url()).toBe('about:blank');
    await page.goForward();
    expect(await stateOf(page)).toBe('verifying');
    expect(posts).toEqual([]);
    expect(salesSince(before)).toBe(0);
    await page.context().close();
  });
});
