// Measures in a real browser how long a buyer needs until an order is paid, and with how many keystrokes:
// typed at human speed, pasted, filled in by the browser, and after a wrong CVV. Then compares the first
// paint (first-paint.ts). Run: npm run bench -- --pay
import '../../../lib/help.ts';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../browser/driver/chromium.ts';
import { CARDS } from '../../drivers/buyer.ts';
import { openHarness } from '../../harness/harness.ts';
import { comparePaint } from './first-paint.ts';
import { offerTimes } from './offer-time.ts';

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
    /** Pastes a copied text; copying is not counted, because it is the same for every form. */
    async paste(text: string) {
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
      await page.keyboard.press('Control+V', { delay: KEY_MS });
      keys += 1;
    },
  };
}
type Hands = ReturnType<typeof handsOn>;

/** A complete number moves the focus to the expiry, and a complete expiry to the CVV. */
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
  // Browsers store no CVV. A browser without a window has no list to choose from: a tap replaces the choice.
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

const harness = await openHarness();
const { service, createPage } = harness;
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

const browser = await launchBrowser();
for (const [way, fill] of Object.entries(WAYS)) await pay(browser, way, fill);
const retyped = [CARD.number, CARD.expiry, CARD.cvv, CARD.name].map((text) => Array.from(text).length);
print(`after the wrong CVV: ${correction} keys; number, expiry, CVV and name again: ${retyped.join(' + ')}`);
print(`  = ${retyped.reduce((sum, count) => sum + count, 0)} keys`);
const { cards, median, p95 } = await offerTimes(browser, harness);
print(`eighth digit to offer shown: median ${median.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms of ${cards}`);
await comparePaint(browser);
await browser.close();
process.exit();
