import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Html } from '#page/html.ts';
import { beingChecked, paid, returnToShop } from '#page/outcome.ts';
import { paymentForm } from '#page/payment-form.ts';
import { corpusSample, OWN_HOSTILE_TEXTS } from '../page/corpora.ts';
import { everyPage, formView, LANGUAGES, NONCE } from '../page/every-page.ts';
import { HAS_BROWSER, launchBrowser, openStage, type Stage, watch } from './chromium.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of WCAG 2.2 AA and axe's own advice; each violation as its name and the elements concerned. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(`${AXE};0`);
  return page.evaluate<string[]>(
    `axe.run().then(({ violations }) => violations.map((v) => v.id + ': ' + v.nodes.map((n) => n.html)))`,
  );
}

/** What axe does not see: sideways scrolling, and targets too small for a finger. */
async function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const wide = document.documentElement.scrollWidth - innerWidth;
    const targets = [...document.querySelectorAll('a, button, input:not([type=hidden]), summary')];
    const small = targets.filter((target) => {
      if (!target.checkVisibility()) return false;
      const { width, height } = target.getBoundingClientRect();
      return width < 24 || height < 24;
    });
    return [...(wide > 0 ? ['sideways by ' + wide] : []), ...small.map((target) => target.outerHTML)];
  })()`);
}

const LONG = {
  merchantName: `${'Çok Uzun Adlı Kahve ve Baharat Ticaret Limited Şirketi '.repeat(3)}${'x'.repeat(80)}`,
  orderNumber: 'A'.repeat(64),
  amountMinor: 99_999_999_999,
  installment: 12,
  products: Array.from({ length: 100 }, (_, line) => ({
    name: ['☕️👩‍👩‍👧‍👦 قهوة عربية بالهيل', 'Kavrulmuş'.repeat(20), 'Türk kahvesi'][line % 3] ?? '',
    amountMinor: 999_999_999,
  })),
  entered: { ownerName: 'محمد بن عبد الله' },
};

describe.runIf(HAS_BROWSER)('every page in a browser', () => {
  let browser: Browser;
  let stage: Stage;
  beforeAll(async () => {
    browser = await launchBrowser();
    stage = await openStage();
  });
  afterAll(async () => {
    await browser?.close();
    stage?.close();
  });

  const looks = LANGUAGES.flatMap((language) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ language, colorScheme })),
  );

  it.each(looks)(
    'has no barrier for anybody, in $language and $colorScheme',
    async ({ language, colorScheme }) => {
      const pages: Record<string, Html> = {
        ...everyPage(language),
        longForm: paymentForm(formView(language, LONG)),
        longChoice: paymentForm(formView(language, { ...LONG, installmentCounts: [1, 2, 3, 6, 9, 12] })),
      };
      // It leaves for the shop at once.
      delete pages['returnToShop'];
      const viewport = { width: 320, height: 640 };
      const page = await browser.newPage({ colorScheme, viewport, reducedMotion: 'reduce' });
      // The page on the way to the bank would be gone before it can be looked at.
      await page.addInitScript('HTMLFormElement.prototype.submit = () => {}');
      const faults = watch(page, stage);
      for (const [name, shown] of Object.entries(pages)) {
        stage.pages.set(`/${name}`, shown);
        await page.goto(`${stage.address}/${name}`);
        expect(await violations(page), name).toEqual([]);
        expect(await layoutFaults(page), name).toEqual([]);
        await page.setViewportSize({ width: 1280, height: 800 });
        expect(await layoutFaults(page), name).toEqual([]);
        await page.setViewportSize(viewport);
      }
      expect(faults).toEqual([]);
      await page.close();
    },
  );

  it('runs no hostile text, even if the policy were missing', async () => {
    const open = await openStage({ withPolicy: false });
    const page = await browser.newPage();
    const faults = watch(page, open);
    const texts = [...OWN_HOSTILE_TEXTS, ...corpusSample()];
    for (let from = 0; from < texts.length; from += 60) {
      const some = texts.slice(from, from + 60);
      const [first = ''] = some;
      const products = some.map((name) => ({ name, amountMinor: 1 }));
      const entered = { ownerName: first, expiryMonth: first, expiryYear: first };
      const errors = some.map((text) => ({ field: 'cvv' as const, text }));
      const view = formView('tr', { merchantName: first, orderNumber: first, products, entered, errors });
      open.pages.set(`/${from}`, paymentForm(view));
      await page.goto(`${open.address}/${from}`);
    }
    expect(open.gets.length).toBeGreaterThan(0);
    expect(faults.filter((fault) => !fault.startsWith('Failed to load resource'))).toEqual([]);
    await page.close();
    open.close();
  });

  it('shows a waiting buyer the result as soon as it is known, and loads nothing before', async () => {
    const view = { language: 'tr', cspNonce: NONCE } as const;
    stage.pages.set('/waiting', beingChecked(view));
    const page = await browser.newPage();
    await page.clock.install();
    await page.goto(`${stage.address}/waiting`);
    await page.evaluate('globalThis.isSamePage = true');
    const asked = page.waitForResponse(`${stage.address}/waiting`);
    await page.clock.runFor(5_100);
    await (await asked).finished();
    expect(await page.evaluate('globalThis.isSamePage')).toBe(true);
    stage.pages.set('/waiting', paid(view));
    await expect
      .poll(async () => {
        await page.clock.runFor(5_100);
        return page.locator('[data-state=paid]').count();
      })
      .toBe(1);
    await page.close();
  });

  it('moves on to the shop by itself, with and without scripts', async () => {
    const view = { language: 'tr', cspNonce: NONCE } as const;
    const returnUrl = `${stage.address}/shop?a=1&b=2`;
    stage.pages.set('/moving-on', returnToShop({ ...view, returnUrl, isPaid: true }));
    stage.pages.set('/shop?a=1&b=2', paid(view));
    for (const javaScriptEnabled of [true, false]) {
      const page = await browser.newPage({ javaScriptEnabled });
      await page.goto(`${stage.address}/moving-on`);
      await page.waitForURL(returnUrl);
      await page.close();
    }
  });
});
