// The demo shop's server. Like a real shop it creates a hosted page through the API and redirects the buyer
// to it. When the buyer returns, it trusts only the verified result in the address.

import { randomBytes } from 'node:crypto';
import { defined } from '#domain/defined.ts';
import type { Language } from '#domain/language.ts';
import { toDecimal } from '#domain/money.ts';
import { SANDBOX_CARDS } from '../../bank/sandbox-cards.ts';
import type { HttpRequest, HttpResponse } from '../../local/http-handler.ts';
import type { OpenShop } from '../../local/local-shop.ts';
import { ACTIONS, loadAccount, type Subscribed, subscribe } from './account.ts';
import { accountPage } from './account-page.ts';
import { askForTestEvent, listEvents, type ShopWithInbox, showEvents } from './events/event-answers.ts';
import { eventsIn, newInbox, receive } from './events/inbox.ts';
import { registerWebhook } from './events/webhook-registration.ts';
import { framePage } from './frame-page.ts';
import { findProduct, type Product } from './products.ts';
import { languageOf, PLAIN, page } from './shop-answer.ts';
import { callApi, type Shop } from './shop-api.ts';
import { facePage, isFacePage } from './shop-face.ts';
import { shopPage } from './shop-page.ts';
import { shopReturnPage } from './shop-result.ts';
import { openSession, type Session, sessionOf } from './shop-session.ts';
import { type Return, verifyReturn } from './verified-result.ts';

/** The addresses to which buyers return. All three behave alike: only the verified status counts. */
const RETURN_PATHS = { successUrl: '/success', failUrl: '/fail', cancelUrl: '/cancel' };

export const createShop: OpenShop = ({ baseUrl, merchant, webhooks }) => {
  const shop: ShopWithInbox = { baseUrl, merchant, inbox: newInbox() };
  return {
    service: async (request) =>
      request.method === 'POST' ? await answerPost(request, shop) : await answerGet(request, shop),
    async receiveEvents() {
      try {
        shop.inbox.webhook = await registerWebhook(shop, webhooks);
      } catch (error) {
        console.warn('The demo shop receives no events:', error instanceof Error ? error.message : error);
      }
    },
  };
};

async function answerPost(request: HttpRequest, shop: ShopWithInbox): Promise<HttpResponse> {
  const [path] = request.url.split('?');
  if (path === '/buy') return await buy(request, shop);
  if (path === '/account') return await act(request, shop);
  if (path === '/webhook') return { ...receive(shop.inbox, request, Date.now()), headers: PLAIN };
  if (path === '/events') return await askForTestEvent(request, shop);
  return { status: 405, headers: { Allow: 'GET' } };
}

async function answerGet(request: HttpRequest, shop: ShopWithInbox): Promise<HttpResponse> {
  if (request.method !== 'GET') return { status: 405, headers: { Allow: 'GET' } };
  const [path = '/', search = ''] = request.url.split('?');
  const query = new URLSearchParams(search);
  const language = languageOf(query, request);
  const session = sessionOf(request.headers.cookie);
  if (path === '/') return showFront(language, shop);
  if (isFacePage(path)) return page(language, shop, (frame) => facePage({ ...frame, path }));
  if (path === '/account') return await showAccount(session, language, shop);
  if (path === '/frame') return showFrame(query, session, language, shop);
  if (path === '/events') return showEvents(language, shop);
  if (path === '/events/list') return listEvents(query, language, shop);
  if (!Object.values(RETURN_PATHS).includes(path)) return { status: 404 };
  return await showReturn(session, query, language, shop);
}

function showFront(language: Language, shop: Shop): HttpResponse {
  const sandboxCards = SANDBOX_CARDS.map(({ number, description }) => ({
    number,
    description: description[language],
  }));
  return page(language, shop, (frame) => shopPage({ ...frame, sandboxCards }));
}

async function buy(request: HttpRequest, shop: Shop): Promise<HttpResponse> {
  const { body, headers } = request;
  const form = new URLSearchParams(body.toString('utf8'));
  const product = findProduct(form.get('productId') ?? '');
  if (product === undefined) return { status: 303, headers: { Location: '/' } };
  const language = languageOf(form, request);
  const { session, cookie } = openSession(headers.cookie);
  session.customerId ??= await newCustomer(shop, language);
  const order = {
    orderNumber: `SHOP-${randomBytes(5).toString('hex').toUpperCase()}`,
    amount: toDecimal(product.amountMinor),
    currency: 'TRY',
  };
  const { data, message } = await createPage(order, product, { session, language }, shop);
  if (data === undefined) {
    return { status: 502, headers: PLAIN, body: message };
  }
  const { hostedPageUrl } = data;
  const { orderNumber } = order;
  session.orders.set(orderNumber, { ...order, productId: product.id, hostedPageUrl });
  const framed = `/shop/frame?order=${orderNumber}&language=${language}`;
  const location = form.get('where') === 'frame' ? framed : hostedPageUrl;
  return { status: 303, headers: { Location: location, 'Set-Cookie': cookie } };
}

