// Input errors. They are shown when the buyer leaves a field, and do not move the button while it is pressed.
import type { CardField, ConsentData } from '../../script/contract.ts';
import { byId, type FormField, setAria } from '../elements.ts';
import { digitsOf, isWrongMonth, numberFault, readExpiry, refusedBrand } from './card-rules.ts';
import { expiryFault, isShown } from './fields.ts';
import { announce, cvv, expiry, form, number, ownerName, words } from './form-elements.ts';
import { brand } from './number.ts';

/** A field with its error; an empty text if there is none. */
type Slip = [field: FormField, text: string];

export const hint = (field: FormField, text: string) => {
  const place = byId(`${field.id as CardField}-error`);
  place.hidden = !text;
  (place.lastElementChild as Element).textContent = text;
  field.dataset.hinted = text;
  setAria(field, 'aria-invalid', text);
};
const refusal = () => {
  const refused = refusedBrand(digitsOf(number.value));
  return refused && words.brandRefused.replace('{}', refused);
};
const numberHint = () => {
  const fault = numberFault(digitsOf(number.value));
  return refusal() || (fault && (fault === 'wrong' ? words.numberWrong : words.numberShort));
};
const expiryHint = () => {
  const fault = expiryFault(readExpiry(expiry.value));
  return fault && words[fault];
};
const cvvHint = () => {
  const [wanted, wrong] =
    brand === 'AMEX'
      ? ([/^\d{4}$/, words.cvvAmex] as const)
      : brand
        ? ([/^\d{3}$/, words.cvvThree] as const)
        : ([/^\d{3,4}$/, words.cvvWrong] as const);
  return wanted.test(cvv.value) ? '' : wrong;
};
const nameHint = () => (digitsOf(ownerName.value).length > 12 ? words.nameWrong : '');

const fields: [field: FormField, fault: () => string, missing: string][] = [
  [number, numberHint, words.numberMissing],
  [expiry, expiryHint, words.expiryMissing],
  [cvv, cvvHint, words.cvvMissing],
  [ownerName, nameHint, words.nameMissing],
];
/** After the first press an empty field is an error, until a response has emptied the field. */
let wasPressed = false;
for (const box of form.querySelectorAll<FormField & { dataset: ConsentData }>('[type=checkbox][required]'))
  fields.push([
    box,
    () => (box.checked ? '' : wasPressed ? box.dataset.missing : box.dataset.hinted || ''),
    '',
  ]);

const slips = () =>
  fields.map(([field, fault, missing]): Slip => {
    if (!isShown(field)) return [field, ''];
    return [field, field.value.trim() ? fault() : wasPressed ? missing : field.dataset.hinted || ''];
  });
const show = (found: readonly Slip[]) => {
  for (const [field, text] of found) hint(field, text);
  const said = found
    .map(([, text]) => text)
    .filter(Boolean)
    .join(' ');
  if (said) announce(said);
};

let doubted = '';
/** Whether a press of the button stops: at errors that it has not stopped at before. */
export const stopsAtSlip = () => {
  wasPressed = true;
  const found = slips().filter(([, text]) => text);
  const doubt = found.map(([field]) => `${field.id}=${field.value}`).join();
  const [first] = doubt === doubted ? [] : found;
  doubted = doubt;
  if (!first) return false;
  show(found);
  first[0].focus();
  return true;
};

export const clearHints = () => {
  for (const [field] of fields) hint(field, '');
};
export const forgetPress = () => {
  wasPressed = false;
  clearHints();
};

let isHeld = false;
for (const kind of ['pointerdown', 'pointerup', 'pointercancel'])
  addEventListener(kind, () => (isHeld = kind === 'pointerdown'), true);
const afterPress = (task: () => void) => setTimeout(() => (isHeld ? afterPress(task) : task()), 60);
const showHints = () =>
  show(
    slips().filter(
      ([field, text]) => text !== (field.dataset.hinted || '') && !(text && field === document.activeElement),
    ),
  );
for (const kind of ['change', 'focusout']) form.addEventListener(kind, () => afterPress(showHints));
/** What no further digit mends is said while it is typed. */
const earlyHint = (field: FormField) =>
  field === number ? refusal() : field === expiry && isWrongMonth(expiry.value) ? words.monthWrong : '';
for (const field of form.querySelectorAll<FormField>('input[id]'))
  field.addEventListener('input', () => {
    const text = earlyHint(field);
    if (text === (field.dataset.hinted || '') && text) return;
    if (text || field.hasAttribute('aria-invalid')) show([[field, text]]);
  });
