// The shop's responses about events: the page that shows them, the list that its script requests, and the
// test event.
import type { Language } from '#domain/language.ts';
import type { HttpRequest, HttpResponse } from '../../../local/http-handler.ts';
import { languageOf, PLAIN, page } from '../shop-answer.ts';
import { callApi, type Shop } from '../shop-api.ts';
import { shownEvent } from './event-list.ts';
import { eventsPage } from './events-page.ts';
import { eventsIn, type Inbox } from './inbox.ts';

export type ShopWithInbox = Shop & { inbox: Inbox };

export function showEvents(language: Language, shop: ShopWithInbox): HttpResponse {
  const { inbox } = shop;
  const events = eventsIn(inbox);
  const isReceiving = inbox.webhook !== undefined;
  return page(language, shop, (frame) => eventsPage({ ...frame, events, isReceiving }));
}

/** The list for the script. `order` is an order number, `after` the newest event on the page. */
export function listEvents(query: URLSearchParams, language: Language, shop: ShopWithInbox): HttpResponse {
  const [orderNumber, after] = ['order', 'after'].map((name) => query.get(name) ?? undefined);
  const items = eventsIn(shop.inbox, { orderNumber, after }).map((event) => shownEvent(event, language));
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
    body: JSON.stringify({ items }),
  };
}

/** Handles the page's button: requests a test event and redirects back to the page. */
export async function askForTestEvent(request: HttpRequest, shop: ShopWithInbox): Promise<HttpResponse> {
  const form = new URLSearchParams(request.body.toString('utf8'));
  const language = languageOf(form, request);
  const path = `/api/webhook/${shop.inbox.webhook?.id ?? 'none'}/test`;
  const { data, message } = await callApi(shop, 'POST', path, { language });
  if (data === undefined) return { status: 502, headers: PLAIN, body: message };
  return { status: 303, headers: { Location: `/shop/events?language=${language}` } };
}
