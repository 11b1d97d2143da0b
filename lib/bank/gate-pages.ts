// What a buyer sees of the issuer: one question, one code, one way out. Plain HTML that works without
// scripts, in both languages and on every phone, because it is part of every test of the whole journey.
import { formatMinor } from '#domain/money.ts';
import type { BankReply } from './exchange.ts';
import type { GateForm } from './three-d-desk.ts';

const TEXTS = {
  tr: {
    title: '3-D Secure doğrulaması',
    issuer: 'Deneme Bankası',
    ask: 'Telefonunuza gönderilen doğrulama kodunu girin.',
    hint: 'Bu bir deneme bankasıdır: doğru kod 123456.',
    shop: 'İş yeri',
    amount: 'Tutar',
    card: 'Kart',
    code: 'Doğrulama kodu',
    approve: 'Onayla',
    cancel: 'Vazgeç',
    back: 'İş yerine dönülüyor',
    go: 'Devam et',
    broken: 'Bu istek işlenemedi. Lütfen alışveriş yaptığınız siteye dönüp yeniden deneyin.',
  },
  en: {
    title: '3-D Secure verification',
    issuer: 'Sandbox Bank',
    ask: 'Enter the verification code sent to your phone.',
    hint: 'This is a sandbox bank: the right code is 123456.',
    shop: 'Merchant',
    amount: 'Amount',
    card: 'Card',
    code: 'Verification code',
    approve: 'Confirm',
    cancel: 'Cancel',
    back: 'Returning to the merchant',
    go: 'Continue',
    broken: 'This request cannot be processed. Please return to the shop and try again.',
  },
} as const;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const STYLE = `
:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:light-dark(#eef2f7,#10151c);
color:light-dark(#17202b,#e8edf3)}
main{box-sizing:border-box;width:min(26rem,100%);padding:2rem;background:light-dark(#fff,#1a222c);
border-radius:1rem;box-shadow:0 1px 2rem #0002}
header{font-weight:600;color:light-dark(#0b4f9e,#8fc0ff)}
h1{font-size:1.25rem;margin:.25rem 0 1rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:0 0 1rem}
dt{color:light-dark(#4a5766,#aab6c3)}dd{margin:0;text-align:right;overflow-wrap:anywhere}
label{display:block;font-weight:600;margin-top:1rem}
input{box-sizing:border-box;width:100%;font:inherit;font-size:1.5rem;letter-spacing:.3em;text-align:center;
padding:.5rem;margin:.25rem 0 1rem;border:1px solid light-dark(#66758a,#8a99ac);border-radius:.5rem;
background:transparent;color:inherit}
button{font:inherit;font-weight:600;width:100%;min-height:2.75rem;border-radius:.5rem;cursor:pointer;
border:1px solid light-dark(#0b4f9e,#8fc0ff);background:light-dark(#0b4f9e,#8fc0ff);
color:light-dark(#fff,#10151c)}
button[value=cancel]{margin-top:.5rem;background:transparent;color:light-dark(#0b4f9e,#8fc0ff)}
:focus-visible{outline:3px solid light-dark(#0b4f9e,#8fc0ff);outline-offset:2px}`;

function page(language: 'tr' | 'en', title: string, body: string, status = 200): BankReply {
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
    body:
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
      '<meta name="viewport" content="width=device-width,initial-scale=1">' +
      `<title>${title}</title><style>${STYLE}</style></head><body><main>` +
      `<header>${TEXTS[language].issuer}</header>${body}</main></body></html>`,
  };
}

/** The issuer's question. */
export function challengePage({ language, clientId, amountMinor, currency, card }: GateForm, id: string) {
  const text = TEXTS[language];
  return page(
    language,
    text.title,
    `<h1>${text.title}</h1><dl><dt>${text.shop}</dt><dd>${escapeHtml(clientId)}</dd>` +
      `<dt>${text.amount}</dt><dd>${formatMinor(amountMinor)} ${currency}</dd>` +
      `<dt>${text.card}</dt><dd>**** ${card.number.slice(-4)}</dd></dl>` +
      `<form method="post" action="est3Dgate/challenge"><p id="ask">${text.ask}</p>` +
      `<input type="hidden" name="challenge" value="${id}"><label for="code">${text.code}</label>` +
      '<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" ' +
      `aria-describedby="ask hint" autofocus><button name="action" value="approve">${text.approve}</button>` +
      `<button name="action" value="cancel">${text.cancel}</button><p id="hint">${text.hint}</p></form>`,
  );
}

/** Sends the browser on to the shop by itself, or by a button where scripts are off. */
export function returnPage(
  language: 'tr' | 'en',
  action: string,
  fields: [name: string, value: string][],
): BankReply {
  const text = TEXTS[language];
  const inputs = fields.map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return page(
    language,
    text.back,
    `<h1>${text.back}</h1><form id="return" method="post" action="${escapeHtml(action)}">${inputs.join('')}` +
      `<button>${text.go}</button></form><script>document.getElementById('return').submit()</script>`,
  );
}

/** A form that did not come from a shop of this bank, or a challenge that is over. */
export function gateError(): BankReply {
  const { tr, en } = TEXTS;
  return page('tr', tr.title, `<h1>${tr.title}</h1><p>${tr.broken}</p><p lang="en">${en.broken}</p>`, 400);
}