/** Without a customer the page offers no saved card, but the order can still be paid. */
async function newCustomer(shop: Shop, language: Language): Promise<string | undefined> {
  const body = { fullName: 'Ayşe Yılmaz', email: 'ayse@shop.example' };
  return (await callApi<{ id: string }>(shop, 'POST', '/api/customer', { language, body })).data?.id;
}

async function createPage(
  order: { orderNumber: string; amount: number; currency: string },
  product: Product,
  { session, language }: { session: Session; language: Language },
  shop: Shop,
) {
  const addresses = Object.entries(RETURN_PATHS).map(
    ([name, path]) => [name, `${shop.baseUrl}/shop${path}?language=${language}`] as const,
  );
  return await callApi<{ hostedPageUrl: string }>(shop, 'POST', '/api/payment/hostedpage', {
    language,
    body: {
      ...order,
      ...Object.fromEntries(addresses),
      language,
      ...defined({ customerId: session.customerId }),
      ...(session.customerId !== undefined && product.isMonthly && { saveCardFor: 'recurring' }),
      products: [{ id: product.id, name: product.name[language], amount: order.amount }],
    },
  });
}

function showFrame(query: URLSearchParams, session: Session, language: Language, shop: Shop): HttpResponse {
  const { hostedPageUrl } = session.orders.get(query.get('order') ?? '') ?? {};
  if (hostedPageUrl === undefined) return { status: 303, headers: { Location: '/' } };
  return page(language, shop, (frame) => framePage({ ...frame, hostedPageUrl }), {
    change: (policy) => policy.replace("frame-src 'none'", `frame-src ${shop.baseUrl}`),
  });
}

async function showAccount(session: Session, language: Language, shop: Shop): Promise<HttpResponse> {
  const { customerId, notice } = session;
  session.notice = undefined;
  const account = await loadAccount(shop, customerId, language);
  return page(language, shop, (frame) =>
    accountPage({ ...frame, account, isKnown: customerId !== undefined, notice }),
  );
}

async function act(request: HttpRequest, shop: Shop): Promise<HttpResponse> {
  const form = new URLSearchParams(request.body.toString('utf8'));
  const language = languageOf(form, request);
  const session = sessionOf(request.headers.cookie);
  const { customerId } = session;
  const action = new Map(Object.entries(ACTIONS)).get(form.get('action') ?? '');
  if (customerId !== undefined && action !== undefined) {
    const done = await action(shop, { id: form.get('id') ?? '', customerId, language });
    if ('goTo' in done) return { status: 303, headers: { Location: done.goTo } };
    session.notice = done.message;
  }
  return { status: 303, headers: { Location: `/shop/account?language=${language}` } };
}

async function showReturn(
  session: Session,
  query: URLSearchParams,
  language: Language,
  shop: ShopWithInbox,
): Promise<HttpResponse> {
  const { baseUrl, merchant, inbox } = shop;
  const { merchantId, signingSecret, apiKey } = merchant;
  const account = { payUrl: baseUrl, merchantId, signingSecret, nowMs: Date.now() };
  const returned = verifyReturn(query, session.orders, account);
  if (returned.kind === 'card') {
    return { status: 303, headers: { Location: `/shop/account?language=${language}` } };
  }
  const subscribed = await firstMonth(returned, language, shop);
  const orderNumber = returned.kind === 'refused' ? undefined : returned.result.orderNumber;
  const isTold = inbox.webhook !== undefined && orderNumber !== undefined;
  const events = isTold ? eventsIn(inbox, { orderNumber }) : undefined;
  return page(
    language,
    shop,
    (frame) => shopReturnPage({ ...frame, returned, baseUrl, apiKey, subscribed, events }),
    { status: returned.kind === 'refused' ? 400 : 200 },
  );
}

/** Starts the subscription after a verified payment of its first month. */
async function firstMonth(returned: Return, language: Language, shop: Shop): Promise<Subscribed | undefined> {
  if (returned.kind !== 'verified' || returned.result.status !== 'Successful') return undefined;
  const { order, result } = returned;
  if (!findProduct(order.productId)?.isMonthly || result.paymentReferenceNumber === null) return undefined;
  return await subscribe(shop, order, result.paymentReferenceNumber, language);
}
