// What the forms of every purpose have: the document around the fields of a card, the notice about the last
// submit, and the same as an answer to the form's script. They are plain HTML that works without scripts, and
// show the entered values again, except card number and security code, which are never sent back to a page.
import { defined } from '#domain/defined.ts';
import type { HostedPage } from '#domain/payment/hosted-page.ts';
import { dataset, formScript, type Html, html, webAddress } from '../html.ts';
import { ALERT_ICON, LOCK_ICON } from '../icons.ts';
import { pageDocument } from '../layout.ts';
import { LINES_STYLE } from '../product-lines.ts';
import { type FieldError, type FormAnswer, idOf, type Notice } from '../script/contract.ts';
import { type Face, shopContact } from '../shop-face.ts';
import { FRAME_STYLE } from '../style.ts';
import { FLOW_TEXTS, TEXTS } from '../texts.ts';
import { firstInvalidField, sortByField } from './card-fields.ts';
import { deadline } from './deadline.ts';
import { FORM_STYLE } from './form-style.ts';
import { formWords, type OwnWords, type WordsView } from './form-words.ts';
import { SENDING_STYLE } from './sending-style.ts';

export type FormFrame = WordsView & {
  merchantName: string;
  isTest: boolean;
  /** The page's address, to which the form is posted and from which the page is read. */
  action: string;
  /** One per form shown. The first submit uses it up. */
  formNonce: string;
  /** The buyer's earlier input, without the values that must not be shown again. */
  entered?: {
    ownerName?: string;
    expiry?: string;
    installment?: string;
    savedCard?: string;
    saveCard?: boolean;
    consent?: boolean;
    distanceSale?: boolean;
  };
  errors: readonly FieldError[];
  /** Why the last attempt failed, as text for the buyer. */
  decline?: string | undefined;
  /** Milliseconds after which a form that a guard has stopped may be sent again. */
  waitMs?: number;
  /** True if the buyer cancelled the issuer's verification. */
  isAbandoned?: boolean;
  attemptsLeft: number;
  /** In place of the usual text about the attempts that are left. */
  leftText?: string;
  frameOrigins: readonly string[];
  face?: Face;
  cspNonce: string;
  cancelUrl?: string | undefined;
  /** The same page in the other language. */
  otherLanguageUrl?: string;
};

/** What one purpose calls things. */
type FormTexts = {
  /** The title of the document. */
  name: string;
  /** In place of the texts about a payment. */
  own?: OwnWords & Record<'declinedTitle' | 'notCharged' | 'validUntil', string>;
};

type FormParts = FormTexts & {
  /** The section that describes the purpose, beside the form. */
  beside: Html;
  /** Further tags of the document's head. */
  head?: Html | false | undefined;
  title: string;
  hidden?: Html | false;
  fields: Html;
  /** Below the form. */
  below?: Html | false | undefined;
  /** The text of the button. */
  label: string;
  belowButton?: Html | false;
  /** In place of the form's script. */
  script?: () => Html;
  style: Html;
};

export function formDocument(view: FormFrame, parts: FormParts): Html {
  return pageDocument({
    language: view.language,
    title: formTitle(view, parts),
    head: parts.head,
    cspNonce: view.cspNonce,
    isTest: view.isTest,
    frameOrigins: view.frameOrigins,
    main: html`<main class="pair">${parts.beside}${formSection(view, parts)}</main>`,
    style: [FRAME_STYLE, LINES_STYLE, FORM_STYLE, SENDING_STYLE, parts.style],
    formScript: parts.script ?? formScript,
    face: view.face,
  });
}

/** The answer to the form's script, with the same content; `lastDecline` is the page's. */
export function formAnswer(
  view: FormFrame,
  texts: FormTexts,
  lastDecline: HostedPage['lastDecline'],
): FormAnswer {
  return {
    formNonce: view.formNonce,
    title: formTitle(view, texts),
    ...defined({ notice: noticeOf(view, texts, 'script'), waitMs: view.waitMs }),
    errors: sortByField(view.errors),
    ...(view.errors.length > 0 ? SLIPS : stateAfter(lastDecline)),
  };
}

/** The title of the document, with a prefix if an error is shown. */
function formTitle(view: FormFrame, { name }: FormTexts): string {
  const hasError = view.errors.length > 0 || (view.decline !== undefined && view.isAbandoned !== true);
  const title = `${name} · ${view.merchantName}`;
  return hasError ? `${TEXTS[view.language].errorPrefix}: ${title}` : title;
}

