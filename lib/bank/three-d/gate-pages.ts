// The issuer's pages: one question, one code field, one cancel button. Plain HTML that works without scripts,
// in both languages and on every phone, because every end-to-end test uses it.
import { moneyText } from '#page/format.ts';
import { type Html, html, raw, render, webAddress } from '#page/html.ts';
import type { BankReply } from '../exchange.ts';
import { GATE_STYLE } from './gate-style.ts';
import type { GateForm } from './three-d-sessions.ts';

const TEXTS = {
  tr: {
    title: 'Bu ödemeyi onaylıyor musunuz?',
    issuer: 'Deneme Bankası',
    ask: 'Telefonunuza gönderilen doğrulama kodunu girin.',
    hint: 'Bu bir deneme bankasıdır: doğru kod 123456.',
    shop: 'İş yeri no',
    amount: 'Tutar',
    card: 'Kart',
    code: 'Doğrulama kodu',
    approve: 'Onayla',
    cancel: 'Vazgeç',
    on: 'Kartınızın bankasına geçiliyor',
    back: 'İş yerine dönülüyor',
    go: 'Devam et',
    refused: 'Bu istek işlenemedi',
    broken: 'Lütfen alışveriş yaptığınız siteye dönüp yeniden deneyin.',
  },
  en: {
    title: 'Do you confirm this payment?',
    issuer: 'Sandbox Bank',
    ask: 'Enter the verification code sent to your phone.',
    hint: 'This is a sandbox bank: the right code is 123456.',
    shop: 'Merchant number',
    amount: 'Amount',
    card: 'Card',
    code: 'Verification code',
    approve: 'Confirm',
    cancel: 'Cancel',
    on: 'Going on to the bank of your card',
    back: 'Returning to the merchant',
    go: 'Continue',
    refused: 'This request cannot be processed',
    broken: 'This request cannot be processed. Please return to the shop and try again.',
  },
} as const;

const BANK_MARK = raw`<svg viewBox="0 0 28 28" aria-hidden="true" focusable="false"><path fill="currentColor"
 d="M14 2 26 8.500v2.500H2V8.500zM5 13h3v8H5zm7.500 0h3v8h-3zM20 13h3v8h-3zM2 23h24v3H2z"/></svg>`;
/** Banks send on when their page is loaded. It does not have the service's Content-Security-Policy. */
const SUBMIT_SCRIPT = raw`<script>onload = () => document.forms[0].submit()</script>`;

function page(language: 'tr' | 'en', title: string, sheet: Html, status = 200): BankReply {
  const document = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>${title}</title><style>${GATE_STYLE}</style></head>
<body><main><header>${BANK_MARK}${TEXTS[language].issuer}<span>3\u2011D\u00a0Secure</span></header>
<div class="sheet"><h1>${title}</h1>
${sheet}</div></main></body></html>`;
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
    body: render(document),
  };
}

/** The page on which the issuer asks the buyer for a code. */
export function challengePage({ language, clientId, amountMinor, currency, card }: GateForm, id: string) {
  const text = TEXTS[language];
  return page(
    language,
    text.title,
    html`<dl><div class="amount"><dt>${text.amount}</dt>
<dd>${moneyText(amountMinor, currency, language)}</dd></div>
<div><dt>${text.shop}</dt><dd>${clientId}</dd></div>
<div><dt>${text.card}</dt><dd>•••• ${card.number.slice(-4)}</dd></div></dl>
<form method="post" action="challenge"><p id="ask">${text.ask}</p>
<input type="hidden" name="challenge" value="${id}"><label for="code">${text.code}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6"
 aria-describedby="ask hint" autofocus>
<button name="action" value="approve">${text.approve}</button>
<button name="action" value="cancel">${text.cancel}</button>
<p class="note" id="hint">${text.hint}</p></form>`,
  );
}

type HiddenFields = readonly [name: string, value: string][];

/** Sends the browser on by a script, or by a button if scripts are off. */
function between(language: 'tr' | 'en', title: 'on' | 'back', action: Html, fields: HiddenFields): BankReply {
  const text = TEXTS[language];
  const inputs = fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  return page(
    language,
    text[title],
    html`<form id="${title}" method="post" action="${action}">${inputs}
<button>${text.go}</button></form>${SUBMIT_SCRIPT}`,
  );
}

/** Sends the browser on to the issuer's page. */
export const issuerPage = (gate: string, language: 'tr' | 'en', challenge: string): BankReply =>
  between(language, 'on', html`${gate}/acs`, [['challenge', challenge]]);

/** Sends the browser back to the shop. */
export const returnPage = (language: 'tr' | 'en', action: string, fields: HiddenFields): BankReply =>
  between(language, 'back', html`${webAddress(action)}`, fields);

/** The error page for a form without a valid hash, or for a challenge that has ended. */
export function gateError(): BankReply {
  const { tr, en } = TEXTS;
  return page('tr', tr.refused, html`<p>${tr.broken}</p><p lang="en">${en.broken}</p>`, 400);
}
