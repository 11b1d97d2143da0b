import { describe, expect, it } from 'vitest';
import { render } from '#page/html.ts';
import { findProduct, PRODUCTS } from '../../../../lib/demo/shop/products.ts';
import { shopHeaders, shopPage } from '../../../../lib/demo/shop/shop-page.ts';
import { type ShopReturnView, shopFailPage, shopSuccessPage } from '../../../../lib/demo/shop/shop-result.ts';
import { SHOP_TEXTS } from '../../../../lib/demo/shop/shop-texts.ts';

const NONCE = 'q83vEjRWeJCrze8SNFZ4kA';
const front = { cspNonce: NONCE, sandboxCards: [{ number: '374427000000003', description: 'AMEX' }] };
const back: ShopReturnView = {
  language: 'en',
  cspNonce: NONCE,
  orderNumber: 'ORDER-1',
  status: 'Successful',
  paymentReferenceNumber: 'PAY-01JD4Q8ZV6W3K5N7R9T2X4Y6B8',
  isSignatureValid: true,
  baseUrl: 'http://localhost:3000',
  apiKey: 'psk_test_x',
};

describe('demo shop', () => {
  it('the shop has all texts in both languages', () => {
    expect(Object.keys(SHOP_TEXTS.en)).toEqual(Object.keys(SHOP_TEXTS.tr));
    for (const product of PRODUCTS) expect(product.name.en).not.toBe(product.name.tr);
  });

  it('each product has a form without scripts, and its id finds it again', () => {
    const page = render(shopPage({ ...front, language: 'tr' }));
    const ids = Array.from(page.matchAll(/name="productId" value="([^"]+)"/g), ([, id = '']) => id);
    expect(ids).toHaveLength(PRODUCTS.length);
    for (const id of ids) expect(findProduct(id)?.amountMinor).toBeGreaterThan(0);
    expect(page.match(/<form method="post" action="\/shop\/buy"/g)).toHaveLength(PRODUCTS.length);
    expect(findProduct('nothing')).toBeUndefined();
  });

  it('sandbox cards are shown in their printed groups', () => {
    expect(render(shopPage({ ...front, language: 'en' }))).toContain('<code>3744 270000 00003</code>');
  });

  it('pages load nothing and need no inline allowance in the policy', () => {
    const pages = [shopPage({ ...front, language: 'tr' }), shopSuccessPage(back), shopFailPage(back)].map(
      render,
    );
    for (const page of pages) {
      expect(page).not.toMatch(/\s(?:src|on\w+|style)=|@import|url\(|<script/i);
      expect(page).toContain(`<style nonce="${NONCE}">`);
      expect(Buffer.byteLength(page)).toBeLessThan(60_000);
    }
    const headers = shopHeaders({ cspNonce: NONCE, language: 'tr', payUrl: 'http://localhost:3000' });
    expect(headers['Content-Security-Policy']).toContain("form-action 'self' http://localhost:3000;");
  });

  it('the success page shows order, reference and the result of the signature check', () => {
    const page = render(shopSuccessPage(back));
    for (const text of ['Your order is in', 'ORDER-1', 'PAY-01JD4Q8ZV6W3K5N7R9T2X4Y6B8', 'Verified'])
      expect(page).toContain(text);
    expect(page).toContain('http://localhost:3000/api/payment/PAY-01JD4Q8ZV6W3K5N7R9T2X4Y6B8</pre>');
  });

  it('a return with an invalid signature is never shown as a success', () => {
    const page = render(shopSuccessPage({ ...back, isSignatureValid: false }));
    expect(page).not.toContain('Your order is in');
    expect(page).toContain('could not be verified');
    expect(page).not.toContain('curl');
  });

  it('the command to paste contains only a well-formed payment reference', () => {
    for (const paymentReferenceNumber of ['PAY-1; rm -rf /', '$(id)', 'PAY-01JD4Q8ZV6W3K5N7R9T2X4Y6B8\n`id`'])
      expect(render(shopSuccessPage({ ...back, paymentReferenceNumber }))).not.toContain('<pre>');
  });

  it('after a failed payment the buyer can retry', () => {
    const page = render(
      shopFailPage({ ...back, status: 'Failed', errorCode: 'EXPIRED_CARD', productId: 'cay' }),
    );
    expect(page).toContain('EXPIRED_CARD');
    expect(page).toMatch(/name="productId" value="cay"[\s\S]*Try again/);
  });
});
