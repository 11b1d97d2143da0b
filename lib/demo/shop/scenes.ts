// The scenes that a newcomer plays, and what the shop shows beside each order: its calls of the API, the
// events that it received, and the books of the simulated bank.
import type { Language } from '#domain/language.ts';
import { moneyText } from '#page/format.ts';
import { type Html, html } from '#page/html.ts';
import type { LedgerOperation } from '../../bank/books.ts';
import { openSandbox } from '../../clients/typescript/sandbox.ts';
import { eventList, timeText } from './events/event-list.ts';
import type { ReceivedEvent } from './events/inbox.ts';
import { BANK_MOVES } from './levers.ts';
import { BANK_TEXTS, SHOP_TEXTS } from './shop-texts.ts';
import type { WaitingOrder } from './verified-result.ts';

export type Scene = {
  id: string;
  productId: string;
  /** What the bank does with the next payment (docs/interface/local-service.md 1.4). */
  outcomes: readonly string[];
  name: Record<Language, string>;
  description: Record<Language, string>;
};

export const SCENES: readonly Scene[] = [
  {
    id: 'pay',
    productId: 'kahve',
    outcomes: [],
    name: { tr: 'Öde', en: 'Pay' },
    description: {
      tr: 'Kartı girin, bankanın kodunu yazın. Mağaza imzalı bir sonuç ve imzalı bir olay alır.',
      en: 'Enter the card and the bank’s code. The shop receives a signed result and a signed event.',
    },
  },
  {
    id: 'silence',
    productId: 'cezve',
    outcomes: [BANK_MOVES.bankSilent],
    name: { tr: 'Banka susarsa', en: 'The bank goes silent' },
    description: {
      tr: 'Banka parayı çeker, yanıtı kaybolur. Saati ileri alın: hizmet bankaya sorar, sonucu bulur.',
      en: 'The bank charges, its answer is lost. Move the clock on: the service asks the bank and finds out.',
    },
  },
  {
    id: 'month',
    productId: 'abonelik',
    outcomes: [],
    name: { tr: 'Bir ay sonra', en: 'A month later' },
    description: {
      tr: 'Kartı kaydederek ödeyin, sonra saati bir ay ileri alın: ücret kendiliğinden çekilir.',
      en: 'Pay and save the card, then move the clock on a month: the card is charged by itself.',
    },
  },
];

/** What the bank's books say of payments since the order began, one operation a line, the newest last. */
export async function ledgerSince({ startedAtMs }: WaitingOrder, baseUrl: string, language: Language) {
  const operations = (await openSandbox(baseUrl).ledger()) as readonly LedgerOperation[];
  const texts = BANK_TEXTS[language];
  const since = operations.filter(({ at }) => Date.parse(at) >= startedAtMs);
  // Once a day the service asks about older payments too.
  const own = new Set(since.map((one) => (one.operation === 'inquiry' ? '' : one.orderId)));
  const lines = since
    .filter(({ orderId }) => own.has(orderId))
    .map(({ operation, outcome, code, amount, currency, at }) => {
      const money =
        currency === null || amount === 0 ? [] : [moneyText(Math.round(amount * 100), currency, language)];
      return [timeText(at, language), texts[operation], `${texts[outcome]} ${code}`.trim(), ...money].join(
        ' · ',
      );
    });
  return lines.join('\n') || SHOP_TEXTS[language].noLedger;
}

/** A button that moves the clock and leaves the page as it is: its lists show what happens. */
export const clockButton = (action: 'minutes' | 'month', language: Language): Html =>
  html`<form method="post" action="/shop/account"><input type="hidden" name="stay" value="yes">
<button class="button second" name="action"
 value="${action}">${SHOP_TEXTS[language][action]}</button></form>`;

export type SceneEvidence = {
  calls: string[];
  /** The order's events so far; undefined if the shop receives none. */
  events: readonly ReceivedEvent[] | undefined;
  orderNumber: string;
  /** Undefined if the order is not one of this session. */
  ledger: string | undefined;
};

function callPart(call: string, isOpen: boolean): Html {
  const [head, ...body] = call.split('\n');
  if (body.length === 0) return html`<pre>${call}</pre>`;
  return html`<details${isOpen && html` open`}><summary><code>${head}</code></summary>
<pre>${body.join('\n')}</pre></details>`;
}

export function evidence({ calls, events, orderNumber, ledger }: SceneEvidence, language: Language): Html {
  const texts = SHOP_TEXTS[language];
  const none = texts.noEvents;
  return html`<section><h2>${texts.calls}</h2>${calls.map((call) => callPart(call, calls.length === 1))}
${ledger !== undefined && html`<h2>${texts.ledger}</h2><pre id="ledger">${ledger}</pre>`}
${events && html`<h2>${texts.orderEvents}</h2>${eventList({ language, events, orderNumber, none })}`}
<div class="actions"><a class="button second"
 href="/shop/events?language=${language}">${texts.events}</a></div></section>`;
}
