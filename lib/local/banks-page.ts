// What the simulated banks know, for whoever tries a program against them: settings, cards, scripts, books.
import type { AcquirerSettings } from '#acquirer/connect.ts';
import { familiesOfBank } from '#domain/installment/families.ts';
import type { Language } from '#domain/language.ts';
import { preferredLanguage } from '#http/envelope.ts';
import { type Html, html, raw, render } from '#page/html.ts';
import type { BankProtocol } from '../bank/account.ts';
import type { BankMerchant, LedgerOperation } from '../bank/books.ts';
import { issuerOf, SANDBOX_CARDS } from '../bank/sandbox-cards.ts';
import type { Bank } from './bank/bank.ts';
import type { HttpRequest, HttpResponse } from './http-handler.ts';

export type OpenBank = {
  protocol: BankProtocol;
  bank: Bank;
  account: BankMerchant;
  settings: AcquirerSettings;
};

const MOST_ROWS = 50;
const NAMES: Readonly<Record<BankProtocol, string>> = {
  nestpay: 'NestPay',
  akbank: 'Akbank',
  garanti: 'Garanti BBVA',
};

const TEXTS = {
  tr: {
    title: 'Deneme bankaları',
    intro:
      'Üç banka, gerçek protokolleriyle. Gerçek para hareketi olmaz; defterler bellektedir, durunca silinir.',
    settings: html`Sanal POS ayarları (<code>npm run merchant -- pos add --pos DOSYA</code> için dosya olarak da geçer)`,
    families: 'Taksit yaptığı aileler',
    cards: 'Kartlar',
    anyCard: 'Gelecekteki her son kullanma tarihi ve her güvenlik kodu geçer. 3-D Secure kodu 123456.',
    number: 'Kart',
    family: 'Aile',
    happens: 'Ne olur',
    script: 'Bankanın sıradaki yanıtları',
    scriptText: html`Sıradaki satış, iptal ve iadelere verilir; boş liste kalanları siler. <code>cardNumber</code> ile yalnızca o karta.`,
    clock: 'Saat',
    clockText: 'Yalnızca ileri gider: gün sonu, geç işlemler ve 3-D Secure süreleri ona uyar.',
    ledger: 'Defter',
    newest: `En yeni ${MOST_ROWS} işlem; hepsi: `,
    nothing: 'Henüz işlem yok.',
    heads: ['Zaman', 'İşlem', 'Sipariş', 'Tutar', 'Taksit', 'Sonuç', 'Kod', 'Referans'],
    other: 'In English',
  },
  en: {
    title: 'Sandbox banks',
    intro:
      'Three banks with their real protocols. No real money moves; the books are in memory and end with the process.',
    settings: html`Settings of the virtual POS (also a file for <code>npm run merchant -- pos add --pos FILE</code>)`,
    families: 'Families that it splits',
    cards: 'Cards',
    anyCard: 'Any future expiry and any security code are accepted. The code of 3-D Secure is 123456.',
    number: 'Card',
    family: 'Family',
    happens: 'What happens',
    script: 'What the bank answers next',
    scriptText: html`For the next sales, voids and refunds; an empty list removes the rest. With <code>cardNumber</code> for that card alone.`,
    clock: 'Clock',
    clockText: 'It moves forward only: close of batch, late operations and the time of 3-D Secure follow it.',
    ledger: 'Books',
    newest: `The newest ${MOST_ROWS} operations; all: `,
    nothing: 'No operations yet.',
    heads: ['Time', 'Operation', 'Order', 'Amount', 'Installments', 'Outcome', 'Code', 'Reference'],
    other: 'Türkçe',
  },
} as const;

