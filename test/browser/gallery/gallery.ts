// Takes a screenshot of every state of the buyer's pages, in four looks that pair each size, language and
// colour scheme with each other.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { BUYER_VIEWS } from '../../page/buyer-views.ts';
import { type BuyerView, PLACE } from '../../page/shop-views.ts';
import { launchBrowser, startPageServer } from '../driver/chromium.ts';

/** Ignored by git. */
export const GALLERY = new URL('../../../screenshots/', import.meta.url);

const PHONE = { width: 390, height: 700 };
const DESKTOP = { width: 1280, height: 800 };
export const LOOKS = [
  { look: 'phone-tr-light', viewport: PHONE, language: 'tr', colorScheme: 'light' },
  { look: 'phone-en-dark', viewport: PHONE, language: 'en', colorScheme: 'dark' },
  { look: 'desktop-tr-dark', viewport: DESKTOP, language: 'tr', colorScheme: 'dark' },
  { look: 'desktop-en-light', viewport: DESKTOP, language: 'en', colorScheme: 'light' },
] as const;
type Look = (typeof LOOKS)[number];

export type Pictures = ReadonlyMap<string, Buffer>;

/** Fills the folder `screenshots` anew. @returns the pictures by name, for example `form-phone-tr-light`. */
export async function takeGallery(): Promise<Pictures> {
  await rm(GALLERY, { recursive: true, force: true });
  await mkdir(GALLERY, { recursive: true });
  const browser = await launchBrowser();
  const pictures = (await Promise.all(LOOKS.map((look) => picturesOf(look, browser)))).flat();
  await browser.close();
  for (const [name, png] of pictures) await writeFile(new URL(`${name}.png`, GALLERY), png);
  return new Map(pictures);
}

async function picturesOf(look: Look, browser: Browser): Promise<[name: string, png: Buffer][]> {
  const { viewport, colorScheme, language } = look;
  const server = await startPageServer();
  const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
  // The time left must not depend on how fast this machine is.
  await page.clock.setFixedTime('2026-11-20T09:00:00Z');
  // These keep the challenge page from leaving at once, and pages that wait from asking on a busy machine.
  await page.addInitScript(`HTMLFormElement.prototype.submit = () => {};
    const { setTimeout } = window;
    window.setTimeout = (task, ms) => (ms >= 5_000 ? 0 : setTimeout(task, ms))`);
  const pictures: [name: string, png: Buffer][] = [];
  for (const [name, view] of Object.entries(BUYER_VIEWS)) {
    server.pages.set(`/${name}`, view.show(language));
    if (view.over !== undefined) server.pages.set(PLACE.address, view.over(language));
    await page.goto(`${server.address}/${name}`);
    await act(page, view);
    const png = await page.screenshot({
      fullPage: view.over === undefined,
      caret: 'hide',
      animations: 'disabled',
    });
    pictures.push([`${name}-${look.look}`, png]);
  }
  await page.close();
  server.close();
  return pictures;
}

/** Brings the form into the state that it has only in a browser. */
async function act(page: Page, { typed, over }: BuyerView): Promise<void> {
  if (typed !== undefined) {
    await page.locator('#cardNumber').fill(typed);
    await page.locator('#notice').focus();
  }
  if (over === undefined) return;
  await page.route('**/*', async (route) => {
    if (route.request().method() !== 'POST') return await route.fallback();
    return await route.fulfill({ contentType: 'application/json', body: '{"step":"wait"}' });
  });
  const card = { cardNumber: '5528790000000008', expiry: '12/30', cvv: '000', ownerName: 'Ayşe Yılmaz' };
  for (const [id, value] of Object.entries(card)) await page.locator(`#${id}`).fill(value);
  await page.locator('#pay').click();
  await page.frameLocator('dialog iframe').locator('h1').waitFor();
}
