// Measures in a real browser how long a buyer needs until an order is paid, and with how many keystrokes:
// typed at human speed, pasted, filled in by the browser, and after a wrong CVV. Compares the first paint of
// the form with that of a form of 400 bytes. Run: npm run bench:pay
import { once } from 'node:events';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { paymentForm } from '#page/form/payment-form.ts';
import { pageHeaders } from '#page/headers.ts';
import { render } from '#page/html.ts';
import { launchBrowser } from '../browser/driver/chromium.ts';
import { CARDS } from '../drivers/buyer.ts';
import { openHarness } from '../harness/harness.ts';
import { formView, NONCE } from '../page/every-page.ts';
import { quantile } from './start-up.ts';

const print = (text: string) => void process.stdout.write(`${text}\n`);
/** About five keys a second, as people type digits that they read from a card. */
const KEY_MS = 200;
const CARD = { number: CARDS.approved, expiry: '1230', cvv: '123', name: 'Ayşe Yılmaz' };

/** Presses keys as a person does, and counts them. */
function handsOn(page: Page) {
  let keys = 0;
  let taps = 0;
  return {
    counts: () => ({ keys, taps }),
    async type(text: string) {
      await page.keyboard.type(text, { delay: KEY_MS });
      keys += Array.from(text).length;
    },
    async press(key: string) {
      await page.keyboard.press(key, { delay: KEY_MS });
      keys += 1;
    },
    async tap(id: string) {
      await page.locator(id).click({ delay: KEY_MS });
      taps += 1;
    },
    /** Copied from elsewhere, which is not counted: it is as much work for every form. */
    async paste(text: string) {
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
      await page.keyboard.press('Control+V', { delay: KEY_MS });
      keys += 1;
    },
  };
}
type Hands = ReturnType<typeof handsOn>;

/** A complete number leads to the expiry, and that to the CVV. */
async function typeCard(hands: Hands): Promise<void> {
  await hands.tap('#cardNumber');
  await hands.type(CARD.number);
  await hands.type(CARD.expiry);
  await hands.type(CARD.cvv);
  await hands.press('Tab');
  await hands.type(CARD.name);
  await hands.press('Enter');
}

const WAYS: Record<string, (hands: Hands, page: Page) => Promise<void>> = {
  typed: typeCard,
  pasted: async (hands) => {
    await hands.tap('#cardNumber');
    await hands.paste(CARD.number);
    for (const text of [CARD.expiry, CARD.cvv, CARD.name]) {
      await hands.press('Tab');
      await hands.paste(text);
    }
    await hands.press('Enter');
  },
  // Browsers keep no CVV. Without its own window a browser has no list to choose from: a tap stands for it.
  'filled in': async (hands, page) => {
    await hands.tap('#cardNumber');
    await page.locator('#cardNumber').fill(CARD.number);
    await page.locator('#expiry').fill('12/2030');
    await page.locator('#ownerName').fill(CARD.name);
    await hands.tap('#cvv');
    await hands.type(CARD.cvv);
    await hands.press('Enter');
  },
  'typed, CVV wrong at first': async (hands, page) => {
    service.bank.script(['decline:N7']);
    await typeCard(hands);
    await page.locator('#notice:focus').waitFor();
    const before = hands.counts().keys;
    await hands.tap('#cvv');
    await hands.type(CARD.cvv);
    await hands.press('Enter');
    correction = hands.counts().keys - before;
  },
};

const { service, createPage } = await openHarness();
const { apiKey: key } = await service.addMerchant({ threeDSecure: 'never' });
const returns = { successUrl: `${service.baseUrl}/shop/success`, failUrl: `${service.baseUrl}/shop/fail` };
let correction = 0;

async function pay(browser: Browser, way: string, fill: (typeof WAYS)[string]): Promise<void> {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto((await createPage({ ...returns }, { key })).hostedPageUrl);
  const hands = handsOn(page);
  const startedMs = performance.now();
  await fill(hands, page);
  await page.waitForURL('**/shop/success?*', { waitUntil: 'commit' });
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  const { keys, taps } = hands.counts();
  print(`${way.padEnd(28)} ${String(keys).padStart(4)} keys ${taps} taps ${seconds.padStart(6)} s`);
  await context.close();
}

