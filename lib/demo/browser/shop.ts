// The script of the demo shop's pages. Each part runs on the pages that have its elements.
import type {} from '../../../docs/pay-1.d.ts';
import type { ShownEvent } from './shown-event.ts';

const byId = (id: string) => document.getElementById(id);
/** What a screen reader says. */
const say = (text: string) => byId('heard')?.replaceChildren(text);

/** The buttons appear only in browsers that let a page write to the clipboard. */
if (isSecureContext) for (const button of document.querySelectorAll<HTMLElement>('.copy')) offerCopy(button);

function offerCopy(button: HTMLElement): void {
  const { number = '', done = '' } = button.dataset;
  const label = button.textContent;
  const copy = async () => {
    await navigator.clipboard.writeText(number);
    button.textContent = done;
    say(done);
    setTimeout(() => {
      button.textContent = label;
      say('');
    }, 2000);
  };
  button.hidden = false;
  button.addEventListener('click', () => void copy());
}

/** Pays as docs/shops.md describes. Without a result the order is shown again: its events tell the outcome. */
const link = byId('pay') as HTMLAnchorElement | null;
if (link) {
  link.onclick = (event) => {
    event.preventDefault();
    void Payment.open(link.href).then(({ returnUrl }) => location.assign(returnUrl ?? location.href));
  };
}

const list = byId('events');
if (list) {
  setInterval(() => void addEvents(list), 1500);
  document.addEventListener('visibilitychange', () => void addEvents(list));
}

let isAsking = false;

/** Adds new events while the page is visible. */
async function addEvents({ children, dataset: { from } }: HTMLElement): Promise<void> {
  if (document.hidden || isAsking) return;
  isAsking = true;
  try {
    const known = Array.from(children as HTMLCollectionOf<HTMLElement>, (row) => row.dataset['id']);
    const answer = await fetch(`${from}&after=${encodeURIComponent(known[0] ?? '')}`);
    const { items, ledger } = (await answer.json()) as { items: ShownEvent[]; ledger?: string };
    if (ledger !== undefined) byId('ledger')?.replaceChildren(ledger);
    for (const event of items.reverse()) if (!known.includes(event.id)) addEvent(event);
  } catch {
    // The service is restarting: the next interval asks again.
  }
  isAsking = false;
}

function addEvent(event: ShownEvent): void {
  const blank = (byId('event') as HTMLTemplateElement).content.firstElementChild;
  const row = blank?.cloneNode(true) as HTMLElement;
  row.dataset['id'] = event.id;
  for (const part of row.querySelectorAll<HTMLElement>('[data-of]')) {
    part.textContent = event[part.dataset['of'] as keyof ShownEvent];
  }
  list?.prepend(row);
  say(`${byId('heard')?.dataset['says']} ${event.type}`);
}
