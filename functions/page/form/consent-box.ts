// A checkbox by which the buyer agrees that a card is stored, or to the texts of a sale. It is unticked at
// first, because only a tick of the buyer's own counts. A required one has a place for its error, and the
// script knows its text.
import type { Language } from '#domain/language.ts';
import { dataset, type Html, html, style } from '../html.ts';
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

/** For the forms that have a box. */
export const CONSENT_STYLE = style`
.consent .saved { align-items: flex-start; min-height: 0; padding: 0; }
.consent > p { margin-top: .25rem; padding-inline-start: 2.25rem; }
.consent a { padding-block: .25rem; }
input[type=checkbox] { display: grid; place-items: center; border-radius: .375rem; }
input[type=checkbox]:checked { border-color: var(--accent); background: var(--accent); }
input[type=checkbox]:checked::before {
  content: ""; width: .4rem; height: .75rem; margin-top: -.15rem; border: solid var(--accent-ink);
  border-width: 0 2.5px 2.5px 0; transform: rotate(45deg);
}
`;