const SMALL_FORM = `<!doctype html><html lang="tr"><meta charset="utf-8"><title>Ödeme</title>
<h1>149,90 ₺</h1><form method="post"><p><label>Kart numarası <input name="cardNumber"></label>
<p><label>Son kullanma <input name="expiry"></label><p><label>CVV <input name="cvv"></label>
<p><label>Ad soyad <input name="ownerName"></label><p><button>149,90 ₺ öde</button></form></html>`;
/** A page of a shop, on another site than the forms: the browser then shows the form in another process. */
const SHOP = '<!doctype html><html lang="tr"><title>Mağaza</title><h1>Sepet</h1><a>Ödemeye geç</a></html>';
const NO_NETWORK = { latency: 0, bytesPerSecond: -1 };
const CONDITIONS = {
  'from a shop': { ...NO_NETWORK, comesFromShop: true },
  'from a shop by a slow mobile network': { latency: 400, bytesPerSecond: 50_000, comesFromShop: true },
  'one form after the other': { ...NO_NETWORK, comesFromShop: false },
};
const ROUNDS = 40;

async function firstPaintMs(page: Page, address: string, shop: string | undefined): Promise<number> {
  if (shop === undefined) await page.goto(address);
  else {
    await page.goto(shop);
    await page.evaluate(`document.querySelector("a").href = ${JSON.stringify(address)}`);
    await page.click('a');
    await page.waitForURL(address);
  }
  const found = `new Promise((resolve) => new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) if (name === 'first-paint') resolve(startTime);
  }).observe({ type: 'paint', buffered: true }))`;
  return await page.evaluate<number>(found);
}

/** Both forms from one server, with the same headers, compressed, in turn. */
async function comparePaint(browser: Browser): Promise<void> {
  const forms = { '/small': SMALL_FORM, '/form': render(paymentForm(formView('tr'))) };
  const frame = { formActionOrigins: [], frameAncestors: [], frameSources: [] };
  const ours = pageHeaders({ cspNonce: NONCE, ...frame, language: 'tr' });
  const headers = { ...ours, 'Content-Encoding': 'gzip' };
  const server = createServer((request, response) => {
    if (request.url === '/shop') return void response.setHeader('Content-Type', 'text/html').end(SHOP);
    response.writeHead(200, headers);
    response.end(gzipSync(forms[request.url === '/small' ? '/small' : '/form']));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' ? bound?.port : '';
  const origin = `http://127.0.0.1:${port}`;
  for (const [name, { latency, bytesPerSecond, comesFromShop }] of Object.entries(CONDITIONS)) {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const throughput = { downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond };
    await session.send('Network.emulateNetworkConditions', { offline: false, latency, ...throughput });
    const shop = comesFromShop ? `http://localhost:${port}/shop` : undefined;
    const times: Record<keyof typeof forms, number[]> = { '/small': [], '/form': [] };
    for (let round = 0; round < ROUNDS; round += 1)
      for (const path of ['/small', '/form'] as const)
        times[path].push(await firstPaintMs(page, origin + path, shop));
    // The first decile: the time while no other process uses the processor.
    const [small, form] = [quantile(times['/small'], 0.1), quantile(times['/form'], 0.1)];
    const ratio = (form / small).toFixed(2);
    print(`first paint, ${name}: ${form.toFixed(0)} ms, ${ratio} of a form of 400 bytes`);
    await page.close();
  }
  server.close();
}

const browser = await launchBrowser();
for (const [way, fill] of Object.entries(WAYS)) await pay(browser, way, fill);
const retyped = [CARD.number, CARD.expiry, CARD.cvv, CARD.name].map((text) => Array.from(text).length);
print(`after the wrong CVV: ${correction} keys; number, expiry, CVV and name again: ${retyped.join(' + ')}`);
print(`  = ${retyped.reduce((sum, count) => sum + count, 0)} keys`);
await comparePaint(browser);
await browser.close();
process.exit();
