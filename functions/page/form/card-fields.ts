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
  placeholder?: string;
  /** Ids of further texts that describe the field. */
  describedBy?: string;
};

function input(field: FieldView): Html {
  const described = [field.describedBy, `${field.name}-error`].filter(Boolean).join(' ');
  const isName = field.name === 'ownerName';
  const kind = isName
    ? html`dir="auto" autocapitalize="words" spellcheck="false"`
    : html`inputmode="numeric" dir="ltr" spellcheck="false"`;
  return html`<input id="${field.name}" name="${field.name}" type="text" required
 autocomplete="${field.autocomplete}" maxlength="${field.maxLength}" enterkeyhint="${
   isName ? 'go' : 'next'
 }" ${kind} aria-describedby="${described}"${field.error !== undefined && html` aria-invalid="true"`}${
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
  const { ownerName, expiry } = view.entered ?? {};
  const field = (name: CardField, autocomplete: string, maxLength: number, own: Partial<FieldView> = {}) => ({
    ...{ name, autocomplete, maxLength, ...own },
    error: view.errors.find((one) => one.field === name)?.text,
    hasFocus: firstInvalidField(view.errors) === name,
  });
  const expiryHelp = html`<p class="unseen" id="expiry-help">${texts.expiryHelp}</p>`;
  const accepted = html`<span class="unseen">${texts.acceptedCards}</span>`;
  const brands = html`<span id="brands">${BRAND_LOGOS}${accepted}</span>`;
  const dated = { value: expiry, placeholder: texts.expiryShape, describedBy: 'expiry-help moves' };
  const coded = { placeholder: '000', describedBy: 'cvv-help' };
  const cvvLabel = html`${texts.cvv}${view.cvvOf}`;
  const [number, date, cvv, name] = [
    field('cardNumber', 'cc-number', 40, { describedBy: 'moves' }),
    field('expiry', 'cc-exp', 20, dated),
    field('cvv', 'cc-csc', 8, coded),
    field('ownerName', 'cc-name', 100, { value: ownerName }),
  ];
  return html`${labelled(texts.cardNumber, number, { inset: brands })}
<div class="row">${labelled(texts.expiry, date, { help: expiryHelp })}
${labelled(cvvLabel, cvv, { inset: CVV_DRAWINGS, help: cvvHelp(view.language) })}</div>
${labelled(texts.ownerName, name)}<p class="unseen" id="moves" hidden>${texts.fieldMoves}</p>`;
}
