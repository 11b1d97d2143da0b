// `npm run screenshots`: takes the screenshots in docs/screenshots and writes the page that shows them. Run
// it whenever a page changes its appearance.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { Language } from '#domain/language.ts';
import { BUYER_VIEWS } from '../../page/buyer-views.ts';
import { type BuyerView, PLACE } from '../../page/shop-views.ts';
import { launchBrowser, startPageServer } from './chromium.ts';
import { indexedPng } from './indexed-png.ts';

const DOCS = new URL('../../../docs/', import.meta.url);
const PHONE = { width: 390, height: 700 };
const DESKTOP = { width: 1280, height: 800 };
const LOOKS = [
  { name: 'phone-tr-light', title: 'Phone, Turkish, light', viewport: PHONE },
  { name: 'phone-en-dark', title: 'Phone, English, dark', viewport: PHONE },
  { name: 'desktop-tr-dark', title: 'Desktop, Turkish, dark', viewport: DESKTOP },
  { name: 'desktop-en-light', title: 'Desktop, English, light', viewport: DESKTOP },
] as const;

const pictureOf = (view: string, look: string) => `screenshots/${view}-${look}.png`;

async function takePicture(page: Page, file: string, fullPage: boolean): Promise<void> {
  const png = await page.screenshot({ fullPage, caret: 'hide' });
  await writeFile(new URL(file, DOCS), indexedPng(png));
}

function table(): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = Object.entries(BUYER_VIEWS).map(([view, { title }]) =>
    row([title, ...LOOKS.map(({ name }) => `![${title}](${pictureOf(view, name)})`)]),
  );
  return [row(['State', ...LOOKS.map(({ title }) => title)]), '|---|---|---|---|---|', ...rows].join('\n');
}

/** Brings the form into the state that it has only in a browser. */
async function act(page: Page, { typed, over }: BuyerView, language: Language): Promise<void> {
  if (typed !== undefined) {
    await page.locator('#cardNumber').fill(typed);
    await page.locator('#notice').focus();
  }
  if (over === undefined) return;
  server.pages.set(PLACE.address, over(language));
  await page.route('**/*', async (route) => {
    if (route.request().method() !== 'POST') return await route.fallback();
    return await route.fulfill({ contentType: 'application/json', body: '{"step":"wait"}' });
  });
  const card = { cardNumber: '5528790000000008', expiry: '12/30', cvv: '000', ownerName: 'Ayşe Yılmaz' };
  for (const [id, value] of Object.entries(card)) await page.locator(`#${id}`).fill(value);
  await page.locator('#pay').click();
  await page.frameLocator('dialog iframe').locator('h1').waitFor();
}

const HEAD = `# What buyers see

Every state on a phone and on a desktop, in both languages and both colour schemes. Pictures and table are
made by one command, from the code that renders the pages: \`npm run screenshots\`.
`;

await rm(new URL('screenshots/', DOCS), { recursive: true, force: true });
await mkdir(new URL('screenshots/', DOCS));
const server = await startPageServer();
const browser = await launchBrowser();
for (const { name: look, viewport } of LOOKS) {
  const language = look.includes('-tr-') ? 'tr' : 'en';
  const colorScheme = look.endsWith('dark') ? 'dark' : 'light';
  const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
  // This keeps the challenge page from leaving at once.
  await page.addInitScript('HTMLFormElement.prototype.submit = () => {}');
  for (const [name, view] of Object.entries(BUYER_VIEWS)) {
    server.pages.set(`/${name}`, view.show(language));
    await page.goto(`${server.address}/${name}`);
    await act(page, view, language);
    await takePicture(page, pictureOf(name, look), view.over === undefined);
  }
  await page.close();
}
await writeFile(new URL('screenshots.md', DOCS), `${HEAD}\n${table()}\n`);
await browser.close();
server.close();
