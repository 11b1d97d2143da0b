// The page of all events that the shop has received, and the section of the result page with an order's
// events.
import type { Language } from '#domain/language.ts';
import { type Html, html } from '#page/html.ts';
import { shopDocument } from '../shop-page.ts';
import { eventList } from './event-list.ts';
import { EVENT_TEXTS } from './event-texts.ts';
import type { Received } from './inbox.ts';

type EventsView = {
  language: Language;
  cspNonce: string;
  /** The newest comes first. */
  events: readonly Received[];
};

export function eventsPage(view: EventsView & { isReceiving: boolean }): Html {
  const { language, isReceiving } = view;
  const texts = EVENT_TEXTS[language];
  return shopDocument({
    ...view,
    title: texts.title,
    otherLanguageUrl: `/shop/events?language=${language === 'tr' ? 'en' : 'tr'}`,
    main: html`<main class="account"><h1>${texts.title}</h1><p class="lead">${texts.text}</p>
<div class="actions">${isReceiving && testButton(language)}<noscript><a class="button second"
 href="/shop/events?language=${language}">${texts.reload}</a></noscript></div>
${eventList({ ...view, none: isReceiving ? texts.none : texts.notReceiving })}</main>`,
  });
}

const testButton = (language: Language) =>
  html`<form method="post" action="/shop/events"><input type="hidden" name="language" value="${language}">
<button class="button second">${EVENT_TEXTS[language].test}</button></form>`;

/** The section of the result page. It links to the page of all events. */
export function orderEvents(view: EventsView & { orderNumber: string }): Html {
  const { language } = view;
  const texts = EVENT_TEXTS[language];
  return html`<section class="ask"><h2>${texts.ofOrder}</h2>
${eventList({ ...view, none: texts.noneOfOrder })}
<p><a class="switch" href="/shop/events?language=${language}">${texts.all}</a></p></section>`;
}
