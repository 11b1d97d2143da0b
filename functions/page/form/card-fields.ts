// The four card fields, each with label, help and error. Their names and autocomplete tokens are an interface
// to browsers, password managers and the server.
import type { Language } from '#domain/language.ts';
import { dataset, type Html, html } from '../html.ts';
import { ALERT_ICON, BRAND_LOGOS, CVV_DRAWINGS } from '../icons.ts';
import { type CardField, type ChoiceData, idOf } from '../script/contract.ts';
import { TEXTS } from '../texts.ts';

/** The order of the fields on the page. */
const ORDER: readonly string[] = [
  'cardNumber',
  'expiry',
  'cvv',
  'ownerName',
  'saveCard',
  'consent',
  'distanceSale',
];

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
  entered?: { ownerName?: string; expiry?: string };
  errors: readonly { field: string; text: string }[];
  /** The card to which the CVV belongs. */
  cvvOf?: Html;
};

type FieldView = {
  name: CardField;
  autocomplete: string;
  /** Longer than any value, so that pasted text around a value does not cut it off before it is read. */
  maxLength: number;
  value?: string | undefined;
  error?: string | undefined;
  hasFocus: boolean;
  isNumeric: boolean;
  placeholder?: string;
  /** Ids of further texts that describe the field. */
  describedBy?: string;
};

function input(field: FieldView): Html {
  const numeric = html`inputmode="numeric" dir="ltr" spellcheck="false"`;
  const described = [field.describedBy, `${field.name}-error`].filter(Boolean).join(' ');
  return html`<input id="${field.name}" name="${field.name}" type="text" required
 autocomplete="${field.autocomplete}" maxlength="${field.maxLength}" enterkeyhint="${
   field.name === 'ownerName' ? 'go' : 'next'
 }" ${
   field.isNumeric ? numeric : html`dir="auto" autocapitalize="words" spellcheck="false"`
 } aria-describedby="${described}"${field.error !== undefined && html` aria-invalid="true"`}${
   field.hasFocus && html` autofocus`
 }${field.placeholder !== undefined && html` placeholder="${field.placeholder}"`}${
   field.value !== undefined && html` value="${field.value}"`
 }>`;
}

/** Always present and hidden while empty, so the script shows its hints where the server shows its errors. */
function fieldError(name: CardField, error: string | undefined): Html {
  const hidden = error === undefined && html` hidden`;
  return html`<p class="field-error" id="${name}-error"${hidden}>${ALERT_ICON}<span>${error}</span></p>`;
}

type Extras = { inset?: Html; help?: Html };

function labelled(label: string | Html, field: FieldView, { inset, help }: Extras = {}): Html {
  return html`<div class="of-${field.name}"><label for="${field.name}">${label}</label>
<div class="inset">${input(field)}${inset}</div>
${fieldError(field.name, field.error)}${help}</div>\n`;
}

type ErrorOf = (name: CardField) => Pick<FieldView, 'error' | 'hasFocus'>;

/** The script shows the part that fits the card. Without the script, the first part is for all cards. */
function cvvHelp(language: Language): Html {
  const { cvvHelp: any, cvvHelpThree: three, cvvHelpAmex: amex } = TEXTS[language];
  const textFor = (of: string, text: string) =>
    html`<span${dataset<ChoiceData>({ of })} hidden>${text}</span>`;
  return html`<p class="unseen" id="${idOf('cvv-help')}"><span>${any}</span>${[
    textFor('three', three),
    textFor('AMEX', amex),
  ]}</p>`;
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
    maxLength: 40,
    isNumeric: true,
    ...errorOf('cardNumber'),
    describedBy: 'moves',
  };
  const expiry: FieldView = {
    name: 'expiry',
    autocomplete: 'cc-exp',
    maxLength: 20,
    isNumeric: true,
    value: view.entered?.expiry,
    ...errorOf('expiry'),
    placeholder: texts.expiryShape,
    describedBy: 'expiry-help moves',
  };
  const cvv: FieldView = {
    name: 'cvv',
    autocomplete: 'cc-csc',
    maxLength: 8,
    isNumeric: true,
    ...errorOf('cvv'),
    placeholder: '000',
    describedBy: 'cvv-help',
  };
  const expiryHelp = html`<p class="unseen" id="expiry-help">${texts.expiryHelp}</p>`;
  const accepted = html`<span class="unseen">${texts.acceptedCards}</span>`;
  const brands = html`<span id="brands">${BRAND_LOGOS}${accepted}</span>`;
  return html`${labelled(texts.cardNumber, cardNumber, { inset: brands })}
<div class="row">${labelled(texts.expiry, expiry, { help: expiryHelp })}
${labelled(html`${texts.cvv}${view.cvvOf}`, cvv, { inset: CVV_DRAWINGS, help: cvvHelp(view.language) })}</div>
${labelled(texts.ownerName, ownerName)}<p class="unseen" id="moves" hidden>${texts.fieldMoves}</p>`;
}
