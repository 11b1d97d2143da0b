// The card number: its brand, its groups, and the caret while it is typed.
import { byId, type FormField, find } from '../elements.ts';
import { brandOf, digitsOf, group, lengthsOf, readTables } from './card-rules.ts';
import { announce, cvv, form, number, words } from './form-elements.ts';

readTables(words);

export let brand = '';
export const showBrand = () => {
  const saved = find<FormField | null>('[name=savedCard]:checked[data-of]');
  const known = saved?.dataset.of?.replace('OTHER', '') ?? brandOf(digitsOf(number.value));
  if (saved || number.value) form.dataset.brandKnown = known;
  else delete form.dataset.brandKnown;
  for (const part of byId('cvv-help').children as HTMLCollectionOf<FormField>)
    part.hidden = (part.dataset.of || '') !== (known === 'AMEX' ? known : known && 'three');
  if (known === brand) return;
  cvv.placeholder = known === 'AMEX' ? '0000' : '000';
  brand = known;
  const name = brand === 'AMEX' ? 'American Express' : brand[0] + brand.slice(1).toLowerCase();
  if (!saved) announce(brand && `${words.brandPrefix}: ${name}`);
};

let lastDigits = '';
export const regroup = (inputType = '') => {
  let digits = digitsOf(number.value);
  let before = digitsOf(number.value.slice(0, number.selectionStart as number)).length;
  const [, most] = lengthsOf(digits);
  // An extra digit in a complete number is rejected wherever it is typed; a longer paste is cut off.
  if (digits.length === most + 1 && lastDigits.length === most && before < digits.length) {
    digits = lastDigits;
    before -= 1;
  }
  digits = digits.slice(0, most);
  const erased = /^deleteContent(Back|For)ward$/.exec(inputType);
  if (erased && digits === lastDigits) {
    if (erased[1] === 'Back') before -= 1;
    digits = digits.slice(0, before) + digits.slice(before + 1);
  }
  lastDigits = digits;
  const text = group(digits);
  if (text !== number.value) {
    let caret = 0;
    while (before > 0 && caret < text.length) if (text[caret++] !== ' ') before--;
    number.value = text;
    if (document.activeElement === number) number.setSelectionRange(caret, caret);
  }
  showBrand();
};
