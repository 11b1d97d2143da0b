// The five card fields, each with label, help and error. Their names and autocomplete tokens are an interface
// to browsers, password managers and the server.

import type { Language } from '#domain/language.ts';
import { type Html, html } from '../html.ts';
import { ALERT_ICON, BRAND_LOGOS, CVV_DRAWING } from '../icons.ts';
import { TEXTS } from '../texts.ts';

export type FieldName = 'ownerName' | 'cardNumber' | 'expiryMonth' | 'expiryYear' | 'cvv';

/** The order of the fields on the page. */
const ORDER: readonly string[] = ['cardNumber', 'expiryMonth', 'expiryYear', 'cvv', 'ownerName'];

/** Sorts errors by field; errors of other fields come last. */
export function sortByField<Error extends { field: string }>(errors: readonly Error[]): Error[] {
  const positionOf = ({ field }: Error) => (ORDER.includes(field) ? ORDER.indexOf(field) : ORDER.length);
  return errors.toSorted((one, other) => positionOf(one) - positionOf(other));
}

/** The field that gets the focus when the page opens. */
export function firstInvalidField(errors: readonly { field: string }[]): string | undefined {
  return sortByField(errors).find(({ field }) => ORDER.includes(field))?.field;
}

type CardFieldsView = {
  language: Language;
  entered?: { ownerName?: string; expiryMonth?: string; expiryYear?: string };
  errors: readonly { field: string; text: string }[];
  /** To which card the CVV belongs. */
  cvvOf?: Html;
};

type FieldView = {
  name: FieldName;
  autocomplete: string;
  maxLength: number;
  value?: string | undefined;
  error?: string | undefined;
  hasFocus: boolean;
  isNumeric: boolean;
  /** Ids of further texts that describe the field. */
  describedBy?: string;
};

function input(field: FieldView): Html {
  const numeric = html`inputmode="numeric" dir="ltr" spellcheck="false"`;
  const described = [field.describedBy, `${field.name}-error`].filter(Boolean).join(' ');
  return html`<input id="${field.name}" name="${field.name}" type="text" required
 autocomplete="${field.autocomplete}" maxlength="${field.maxLength}" ${
   field.isNumeric ? numeric : html`dir="auto" autocapitalize="words" spellcheck="false"`
 } aria-describedby="${described}"${field.error !== undefined && html` aria-invalid="true"`}${
   field.hasFocus && html` autofocus`
 }${field.value !== undefined && html` value="${field.value}"`}>`;
}

/** Always present and hidden while empty, so the script shows its hints where the server shows its errors. */
function fieldError(name: FieldName, error: string | undefined): Html {
  const hidden = error === undefined && html` hidden`;
  return html`<p class="field-error" id="${name}-error"${hidden}>${ALERT_ICON}<span>${error}</span></p>`;
}

type Extras = { inset?: Html; help?: Html };

function labelled(label: string | Html, field: FieldView, { inset, help }: Extras = {}): Html {
  return html`<div class="of-${field.name}"><label for="${field.name}">${label}</label>
<div class="inset">${input(field)}${inset}</div>
${fieldError(field.name, field.error)}${help}</div>\n`;
}

type ErrorOf = (name: FieldName) => Pick<FieldView, 'error' | 'hasFocus'>;

/** Month and year are one group: they are printed together on the card and validated together. */
function expiryFields(view: CardFieldsView, errorOf: ErrorOf): Html {
  const texts = TEXTS[view.language];
  const month: FieldView = {
    name: 'expiryMonth',
    autocomplete: 'cc-exp-month',
    maxLength: 2,
    value: view.entered?.expiryMonth,
    ...errorOf('expiryMonth'),
    isNumeric: true,
    describedBy: 'expiry-help',
  };
  const year: FieldView = {
    name: 'expiryYear',
    autocomplete: 'cc-exp-year',
    maxLength: 4,
    value: view.entered?.expiryYear,
    ...errorOf('expiryYear'),
    isNumeric: true,
    describedBy: 'expiry-help',
  };
  return html`<fieldset class="of-expiry"><legend>${texts.expiry}</legend>
<div class="expiry"><label class="unseen" for="expiryMonth">${texts.expiryMonth}</label>${input(month)}
<span aria-hidden="true">/</span>
<label class="unseen" for="expiryYear">${texts.expiryYear}</label>${input(year)}</div>
${fieldError('expiryMonth', month.error)}${fieldError('expiryYear', year.error)}
<p class="help" id="expiry-help">${texts.expiryHelp}<span
 class="unseen">. ${texts.expiryMoves}</span></p></fieldset>\n`;
}

export function cardFields(view: CardFieldsView): Html {
  const texts = TEXTS[view.language];
  const errorOf: ErrorOf = (name) => ({
    error: view.errors.find(({ field }) => field === name)?.text,
    hasFocus: firstInvalidField(view.errors) === name,
  });
  const ownerName: FieldView = {
    name: 'ownerName',
    autocomplete: 'cc-name',
    maxLength: 100,
    value: view.entered?.ownerName,
    ...errorOf('ownerName'),
    isNumeric: false,
  };
  const cardNumber: FieldView = {
    name: 'cardNumber',
    autocomplete: 'cc-number',
    // 19 digits and the spaces between their groups.
    maxLength: 23,
    ...errorOf('cardNumber'),
    isNumeric: true,
  };
  const cvv: FieldView = {
    name: 'cvv',
    autocomplete: 'cc-csc',
    maxLength: 4,
    ...errorOf('cvv'),
    isNumeric: true,
    describedBy: 'cvv-help',
  };
  const cvvHelp = html`<p class="help" id="cvv-help">${texts.cvvHelp}</p>`;
  const accepted = html`<span class="unseen">${texts.acceptedCards}</span>`;
  const brands = html`<span id="brands">${BRAND_LOGOS}${accepted}</span>`;
  return html`${labelled(texts.cardNumber, cardNumber, { inset: brands })}
<div class="row">${expiryFields(view, errorOf)}
${labelled(html`${texts.cvv}${view.cvvOf}`, cvv, { inset: CVV_DRAWING, help: cvvHelp })}</div>
${labelled(texts.ownerName, ownerName)}`;
}
