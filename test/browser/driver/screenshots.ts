// `npm run screenshots`: takes the screenshots in docs/screenshots and writes the page that shows them. Run
// it whenever a page changes its appearance.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { BUYER_VIEWS } from '../../page/buyer-views.ts';
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

async function takePicture(page: Page, file: string): Promise<void> {
  const png = await page.screenshot({ fullPage: true, caret: 'hide' });
  await writeFile(new URL(file, DOCS), indexedPng(png));
}

function table(): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = Object.entries(BUYER_VIEWS).map(([view, { title }]) =>
    row([title, ...LOOKS.map(({ name }) => `![${title}](${pictureOf(view, name)})`)]),
  );
  return [row(['State', ...LOOKS.map(({ title }) => title)]), '|---|---|---|---|---|', ...rows].join('\n');
}

const HEAD = `# What buyers see

Every state on a phone and on a desktop, in both languages and both colour schemes. Pictures and table are
made by one command, from the code that renders the pages: \`npm run screenshots\`.
`;

await rm(new URL('screenshots/', DOCS), { recursive: true, force: true });
await mkdir(new URL('screenshots/', DOCS));
const server = await startPageServer();
const browser = await launchBrowser();
for (const { name, viewport } of LOOKS) {
  const language = name.includes('-tr-') ? 'tr' : 'en';
  const colorScheme = name.endsWith('dark') ? 'dark' : 'light';
  const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
  // Otherwise the challenge page would leave at once.
  await page.addInitScript('HTMLFormElement.prototype.submit = () => {}');
  for (const [view, { show }] of Object.entries(BUYER_VIEWS)) {
    server.pages.set(`/${view}`, show(language));
    await page.goto(`${server.address}/${view}`);
    await takePicture(page, pictureOf(view, name));
  }
  await page.close();
}
await writeFile(new URL('screenshots.md', DOCS), `${HEAD}\n${table()}\n`);
await browser.close();
server.close();