function formSection(view: FormFrame, parts: FormParts): Html {
  return html`<section class="pane form" aria-labelledby="form-title"><div>
<h2 id="form-title">${parts.title}</h2>
${notice(view, parts)}
<form id="${idOf('payment')}" method="post" action="${webAddress(view.action)}"
 novalidate${dataset(formWords(view, parts.own))}>
<input type="hidden" name="formNonce" value="${view.formNonce}">
${parts.hidden}
<div class="fields">
${parts.fields}
<button class="button" id="${idOf('pay')}">${LOCK_ICON}<span
 id="${idOf('pay-text')}">${parts.label}</span></button>
${parts.belowButton}${deadline(view, parts.own?.validUntil)}</div>
</form>
${parts.below}<p class="unseen" id="${idOf('status')}" role="status"></p>
<p class="small">${TEXTS[view.language].secured}</p>
${formLinks(view)}
${shopContact(view.language, view.face)}</div></section>`;
}

function formLinks(view: FormFrame): Html {
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

/**
 * The notice about wrong fields, a pause or a decline; undefined if there are none. After a pause the script
 * sends the form again.
 */
function noticeOf(view: FormFrame, { own }: FormTexts, reader?: 'script'): Notice | undefined {
  const texts = TEXTS[view.language];
  if (view.errors.length > 0) {
    const isOfInstallments = view.errors.every(({ field }) => field === 'installment');
    const title = isOfInstallments ? texts.installment : texts.errorTitle;
    return { title, lines: sortByField(view.errors).map(({ text }) => text) };
  }
  if (view.waitMs !== undefined) {
    const seconds = Math.ceil(view.waitMs / 1000);
    const line = reader === 'script' ? texts.pauseSends(seconds) : texts.pauseText(seconds);
    return { title: texts.pauseTitle, lines: [line], isCalm: true };
  }
  if (view.decline === undefined) return undefined;
  const { declinedTitle, notCharged } = own ?? texts;
  const { isAbandoned = false } = view;
  const title = isAbandoned ? FLOW_TEXTS[view.language].givenUpTitle : declinedTitle;
  const lines = [view.decline, [notCharged, leftTextOf(view)].filter(Boolean).join(' ')];
  return { title, lines, isCalm: isAbandoned };
}

/** How many attempts are left, once there are few. */
function leftTextOf({ language, attemptsLeft, leftText }: FormFrame): string | false {
  const texts = TEXTS[language];
  if (leftText !== undefined) return leftText;
  return attemptsLeft === 1 ? texts.lastAttempt : attemptsLeft === 2 && texts.attemptsLeft(2);
}

/**
 * The notice as part of the document, hidden while it is empty. When the page opens, the focus is on the
 * first field to correct, which shows its own error, or on the notice if there is no such field.
 */
function notice(view: FormFrame, texts: FormTexts): Html {
  const found = noticeOf(view, texts);
  const isFocused = found !== undefined && firstInvalidField(view.errors) === undefined;
  const lines =
    view.errors.length > 0
      ? html`<ul>${sortByField(view.errors).map(errorLine)}</ul>\n`
      : found?.lines.map((line) => html`<p>${line}</p>\n`);
  return html`<div class="notice${found?.isCalm && ' calm'}" id="${idOf('notice')}" role="group"
 aria-labelledby="notice-title" tabindex="-1"${isFocused && html` autofocus`}${
   found === undefined && html` hidden`
 }>
${ALERT_ICON}<div><h3 id="${idOf('notice-title')}">${found?.title}</h3>
${lines}</div></div>`;
}

/** One line of the error summary, a link to the field if there is one. */
function errorLine({ field, text }: FieldError): Html {
  return field === 'installment'
    ? html`<li>${text}</li>\n`
    : html`<li><a href="#${field}">${text}</a></li>\n`;
}

type AfterSubmit = Pick<FormAnswer, 'state' | 'empty'>;
const SLIPS: AfterSubmit = { state: 'form', empty: [] };

/**
 * Only the fields that the cause concerns are emptied. The CVV stays if the bank was not asked for money: the
 * issuer's verification failed, or the bank was not reached.
 */
function stateAfter(decline: HostedPage['lastDecline']): AfterSubmit {
  if (decline === undefined || decline === 'BANK_UNAVAILABLE') return SLIPS;
  const wasAsked = decline !== 'THREE_D_SECURE_FAILED';
  const empty = [
    ...(decline === 'EXPIRED_CARD' ? (['expiry'] as const) : []),
    ...(wasAsked ? (['cvv'] as const) : []),
  ];
  return { state: 'declined', empty };
}
