// The form a buyer pays with: plain HTML that a browser without scripts sends whole. It shows again what the
// buyer wrote, except number and security code, which never travel back to a page.
import { prefixText } from '#domain/card/card-prefix.ts';
import type { Language } from '#domain/language.ts';
import type { Currency } from '#domain/money.ts';
import { moneyText, monthNumber } from '../format.ts';
import { type Html, html, webAddress } from '../html.ts';
import { ALERT_ICON, LOCK_ICON } from '../icons.ts';
import { pageDocument } from '../layout.ts';
import { FRAME_STYLE } from '../style.ts';
import { FIELD_ERRORS, TEXTS } from '../texts.ts';
import { cardFields, type FieldName, firstWrong, inOrder } from './card-fields.ts';
import { FORM_STYLE } from './form-style.ts';
import { installmentTable } from './installment-table.ts';
import { orderSummary } from './order-summary.ts';
import { type SavedCardView, saveCardChoice, savedCards } from './saved-cards.ts';

/** What the buyer has written or chosen before, as far as it may be shown again. */
export type EnteredView = {
  ownerName?: string;
  expiryMonth?: string;
  expiryYear?: string;
  installment?: string;
  savedCard?: string;
  saveCard?: boolean;
};

export type PaymentFormView = {
  language: Language;
  merchantName: string;
  orderNumber: string;
  amountMinor: number;
  currency: Currency;
  /** The count the merchant fixed, or the one that is chosen at first; 1 is a single payment. */
  installment: number;
  /** The customer's stored cards; none, only a new card can be used. */
  savedCards?: readonly SavedCardView[];
  /** There is a customer for whom a new card can be stored. */
  canSaveCard?: boolean;
  /** What the buyer may choose from; fewer than two are no choice. */
  installmentCounts?: readonly number[];
  products: readonly { name: string; amountMinor: number }[];
  expiresAt: Date;
  now: Date;
  /** The merchant's time zone, for the times shown; Istanbul if not given. */
  timeZone?: string;
  /** Where the form is sent and where the page can be read again: `/iframe/{token}`. */
  action: string;
  /** One per form shown; the server uses it up with the first submit. */
  formNonce: string;
  entered?: EnteredView;
  errors: readonly { field: FieldName | 'installment'; text: string }[];
  /** Why the last attempt was declined, in the buyer's own words. */
  decline?: string;
  attemptsLeft: number;
  isTest: boolean;
  frameOrigins?: readonly string[];
  cspNonce: string;
  cancelUrl?: string;
  /** The same page in the other language. */
  otherLanguageUrl?: string;
};

/** One line of the error summary: the way to the field, where there is one to correct. */
function errorLine({ field, text }: PaymentFormView['errors'][number]): Html {
  return field === 'installment'
    ? html`<li>${text}</li>\n`
    : html`<li><a href="#${field}">${text}</a></li>\n`;
}

/**
 * One place that tells what went wrong. As the page opens the focus is on the first field to correct, which
 * says its own error, or else here, so that nobody has to search.
 */
function notice(view: PaymentFormView): Html | undefined {
  const texts = TEXTS[view.language];
  const framed = (title: string, body: Html) => html`<div class="notice" id="notice" role="group"
 aria-labelledby="notice-title" tabindex="-1"${firstWrong(view.errors) === undefined && html` autofocus`}>
${ALERT_ICON}<div><h3 id="notice-title">${title}</h3>
${body}</div></div>`;
  if (view.errors.length > 0) {
    return framed(texts.errorTitle, html`<ul>${inOrder(view.errors).map(errorLine)}</ul>\n`);
  }
  if (view.decline === undefined) return undefined;
  const left = view.attemptsLeft === 1 ? texts.lastAttempt : texts.attemptsLeft(view.attemptsLeft);
  return framed(texts.declinedTitle, html`<p>${view.decline}</p>\n<p>${texts.notCharged} ${left}</p>\n`);
}

