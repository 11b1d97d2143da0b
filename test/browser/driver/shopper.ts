// A buyer with a real browser at the local service.
import type { FrameLocator, Page } from 'playwright-core';
import type { LocalOptions } from '../../../lib/local/local-options.ts';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { type OpenPage, startHarness } from '../../harness/harness.ts';
import { startBrowser } from './browser.ts';
import { type FilledCard, fillCard } from './form-page.ts';

/**
 * Starts a service with a merchant that uses 3-D Secure, and a browser, for one test file. After the tests,
 * the bank's books must equal ours.
 */
export async function startShopper(options: Partial<LocalOptions> = {}) {
  const harness = await startHarness(options);
  checkBooksAtEnd(harness);
  const { service, createPage } = harness;
  const merchant = await service.addMerchant({ threeDSecure: 'newCards', installments: [1, 2, 3, 6, 9, 12] });
  const shop = `${service.baseUrl}/shop`;
  return {
    ...harness,
    ...startBrowser(),
    shop,
    key: merchant.apiKey,
    merchantId: merchant.merchantId,
    /** Creates a hosted page that returns to the demo shop of the same service. */
    order: async (more: Record<string, unknown> = {}, key = merchant.apiKey): Promise<OpenPage> =>
      await createPage(
        { successUrl: `${shop}/success`, failUrl: `${shop}/fail`, language: 'en', ...more },
        { key },
      ),
  };
}

export const stateOf = async (page: Page) => await page.locator('main').getAttribute('data-state');

/** The place of our page: the window, or a frame of the shop. */
export type Shown = Page | FrameLocator;

/** Without scripts, each page on the way to the bank and back needs a press of its button. */
export type Scripts = { javaScriptEnabled?: boolean };

/** Fills in and sends the form, and waits for the issuer's page. */
export async function sendCard(
  page: Shown,
  { javaScriptEnabled = true, ...card }: Scripts & FilledCard = {},
): Promise<void> {
  await fillCard(page, card);
  await page.locator('#pay').click();
  if (!javaScriptEnabled) await goToIssuer(page);
  await issuerOf(page, { javaScriptEnabled }).locator('#code').waitFor();
}

/** Presses the buttons of our page and of the bank's that scripts would press. */
export async function goToIssuer(page: Shown): Promise<void> {
  await page.locator('#challenge button').click();
  await page.locator('#on button').click();
}

/** The place of the issuer's page: with scripts a frame in our page before the bank. */
export const issuerOf = (page: Shown, { javaScriptEnabled = true }: Scripts = {}): Shown =>
  javaScriptEnabled ? stepOf(page).frameLocator('iframe[name=bank]') : page;

/** Our page before the bank, in the dialog of the form. */
export const stepOf = (page: Shown): FrameLocator => page.frameLocator('dialog.bank iframe');

/** Answers on the issuer's page, by default with the right code. */
export async function answerIssuer(
  page: Shown,
  {
    code = '123456',
    action = 'approve',
    javaScriptEnabled = true,
  }: Scripts & { code?: string; action?: 'approve' | 'cancel' } = {},
): Promise<void> {
  const issuer = issuerOf(page, { javaScriptEnabled });
  await issuer.locator('#code').fill(code);
  await issuer.locator(`button[value=${action}]`).click();
  if (!javaScriptEnabled) await page.locator('#back button').click();
}

/** Collects the addresses of other origins that the page requests from now on. */
export function foreignRequestsOf(page: Page, ours: string): string[] {
  const foreignRequests: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && origin !== ours) foreignRequests.push(request.url());
  });
  return foreignRequests;
}
