// What the forms of every purpose have: the section with the fields of a card, the document around it, and
// the answer to the form's script. They are plain HTML that works without scripts, and show the entered
// values again, except card number and security code, which are never sent back to a page.
import { defined } from '#domain/defined.ts';
import type { Language } from '#domain/language.ts';
import { dataset, formScript, type Html, html, webAddress } from '../html.ts';
import { LOCK_ICON } from '../icons.ts';
import { pageDocument } from '../layout.ts';
import { type FieldError, type FormAnswer, type FormWords, idOf } from '../script/contract.ts';
import { type Face, shopContact } from '../shop-face.ts';
import { FRAME_STYLE } from '../style.ts';
import { TEXTS } from '../texts.ts';
import { deadline } from './deadline.ts';
import { fieldsToEmpty } from './form-answer.ts';
import { FORM_STYLE } from './form-style.ts';
import { type NoticeView, noticeOf } from './notice.ts';
import { SENDING_STYLE } from './sending-style.ts';

export type FormFrame = {
  language: Language;
  merchantName: string;
  isTest: boolean;
  createdAt: Date;
  expiresAt: Date;
  now: Date;
  /** The time zone of the times shown; default Istanbul. */
  timeZone?: string;
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
  };
  errors: readonly FieldError[];
  /** Why the last attempt failed, as text for the buyer. */
  decline?: string | undefined;
  frameOrigins?: readonly string[];
  face?: Face;
  cspNonce: string;
  cancelUrl?: string | undefined;
  /** The same page in the other language. */
  otherLanguageUrl?: string;
};

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

type FormParts = {
  title: string;
  /** The note that the form is sent encrypted. */
  safe: string;
  notice: Html;
  words: FormWords;
  hidden?: Html | false;
  fields: Html;
  /** The text of the button. */
  label: string;
  /** In place of the text about a payment. */
  validUntil?: string;
};

/** The section of a form with card fields. */
export function cardFormSection(view: FormFrame, parts: FormParts): Html {
  return html`<section class="pane form" aria-labelledby="form-title"><div>
<div class="head"><h2 id="form-title">${parts.title}</h2>
<span class="safe">${LOCK_ICON}${parts.safe}</span></div>
${parts.notice}
<form id="${idOf('payment')}" method="post" action="${webAddress(view.action)}" accept-charset="utf-8"
 novalidate${dataset(parts.words)}>
<input type="hidden" name="formNonce" value="${view.formNonce}">
${parts.hidden}
<div class="fields">
${parts.fields}
<button class="button" id="${idOf('pay')}">${LOCK_ICON}<span
 id="${idOf('pay-text')}">${parts.label}</span></button>
${deadline(view, parts.validUntil)}</div>
</form>
<p class="unseen" id="${idOf('status')}" role="status"></p>
<p class="small">${TEXTS[view.language].secured}</p>
${formLinks(view)}
${shopContact(view.language, view.face)}</div></section>`;
}

type Titled = Pick<FormFrame, 'language' | 'merchantName' | 'errors' | 'decline'> & { isAbandoned?: boolean };

/** The title of the document, with a prefix if an error is shown. */
function formTitle(view: Titled, name: string): string {
  const hasError = view.errors.length > 0 || (view.decline !== undefined && view.isAbandoned !== true);
  const title = `${name} · ${view.merchantName}`;
  return hasError ? `${TEXTS[view.language].errorPrefix}: ${title}` : title;
}

/** The answer to the form's script, with the same content; `lastDecline` is the page's. */
export function formAnswer(
  view: Titled & NoticeView & { formNonce: string },
  name: string,
  lastDecline: Parameters<typeof fieldsToEmpty>[0],
): FormAnswer {
  return {
    formNonce: view.formNonce,
    title: formTitle(view, name),
    ...defined({ notice: noticeOf(view) }),
    errors: view.errors,
    empty: view.errors.length > 0 ? [] : fieldsToEmpty(lastDecline),
  };
}

/** The document of a form, with the section that describes its purpose beside it. */
export function cardFormDocument(
  view: FormFrame & { isAbandoned?: boolean },
  { name, beside, section, style }: { name: string; beside: Html; section: Html; style: Html },
): Html {
  return pageDocument({
    language: view.language,
    title: formTitle(view, name),
    cspNonce: view.cspNonce,
    isTest: view.isTest,
    frameOrigins: view.frameOrigins ?? [],
    main: html`<main class="pair">${beside}${section}</main>`,
    style: [FRAME_STYLE, FORM_STYLE, SENDING_STYLE, style],
    formScript,
    face: view.face,
  });
}
