// The received events: a page of all, and a list for the page of a result. The page's script adds new ones
// while the page is visible; without the script a reload shows them.
import { EVENT_TYPES } from '#domain/event/event-type.ts';
import type { Language } from '#domain/language.ts';
import { type Html, html } from '#page/html.ts';
import type { ShownEvent } from '../../browser/shown-event.ts';
import { fill, SHOP_TEXTS } from '../shop-texts.ts';
import type { ReceivedEvent } from './inbox.ts';

export const timeText = (instant: string, language: Language): string =>
  new Date(instant).toLocaleString(language === 'tr' ? 'tr-TR' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'Europe/Istanbul',
  });

export function shownEvent(event: ReceivedEvent, language: Language): ShownEvent {
  const { id, type, createdAt, objectType, objectId, sequence, text } = event;
  const texts = SHOP_TEXTS[language];
  const definition = new Map(Object.entries(EVENT_TYPES)).get(type);
  return {
    id,
    type,
    body: text,
    time: timeText(createdAt, language),
    // The texts are Markdown, whose code stands between backticks.
    says: definition?.when[language].replaceAll('`', '') ?? texts.testText,
    object: `${objectType} · ${objectId} · ${fill(texts.sequence, sequence)}`,
  };
}

const BLANK: ShownEvent = { id: '', type: '', time: '', says: '', object: '', body: '' };

/** The script fills elements with `data-of` as text, so that nothing in an event becomes markup. */
function row({ id, type, time, says, object, body }: ShownEvent, language: Language): Html {
  const texts = SHOP_TEXTS[language];
  return html`<li data-id="${id}"><div class="event"><code data-of="type">${type}</code>
<time data-of="time">${time}</time></div><p data-of="says">${says}</p><p data-of="object">${object}</p>
<p class="good">${texts.signatureVerified}</p>
<details><summary>${texts.body}</summary><pre data-of="body">${body}</pre></details></li>\n`;
}

type EventListView = {
  language: Language;
  /** The newest comes first. */
  events: readonly ReceivedEvent[];
  /** Limits the list to events of this order. */
  orderNumber?: string;
  /** The text of an empty list. */
  none: string;
};

/** A page can have only one list. */
export function eventList({ language, events, orderNumber, none }: EventListView): Html {
  const query = new URLSearchParams({ language, ...(orderNumber !== undefined && { order: orderNumber }) });
  const rows = events.map((event) => row(shownEvent(event, language), language));
  return html`<div><ul class="rows" id="events" data-from="/shop/events/list?${query.toString()}">${rows}</ul>
<p class="none">${none}</p><template id="event">${row(BLANK, language)}</template>
<p class="unseen" id="heard" role="status" data-says="${SHOP_TEXTS[language].newest}"></p></div>`;
}

/** What the page of all events shows below the shop's head. */
export function allEvents(view: EventListView & { isReceiving: boolean }): Html {
  const { language, isReceiving } = view;
  const texts = SHOP_TEXTS[language];
  return html`<main class="wide narrow"><h1>${texts.events}</h1><p>${texts.eventsText}</p>
<div class="actions">${
    isReceiving &&
    html`<form method="post" action="/shop/events"><input type="hidden" name="language" value="${language}">
<button class="button second">${texts.testEvent}</button></form>`
  }<noscript><a class="button second"
 href="/shop/events?language=${language}">${texts.reload}</a></noscript></div>
${eventList(view)}</main>`;
}
