// The demo shop's server. Like a real shop it creates a hosted page through the API, redirects the buyer to
// it, and believes nothing of the address with which the buyer returns but the verified result.
import { randomBytes } from 'node:crypto';
import type { Language } from '#domain/language.ts';
import { toDecimal } from '#domain/money.ts';
import { preferredLanguage } from '#http/envelope.ts';
import { render } from '#page/html.ts';
import { SANDBOX_CARDS } from '../../bank/sandbox-cards.ts';
import type { HttpHandler, HttpRequest, HttpResponse } from '../../local/http-handler.ts';
import type { LocalMerchant } from '../../local/local-merchant.ts';
import { findProduct, type Product } from './products.ts';
import { shopHeaders, shopPage } from './shop-page.ts';
import { shopReturnPage } from './shop-result.ts';
import { ordersOf, rememberOrder } from './shop-session.ts';
import { verifyReturn } from './verified-result.ts';

type ShopOptions = { baseUrl: string; merchant: LocalMerchant };

/** Where buyers return. The three differ in nothing: only the verified status counts. */
const RETURN_PATHS = { successUrl: '/success', failUrl: '/fail', cancelUrl: '/cancel' };

export function createShop(options: ShopOptions): HttpHandler {
  return async (request) => {
    const [path = '/', search = ''] = request.url.split('?');
    const query = new URLSearchParams(search);
    const language = languageOf(query, request);
    if (request.method === 'POST' && path === '/buy') return await buy(request, options);
    if (request.method !== 'GET') return { status: 405, headers: { Allow: 'GET' } };
    if (Object.values(RETURN_PATHS).includes(path)) return showReturn(request, query, language, options);
    return path === '/' ? showFront(language, options) : { status: 404 };
  };
}

/** The chosen language, else the browser's. */
function languageOf(given: URLSearchParams, { headers }: HttpRequest): Language {
  const chosen = given.get('language');
  return chosen === 'tr' || chosen === 'en' ? chosen : preferredLanguage(headers['accept-language']);
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

async function buy(request: HttpRequest, options: ShopOptions): Promise<HttpResponse> {
  const { body, headers } = request;
  const form = new URLSearchParams(body.toString('utf8'));
  const product = findProduct(form.get('productId') ?? '');
  if (product === undefined) return { status: 303, headers: { Location: '/' } };
  const language = languageOf(form, request);
  const order = {
    orderNumber: `SHOP-${randomBytes(5).toString('hex').toUpperCase()}`,
    amount: toDecimal(product.amountMinor),
    currency: 'TRY',
  };
  const { hostedPageUrl, message } = await createPage(order, product, language, options);
  if (hostedPageUrl === undefined) {
    return { status: 502, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: message };
  }
  const session = rememberOrder(headers.cookie, { ...order, productId: product.id, hostedPageUrl });
  return { status: 303, headers: { Location: hostedPageUrl, 'Set-Cookie': session } };
}

async function createPage(
  order: { orderNumber: string; amount: number; currency: string },
  product: Product,
  language: Language,
  { baseUrl, merchant }: ShopOptions,
) {
  const addresses = Object.entries(RETURN_PATHS).map(
    ([name, path]) => [name, `${baseUrl}/shop${path}?language=${language}`] as const,
  );
  const response = await fetch(`${baseUrl}/api/payment/hostedpage`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Api-Key': merchant.apiKey,
      'Accept-Language': language,
    },
    body: JSON.stringify({
      ...order,
      ...Object.fromEntries(addresses),
      language,
      products: [{ id: product.id, name: product.name[language], amount: order.amount }],
    }),
  });
  const { data, message } = (await response.json()) as { data: { hostedPageUrl?: string }; message: string };
  return { hostedPageUrl: data.hostedPageUrl, message };
}

function showReturn(
  { headers }: HttpRequest,
  query: URLSearchParams,
  language: Language,
  { baseUrl, merchant }: ShopOptions,
): HttpResponse {
  const cspNonce = randomBytes(16).toString('base64');
  const { merchantId, signingSecret, apiKey } = merchant;
  const shop = { payUrl: baseUrl, merchantId, signingSecret, nowMs: Date.now() };
  const returned = verifyReturn(query, ordersOf(headers.cookie), shop);
  return {
    status: returned.kind === 'refused' ? 400 : 200,
    headers: shopHeaders({ cspNonce, language, payUrl: baseUrl }),
    body: render(shopReturnPage({ language, cspNonce, returned, baseUrl, apiKey })),
  };
}
