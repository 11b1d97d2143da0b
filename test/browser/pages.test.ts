import { readFileSync } from 'node:fs';
import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Language } from '#domain/language.ts';
import { paymentForm } from '#page/form/payment-form.ts';
import { beingChecked, paid, returnToShop } from '#page/outcome/outcome.ts';
import { INTEGRITY_FILE, integrityOf } from '../../lib/operator/script-integrity.ts';
import { BUYER_VIEWS } from '../page/buyer-views.ts';
import { everyPage, formView, NONCE } from '../page/every-page.ts';
import { startBrowserAndPageServer } from './driver/browser.ts';
import { collectFaults, type ServedPage } from './driver/chromium.ts';
import { ANIMATED, layoutFaults, violations } from './driver/page-faults.ts';

const LONG = {
  merchantName: `${'Çok Uzun Adlı Kahve ve Baharat Ticaret Limited Şirketi '.repeat(3)}${'x'.repeat(80)}`,
  orderNumber: 'A'.repeat(64),
  amountMinor: 99_999_999_999,
  installments: { kind: 'fixed', count: 12 } as const,
  products: Array.from({ length: 100 }, (_, line) => ({
    name: ['☕️👩‍👩‍👧‍👦 قهوة عربية بالهيل', 'Kavrulmuş'.repeat(20), 'Türk kahvesi'][line % 3] ?? '',
    amountMinor: 999_999_999,
  })),
  entered: { ownerName: 'محمد بن عبد الله' },
};

/** A large amount for installments. */
const LARGE_AMOUNT = { amountMinor: 123_456_701 };

const ALL_CHOICES = {
  installmentCounts: [1, 2, 3, 6, 9, 12],
  savedCards: [
    {
      id: 'a',
      cardAlias: 'Maaş',
      maskedCardNumber: '552879******0008',
      cardAssociation: 'MASTERCARD',
      bankName: 'Türk Ekonomi Bankası',
      needsCvv: true,
    },
  ],
  canSaveCard: true,
  entered: { savedCard: 'new' },
  products: LONG.products.slice(0, 4),
} as const;

/** All pages but the one that leaves for the shop at once. */
function pagesIn(language: Language): Record<string, ServedPage> {
  const { returnToShop: _, ...pages } = everyPage(language);
  const views = Object.entries(BUYER_VIEWS).map(([name, { show }]) => [name, show(language)] as const);
  return {
    ...pages,
    ...Object.fromEntries(views),
    longForm: paymentForm(formView(language, LONG)),
    longChoice: paymentForm(
      formView(language, { ...LONG, ...LARGE_AMOUNT, installmentCounts: [1, 2, 3, 6, 9, 12] }),
    ),
    allAtOnce: paymentForm(formView(language, ALL_CHOICES)),
  };
}