const OUTCOMES: readonly [outcome: string, tr: string, en: string][] = [
  ['approve', 'Onaylanır', 'Approved'],
  ['decline:51', 'Bu kodla reddedilir', 'Declined with this code'],
  ['lost-before', 'İstek bankaya ulaşmaz', 'The request does not arrive'],
  ['lost-after', 'İşlem yapılır, yanıt kaybolur', 'Done, but the answer is lost'],
  ['lost-after:51', 'Reddedilir, yanıt kaybolur', 'Declined, and the answer is lost'],
  ['slow:3000', 'Yanıt bu kadar milisaniye sonra gelir', 'The answer comes after so many milliseconds'],
  ['late:90', 'Yanıt gelmez; banka bu kadar saniye sonra yapar', 'No answer; done after so many seconds'],
];

const STYLE = raw`
:root { color-scheme: light dark; }
body { max-width: 70rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; }
pre, .rows { overflow-x: auto; }
pre { padding: .75rem; border: 1px solid; border-radius: .5rem; }
table { border-collapse: collapse; }
th, td { padding: .25rem .75rem .25rem 0; text-align: start; vertical-align: top; white-space: nowrap; }
`;

const tableOf = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  html`<div class="rows" tabindex="0"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody></table></div>`;

const ledgerRow = (one: LedgerOperation) => [
  one.at,
  one.operation,
  one.orderId,
  one.currency === null ? '' : `${one.amount} ${one.currency}`,
  one.installment ?? '',
  one.outcome,
  one.code,
  one.hostReference ?? '',
];

function bankPart({ protocol, bank, account, settings }: OpenBank, language: Language): Html {
  const texts = TEXTS[language];
  const families = [...familiesOfBank(account.bankCode ?? ''), ...(account.agreedFamilies ?? [])];
  const rows = bank.ledger().slice(-MOST_ROWS).reverse().map(ledgerRow);
  const all = `/local/bank/ledger?bank=${protocol}`;
  return html`<section id="${protocol}"><h2>${NAMES[protocol]}</h2>
<p>${texts.settings}:</p><pre>${JSON.stringify(settings, null, 2)}</pre>
<p>${texts.families}: ${families.join(', ')}.</p>
<h3>${texts.ledger}</h3><p>${texts.newest}<a href="${all}">${all}</a></p>
${rows.length === 0 ? html`<p>${texts.nothing}</p>` : tableOf(texts.heads, rows)}</section>
`;
}

/** `?language=tr` or `en` chooses the language, else the browser. */
export function banksPage({ url, headers }: HttpRequest, banks: readonly OpenBank[]): HttpResponse {
  const chosen = new URLSearchParams(url.split('?')[1]).get('language');
  const language =
    chosen === 'tr' || chosen === 'en' ? chosen : preferredLanguage(headers['accept-language']);
  const other = language === 'tr' ? 'en' : 'tr';
  const texts = TEXTS[language];
  const base = `http://${headers.host ?? ''}`;
  const cards = SANDBOX_CARDS.map(({ number, brand, description }) => {
    return [number, brand, issuerOf(number)?.family ?? '', description[language]];
  });
  const document = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>${texts.title}</title><style>${STYLE}</style></head>
<body><p><a href="/?language=${other}" lang="${other}">${texts.other}</a></p>
<main><h1>${texts.title}</h1><p>${texts.intro}</p>
${banks.map((one) => bankPart(one, language))}
<h2>${texts.cards}</h2><p>${texts.anyCard}</p>
${tableOf([texts.number, '', texts.family, texts.happens], cards)}
<h2>${texts.script}</h2><p>${texts.scriptText}</p>
<pre>curl ${base}/local/bank/script -d '{ "bank": "akbank", "outcomes": ["decline:51", "lost-after"] }'</pre>
${tableOf(
  ['', texts.happens],
  OUTCOMES.map(([outcome, tr, en]) => [outcome, language === 'tr' ? tr : en]),
)}
<h2>${texts.clock}</h2><p>${texts.clockText}</p>
<pre>curl ${base}/local/clock -d '{ "by": "P1D" }'</pre></main></body></html>`;
  return {
    status: 200,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
    body: render(document),
  };
}
