// The demo shop's server. Like a real shop it creates a hosted page through the API and shows it in the layer
// of pay-1.js. When the buyer returns, it trusts only the verified result in the address.
import { randomBytes } from 'node:crypto';
import type { Language } from '#domain/language.ts';
import { toDecimal } from '#domain/money.ts';
import { preferredLanguage } from '#http/envelope.ts';
import { type Html, render } from '#page/html.ts';
import { clockAheadMs } from '#setting.ts';
import { SANDBOX_CARDS } from '../../bank/sandbox-cards.ts';
import { openSandbox } from '../../clients/typescript/sandbox.ts';
import type { HttpRequest, HttpResponse } from '../../local/http-handler.ts';
import type { OpenShop } from '../../local/local-shop.ts';
import { shopSettings } from '../../local/shop-environment.ts';
import { ACTIONS, aMonthAfter, loadAccount, type SubscriptionResult, subscribe } from './account.ts';
import { accountPage } from './account-page.ts';
import { allEvents, shownEvent } from './events/event-list.ts';
import { eventsIn, type Inbox, newInbox, receive } from './events/inbox.ts';
import { registerWebhook } from './events/webhook-registration.ts';
import { findProduct } from './products.ts';
import { ledgerSince, SCENES, type SceneEvidence } from './scenes.ts';
import { type ApiCall, apiOf, callText, type Shop } from './shop-api.ts';
import {
  aboutPage,
  type Frame,
  orderPage,
  orderPath,
  shopDocument,
  shopHeaders,
  shopPage,
  shopReturnPage,
} from './shop-pages.ts';
import { leversScript } from './shop-script.ts';
import { openSession, type Session, sessionOf } from './shop-session.ts';
import { SHOP_TEXTS } from './shop-texts.ts';
import { type Return, verifyReturn } from './verified-result.ts';

/** A request to the shop. `fields`: those of its form, or of its address. */
type Visit = {
  request: HttpRequest;
  api: ApiCall;
  shop: Shop & { inbox: Inbox };
  fields: URLSearchParams;
  language: Language;
  session: Session;
};
type VisitHandler = (visit: Visit) => HttpResponse | Promise<HttpResponse>;

/** The addresses to which buyers return. All three behave alike: only the verified status counts. */
const RETURN_PATHS = { successUrl: '/success', failUrl: '/fail', cancelUrl: '/cancel' };

const ANSWERS: ReadonlyMap<string, VisitHandler> = new Map<string, VisitHandler>([
  ['GET /', showShop],
  ['GET /levers.js', sendLevers],
  ['GET /about', (visit) => page(visit, aboutPage)],
  ['GET /account', showAccount],
  ['GET /order', showOrder],
  ['GET /events', showEvents],
  ['GET /events/list', listEvents],
  ...Object.values(RETURN_PATHS).map((path) => [`GET ${path}`, showReturn] as const),
  ['POST /buy', buy],
  ['POST /account', act],
  ['POST /webhook', ({ request, shop }) => plain(receive(shop.inbox, request, shopMs()))],
  ['POST /events', askForTestEvent],
]);

export const createShop: OpenShop = ({ baseUrl, merchant, webhooks }) => {
  const shop: Visit['shop'] = { baseUrl, merchant, inbox: newInbox() };
  return {
    async service(request) {
      const { method, url, headers, body } = request;
      const [path = '/', search = ''] = url.split('?');
      const answer = ANSWERS.get(`${method} ${path}`);
      if (answer === undefined)
        return method === 'GET' ? { status: 404 } : { status: 405, headers: { Allow: 'GET' } };
      const fields = new URLSearchParams(method === 'GET' ? search : body.toString('utf8'));
      const chosen = fields.get('language');
      const isChosen = chosen === 'tr' || chosen === 'en';
      const language = isChosen ? chosen : preferredLanguage(headers['accept-language']);
      const [api, session] = [apiOf(shop, language), sessionOf(headers.cookie)];
      return await answer({ request, api, shop, fields, language, session });
    },
    async receiveEvents() {
      try {
        shop.inbox.webhook = await registerWebhook(shop, webhooks);
      } catch (error) {
        console.warn('The demo shop receives no events:', error instanceof Error ? error.message : error);
      }
    },
  };
};

