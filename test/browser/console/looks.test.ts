// Every view in both languages, in light and dark, on small and large screens: no fault for people with
// disabilities, nothing wider than the screen, no other host, no breach of the policy; and what it weighs.
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { makeConsole } from '../../../lib/console/pack.ts';
import { issueKey } from '../../../lib/operator/onboarding.ts';
import { DAY } from '../../harness/harness.ts';
import { answerWith, startReceiver } from '../../webhook/receiver.ts';
import { startDesk } from '../driver/desk.ts';
import { layoutFaults, violations } from '../driver/page-faults.ts';
import { foreignRequestsOf } from '../driver/shopper.ts';

const desk = await startDesk({ events: true });
const { refunds, charges, service, moveBy, open, api, merchant, baseUrl, now } = desk;
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
  const metadata = Object.fromEntries(HOSTILE.slice(0, 4).map((text, at) => [`not${at}`, text]));
  const noted = await desk.payOrder({ amount: 10, orderNumber: 'NOT-1', metadata });
  await api('PUT', `/api/payment/${noted}`, { key, body: { note: HOSTILE[0] } });
  await issueKey(merchant.merchantId, now(), { scopes: ['payments'], name: HOSTILE[0] ?? '' });
  await desk.addOne('support', HOSTILE[1]);
  const receiver = await startReceiver(answerWith(500, {}, HOSTILE[0]));
  const { id: webhookId } = (
    await api<{ id: string }>('POST', '/api/webhook', {
      key,
      body: { url: receiver.url, description: 'Mağaza' },
    })
  ).json.data;
  const told = await refunds.pay({ orderNumber: 'OLAY-1' });
  await moveBy(10_000);
  // The event comes by the stream, soon after the payment.
  const eventId = await vi.waitFor(async () => {
    const events = await api<{ items: { id: string }[] }>('GET', `/api/event?objectId=${told}`, { key });
    return events.json.data.items[0]?.id ?? expect.fail('no event yet');
  });
  views = [
    '',
    'payments',
    'payments?status=Failed&lastFour=9999',
    'order?orderNumber=SADE-1',
    `order?orderNumber=${encodeURIComponent(HOSTILE[1] ?? '')}`,
    'order?orderNumber=NOT-1',
    'refunds',
    `refunds?id=${refundId}`,
    'refunds?status=Rejected',
    'recurring',
    `recurring?id=${plan.id}`,
    'pages',
    `pages?id=${json.data.id}`,
    'webhooks',
    `webhooks?id=${webhookId}&event=${eventId}`,
    'people',
  ];
});

const addressOf = (view: string) => `${baseUrl}/console${view === '' ? '' : `/${view}`}`;

async function settled(page: Page, view: string) {
  await page.goto(addressOf(view));
  await page.locator('main:not([aria-busy=true], :has([aria-busy=true])) h1').waitFor();
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
  // 320 pixels are also a screen of 1280 at 400 %; 3840 are 4K.
  it.each([
    [320, 'light', 'tr-TR', 'none'],
    [390, 'dark', 'en-GB', 'none'],
    [1440, 'light', 'en-GB', 'none'],
    [1440, 'dark', 'tr-TR', 'none'],
    [1440, 'light', 'tr-TR', 'active'],
    [3840, 'light', 'tr-TR', 'none'],
  ] as const)(
    'have no fault at %d pixels, %s, %s, forced colours %s',
    async (width, colorScheme, locale, forcedColors) => {
      const page = await open('owner', '', {
        viewport: { width, height: 900 },
        colorScheme,
        locale,
        forcedColors,
      });
      const faults = faultsOf(page);
      for (const view of views) {
        await settled(page, view);
        const wide = (await layoutFaults(page)).filter((fault) => fault.startsWith('sideways'));
        expect([view, await violations(page), wide]).toEqual([view, [], []]);
      }
      expect(faults).toEqual([]);
      await page.context().close();
    },
  );

  it.each(['light tr-TR', 'light en-GB', 'dark tr-TR', 'dark en-GB'])(
    'dialogs have no fault, %s',
    async (look) => {
      const [colorScheme, locale] = look.split(' ') as ['light' | 'dark', string];
      const page = await open('owner', '', { colorScheme, locale, viewport: { width: 390, height: 900 } });
      const viewOf = (start: string) => views.find((one) => one.startsWith(start)) ?? '';
      const dialog = page.locator('dialog');
      const expectNoFault = async (what: string) => {
        await page.locator('.effect[aria-busy=true]').waitFor({ state: 'detached' });
        const wide = (await layoutFaults(page)).filter((fault) => fault.startsWith('sideways'));
        expect([what, await violations(page), wide]).toEqual([what, [], []]);
      };
      const keys = { order: 'r', refunds: 'ax', pages: 'nx', recurring: 'cd', webhooks: 's' };
      for (const [view, key] of Object.entries(keys).flatMap(([view, all]) =>
        [...all].map((key) => [view, key]),
      )) {
        await settled(page, view === 'refunds' ? view : viewOf(`${view}?`));
        await page.locator(`button[data-hotkey=${key}]`).waitFor();
        await page.keyboard.press(key ?? '');
        await dialog.locator('.effect').waitFor();
        await expectNoFault(`${view} ${key}`);
        await page.keyboard.press('Escape');
      }
      await settled(page, 'people');
      for (const at of [0, 2]) {
        await page.locator('.entries .do button').nth(at).click();
        await dialog.waitFor();
        await expectNoFault(`people ${at}`);
        await page.keyboard.press('Escape');
      }
      await page.locator('.person summary').click();
      await expectNoFault('menu');
      await page.locator('.person button').last().click();
      await page.locator('.locked').waitFor();
      await expectNoFault('lock');
      await page.context().close();
    },
  );

  it('on a telephone every view is one touch away: nothing to scroll sideways, each 40 pixels high', async () => {
    const page = await open('owner', '', { viewport: { width: 360, height: 740 } });
    const tabs = await page.locator('.tabs a').all();
    expect(tabs).toHaveLength(7);
    for (const tab of tabs) {
      const { x = -1, width = 999, height = 0 } = (await tab.boundingBox()) ?? {};
      expect([x >= 0, x + width <= 360, height >= 40]).toEqual([true, true, true]);
    }
    await page.context().close();
  });

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
    await settled(page, 'order?orderNumber=NOT-1');
    const facts = (await page.locator('.slip').textContent()) ?? '';
    for (const text of [`Not${HOSTILE[0]}`, ...HOSTILE.slice(0, 4)]) expect(facts).toContain(text);
    expect(await page.locator('main img, main script').count()).toBe(0);
    await page.context().close();
  });
});

