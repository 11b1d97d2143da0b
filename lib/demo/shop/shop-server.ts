// The demo shop's server. Like a real shop it creates a hosted page through the API, redirects the buyer to
// it, and trusts the return only after checking its signature.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Language } from '#domain/language.ts';
import { toDecimal } from '#domain/money.ts';
import { signatureOf } from '#domain/payment/return-url.ts';
import { render } from '#page/html.ts';
import { SANDBOX_CARDS } from '../../bank/sandbox-cards.ts';
import type { HttpHandler, HttpRequest, HttpResponse } from '../../local/http-handler.ts';
import type { LocalMerchant } from '../../local/local-merchant.ts';
import { findProduct } from './products.ts';
import { shopHeaders, shopPage } from './shop-page.ts';
import { shopFailPage, shopSuccessPage } from './shop-result.ts';

type ShopOptions = { baseUrl: string; merchant: LocalMerchant };

export function createShop(options: ShopOptions): HttpHandler {
  return async (request) => {
    const [path = '/', search = ''] = request.url.split('?');
    const query = new URLSearchParams(search);
    const language: Language = query.get('language') === 'en' ? 'en' : 'tr';
    if (request.method === 'POST' && path === '/buy') return await buy(request, options);
    if (request.method !== 'GET') return { status: 405, headers: { Allow: 'GET' } };
    if (path === '/success' || path === '/fail') return showReturn(path, query, search, language, options);
    return path === '/' ? showFront(language, options) : { status: 404 };
  };
}

function showFront(language: Language, { baseUrl }: ShopOptions): HttpResponse {
  const cspNonce = randomBytes(16).toString('base64');
  const sandboxCards = SANDBOX_CARDS.map(({ number, description }) => ({
    number,
    description: description[language],
  }));
  return {
    status: 200,
    headers: shopHeaders({ cspNonce, language, payUrl: baseUrl }),
    body: render(shopPage({ language, cspNonce, sandboxCards })),
  };
}

async function buy({ body }: HttpRequest, { baseUrl, merchant }: ShopOptions): Promise<HttpResponse> {
  const form = new URLSearchParams(body.toString('utf8'));
  const product = findProduct(form.get('productId') ?? '');
  const language: Language = form.get('language') === 'en' ? 'en' : 'tr';
  if (product === undefined) return { status: 303, headers: { Location: '/' } };
  const returnUrl = (page: string) => `${baseUrl}/shop/${page}?product=${product.id}&language=${language}`;
  const amount = toDecimal(product.amountMinor);
  const response = await fetch(`${baseUrl}/api/payment/hostedpage`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Api-Key': merchant.apiKey,
      'Accept-Language': language,
    },
    body: JSON.stringify({
      amount,
      currency: 'TRY',
      orderNumber: `SHOP-${randomBytes(5).toString('hex').toUpperCase()}`,
      successUrl: returnUrl('success'),
      failUrl: returnUrl('fail'),
      language,
      products: [{ id: product.id, name: product.name[language], amount }],
    }),
  });
  const { data, message } = (await response.json()) as {
    data: { hostedPageUrl?: string };
    message: string;
  };
  return data.hostedPageUrl === undefined
    ? { status: 502, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: message }
    : { status: 303, headers: { Location: data.hostedPageUrl } };
}

function showReturn(
  path: '/success' | '/fail',
  query: URLSearchParams,
  search: string,
  language: Language,
  { baseUrl, merchant }: ShopOptions,
): HttpResponse {
  const cspNonce = randomBytes(16).toString('base64');
  const optional = (name: string, value: string | null) => (value === null ? {} : { [name]: value });
  const view = {
    language,
    cspNonce,
    orderNumber: query.get('orderNumber') ?? '',
    status: query.get('status') ?? '',
    ...optional('paymentReferenceNumber', query.get('paymentReferenceNumber')),
    ...optional('errorCode', query.get('errorCode')),
    ...optional('productId', query.get('product')),
    isSignatureValid: isSigned(search, query.get('signature') ?? '', merchant.signingSecret),
    baseUrl,
    apiKey: merchant.apiKey,
  };
  return {
    status: 200,
    headers: shopHeaders({ cspNonce, language, payUrl: baseUrl }),
    body: render(path === '/success' ? shopSuccessPage(view) : shopFailPage(view)),
  };
}

const SIGNED = ['errorCode', 'orderNumber', 'paymentReferenceNumber', 'status', 'token', 'ts'];

/**
 * The signature check of every shop: the parameters added by the service, sorted, under the shared secret.
 */
function isSigned(search: string, signature: string, signingSecret: string): boolean {
  const signedPairs = search
    .split('&')
    .filter((pair) => SIGNED.includes(pair.split('=')[0] ?? ''))
    .sort();
  const expected = Buffer.from(signatureOf(signedPairs.join('&'), signingSecret));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
