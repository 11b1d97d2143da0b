// The payment form on a stage of its own, in a real browser: opened as a test wants it, filled in, watched.
import type { BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import { paymentForm } from '#page/form/payment-form.ts';
import { paid } from '#page/outcome/outcome.ts';
import { CARDS } from '../../drivers/buyer.ts';
import { formView, NONCE } from '../../page/every-page.ts';
import { watch } from './chromium.ts';
import { startStage } from './started.ts';

export const FORM_PATH = '/iframe/HST-x';
export const PAID = paid({ language: 'tr', cspNonce: NONCE });

/** Starts with the test file and ends with it. A submit is answered after 300 ms by the page that is paid. */
export function startFormStage() {
  const { newPage, stage } = startStage({ postMs: 300 });
  return {
    stage,
    newPage,
    async open(more: Parameters<typeof formView>[1] = {}, options: BrowserContextOptions = {}) {
      const { pages, posts, gets, address } = stage();
      pages.set(FORM_PATH, paymentForm(formView('tr', more)));
      pages.set('/after-post', PAID);
      posts.length = 0;
      gets.length = 0;
      const page = await newPage(options);
      const faults = watch(page, stage());
      await page.goto(address + FORM_PATH);
      return { page, faults };
    },
  };
}

export const textIn = async (page: Page, id: string) => await page.locator(`#${id}`).inputValue();
export const statusOf = async (page: Page) => await page.locator('#status').textContent();

/** The id of what has the focus, or the name of its tag. */
export const focusedIn = async (page: Page) =>
  await page.evaluate<string>('document.activeElement.id || document.activeElement.tagName');

export type FilledCard = { cardNumber?: string; cvv?: string };

export async function fillCard(
  page: Page | FrameLocator,
  { cardNumber = CARDS.approved, cvv = '000' }: FilledCard = {},
): Promise<void> {
  await page.locator('#ownerName').fill('Ayşe Yılmaz');
  await page.locator('#cardNumber').pressSequentially(cardNumber);
  await page.locator('#expiryMonth').pressSequentially('12');
  await page.locator('#expiryYear').fill('30');
  await page.locator('#cvv').fill(cvv);
}
