// The card number in the form's script: its brand, its groups, and the caret while it is typed.
import { raw } from '#page/html.ts';

export const NUMBER_SCRIPT = raw`
const plain = (text) =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => digit.charCodeAt(0) % 16);
const digitsOf = (text) => plain(text).replace(/\D/g, '');
const tableOf = (text) => text.split(';').flatMap((line) => {
  const [brand, ...ranges] = line.split(' ');
  return ranges.map((range) => [brand, ...range.split('-')]);
}).sort(([, one], [, other]) => other.length - one.length);
const prefixes = tableOf(words.prefixes), refused = tableOf(words.refused);
const findIn = (table, digits) => (table.find(([, from, to = from]) => {
  const start = digits.slice(0, from.length);
  return start.length === from.length && start >= from && start <= to;
}) || ['OTHER'])[0].replace('OTHER', '').replace('_', ' ');
const brandOf = (digits) => findIn(prefixes, digits);
const refusedBrand = (digits) => digits.length < 8 || brandOf(digits) ? '' : findIn(refused, digits);
const lengthsOf = (digits) => {
  const brand = brandOf(digits);
  return brand === 'AMEX' ? [15, 15] : brand === 'VISA' ? [16, 19] : brand ? [16, 16] : [15, 19];
};
const passesLuhn = (digits) => [...digits].reverse().reduce((sum, digit, i) =>
  sum + (i % 2 ? [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][digit] : +digit), 0) % 10 === 0;
const numberFault = (digits) =>
  digits.length < lengthsOf(digits)[0] ? 'incomplete' : passesLuhn(digits) ? '' : 'wrong';
const group = (digits) => brandOf(digits) === 'AMEX'
  ? digits.replace(/^(.{4})(.{1,6})(.*)$/, (_, a, b, c) => (a + ' ' + b + ' ' + c).trim())
  : digits.replace(/.{4}(?=.)/g, '$& ');

let brand = '';
const showBrand = () => {
  const saved = form.querySelector('[name=savedCard]:checked[data-of]');
  const known = saved ? saved.dataset.of.replace('OTHER', '') : brandOf(digitsOf(number.value));
  if (saved || number.value) form.dataset.brandKnown = known;
  else delete form.dataset.brandKnown;
  for (const part of byId('cvv-help').children)
    part.hidden = (part.dataset.of || '') !== (known === 'AMEX' ? known : known && 'three');
  if (known === brand) return;
  brand = known;
  if (!saved) announce(brand && words.brandPrefix + ': ' + brand);
};
let lastDigits = '';
const regroup = (event) => {
  let digits = digitsOf(number.value);
  let before = digitsOf(number.value.slice(0, number.selectionStart)).length;
  const most = lengthsOf(digits)[1];
  // An extra digit in a complete number is rejected wherever it is typed; a longer paste is cut off.
  if (digits.length === most + 1 && lastDigits.length === most && before < digits.length) {
    digits = lastDigits;
    before -= 1;
  }
  digits = digits.slice(0, most);
  const erased = /^deleteContent(Back|For)ward$/.exec(event && event.inputType);
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
`;