it('every control of a view is reached by Tab, and the one in focus is seen', async () => {
  const page = await open('owner', 'order?orderNumber=SADE-1');
  const CONTROLS = 'a[href], button, input, summary, textarea';
  const wanted = await page.evaluate<number>(`[...document.querySelectorAll('${CONTROLS}')]
    .filter((one) => one.checkVisibility() && !one.closest('details:not([open]) > :not(summary)')).length`);
  const reached = new Set<string>();
  for (let at = 0; at < wanted + 5; at += 1) {
    await page.keyboard.press('Tab');
    const [name, outline] = await page.evaluate<[string, string]>(`(() => {
      const at = document.activeElement;
      const style = getComputedStyle(at);
      const ring = style.outlineStyle !== 'none' || style.boxShadow !== 'none';
      return [[...document.querySelectorAll('${CONTROLS}')].indexOf(at), ring ? 'seen' : at.outerHTML];
    })()`);
    if (Number(name) === -1) break;
    expect(outline).toBe('seen');
    reached.add(String(name));
  }
  expect(wanted).toBeGreaterThan(12);
  expect(reached.size).toBe(wanted);
  await page.context().close();
});

it('a slip prints the order and nothing else', async () => {
  await desk.payOrder({ amount: 321, orderNumber: 'FIS-1' });
  const page = await open('support', 'order?orderNumber=FIS-1');
  await page.locator('.slip').getByText('Provizyon no').waitFor();
  await page.emulateMedia({ media: 'print' });
  const shown = (await page.evaluate<string>('document.body.innerText')).trim();
  for (const said of ['Kahve Dükkânı', 'FIS-1', 'Provizyon no', '321,00']) expect(shown).toContain(said);
  for (const hidden of ['Bugün', 'Telefonda', 'İade iste']) expect(shown).not.toContain(hidden);
  await page.context().close();
});

it('an empty first day says what to do', async () => {
  const page = await open('owner', 'payments');
  await page.route('**/statistics?*', (route) =>
    route.fulfill({ json: { success: true, message: '', data: { byDay: [] }, errorCode: null } }),
  );
  await page.goto(addressOf(''));
  await page.getByRole('link', { name: 'Bir ödeme bağlantısı oluşturun' }).click();
  await page.waitForURL('**/pages');
  await page.context().close();
});

it('all calls of a view are made at once', async () => {
  const page = await open('owner');
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.goto(addressOf('payments'));
  await page.locator('main:not([aria-busy=true], :has([aria-busy=true])) h1').waitFor();
  const at: number[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) at.push(performance.now());
  });
  let answered = Number.POSITIVE_INFINITY;
  page.on('response', (response) => {
    if (response.url().includes('/api/')) answered = Math.min(answered, performance.now());
  });
  await page.keyboard.press('1');
  await page.locator('ul.tiles strong', { hasText: /\d/ }).first().waitFor();
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
  const next = page.waitForRequest('**/api/payment?*cursor=more*');
  await page.locator('.more a').click();
  await next;
  await page.keyboard.press('1');
  await page.locator('.tile strong', { hasText: '100+' }).first().waitFor();
  await page.context().close();
});

it('the first view weighs at most 40 KB, compressed', async () => {
  const { page, files } = await makeConsole();
  const bytes = [page, ...Object.values(files)].map((text) => gzipSync(text).length);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(40 * 1024);
});
