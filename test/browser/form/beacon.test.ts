// A form that was never sent tells once that its buyer has left it (hosted-page.md 13).
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { fillCard, startFormPage } from '../driver/form-page.ts';

const { open, server } = startFormPage();

const told = () =>
  server()
    .posts.filter((post) => post.has('left'))
    .map(String);
/** Chromium hides the page that it leaves. */
const leave = async (page: Page) => void (await page.goto('about:blank'));
/** For what must not come. */
const wait = async (page: Page) => await page.waitForTimeout(300);
const hide = async (page: Page, isHidden: boolean) =>
  await page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);

it('a form that is left tells whether a card was begun, and nothing of the card', async () => {
  const { page: seen } = await open({ tellsLeft: true });
  await leave(seen);
  await expect.poll(told).toEqual(['left=']);
  const { page: typed, faults } = await open({ tellsLeft: true });
  await fillCard(typed);
  await leave(typed);
  await expect.poll(told).toEqual(['left=firstKey']);
  expect(faults).toEqual([]);
});

it('a form that is hidden again tells nothing more, one that was sent tells nothing', async () => {
  const { page } = await open({ tellsLeft: true });
  for (const isHidden of [false, true, false, true]) await hide(page, isHidden);
  await leave(page);
  await expect.poll(told).toEqual(['left=']);
  await wait(page);
  expect(told()).toEqual(['left=']);
  const { page: sent } = await open({ tellsLeft: true });
  await fillCard(sent);
  await sent.locator('#pay').click();
  await hide(sent, true);
  await sent.locator('[data-state=paid]').waitFor();
  await leave(sent);
  await wait(sent);
  expect(told()).toEqual([]);
  const { page: silent } = await open();
  await leave(silent);
  await wait(silent);
  expect(told()).toEqual([]);
});
