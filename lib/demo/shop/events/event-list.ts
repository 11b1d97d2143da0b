// A list of received events. The page's script updates it while the page is visible; without the script a
// reload shows new events.
import { defined } from '#domain/defined.ts';
import { EVENT_TYPES } from '#domain/event/event-type.ts';
import type { Language } from '#domain/language.ts';
import { type Html, html, raw } from '#page/html.ts';
import { TICK } from '../drawings.ts';
import { EVENT_TEXTS } from './event-texts.ts';
import { MOST_EVENTS, type Received } from './inbox.ts';

/** An event as the page shows it. The script receives the same fields in the list. */
type ShownEvent = Record<'id' | 'type' | 'createdAt' | 'time' | 'says' | 'object' | 'body', string>;

const timeText = (instant: string, language: Language) =>
  new Date(instant).toLocaleString(language === 'tr' ? 'tr-TR' : 'en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: 'Europe/Istanbul',
  });

export function shownEvent(event: Received, language: Language): ShownEvent {
  const { id, type, createdAt, objectType, objectId, sequence, text } = event;
  const texts = EVENT_TEXTS[language];
  const definition = new Map(Object.entries(EVENT_TYPES)).get(type);
  return {
    id,
    type,
    createdAt,
    body: text,
    time: timeText(createdAt, language),
    says: definition?.when[language] ?? texts.testText,
    object: `${objectType} · ${objectId} · ${texts.sequence(sequence)}`,
  };
}

const BLANK: ShownEvent = { id: '', type: '', createdAt: '', time: '', says: '', object: '', body: '' };

/** The script fills elements with `data-of` as text, so that nothing in an event becomes markup. */
function row(shown: ShownEvent, language: Language): Html {
  const { id, type, createdAt, time, says, object, body } = shown;
  const texts = EVENT_TEXTS[language];
  return html`<li data-id="${id}"><div class="event"><code data-of="type">${type}</code>
<time datetime="${createdAt}" data-of="time">${time}</time></div>
<p data-of="says">${says}</p><p data-of="object">${object}</p>
<p class="good">${TICK} ${texts.verified}</p>
<details><summary>${texts.body}</summary><pre data-of="body">${body}</pre></details></li>\n`;
}

const SCRIPT = raw`
const list = document.getElementById('events');
const blank = document.getElementById('event').content.firstElementChild;
const heard = document.getElementById('heard');
const show = (event) => {
  const row = blank.cloneNode(true);
  row.dataset.id = event.id;
  row.querySelector('time').dateTime = event.createdAt;
  for (const part of row.querySelectorAll('[data-of]')) part.textContent = event[part.dataset.of];
  list.prepend(row);
  heard.textContent = heard.dataset.says + ' ' + event.type;
  if (list.children.length > Number(list.dataset.most)) list.lastElementChild.remove();
};
let isAsking = false;
const ask = async () => {
  if (document.hidden || isAsking) return;
  isAsking = true;
  try {
    const rows = Array.from(list.children, (row) => row.dataset.id);
    const query = '&after=' + encodeURIComponent(rows[0] || '');
    const answer = await fetch(list.dataset.from + query);
    const { items } = await answer.json();
    for (const event of items.reverse()) if (!rows.includes(event.id)) show(event);
  } catch {
    // The service is restarting: the next interval asks again.
  }
  isAsking = false;
};
setInterval(ask, 1500);
document.addEventListener('visibilitychange', ask);`;

type EventListView = {
  language: Language;
  cspNonce: string;
  /** The newest comes first. */
  events: readonly Received[];
  /** Limits the list to events of this order. */
  orderNumber?: string | undefined;
  /** The text of an empty list. */
  none: string;
};

/** The list with its script. A page can have only one. */
export function eventList({ language, cspNonce, events, orderNumber, none }: EventListView): Html {
  const query = new URLSearchParams({ language, ...defined({ order: orderNumber }) });
  return html`<div class="events"><ul id="events" data-from="/shop/events/list?${query.toString()}"
 data-most="${MOST_EVENTS}">${events.map((event) => row(shownEvent(event, language), language))}</ul>
<p class="none">${none}</p><template id="event">${row(BLANK, language)}</template>
<p class="heard" id="heard" role="status" data-says="${EVENT_TEXTS[language].newest}"></p></div>
<script nonce="${cspNonce}">${SCRIPT}</script>`;
}
