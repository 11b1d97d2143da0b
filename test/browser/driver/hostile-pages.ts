// Hostile texts in every place of every page, in a real browser and without the Content-Security-Policy that
// would stop a script: no script runs, and no request is made.
import { describe, expect, it } from 'vitest';
import { paymentForm } from '#page/form/payment-form.ts';
import { type Html, render } from '#page/html.ts';
import { challengePage as issuerPage } from '../../../lib/bank/three-d/gate-pages.ts';
import { shopFailPage } from '../../../lib/demo/shop/shop-result.ts';
import { issuerForm } from '../../page/buyer-views.ts';
import { everyPage, formView, NONCE } from '../../page/every-page.ts';
import { watch } from './chromium.ts';
import { startStage } from './started.ts';

/** Every page with the text wherever it fits; the one that leaves for the shop at once is read elsewhere. */
function pagesWith(text: string): Record<string, string> {
  const { returnToShop: _, ...ours } = everyPage('en', text);
  const declined = paymentForm(formView('en', { decline: text, merchantName: text }));
  const shopFail = shopFailPage({
    language: 'en',
    cspNonce: NONCE,
    orderNumber: text,
    status: text,
    paymentReferenceNumber: text,
    errorCode: text,
    isSignatureValid: true,
    baseUrl: text,
    apiKey: text,
    productId: text,
  });
  const texts = Object.entries({ ...ours, declined, shopFail } satisfies Record<string, Html>);
  return {
    ...Object.fromEntries(texts.map(([name, page]) => [name, render(page)])),
    issuer: String(issuerPage({ ...issuerForm('en'), clientId: text }, text).body),
  };
}

/** `isShown`: `hidden` for hundreds of texts, whose pages are then not drawn. */
export function testHostilePages(texts: readonly string[], isShown: '' | 'hidden'): void {
  describe('hostile texts in a browser', () => {
    const { newPage, stage } = startStage();

    /** All pages at once, each in a frame: what the stage is given as text comes without our headers. */
    async function faultsOf(texts: readonly string[], isShown: '' | 'hidden'): Promise<string[]> {
      const page = await newPage();
      await page.addInitScript('HTMLFormElement.prototype.submit = () => {}');
      const faults = watch(page, stage());
      for (const text of texts) {
        const pages = pagesWith(text);
        const frames = Object.keys(pages).map((name) => `<iframe ${isShown} src="/${name}"></iframe>`);
        for (const [name, shown] of Object.entries(pages)) stage().pages.set(`/${name}`, shown);
        stage().pages.set('/', `<!doctype html><title>All</title>${frames.join('')}`);
        await page.goto(stage().address);
      }
      await page.close();
      return faults.filter((fault) => /^(dialog|request):/.test(fault));
    }

    it('no text runs on any page, even without the Content-Security-Policy', async () => {
      expect(await faultsOf(texts, isShown)).toEqual([]);
    }, 900_000);

    it('a text that a page let through would be detected', async () => {
      const page = await newPage();
      const faults = watch(page, stage());
      stage().pages.set('/through', '<iframe src="/inner"></iframe>');
      stage().pages.set('/inner', '<img src=x onerror=alert(1)><img src="//evil.example/">');
      await page.goto(`${stage().address}/through`);
      await expect.poll(() => faults).toContain('dialog: 1');
      expect(faults).toContain('request: http://evil.example/');
      await page.close();
    });
  });
}
