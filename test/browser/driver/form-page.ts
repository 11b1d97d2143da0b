// The payment form on a separate server, in a real browser.
import type { BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import { paymentForm } from '#page/form/payment-form.ts';
import { paid } from '#page/outcome/outcome.ts';
import { CARDS } from '../../drivers/buyer.ts';
import { formView, NONCE } from '../../page/every-page.ts';
import { startBrowserAndPageServer } from './browser.ts';
import { collectFaults } from './chromium.ts';

export const FORM_PATH = '/iframe/HST-x';
export const PAID = paid({ language: 'tr', cspNonce: NONCE });

/** Runs for one test file. The response to a submit is the paid page, after 300 ms. */
export function startFormPage() {
  const { newPage, server } = startBrowserAndPageServer({ postMs: 300 });
  return {
    server,
    newPage,
    async open(more: Parameters<typeof formView>[1] = {}, options: BrowserContextOptions = {}) {
      const { pages, posts, gets, address } = server();
      pages.set(FORM_PATH, paymentForm(formView('tr', more)));
      pages.set('/after-post', PAID);
      posts.length = 0;
      gets.length = 0;
      const page = await newPage(options);
      const faults = collectFaults(page, server());
      await page.goto(address + FORM_PATH);
      return { page, faults };
    },
  };
}

export const textIn = async (page: Page, id: string) => await page.locator(`#${id}`).inputValue();
export const statusOf = async (page: Page) => await page.locator('#status').textContent();

/** The id of the element with the focus, or its tag name. */
export const focusedIn = async (page: Page) =>
  await page.evaluate<string>('document.activeElement.id || document.activeElement.tagName');

export type FilledCard = { cardNumber?: string; cvv?: string };

export async function fillCard(
  page: Page | FrameLocator,
  { cardNumber = CARDS.approved, cvv = '000' }: FilledCard = {},
): Promise<void> {
  await page.locator('#ownerName').fill('Ayşe Yılmaz');
  await page.locator('#cardNumber').fill('');
  await page.locator('#cardNumber').pressSequentially(cardNumber);
  await page.locator('#expiry').fill('12/30');
  await page.locator('#cvv').fill(cvv);
}

/** Chooses a count, which may be behind one more tap. */
export async function chooseCount(page: Page | FrameLocator, count: number): Promise<void> {
  const { summary, row } = installmentsOf(page, count);
  await row.waitFor({ state: 'attached' });
  if (!(await row.isVisible())) await summary.click();
  await row.check();
}

export const installmentsOf = (page: Page | FrameLocator, count: number) => ({
  summary: page.locator('.installments summary'),
  row: page.locator(`.installments :is([value="${count}"], [value^="${count}:"])`),
});
