// Hostile texts in every place of every page, in a real browser and without the Content-Security-Policy that
// would stop a script: no script runs, and no request is made.
import { describe, expect, it } from 'vitest';
import { paymentForm } from '#page/form/payment-form.ts';
import { type Html, render } from '#page/html.ts';
import { challengePage as issuerPage } from '../../../lib/bank/three-d/gate-pages.ts';
import { shopReturnPage } from '../../../lib/demo/shop/shop-pages.ts';
import { issuerForm } from '../../page/buyer-views.ts';
import { everyPage, formView, NONCE } from '../../page/every-page.ts';
import { verifiedReturn } from '../../page/shop-views.ts';
import { startBrowserAndPageServer } from './browser.ts';
import { collectFaults } from './chromium.ts';

/** Every page with the text in every place, without the page that leaves for the shop at once. */
function pagesWith(text: string): Record<string, string> {
  const { returnToShop: _, ...ours } = everyPage('en', text);
  const declined = paymentForm(formView('en', { decline: text, merchantName: text }));
  const hostile = { orderNumber: text, paymentReferenceNumber: text, errorCode: text };
  const returned = verifiedReturn('Failed', hostile);
  const shown = { orderNumber: text, calls: [text], events: undefined, ledger: text };
  const shopFail = shopReturnPage({ language: 'en', cspNonce: NONCE, returned, shown });
  const texts = Object.entries({ ...ours, declined, shopFail } satisfies Record<string, Html>);
  return {
    ...Object.fromEntries(texts.map(([name, page]) => [name, render(page)])),
    issuer: String(issuerPage({ ...issuerForm('en'), clientId: text }, text).body),
  };
}

/** Tests pages with these texts. `isShown` is `hidden` for many texts, whose pages are then not drawn. */
export function testHostilePages(texts: readonly string[], isShown: '' | 'hidden'): void {
  describe('hostile texts in a browser', () => {
    const { newPage, server } = startBrowserAndPageServer();

    /** Loads all pages at once, each in a frame. Pages served as text do not have our headers. */
    async function faultsOf(texts: readonly string[], isShown: '' | 'hidden'): Promise<string[]> {
      const page = await newPage();
      await page.addInitScript('HTMLFormElement.prototype.submit = () => {}');
      const faults = collectFaults(page, server());
      for (const text of texts) {
        const pages = pagesWith(text);
        const frames = Object.keys(pages).map((name) => `<iframe ${isShown} src="/${name}"></iframe>`);
        for (const [name, shown] of Object.entries(pages)) server().pages.set(`/${name}`, shown);
        server().pages.set('/', `<!doctype html><title>All</title>${frames.join('')}`);
        await page.goto(server().address);
      }
      await page.close();
      return faults.filter((fault) => /^(dialog|request):/.test(fault));
    }

    it('no text runs on any page, even without the Content-Security-Policy', async () => {
      expect(await faultsOf(texts, isShown)).toEqual([]);
    }, 900_000);

    it('a text that a page let through would be detected', async () => {
      const page = await newPage();
      const faults = collectFaults(page, server());
      server().pages.set('/through', '<iframe src="/inner"></iframe>');
      server().pages.set('/inner', '<img src=x onerror=alert(1)><img src="//evil.example/">');
      await page.goto(`${server().address}/through`);
      await expect.poll(() => faults).toContain('dialog: 1');
      expect(faults).toContain('request: http://evil.example/');
      await page.close();
    });
  });
}
