// The notice about the last submit, above the fields: as part of the document, or for the form's script.
import type { Language } from '#domain/language.ts';
import { FLOW_TEXTS } from '../flow-texts.ts';
import { type Html, html } from '../html.ts';
import { ALERT_ICON } from '../icons.ts';
import { type FieldError, idOf, type Notice } from '../script/contract.ts';
import { TEXTS } from '../texts.ts';
import { firstInvalidField, sortByField } from './card-fields.ts';

/** One line of the error summary, a link to the field if there is one. */
function errorLine({ field, text }: FieldError): Html {
  return field === 'installment'
    ? html`<li>${text}</li>\n`
    : html`<li><a href="#${field}">${text}</a></li>\n`;
}

export type NoticeView = {
  language: Language;
  /** Why the last attempt was declined, as text for the buyer. */
  decline?: string | undefined;
  /** True if the buyer cancelled the issuer's verification. */
  isAbandoned?: boolean;
  attemptsLeft: number;
  errors: readonly FieldError[];
  /** In place of the texts about a payment. */
  declinedTitle?: string;
  notCharged?: string;
};

/** The notice about wrong fields or a decline; undefined if there are none. */
export function noticeOf(view: NoticeView): Notice | undefined {
  const texts = TEXTS[view.language];
  if (view.errors.length > 0) {
    return { title: texts.errorTitle, lines: sortByField(view.errors).map(({ text }) => text) };
  }
  if (view.decline === undefined) return undefined;
  const left = view.attemptsLeft === 1 ? texts.lastAttempt : texts.attemptsLeft(view.attemptsLeft);
  const { declinedTitle = texts.declinedTitle, notCharged = texts.notCharged } = view;
  const { isAbandoned = false } = view;
  const title = isAbandoned ? FLOW_TEXTS[view.language].givenUpTitle : declinedTitle;
  return { title, lines: [view.decline, `${notCharged} ${left}`], isCalm: isAbandoned };
}

/**
 * The notice as part of the document, hidden while it is empty. When the page opens, the focus is on the
 * first field to correct, which shows its own error, or on the notice if there is no such field.
 */
export function notice(view: NoticeView): Html {
  const found = noticeOf(view);
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
