import { describe, expect, it } from 'vitest';
import type { Language } from '#domain/language.ts';
import { render } from '#page/html.ts';
import { findProduct, PRODUCTS } from '../../../../lib/demo/shop/products.ts';
import { SCENES } from '../../../../lib/demo/shop/scenes.ts';
import { shopHeaders, shopPage, shopReturnPage } from '../../../../lib/demo/shop/shop-pages.ts';
import { SHOP_TEXTS } from '../../../../lib/demo/shop/shop-texts.ts';
import type { Return } from '../../../../lib/demo/shop/verified-result.ts';
import { demoShop } from '../../../drivers/demo-shop.ts';
import { resultOf } from '../../../drivers/result.ts';
import { CARDS, MINUTE, startHarness } from '../../../harness/harness.ts';
import { verifiedReturn } from '../../../page/shop-views.ts';

const NONCE = 'q83vEjRWeJCrze8SNFZ4kA';
const sandboxCards = [{ number: '374427000000003', description: 'AMEX' }];
const settings = { PAYMENT_API_KEY: 'psk_test_x' };
const front = { cspNonce: NONCE, sandboxCards, settings };
const pageOf = (returned: Return, language: Language = 'en') =>
  render(
    shopReturnPage({
      language,
      cspNonce: NONCE,
      returned,
    }),
  );
const REFERENCE = 'PAY-01JD4Q8ZV6W3K5N7R9T2X4Y6B8';

