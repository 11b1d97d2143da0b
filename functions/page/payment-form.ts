// The form a buyer pays with: plain HTML that a browser without scripts sends whole. It shows again what the
// buyer wrote, except number and security code, which never travel back to a page.
import type { Currency } from '#domain/money.ts';
import { cardFields, type FieldName } from './card-fields.ts';
import { FORM_SCRIPT } from './form-script.ts';
import { moneyText, monthNumber } from './format.ts';
import { type Html, html, webAddress } from './html.ts';
import { ALERT_ICON, BRAND_MARKS, LOCK_ICON } from './icons.ts';
import { pageDocument } from './layout.ts';
import { orderSummary } from './order-summary.ts';
import { FIELD_ERRORS, type Language, TEXTS } from './texts.ts';

export type PaymentFormView = {
  language: Language;
  merchantName: string;
  orderNumber: string;
  amountMinor: number;
  currency: Currency;
  /** The count the merchant fixed; 1 is a single payment. */
  installment: number;
  products: readonly { name: string; amountMinor: number }[];
  expiresAt: Date;
  now: Date;
  /** The merchant's time zone, for the times shown; Istanbul if not given. */
  timeZone?: string;
  /** Where the form is sent and where the page can be read again: `/iframe/{token}`. */
  action: string;
  /** One per form shown; the server uses it up with the first submit. */
  formNonce: string;
  entered?: { ownerName?: string; expiryMonth?: string; expiryYear?: string };
  errors: readonly { field: FieldName | 'installment'; text: string }[];
  /** Why the last attempt was declined, in the buyer's own words. */
  decline?: string;
  attemptsLeft: number;
  isTest: boolean;
  cspNonce: string;
  cancelUrl?: string;
  /** The same page in the other language. */
  otherLanguageUrl?: string;
};

/** The element a link in the error summary leads to; the installment count has no field to correct. */
function errorTarget(field: PaymentFormView['errors'][number]['field']): string {
  return field === 'installment' ? '#payment' : `#${field}`;
}

/** One place that tells what went wrong, focused as the page opens, so that nobody has to search for it. */
function notice(view: PaymentFormView): Html | undefined {
  const texts = TEXTS[view.language];
  if (view.errors.length > 0) {
    return html`<div class="notice" id="notice" role="alert" tabindex="-1" autofocus>${ALERT_ICON}<div>
<h3>${texts.errorTitle}</h3>
<ul>${view.errors.map(({ field, text }) => html`<li><a href="${errorTarget(field)}">${text}</a></li>\n`)}</ul>
</div></div>`;
  }
  if (view.decline === undefined) return undefined;
  const left = view.attemptsLeft === 1 ? texts.lastAttempt : texts.attemptsLeft(view.attemptsLeft);
  return html`<div class="notice" id="notice" role="alert" tabindex="-1" autofocus>${ALERT_ICON}<div>
<h3>${texts.declinedTitle}</h3>
<p>${view.decline}</p>
<p>${texts.notCharged} ${left}</p>
</div></div>`;
}

/** What the script needs to know, as attributes: it holds no sentence of its own. */
function scriptWords(view: PaymentFormView): Html {
  const texts = TEXTS[view.language];
  const errors = FIELD_ERRORS[view.language];
  const timeZone = view.timeZone ?? 'Europe/Istanbul';
  const leftMs = Math.max(0, view.expiresAt.getTime() - view.now.getTime());
  return html`data-left-ms="${leftMs}" data-month="${monthNumber(view.now, timeZone)}"
 data-time-left="${texts.timeLeft}" data-left300="${texts.left300}" data-left60="${texts.left60}"
 data-left30="${texts.left30}" data-sending="${texts.sending}" data-brand-prefix="${texts.brandPrefix}"
 data-number-wrong="${errors.cardNumberInvalid}" data-month-wrong="${errors.expiryMonthInvalid}"
 data-year-wrong="${errors.expiryYearInvalid}" data-card-expired="${errors.cardExpired}"
 data-cvv-wrong="${errors.cvvInvalid}"`;
}

function formSection(view: PaymentFormView): Html {
  const texts = TEXTS[view.language];
  const amount = moneyText(view.amountMinor, view.currency, view.language);
  const otherLanguage = view.language === 'tr' ? 'en' : 'tr';
  return html`<section class="pane form" aria-labelledby="form-title"><div>
<div class="head"><h2 id="form-title">${texts.payByCard}</h2>
<span id="brands">${BRAND_MARKS}<span class="unseen">${texts.acceptedCards}</span></span></div>
${notice(view)}
<form id="payment" method="post" action="${webAddress(view.action)}" accept-charset="utf-8" novalidate
 ${scriptWords(view)}>
<input type="hidden" name="formNonce" value="${view.formNonce}">
<input type="hidden" name="installment" value="${view.installment}">
<div class="fields">
${cardFields(view)}
<button class="button" id="pay">${LOCK_ICON}<span id="pay-text">${payLabel(amount, view.language)}</span></button>
</div>
</form>
<p class="unseen" id="status" role="status"></p>
<p class="small">${LOCK_ICON}<span>${texts.secured}</span></p>
<p class="links">
${view.cancelUrl !== undefined && html`<a href="${webAddress(view.cancelUrl)}" target="_top">${texts.cancel}</a>`}
${
  view.otherLanguageUrl !== undefined &&
  html`<a href="${webAddress(view.otherLanguageUrl)}" hreflang="${otherLanguage}" lang="${otherLanguage}">${
    texts.otherLanguage
  }</a>`
}
</p>
</div></section>`;
}

/** `1.234,50 ₺ öde`, `Pay ₺1,234.50`: the button says what it does. */
function payLabel(amount: string, language: Language): Html {
  const { pay } = TEXTS[language];
  const money = html`<span class="money">${amount}</span>`;
  return language === 'tr' ? html`${money} ${pay}` : html`${pay} ${money}`;
}

export function paymentForm(view: PaymentFormView): Html {
  const texts = TEXTS[view.language];
  const order = { ...view, timeZone: view.timeZone ?? 'Europe/Istanbul' };
  const wentWrong = view.errors.length > 0 || view.decline !== undefined;
  const title = `${texts.payment} · ${view.merchantName}`;
  return pageDocument({
    language: view.language,
    title: wentWrong ? `${texts.errorPrefix}: ${title}` : title,
    cspNonce: view.cspNonce,
    isTest: view.isTest,
    main: html`<main class="pair">${orderSummary(order)}${formSection(view)}</main>`,
    script: FORM_SCRIPT,
  });
}
