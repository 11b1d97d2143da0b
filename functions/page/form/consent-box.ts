// A checkbox by which the buyer agrees that a card is stored, or to the texts of a sale. It is unticked at
// first, because only a tick of the buyer's own counts. A required one has a place for its error, and the
// script knows its text.
import type { Language } from '#domain/language.ts';
import { dataset, type Html, html } from '../html.ts';
import { ALERT_ICON } from '../icons.ts';
import type { ConsentData, ConsentField, FieldError } from '../script/contract.ts';
import { FIELD_ERRORS } from '../texts.ts';
import { firstInvalidField } from './card-fields.ts';

type ConsentBoxView = {
  language: Language;
  name: ConsentField;
  label: Html | string;
  help?: string;
  isTicked: boolean;
  /** An optional box is shown below the fields of a new card only, and has no error. */
  isRequired: boolean;
  errors: readonly FieldError[];
};

export function consentBox({
  language,
  name,
  label,
  help,
  isTicked,
  isRequired,
  errors,
}: ConsentBoxView): Html {
  const error = errors.find(({ field }) => field === name)?.text;
  const describedBy = [help && `${name}-help`, isRequired && `${name}-error`].filter(Boolean).join(' ');
  const hidden = error === undefined && html` hidden`;
  return html`<div class="consent${!isRequired && ' of-saveCard'}"><label class="saved"><input
 type="checkbox" name="${name}" id="${name}" value="yes"${isTicked && html` checked`}${
   isRequired && html` required${dataset<ConsentData>({ missing: FIELD_ERRORS[language].consentRequired })}`
 } aria-describedby="${describedBy}"${
   error !== undefined && html` aria-invalid="true"`
 }${firstInvalidField(errors) === name && html` autofocus`}>
<span>${label}</span></label>
${
  isRequired &&
  html`<p class="field-error" id="${name}-error"${hidden}>${ALERT_ICON}<span>${error}</span></p>\n`
}${help !== undefined && html`<p class="help" id="${name}-help">${help}</p>`}</div>\n`;
}