describe('every page in a browser', () => {
  const { newPage, server } = startBrowserAndPageServer();

  // Colours do not depend on the language, so that each scheme is seen in one.
  it.each([
    ['tr', 'light'],
    ['en', 'dark'],
  ] as const)('every page is accessible in %s and %s', async (language, colorScheme) => {
    const viewport = { width: 320, height: 640 };
    const page = await newPage({ colorScheme, viewport, reducedMotion: 'reduce' });
    // This keeps the challenge page from leaving at once.
    await page.addInitScript('HTMLFormElement.prototype.submit = () => {}');
    const faults = collectFaults(page, server());
    for (const [name, shown] of Object.entries(pagesIn(language))) {
      server().pages.set(`/${name}`, shown);
      await page.goto(`${server().address}/${name}`);
      expect(await violations(page), name).toEqual([]);
      expect(await layoutFaults(page), name).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await layoutFaults(page), name).toEqual([]);
      await page.setViewportSize(viewport);
    }
    // These states exist only in the browser: hints at fields, and a form that is being sent.
    // The form stays in the state of sending while it has no answer.
    await page.route('**/*', async (route) => {
      if (route.request().method() !== 'POST') await route.continue();
    });
    await page.goto(`${server().address}/allAtOnce`);
    await page.locator('#pay').click();
    await page.locator('#cardNumber-error').waitFor();
    expect(await violations(page), 'hints').toEqual([]);
    expect(await layoutFaults(page), 'hints').toEqual([]);
    await page.locator('#pay').click();
    await page.locator('#pay[aria-disabled]').waitFor();
    expect(await violations(page), 'sending').toEqual([]);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('every page loads under 60 KB, from no other host, and only scripts of the manifest', async () => {
    const knownHashes = Object.values(JSON.parse(readFileSync(INTEGRITY_FILE, 'utf8')));
    const page = await newPage();
    await page.addInitScript('HTMLFormElement.prototype.submit = () => {}');
    const faults = collectFaults(page, server());
    let sizes: ReturnType<Request['sizes']>[] = [];
    page.on('requestfinished', (request) => void sizes.push(request.sizes()));
    for (const [name, shown] of Object.entries(pagesIn('tr'))) {
      server().pages.set(`/${name}`, shown);
      sizes = [];
      await page.goto(`${server().address}/${name}`);
      const bytes = (await Promise.all(sizes)).map((one) => one.responseBodySize + one.responseHeadersSize);
      expect(sizes.length, name).toBeGreaterThan(0);
      expect(
        bytes.reduce((sum, one) => sum + one, 0),
        name,
      ).toBeLessThan(60_000);
      const scripts = await page.locator('script').allTextContents();
      // The issuer's page is not ours, and the pages of the demo shop have no card form.
      if (typeof shown !== 'string' && !name.startsWith('shop'))
        for (const script of scripts) expect(knownHashes, name).toContain(integrityOf(script));
    }
    expect(faults).toEqual([]);
    await page.close();
  });

  it('every element that gets the focus shows it', async () => {
    const page = await newPage({ reducedMotion: 'reduce' });
    server().pages.set('/focus', paymentForm(formView('tr', ALL_CHOICES)));
    await page.goto(`${server().address}/focus`);
    const withoutFocusStyle: string[] = [];
    // Ten stops are one less than the page has: after the last one the focus is in the browser.
    for (let stop = 0; stop < 10; stop++) {
      await page.keyboard.press('Tab');
      const [name, isSeen] = await page.evaluate<[string, boolean]>(`(() => {
        const element = document.activeElement, style = getComputedStyle(element);
        const { outlineStyle, outlineWidth, outlineColor, boxShadow } = style;
        const isOutlined =
          outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && outlineColor !== 'rgba(0, 0, 0, 0)';
        element.blur();
        const isRinged = getComputedStyle(element).boxShadow !== boxShadow;
        element.focus();
        return [element.outerHTML.slice(0, 80), isOutlined || isRinged];
      })()`);
      if (!isSeen) withoutFocusStyle.push(name);
    }
    expect(withoutFocusStyle).toEqual([]);
    await page.close();
  });

  it('nothing moves if reduced motion is requested, and what waits fades instead', async () => {
    const animatedIn = async (name: string, reducedMotion: 'reduce' | 'no-preference') => {
      const page = await newPage({ reducedMotion });
      await page.goto(`${server().address}/${name}`);
      const properties = await page.evaluate<string[]>(ANIMATED);
      await page.close();
      return properties;
    };
    server().pages.set('/beingChecked', beingChecked({ language: 'tr', cspNonce: NONCE }));
    server().pages.set('/paid', paid({ language: 'tr', cspNonce: NONCE }));
    expect(await animatedIn('beingChecked', 'reduce')).toEqual(['opacity']);
    expect(await animatedIn('beingChecked', 'no-preference')).toEqual(['transform']);
    expect(await animatedIn('paid', 'reduce')).toEqual([]);
  });

  it('the checking page shows the result once it is known and does not reload before', async () => {
    const view = { language: 'tr', cspNonce: NONCE } as const;
    server().pages.set('/waiting', beingChecked(view));
    const page = await newPage();
    await page.clock.install();
    await page.goto(`${server().address}/waiting`);
    await page.evaluate('globalThis.isSamePage = true');
    const response = page.waitForResponse(`${server().address}/waiting`);
    await page.clock.runFor(5_100);
    await (await response).finished();
    expect(await page.evaluate('globalThis.isSamePage')).toBe(true);
    server().pages.set('/waiting', paid(view));
    await expect
      .poll(async () => {
        await page.clock.runFor(5_100);
        return page.locator('[data-state=paid]').count();
      })
      .toBe(1);
    await page.close();
  });

  it('the returning page leads to the shop without a click, with and without scripts', async () => {
    const view = { language: 'tr', cspNonce: NONCE } as const;
    const returnUrl = `${server().address}/shop?a=1&b=2`;
    server().pages.set('/moving-on', returnToShop({ ...view, returnUrl }, 'paid'));
    server().pages.set('/shop?a=1&b=2', paid(view));
    for (const javaScriptEnabled of [true, false]) {
      const page = await newPage({ javaScriptEnabled });
      await page.goto(`${server().address}/moving-on`);
      await page.waitForURL(returnUrl);
      await page.close();
    }
  });
});
