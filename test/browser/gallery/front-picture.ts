// The picture on top of the README: one payment on a phone, as form, bank's step and receipt side by side.
// Taken of the running service, once for each language and colour scheme.
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { demoFace } from '../../../lib/demo/shop/shop-pages.ts';
import { createShop } from '../../../lib/demo/shop/shop-server.ts';
import { type LocalService, startLocalService } from '../../../lib/local/environment.ts';
import { launchBrowser } from '../driver/chromium.ts';
import { fillCard } from '../driver/form-page.ts';
import { answerIssuer, sendCard, stepOf } from '../driver/shopper.ts';

/** GitHub shows a README about 830 px wide; the picture has two pixels for each. */
const WIDTH = 830;
const [SCREENS, GAP] = [3, 14];
const PHONE = { width: 390, height: 826 };
const COLUMN = Math.floor((WIDTH - GAP * (SCREENS - 1)) / SCREENS);
const CLOCK = new Date('2026-11-20T09:00:00Z');

const LOOKS = (['en', 'tr'] as const).flatMap((language) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ language, colorScheme })),
);
type Look = (typeof LOOKS)[number];

/** Renews `front-<language>-<scheme>.webp` in `folder`. */
export async function takeFrontPictures(folder: URL): Promise<void> {
  const service = await startLocalService({ port: 0, startAt: CLOCK, shop: createShop, shopFace: demoFace });
  const browser = await launchBrowser();
  for (const look of LOOKS) {
    const picture = await sideBySide(browser, await payOnce(service, browser, look));
    await writeFile(new URL(`front-${look.language}-${look.colorScheme}.webp`, folder), picture);
  }
  await browser.close();
  await service.stop();
}

async function payOnce(service: LocalService, browser: Browser, look: Look): Promise<Buffer[]> {
  const { language, colorScheme } = look;
  const { baseUrl, merchant } = service;
  const ordered = await fetch(`${baseUrl}/api/payment/hostedpage`, {
    method: 'POST',
    headers: { 'X-Api-Key': merchant.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      amount: 425,
      currency: 'TRY',
      orderNumber: `SIPARIS-${1042 + LOOKS.indexOf(look)}`,
      successUrl: `${baseUrl}/shop/success`,
      failUrl: `${baseUrl}/shop/fail`,
      language,
    }),
  });
  const { data } = (await ordered.json()) as { data: { hostedPageUrl: string } };
  const page = await browser.newPage({
    viewport: PHONE,
    colorScheme,
    reducedMotion: 'reduce',
    deviceScaleFactor: (2 * COLUMN) / PHONE.width,
  });
  const shots: Buffer[] = [];
  const shoot = async () => shots.push(await page.screenshot({ caret: 'hide', animations: 'disabled' }));
  await page.goto(data.hostedPageUrl);
  await fillCard(page);
  await page.locator('main').evaluate('document.activeElement.blur()');
  await shoot();
  await sendCard(page);
  // Our words below the bank's page leave two seconds after it.
  await stepOf(page).locator('.says').waitFor({ state: 'hidden' });
  await shoot();
  await answerIssuer(page);
  await page.waitForURL('**/shop/success?*');
  await page.goto(data.hostedPageUrl);
  await shoot();
  await page.close();
  return shots;
}

/** What `phones.webp` shows, each a picture of the gallery. */
const EIGHT = ['form', 'installments', 'saved-cards', 'link', 'declined', 'checking', 'paid', 'expired'];
const EIGHT_COLUMNS = { width: 200, height: 358 };

/** Renews `phones.webp` in `folder`: eight states of the pages on a phone, of the pictures in `gallery`. */
export async function takePhones(folder: URL, gallery: URL): Promise<void> {
  const browser = await launchBrowser();
  const { width, height } = EIGHT_COLUMNS;
  const size = { width: WIDTH, height: 2 * height + GAP };
  const page = await browser.newPage({ viewport: size, deviceScaleFactor: 2 });
  const images = EIGHT.map((name) => {
    const png = readFileSync(new URL(`${name}-phone-tr-light.png`, gallery));
    return `<img src="data:image/png;base64,${png.toString('base64')}">`;
  });
  await page.setContent(`<style>body{margin:0;display:flex;flex-wrap:wrap;justify-content:space-between;gap:${GAP}px 0}
img{width:${width}px;height:${height}px;object-fit:cover;object-position:top;border-radius:10px;outline:1px solid #8885;outline-offset:-1px}</style>
${images.join('')}`);
  await writeFile(new URL('phones.webp', folder), await webpOf(page, size));
  await browser.close();
}

async function sideBySide(browser: Browser, shots: readonly Buffer[]): Promise<Buffer> {
  const height = Math.round((PHONE.height * COLUMN) / PHONE.width);
  const page = await browser.newPage({ viewport: { width: WIDTH, height }, deviceScaleFactor: 2 });
  const images = shots.map((png) => `<img src="data:image/png;base64,${png.toString('base64')}">`);
  await page.setContent(`<style>body{margin:0;display:flex;justify-content:space-between}
img{width:${COLUMN}px;border-radius:14px;outline:1px solid #8885;outline-offset:-1px}</style>
${images.join('')}`);
  return await webpOf(page, { width: WIDTH, height });
}

/** With a clear background, because GitHub's has another colour in each scheme. */
async function webpOf(page: Page, size: { width: number; height: number }): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } });
  const clip = { x: 0, y: 0, ...size, scale: 1 };
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 90, clip });
  await page.close();
  return Buffer.from(data, 'base64');
}