function sendLevers(): HttpResponse {
  const headers = { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-store' };
  return { status: 200, headers, body: leversScript() };
}

const plain = (answer: { status: number; body: string }): HttpResponse => ({
  ...answer,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' },
});
const goTo = (address: string): HttpResponse => ({ status: 303, headers: { Location: address } });

/** A page with strict headers. `frames`: the origin whose pages it frames. */
function page(
  { language, shop }: Visit,
  write: (frame: Frame) => Html,
  { status = 200, frames = "'none'" } = {},
): HttpResponse {
  const cspNonce = randomBytes(16).toString('base64');
  const headers = shopHeaders({ cspNonce, language, payUrl: shop.baseUrl });
  const policy = headers['Content-Security-Policy']?.replace("frame-src 'none'", `frame-src ${frames}`) ?? '';
  const body = render(write({ language, cspNonce }));
  return { status, headers: { ...headers, 'Content-Security-Policy': policy }, body };
}

function showShop(visit: Visit): HttpResponse {
  const { language, shop } = visit;
  const settings = shopSettings(shop);
  return page(visit, (frame) => shopPage({ ...frame, sandboxCards: cardsIn(language), settings }));
}

const cardsIn = (language: Language) =>
  SANDBOX_CARDS.map(({ number, description }) => ({ number, description: description[language] }));

async function buy({ request, api, shop, fields, language }: Visit): Promise<HttpResponse> {
  const product = findProduct(fields.get('productId') ?? '');
  if (product === undefined) return goTo('/');
  const { session, cookie } = openSession(request.headers.cookie);
  // Without a customer the page offers no saved card, but the order can still be paid.
  const buyer = { fullName: 'Ayşe Yılmaz', email: 'ayse@shop.example' };
  session.customerId ??= (await api<{ id: string }>('POST /api/customer', buyer)).data?.id;
  const { customerId } = session;
  const orderNumber = `SHOP-${randomBytes(5).toString('hex').toUpperCase()}`;
  const order = { orderNumber, amount: toDecimal(product.amountMinor), currency: 'TRY' };
  const addresses = Object.entries(RETURN_PATHS).map(
    ([name, path]) => [name, `${shop.baseUrl}/shop${path}?language=${language}`] as const,
  );
  const startedAtMs = Date.now();
  const startDate = product.isMonthly ? aMonthAfter(startedAtMs) : undefined;
  const body = {
    ...order,
    ...Object.fromEntries(addresses),
    language,
    customerId,
    ...(customerId !== undefined &&
      startDate !== undefined && {
        saveCardFor: 'recurring',
        recurringTerms: { amount: order.amount, frequency: 'monthly', startDate },
      }),
    products: [{ id: product.id, name: product.name[language], amount: order.amount }],
  };
  const path = '/api/payment/hostedpage';
  const { data, message } = await api<{ hostedPageUrl: string }>(`POST ${path}`, body);
  if (data === undefined) return plain({ status: 502, body: message });
  const { hostedPageUrl } = data;
  const scene = SCENES.find(({ id }) => id === fields.get('scene'));
  if (scene !== undefined) await openSandbox(shop.baseUrl).bank(...scene.outcomes);
  const sent = { hostedPageUrl, startedAtMs, calls: new Set([callText(path, body)]) };
  session.orders.set(orderNumber, { ...order, ...sent, productId: product.id, scene: scene?.id, startDate });
  return { status: 303, headers: { Location: orderPath(orderNumber, language), 'Set-Cookie': cookie } };
}

/** What the shop knows of an order: its calls, the events, and the bank's books since it began. */
async function evidenceOf({ shop, session, language }: Visit, orderNumber: string): Promise<SceneEvidence> {
  const order = session.orders.get(orderNumber);
  return {
    orderNumber,
    calls: [...(order?.calls ?? [])],
    events: shop.inbox.webhook && eventsIn(shop.inbox, { orderNumber }),
    ledger: order && (await ledgerSince(order, shop.baseUrl, language)),
  };
}

async function showOrder(visit: Visit): Promise<HttpResponse> {
  const order = visit.session.orders.get(visit.fields.get('order') ?? '');
  if (order === undefined) return goTo('/');
  const shown = await evidenceOf(visit, order.orderNumber);
  return page(visit, (frame) => orderPage(frame, order, shown), { frames: visit.shop.baseUrl });
}

async function showAccount(visit: Visit): Promise<HttpResponse> {
  const { session, api } = visit;
  const { customerId, notice } = session;
  session.notice = undefined;
  const account = await loadAccount(api, customerId);
  return page(visit, (frame) =>
    accountPage({ ...frame, account, isKnown: customerId !== undefined, notice }),
  );
}

async function act({ session, api, shop, fields, language }: Visit): Promise<HttpResponse> {
  const { customerId } = session;
  const { baseUrl } = shop;
  const action = new Map(Object.entries(ACTIONS)).get(fields.get('action') ?? '');
  if (customerId !== undefined && action !== undefined) {
    const id = fields.get('id') ?? '';
    const { goTo: address, message } = await action({ api, baseUrl, id, customerId, language });
    if (address !== undefined) return goTo(address);
    if (fields.has('stay')) return { status: 204 };
    session.notice = message;
  }
  return goTo(`/shop/account?language=${language}`);
}

function showEvents(visit: Visit): HttpResponse {
  const { shop, language } = visit;
  const { events: title, noEvents, notReceiving } = SHOP_TEXTS[language];
  const isReceiving = shop.inbox.webhook !== undefined;
  const none = isReceiving ? noEvents : notReceiving;
  return page(visit, (frame) => {
    const main = allEvents({ ...frame, events: eventsIn(shop.inbox), isReceiving, none });
    return shopDocument(frame, title, main, '/shop/events');
  });
}

/** The list for the script. `order` is an order number, `after` the newest event on the page. */
async function listEvents({ shop, session, fields, language }: Visit): Promise<HttpResponse> {
  const [orderNumber, after] = ['order', 'after'].map((name) => fields.get(name) ?? undefined);
  const order = session.orders.get(orderNumber ?? '');
  const items = eventsIn(shop.inbox, { orderNumber, after }).map((event) => shownEvent(event, language));
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
    body: JSON.stringify({ items, ledger: order && (await ledgerSince(order, shop.baseUrl, language)) }),
  };
}

