// The payment form: plain HTML that works without scripts. It shows the entered values again, except card
// number and security code, which are never sent back to a page.
import { defined } from '#domain/defined.ts';
import type { Language } from '#domain/language.ts';
import type { Currency } from '#domain/money.ts';
import type { SavedCardUse } from '#domain/payment/hosted-page.ts';
import { dataset, formScript, type Html, html, webAddress } from '../html.ts';
import { LOCK_ICON } from '../icons.ts';
import { pageDocument } from '../layout.ts';
import { type FieldError, type FormAnswer, type FormWords, idOf } from '../script/contract.ts';
import { type Face, shopContact } from '../shop-face.ts';
import { FRAME_STYLE } from '../style.ts';
import { TEXTS } from '../texts.ts';
import { cardFields } from './card-fields.ts';
import { type DeadlineView, deadline } from './deadline.ts';
import { fieldsToEmpty } from './form-answer.ts';
import { FORM_STYLE } from './form-style.ts';
import { formWords } from './form-words.ts';
import { installmentChoice, payLabel } from './installment-choice.ts';
import { notice, noticeOf } from './notice.ts';
import { orderSummary } from './order-summary.ts';
import { CVV_OWNER_STYLE, cvvOwners, type SavedCardView, saveCardChoice, savedCards } from './saved-cards.ts';
import { SENDING_STYLE } from './sending-style.ts';

/** The buyer's earlier input, without the values that must not be shown again. */
export type EnteredView = {
  ownerName?: string;
  expiry?: string;
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
  /** The customer's stored cards; none if there is no customer. */
  savedCards: readonly SavedCardView[];
  /** Not to choose: wrong security codes have locked them. */
  lockedCards?: readonly SavedCardView[];
  /** True if there is a customer for whom a new card can be stored. */
  canSaveCard?: boolean;
  /** The use of a card that is saved; default `oneClick`. */
  saveCardFor?: SavedCardUse;
  /** The counts that the buyer may choose. With fewer than two, no choice is shown. */
  installmentCounts?: readonly number[];
  products: readonly { name: string; amountMinor: number; discountMinor?: number }[];
  createdAt: Date;
  expiresAt: Date;
  now: Date;
  /** The time zone of the times shown; default Istanbul. */
  timeZone?: string;
  /** `/iframe/{token}`, to which the form is posted and from which the page is read. */
  action: string;
  /** One per form shown. The first submit uses it up. */
  formNonce: string;
  entered?: EnteredView;
  errors: readonly FieldError[];
  /** Why the last attempt was declined, as text for the buyer. */
  decline?: string;
  /** True if the buyer cancelled the issuer's verification. */
  isAbandoned?: boolean;
  attemptsLeft: number;
  isTest: boolean;
  frameOrigins?: readonly string[];
  face?: Face;
  cspNonce: string;
  cancelUrl?: string;
  /** The same page in the other language. */
  otherLanguageUrl?: string;
};

type LinksView = Pick<PaymentFormView, 'language' | 'cancelUrl' | 'otherLanguageUrl'>;

function formLinks(view: LinksView): Html {
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

/** The fixed count, or the preselected one. */
function chosenCount(view: PaymentFormView): number {
  const { installmentCounts: counts = [], installment, entered } = view;
  const wanted = Number(entered?.installment ?? installment);
  return !hasChoice(view) ? installment : counts.includes(wanted) ? wanted : (counts[0] ?? 1);
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

type SectionView = LinksView & DeadlineView & { action: string; formNonce: string; face?: Face };

/** The section of a form with card fields. */
export function cardFormSection(view: SectionView, parts: FormParts): Html {
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

type FormDocumentView = {
  language: Language;
  merchantName: string;
  cspNonce: string;
  isTest: boolean;
  frameOrigins?: readonly string[];
  face?: Face;
  errors: readonly unknown[];
  decline?: string;
  isAbandoned?: boolean;
};

/** The title of the document, with a prefix if an error is shown. */
export function formTitle(view: Omit<FormDocumentView, 'cspNonce' | 'isTest'>, name: string): string {
  const hasError = view.errors.length > 0 || (view.decline !== undefined && view.isAbandoned !== true);
  const title = `${name} · ${view.merchantName}`;
  return hasError ? `${TEXTS[view.language].errorPrefix}: ${title}` : title;
}

/** The document of a form, with the section that describes its purpose beside it. */
export function cardFormDocument(
  view: FormDocumentView,
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

function formSection(view: PaymentFormView): Html {
  const { savedCards: cards } = view;
  const chosen = chosenCount(view);
  const texts = TEXTS[view.language];
  return cardFormSection(view, {
    title: texts.payByCard,
    safe: texts.safe,
    notice: notice(view),
    words: formWords(view),
    hidden: !hasChoice(view) && html`<input type="hidden" name="installment" value="${view.installment}">`,
    fields: html`${savedCards(view, view.entered?.savedCard)}
${cardFields({ ...view, cvvOf: cvvOwners(cards) })}
${view.canSaveCard && saveCardChoice(view)}
${hasChoice(view) && installmentChoice({ ...view, counts: view.installmentCounts ?? [], chosen })}`,
    label: payLabel({ ...view, count: chosen }),
  });
}

/** The answer to the form's script, with the same content; `lastDecline` is the page's. */
export function paymentFormAnswer(
  view: PaymentFormView,
  lastDecline: Parameters<typeof fieldsToEmpty>[0],
): FormAnswer {
  const shownNotice = noticeOf(view);
  return {
    formNonce: view.formNonce,
    title: formTitle(view, TEXTS[view.language].payment),
    ...defined({ notice: shownNotice }),
    errors: view.errors,
    empty: view.errors.length > 0 ? [] : fieldsToEmpty(lastDecline),
  };
}

export function paymentForm(view: PaymentFormView): Html {
  return cardFormDocument(view, {
    name: TEXTS[view.language].payment,
    beside: orderSummary(view),
    section: formSection(view),
    style: html`${view.savedCards.length > 0 && CVV_OWNER_STYLE}`,
  });
}