describe('demo shop', () => {
  it('the shop has all texts in both languages', () => {
    expect(Object.keys(SHOP_TEXTS.en)).toEqual(Object.keys(SHOP_TEXTS.tr));
    for (const product of PRODUCTS) expect(product.name.en).not.toBe(product.name.tr);
  });

  it('each product and scene has a form without scripts, and its id finds it again', () => {
    const page = render(shopPage({ ...front, language: 'tr' }));
    const ids = Array.from(page.matchAll(/name="productId" value="([^"]+)"/g), ([, id = '']) => id);
    expect(ids).toHaveLength(PRODUCTS.length + SCENES.length);
    for (const id of ids) expect(findProduct(id)?.amountMinor).toBeGreaterThan(0);
    expect(page.match(/<form method="post" action="\/shop\/buy"/g)).toHaveLength(ids.length);
    expect(findProduct('nothing')).toBeUndefined();
  });

  it('sandbox cards are shown in their printed groups', () => {
    expect(render(shopPage({ ...front, language: 'en' }))).toContain('<code>3744 270000 00003</code>');
  });

  it('pages load nothing and need no inline allowance in the policy', () => {
    const forged = pageOf({ kind: 'refused', reason: 'forged' });
    const pages = [render(shopPage({ ...front, language: 'tr' })), pageOf(verifiedReturn('Failed')), forged];
    for (const page of pages) {
      const [, script] = page.match(/<script nonce="[^"]+">([\s\S]*?)<\/script>/) ?? [];
      expect(page.match(/<script/g)?.length ?? 0).toBe(script === undefined ? 0 : 1);
      expect(page).not.toMatch(/\s(?:src|on\w+|style)=|@import|url\(/i);
      expect(page).toContain(`<style nonce="${NONCE}">`);
      expect(Buffer.byteLength(page)).toBeLessThan(60_000);
    }
    const headers = shopHeaders({ cspNonce: NONCE, language: 'tr', payUrl: 'http://localhost:3000' });
    expect(headers['Content-Security-Policy']).toContain("form-action 'self' http://localhost:3000;");
  });

  it('a paid order shows product, amount, order and reference', () => {
    const page = pageOf(verifiedReturn('Successful', { paymentReferenceNumber: REFERENCE }));
    for (const text of ['Your order is in', 'Yirgacheffe', 'SIPARIS-1042', REFERENCE, 'Verified', '425.00']) {
      expect(page).toContain(text);
    }
    expect(page).not.toContain('Try again');
  });

  it.each([
    ['Failed', 'The payment was not completed', /action="\/shop\/buy"[\s\S]*value="kahve"[\s\S]*Try again/],
    [
      'Cancelled',
      'You cancelled the payment',
      /href="\/shop\/order\?order=SIPARIS-1042&amp;language=en">Continue to payment/,
    ],
    ['Expired', 'The payment page has expired', /action="\/shop\/buy"[\s\S]*value="kahve"[\s\S]*Try again/],
  ] as const)('a buyer with the status %s sees it in the shop with the next steps', (status, title, next) => {
    const page = pageOf(verifiedReturn(status));
    expect(page).toContain(title);
    expect(page).toMatch(next);
    expect(page).not.toContain('Your order is in');
  });

  it.each(['forged', 'old', 'different'] as const)('a return that is %s shows no fact', (reason) => {
    for (const language of ['tr', 'en'] as const) {
      const page = pageOf({ kind: 'refused', reason }, language);
      expect(page).toContain(SHOP_TEXTS[language].refusedTitle);
      expect(page).not.toMatch(/class="facts"|<section>|class="good"/);
    }
  });
});

it('a verified result of an unknown order shows its facts in both languages, and delivers nothing', () => {
  const verified = verifiedReturn('Successful', { paymentReferenceNumber: REFERENCE });
  for (const language of ['tr', 'en'] as const) {
    const page = pageOf({ kind: 'unexpected', result: verified.result }, language);
    for (const text of [SHOP_TEXTS[language].unexpectedTitle, 'SIPARIS-1042', REFERENCE]) {
      expect(page).toContain(text);
    }
    expect(page).not.toContain(SHOP_TEXTS[language].paidTitle);
  }
});

describe('the demo shop of the running service', async () => {
  const harness = await startHarness();
  const { http, buyer, createPage, moveBy, service } = harness;
  const shop = demoShop(harness);
  const { visit } = shop;
  const buy = async (productId = 'kahve') => await shop.buy({ productId });
  const pay = async (pageUrl: string, cardNumber: string = CARDS.approved) =>
    (await buyer.submit(await buyer.open(pageUrl), { cardNumber })).location;
  const leave = async (pageUrl: string) => (await buyer.open(`${pageUrl}/leave`)).location;

  it('a page without a chosen language has the browser’s language', async () => {
    const langOf = async (path: string, accepted?: string) => {
      const headers = accepted === undefined ? {} : { 'accept-language': accepted };
      return /<html[^>]* lang="(..)"/.exec((await http({ method: 'GET', path, headers })).text)?.[1];
    };
    const chosen = '/shop/success?language=tr';
    expect(await langOf('/shop/success', 'en-GB,en;q=0.9')).toBe('en');
    expect([await langOf('/shop/success'), await langOf(chosen, 'en')]).toEqual(['tr', 'tr']);
    expect(await langOf('/', 'en')).toBe('en');
  });

  it('each status is shown to the session that bought, at any return address', async () => {
    const { cookie, pageUrl, session } = await buy();
    expect(session).toMatch(/; Path=\/shop; HttpOnly; SameSite=Lax$/);
    const left = await leave(pageUrl);
    expect(new URL(left ?? '').pathname).toBe('/shop/cancel');
    expect((await visit(left, cookie)).text).toContain('You cancelled the payment');
    expect((await visit(left?.replace('/cancel', '/success'), cookie)).text).toContain(
      'You cancelled the payment',
    );
    const paid = await visit(await pay(pageUrl), cookie);
    expect(paid.status).toBe(200);
    expect(paid.text).toContain('Your order is in');
    const late = await buy();
    await moveBy(31 * MINUTE);
    expect((await visit(await leave(late.pageUrl), late.cookie)).text).toContain(
      'The payment page has expired',
    );
  });

  it('five declines, shown at the address of a success, are still a failed payment', async () => {
    const { cookie, pageUrl } = await buy();
    for (let attempt = 1; attempt < 5; attempt += 1) await pay(pageUrl, CARDS.insufficientFunds);
    const failed = (await pay(pageUrl, CARDS.insufficientFunds)) ?? '';
    for (const url of [failed, failed.replace('/fail?', '/success?%73tatus=Successful&')]) {
      const { text } = await visit(url, cookie);
      expect(text).toContain('The payment was not completed');
      expect(text).toContain('NOT_SUFFICIENT_FUNDS');
    }
  });

  it('a session without the order of a result sees the verified facts, and no order', async () => {
    const { cookie, pageUrl } = await buy('cay');
    const paid = await pay(pageUrl);
    const other = await buy('cezve');
    for (const session of [undefined, other.cookie]) {
      const { status, text } = await visit(paid, session);
      expect([status, text]).toEqual([
        200,
        expect.stringContaining('The result is verified, but this shop has no order for it'),
      ]);
      expect(text).not.toContain('Your order is in');
      expect(text).toMatch(/<pre>curl -H [^<]+\/api\/payment\/PAY-/);
      expect(text).not.toContain('id="ledger"');
    }
    expect((await visit(paid, cookie)).text).toContain('Your order is in');
  });

  it('a paid return is refused for another amount, with a second result, changed, or old', async () => {
    const { cookie, pageUrl } = await buy('cay');
    const paid = await pay(pageUrl);
    for (const [location, session, text] of [
      [`${paid}&result=x`, cookie, 'is not signed by the payment service'],
      [paid?.replace('result=', 'result=e'), cookie, 'is not signed by the payment service'],
      [paid?.replace('result=', 'other='), cookie, 'is not signed by the payment service'],
    ] as const) {
      const refused = await visit(location, session);
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(text)]);
    }
    const { cookie: waiting, pageUrl: dearer } = await buy('cezve');
    const { orderNumber } = resultOf((await leave(dearer)) ?? '');
    const cheaper = await createPage(
      { orderNumber, amount: 1, successUrl: 'https://shop.example/shop/success?language=en' },
      { key: service.merchant.apiKey },
    );
    const differs = await visit(await pay(cheaper.hostedPageUrl), waiting);
    expect([differs.status, differs.text]).toEqual([
      400,
      expect.stringContaining('amount or currency differ'),
    ]);
    await moveBy(10 * MINUTE);
    expect((await visit(paid, cookie)).text).toContain('more than ten minutes old');
  });
});
