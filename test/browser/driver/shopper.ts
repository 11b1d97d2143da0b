// A buyer with a real browser before the real service: orders to pay, and a record of whom the browser asked
// for anything on the way.
import type { Page } from 'playwright-core';
import type { LocalOptions } from '../../../lib/local/environment.ts';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { type OpenPage, startHarness } from '../../harness/harness.ts';
import { type FilledCard, fillCard } from './form-stage.ts';
import { startBrowser } from './started.ts';

/**
 * A merchant whose buyers verify themselves, on a service of its own, and a browser: for one test file, at
 * whose end the bank's books must say what ours say.
 */
export async function startShopper(options: Partial<LocalOptions> = {}) {
  const harness = await startHarness(options);
  checkBooksAtEnd(harness);
  const { service, createPage } = harness;
  const merchant = await service.addMerchant({ threeDSecure: 'always', installments: [1, 2, 3, 6, 9, 12] });
  const shop = `${service.baseUrl}/shop`;
  return {
    ...harness,
    ...startBrowser(),
    shop,
    key: merchant.apiKey,
    merchantId: merchant.merchantId,
    /** An order whose buyer returns to the demo shop on the same machine. */
    order: async (more: Record<string, unknown> = {}, key = merchant.apiKey): Promise<OpenPage> =>
      await createPage(
        { successUrl: `${shop}/success`, failUrl: `${shop}/fail`, language: 'en', ...more },
        { key },
      ),
  };
}

export const stateOf = async (page: Page) => await page.locator('main').getAttribute('data-state');

/** Without scripts each page on the way to the bank and back wants a press of its own. */
export type Scripts = { javaScriptEnabled?: boolean };

/** From the open form to the issuer's page. */
export async function sendCard(
  page: Page,
  { javaScriptEnabled = true, ...card }: Scripts & FilledCard = {},
): Promise<void> {
  await fillCard(page, card);
  await page.locator('#pay').click();
  if (!javaScriptEnabled) await page.locator('#challenge button').click();
  await page.locator('#code').waitFor();
}

/** At the issuer's page: the right code unless said otherwise, or the button that gives up. */
export async function answerIssuer(
  page: Page,
  {
    code = '123456',
    action = 'approve',
    javaScriptEnabled = true,
  }: Scripts & { code?: string; action?: 'approve' | 'cancel' } = {},
): Promise<void> {
  await page.locator('#code').fill(code);
  await page.locator(`button[value=${action}]`).click();
  if (!javaScriptEnabled) await page.locator('#return button').click();
}

/** Addresses that the browser asked and that are not of this origin; grows as the page goes on. */
export function strangersOf(page: Page, ours: string): string[] {
  const strangers: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && origin !== ours) strangers.push(request.url());
  });
  return strangers;
}