/** What the script needs to know, as attributes: it holds no sentence of its own. */
function scriptWords(view: PaymentFormView): Html {
  const texts = TEXTS[view.language];
  const errors = FIELD_ERRORS[view.language];
  const timeZone = view.timeZone ?? 'Europe/Istanbul';
  const leftMs = Math.max(0, view.expiresAt.getTime() - view.now.getTime());
  return html`data-left-ms="${leftMs}" data-month="${monthNumber(view.now, timeZone)}"
 data-time-left="${texts.timeLeft('{}')}" data-left300="${texts.left300}" data-left60="${texts.left60}"
 data-left30="${texts.left30}" data-sending="${texts.sending}" data-brand-prefix="${texts.brandPrefix}"
 data-number-missing="${errors.cardNumberRequired}" data-number-wrong="${errors.cardNumberInvalid}"
 data-name-missing="${errors.ownerNameRequired}" data-cvv-missing="${errors.cvvRequired}"
 data-month-wrong="${errors.expiryMonthInvalid}"
 data-year-wrong="${errors.expiryYearInvalid}" data-card-expired="${errors.cardExpired}"
 data-cvv-wrong="${errors.cvvInvalid}" data-prefixes="${prefixText()}"`;
}

function waysOut(view: PaymentFormView): Html {
  const texts = TEXTS[view.language];
  const { cancelUrl, otherLanguageUrl } = view;
  const other = view.language === 'tr' ? 'en' : 'tr';
  const cancel =
    cancelUrl !== undefined && html`<a href="${webAddress(cancelUrl)}" target="_top">${texts.cancel}</a>`;
  const otherLanguage =
    otherLanguageUrl !== undefined &&
    html`<a href="${webAddress(otherLanguageUrl)}" lang="${other}"
 hreflang="${other}">${texts.otherLanguage}</a>`;
  return html`<p class="links">${cancel}${otherLanguage}</p>`;
}

const hasChoice = ({ installmentCounts = [] }: PaymentFormView) => installmentCounts.length > 1;

function installments(view: PaymentFormView): Html {
  const { language, amountMinor, currency, installmentCounts: counts = [], installment, entered } = view;
  const wanted = Number(entered?.installment ?? installment);
  const chosen = counts.includes(wanted) ? wanted : (counts[0] ?? 1);
  return installmentTable({ language, amountMinor, currency, counts, chosen });
}

function formSection(view: PaymentFormView): Html {
  const { savedCards: cards = [] } = view;
  const texts = TEXTS[view.language];
  const amount = moneyText(view.amountMinor, view.currency, view.language);
  return html`<section class="pane form" aria-labelledby="form-title"><div>
<div class="head"><h2 id="form-title">${texts.payByCard}</h2>
<span class="safe">${LOCK_ICON}${texts.safe}</span></div>
${notice(view)}
<form id="payment" method="post" action="${webAddress(view.action)}" accept-charset="utf-8" novalidate
 ${scriptWords(view)}>
<input type="hidden" name="formNonce" value="${view.formNonce}">
${!hasChoice(view) && html`<input type="hidden" name="installment" value="${view.installment}">`}
<div class="fields">
${cards.length > 0 && savedCards(view.language, cards, view.entered?.savedCard)}
${cardFields(view)}
${view.canSaveCard && saveCardChoice(view.language, view.entered?.saveCard === true)}
${hasChoice(view) && installments(view)}
<button class="button" id="pay">${LOCK_ICON}<span id="pay-text">${texts.pay(amount)}</span></button>
</div>
</form>
<p class="unseen" id="status" role="status"></p>
<p class="small">${texts.secured}</p>
${waysOut(view)}
</div></section>`;
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
    frameOrigins: view.frameOrigins ?? [],
    main: html`<main class="pair">${orderSummary(order)}${formSection(view)}</main>`,
    style: [FRAME_STYLE, FORM_STYLE],
    script: 'form',
  });
}
