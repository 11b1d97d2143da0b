// The fields while the buyer types, and the focus from one to the next. A complete field moves the focus only
// while the buyer types at its end, and only to an empty field, so that the focus does not move while the
// buyer corrects, pastes or goes back. A field is judged by what is in it, never by how fast it was typed.
import { byId, type FormField } from '../elements.ts';
import { digitsOf, lengthsOf, passesLuhn, readExpiry, typedExpiry } from './card-rules.ts';
import { cvv, expiry, form, number, ownerName, words } from './form-elements.ts';
import { brand, regroup, showBrand } from './number.ts';

export const isShown = (field: Element) => field.getClientRects().length > 0;
const isTyped = (event: InputEvent, field: FormField) =>
  /^insert(Composition)?Text$/.test(event.inputType) && field.selectionStart === field.value.length;
/** The field to which the focus has moved by itself, until it moves again or a key has wanted it there. */
let entered: FormField | null;
const moveOn = (field: FormField) => {
  if (field.value || !isShown(field)) return;
  field.focus();
  entered = field;
};
/** The word for what is wrong with an expiry as it was read. No card is valid for more than twenty years. */
export const expiryFault = (read: string) =>
  !read
    ? 'expiryWrong'
    : read === 'badMonth'
      ? 'monthWrong'
      : `20${read.slice(3)}${read.slice(0, 2)}` < words.month
        ? 'cardExpired'
        : +read.slice(3) > +words.month.slice(2, 4) + 20
          ? 'yearWrong'
          : '';

number.addEventListener('input', (event) => {
  const atEnd = isTyped(event, number);
  regroup(event.inputType);
  const digits = digitsOf(number.value);
  const isWhole = brand && lengthsOf(digits).includes(digits.length);
  if (atEnd && isWhole && passesLuhn(digits)) moveOn(expiry);
});
expiry.addEventListener('input', (event) => {
  const atEnd = isTyped(event, expiry);
  if (!atEnd && /^(delete|insert(Composition)?Text)/.test(event.inputType)) return;
  // 133 may be 1/33 or the start of 1330, a wrong month; 2030-1 may be the start of 2030-12.
  if (atEnd && /^(1[3-9]\d|20\d\d\D[01])$/.test(expiry.value)) return;
  const read = readExpiry(expiry.value);
  const isRead = /^\d/.test(read);
  if (isRead) expiry.value = read;
  else if (atEnd && !read) expiry.value = typedExpiry(expiry.value);
  // 20 may be the start of 2030.
  if (atEnd && !expiryFault(read) && !read.endsWith('/20')) moveOn(cvv);
});
expiry.addEventListener('change', () => {
  const read = readExpiry(expiry.value);
  if (/^\d/.test(read)) expiry.value = read;
});
cvv.addEventListener('input', () => {
  const digits = digitsOf(cvv.value).slice(0, brand && brand !== 'AMEX' ? 3 : 4);
  if (digits !== cvv.value) cvv.value = digits;
});

for (const field of [number, expiry, cvv]) field.removeAttribute('maxlength');
for (const [field, before] of [
  [expiry, number],
  [cvv, expiry],
] as const)
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Backspace' || field.value || !isShown(before)) return;
    event.preventDefault();
    before.focus();
  });
const inOrder = [number, expiry, cvv, ownerName];
form.addEventListener('focusin', () => {
  entered = null;
});
form.addEventListener('keydown', (event) => {
  const at = inOrder.indexOf(event.target as FormField);
  // The key that would have led here, had the focus not moved by itself.
  if (entered === event.target && !entered?.value && !event.shiftKey && /Tab|Enter/.test(event.key)) {
    entered = null;
    return event.preventDefault();
  }
  if (event.key !== 'Enter' || event.isComposing || at < 0) return;
  const next = inOrder.slice(at + 1).find((field) => isShown(field) && !field.value.trim());
  if (!next) return;
  event.preventDefault();
  next.focus();
});

const newCard = byId('saved-new');
/** Whether a stored card needs no CVV is told by the style alone: at worst the field stands there in vain. */
export const showFields = () => {
  for (const part of form.querySelectorAll<HTMLElement>(
    '.of-cardNumber, .of-expiry, .of-ownerName, .of-saveCard',
  ))
    part.hidden = !!newCard && !newCard.checked;
  showBrand();
};
form.addEventListener('change', (event) => {
  const target = event.target as FormField;
  if (target.name === 'savedCard') {
    cvv.value = '';
    showFields();
  }
});
regroup();
showFields();
