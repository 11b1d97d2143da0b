// The payment form: plain HTML that works without scripts. It shows again what the buyer entered, except card
// number and security code, which are never sent back to a page.
import { prefixText } from '#domain/card/card-prefix.ts';
import type { Language } from '#domain/language.ts';
import type { Currency } from '#domain/money.ts';
import { moneyText, monthNumber } from '../format.ts';
import { type Html, html, webAddress } from '../html.ts';
import { ALERT_ICON, LOCK_ICON } from '../icons.ts';
import { pageDocument } from '../layout.ts';
import { FRAME_STYLE } from '../style.ts';
import { FIELD_ERRORS, TEXTS } from '../texts.ts';
import { cardFields, type FieldName, firstInvalidField, sortByField } from './card-fields.ts';
import { FORM_STYLE } from './form-style.ts';
import { installmentTable } from './installment-table.ts';
import { orderSummary } from './order-summary.ts';
import { CVV_OWNER_STYLE, cvvOwners, type SavedCardView, saveCardChoice, savedCards } from './saved-cards.ts';

/** The buyer's earlier input, without what must not be shown again. */
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
  /** The count that the merchant fixed, or that is preselected; 1 is a single payment. */
  installment: number;
  /** The customer's stored cards. */
  savedCards?: readonly SavedCardView[];
  /** True if there is a customer for whom a new card can be stored. */
  canSaveCard?: boolean;
  /** The counts that the buyer may choose. With fewer than two, no choice is shown. */
  installmentCounts?: readonly number[];
  products: readonly { name: string; amountMinor: number }[];
  expiresAt: Date;
  now: Date;
  /** The time zone of the times shown; default Istanbul. */
  timeZone?: string;
  /** `/iframe/{token}`, to which the form is posted and from which the page is read. */
  action: string;
  /** One per form shown. The first submit uses it up. */
  formNonce: string;
  entered?: EnteredView;
  errors: readonly { field: FieldName | 'installment'; text: string }[];
  /** Why the last attempt was declined, as text for the buyer. */
  decline?: string;
  attemptsLeft: number;
  isTest: boolean;
  frameOrigins?: readonly string[];
  cspNonce: string;
  cancelUrl?: string;
  /** The same page in the other language. */
  otherLanguageUrl?: string;
};

/** One line of the error summary, a link to the field if there is one. */
function errorLine({ field, text }: PaymentFormView['errors'][number]): Html {
  return field === 'installment'
    ? html`<li>${text}</li>\n`
    : html`<li><a href="#${field}">${text}</a></li>\n`;
}

/**
 * The summary of what went wrong. When the page opens, the focus is on the first field to correct, which
 * shows its own error, or on the summary if there is no such field.
 */
function notice(view: PaymentFormView): Html | undefined {
  const texts = TEXTS[view.language];
  const isFocused = firstInvalidField(view.errors) === undefined;
  const box = (title: string, body: Html) => html`<div class="notice" id="notice" role="group"
 aria-labelledby="notice-title" tabindex="-1"${isFocused && html` autofocus`}>
${ALERT_ICON}<div><h3 id="notice-title">${title}</h3>
${body}</div></div>`;
  if (view.errors.length > 0) {
    return box(texts.errorTitle, html`<ul>${sortByField(view.errors).map(errorLine)}</ul>\n`);
  }
  if (view.decline === undefined) return undefined;
  const left = view.attemptsLeft === 1 ? texts.lastAttempt : texts.attemptsLeft(view.attemptsLeft);
  return box(texts.declinedTitle, html`<p>${view.decline}</p>\n<p>${texts.notCharged} ${left}</p>\n`);
}

/** The script's texts and data as attributes, because the script itself contains no text. */
function scriptAttributes(view: PaymentFormView): Html {
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

function links(view: PaymentFormView): Html {
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
 ${scriptAttributes(view)}>
<input type="hidden" name="formNonce" value="${view.formNonce}">
${!hasChoice(view) && html`<input type="hidden" name="installment" value="${view.installment}">`}
<div class="fields">
${cards.length > 0 && savedCards(view.language, cards, view.entered?.savedCard)}
${cardFields({ ...view, cvvOf: cvvOwners(view.language, cards) })}
${view.canSaveCard && saveCardChoice(view.language, view.entered?.saveCard === true)}
${hasChoice(view) && installments(view)}
<button class="button" id="pay">${LOCK_ICON}<span id="pay-text">${texts.pay(amount)}</span></button>
</div>
</form>
<p class="unseen" id="status" role="status"></p>
<p class="small">${texts.secured}</p>
${links(view)}
</div></section>`;
}

export function paymentForm(view: PaymentFormView): Html {
  const texts = TEXTS[view.language];
  const order = { ...view, timeZone: view.timeZone ?? 'Europe/Istanbul' };
  const hasError = view.errors.length > 0 || view.decline !== undefined;
  const title = `${texts.payment} · ${view.merchantName}`;
  return pageDocument({
    language: view.language,
    title: hasError ? `${texts.errorPrefix}: ${title}` : title,
    cspNonce: view.cspNonce,
    isTest: view.isTest,
    frameOrigins: view.frameOrigins ?? [],
    main: html`<main class="pair">${orderSummary(order)}${formSection(view)}</main>`,
    style: [FRAME_STYLE, FORM_STYLE, CVV_OWNER_STYLE],
    script: 'form',
  });
}
