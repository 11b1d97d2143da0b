// Every view in both languages, in light and dark, on small and large screens: no fault for people with
// disabilities, nothing wider than the screen, no other host, no breach of the policy; and what it weighs.
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeConsole } from '../../../lib/console/pack.ts';
import { DAY } from '../../harness/harness.ts';
import { startDesk } from '../driver/desk.ts';
import { layoutFaults, violations } from '../driver/page-faults.ts';
import { foreignRequestsOf } from '../driver/shopper.ts';

const desk = await startDesk();
const { refunds, charges, service, moveBy, open, api, merchant, baseUrl } = desk;
const key = merchant.apiKey;
const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  "javascript:alert('1')",
  '{{7*7}}<b onmouseover=alert(1)>x',
  'ÇOK-UZUN-'.repeat(6),
];

let views: string[] = [];
beforeAll(async () => {
  for (const [at, text] of HOSTILE.entries()) {
    const payment = await refunds.pay({ orderNumber: text.slice(0, 64), amountMinor: 99_999_999_999 });
    await refunds.request(payment, 10 + at, { reason: text, description: text });
  }
  const payment = await refunds.pay({ orderNumber: 'SADE-1' });
  const { refundId } = (await refunds.request(payment, 30, { reason: 'Ürün hasarlı' })).json.data;
  await refunds.approve(refundId);
  await refunds.request(payment, 20, { reason: 'Eksik parça' });
  const plan = await charges.create({
    frequency: 'daily',
    maxRetryAttempts: 0,
    subscriptionName: HOSTILE[0] ?? '',
  });
  await charges.create({ frequency: 'monthly', subscriptionName: HOSTILE[1] ?? '' });
  service.bank.script(['decline:51', 'decline:51']);
  await moveBy(DAY + DAY / 12);
  const { json } = await api<{ id: string }>('POST', '/api/payment/hostedpage', {
    key,
    body: {
      amount: 99.9,
      currency: 'TRY',
      orderNumber: HOSTILE[0],
      successUrl: 'https://shop.example/',
      failUrl: 'https://shop.example/',
      metadata: { note: HOSTILE[1] },
    },
  });
  views = [
    '',
    'payments',
    'payments?status=Failed&lastFour=9999',
    'order?orderNumber=SADE-1',
    `order?orderNumber=${encodeURIComponent(HOSTILE[1] ?? '')}`,
    'refunds',
    `refunds?id=${refundId}`,
    'refunds?status=Rejected',
    'recurring',
    `recurring?id=${plan.id}`,
    'pages',
    `pages?id=${json.data.id}`,
  ];
});

const addressOf = (view: string) => `${baseUrl}/console${view === '' ? '' : `/${view}`}`;

async function settled(page: Page, view: string) {
  await page.goto(addressOf(view));
  await page.locator('main:not(:has([aria-busy=true])) h1').waitFor();
}

/** Scripts that ran, dialogs, requests elsewhere, and what the policy stopped. */
function faultsOf(page: Page): string[] {
  const faults = foreignRequestsOf(page, baseUrl);
  page.on('dialog', async (one) => {
    faults.push(`dialog ${one.message()}`);
    await one.dismiss();
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) faults.push(message.text());
  });
  return faults;
}

describe('views', () => {
  it.each([
    [320, 'light', 'tr-TR'],
    [390, 'dark', 'tr-TR'],
    [1440, 'light', 'en-GB'],
    [1440, 'dark', 'tr-TR'],
  ] as const)('have no fault at %d pixels, %s, %s', async (width, colorScheme, locale) => {
    const page = await open('owner', '', { viewport: { width, height: 900 }, colorScheme, locale });
    const faults = faultsOf(page);
    for (const view of views) {
      await settled(page, view);
      const wide = (await layoutFaults(page)).filter((fault) => fault.startsWith('sideways'));
      expect([view, await violations(page), wide]).toEqual([view, [], []]);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)(
    'dialogs, help, the lock and notices have no fault, %s',
    async (colorScheme) => {
      const page = await open('owner', 'order?orderNumber=SADE-1', { colorScheme });
      await page.getByRole('button', { name: 'İade et' }).waitFor();
      await page.keyboard.press('r');
      await page.locator('dialog').getByText('Karta').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await page.locator('dialog h2').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.locator('.person summary').click();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Oturumu kapat' }).click();
      await page.locator('.locked').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.context().close();
    },
  );

  it('a view is an address: filters and selection survive a reload, Back and a colleague’s click', async () => {
    const page = await open('viewer', 'payments');
    await page.getByRole('link', { name: 'Başarısız' }).click();
    await page.getByRole('link', { name: '7 gün' }).click();
    const { search } = new URL(page.url());
    expect(search).toMatch(/^\?status=Failed&startDate=[\d-]+&endDate=[\d-]+$/);
    await page.reload();
    await page.locator('.chips [aria-current]', { hasText: 'Başarısız' }).waitFor();
    await page.goBack();
    expect(new URL(page.url()).search).toBe('?status=Failed');
    const other = await open('viewer', `payments${search}`);
    await other.locator('.chips [aria-current]', { hasText: '7 gün' }).waitFor();
    await page.context().close();
    await other.context().close();
  });

  it('texts of merchants and buyers are shown as they are', async () => {
    const page = await open('owner', 'refunds');
    await page.locator('[data-row]').first().waitFor();
    const shown = (await page.locator('.list').textContent()) ?? '';
    for (const text of HOSTILE) expect(shown).toContain(text.slice(0, 64));
    expect(await page.locator('main img, main script').count()).toBe(0);
    await page.context().close();
  });
});

it('all calls of a view are made at once', async () => {
  const page = await open('owner', 'payments');
  const at: number[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) at.push(performance.now());
  });
  let answered = Number.POSITIVE_INFINITY;
  page.on('response', (response) => {
    if (response.url().includes('/api/')) answered = Math.min(answered, performance.now());
  });
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.keyboard.press('1');
  await page.locator('.wait-card strong', { hasText: /\d/ }).first().waitFor();
  expect(at.length).toBeGreaterThan(6);
  expect(at.filter((one) => one > answered)).toEqual([]);
  await page.context().close();
});

it('a hundred payments are drawn within 50 ms', async () => {
  const page = await open('viewer', 'payments');
  const [first] = (
    await (await page.request.get(`${baseUrl}/api/payment?limit=1`, { headers: { 'X-Api-Key': key } })).json()
  ).data.items;
  const items = Array.from({ length: 100 }, (_, at) => ({ ...first, paymentReferenceNumber: `PAY-${at}` }));
  const body = { success: true, message: '', data: { items, nextCursor: 'more' }, errorCode: null };
  await page.route('**/api/payment?*', (route) => route.fulfill({ json: body }));
  await page.reload();
  await page.locator('.more a').waitFor();
  const times = await page.evaluate<number[]>(`(async () => {
    const taken = [];
    const press = async (key) => {
      dispatchEvent(new KeyboardEvent('keydown', { key }));
      await Promise.resolve();
    };
    for (let round = 0; round < 5; round += 1) {
      await press('5');
      const startedAt = performance.now();
      await press('2');
      if (document.querySelectorAll('[data-row]').length === 100) taken.push(performance.now() - startedAt);
    }
    return taken;
  })()`);
  expect(times).toHaveLength(5);
  expect(Math.min(...times)).toBeLessThan(50);
  await page.context().close();
});

it('the first view weighs at most 40 KB, compressed', async () => {
  const { page, files } = await makeConsole();
  const bytes = [page, ...Object.values(files)].map((text) => gzipSync(text).length);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(40 * 1024);
});