async function askForTestEvent({ api, shop, language }: Visit): Promise<HttpResponse> {
  const { data, message } = await api(`POST /api/webhook/${shop.inbox.webhook?.id ?? 'none'}/test`);
  return data === undefined
    ? plain({ status: 502, body: message })
    : goTo(`/shop/events?language=${language}`);
}

/** A shop's own clock, which the local clock does not move. */
const shopMs = () => Date.now() - clockAheadMs();

async function showReturn(visit: Visit): Promise<HttpResponse> {
  const { shop, session, fields, language } = visit;
  const { baseUrl, merchant } = shop;
  const { merchantId, signingSecret, apiKey } = merchant;
  const account = { payUrl: baseUrl, merchantId, signingSecret, nowMs: shopMs() };
  const returned = verifyReturn(fields, session.orders, account);
  if (returned.kind === 'card') return goTo(`/shop/account?language=${language}`);
  const subscribed = await firstMonth(returned, visit);
  if (returned.kind === 'refused')
    return page(visit, (frame) => shopReturnPage({ ...frame, returned }), { status: 400 });
  const { orderNumber, paymentReferenceNumber: reference } = returned.result;
  const shown = await evidenceOf(visit, orderNumber);
  if (reference !== null)
    shown.calls.push(`curl -H 'X-Api-Key: ${apiKey}' ${baseUrl}/api/payment/${reference}`);
  return page(visit, (frame) => shopReturnPage({ ...frame, returned, subscribed, shown }));
}

/** Starts the subscription after a verified payment of its first month. */
async function firstMonth(
  returned: Return,
  { api, language }: Visit,
): Promise<SubscriptionResult | undefined> {
  if (returned.kind !== 'verified' || returned.result.status !== 'Successful') return undefined;
  const { order, result } = returned;
  if (!findProduct(order.productId)?.isMonthly || result.paymentReferenceNumber === null) return undefined;
  return await subscribe(api, order, result.paymentReferenceNumber, language);
}
