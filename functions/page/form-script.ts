// What a browser with scripts adds to the form: grouped digits, the card's brand, hints, the time left, one
// submit only. Hints never stop a submit, since the server has the last word, nor do they move the button
// away while it is being pressed. The script makes no markup (Trusted Types).
import { raw } from './html.ts';

export const FORM_SCRIPT = raw`'use strict';
(() => {
const byId = (id) => document.getElementById(id);
const form = byId('payment'), words = form.dataset;
const number = byId('cardNumber'), month = byId('expiryMonth'), year = byId('expiryYear'), cvv = byId('cvv');
const digitsOf = (text) => text.replace(/\D/g, '');
if (location.href.split(/[?#]/)[0] !== form.action) history.replaceState(null, '', form.action);
const announce = (text) => { byId('status').textContent = text; };

const prefixes = words.prefixes.split(';').flatMap((line) => {
  const [brand, ...ranges] = line.split(' ');
  return ranges.map((range) => [brand, ...range.split('-')]);
}).sort(([, one], [, other]) => other.length - one.length);
const brandOf = (digits) => {
  const [brand] = prefixes.find(([, from, to = from]) => {
    const start = digits.slice(0, from.length);
    return start.length === from.length && start >= from && start <= to;
  }) || ['OTHER'];
  return brand === 'OTHER' ? '' : brand;
};
const group = (digits) => brandOf(digits) === 'AMEX'
  ? digits.replace(/^(.{4})(.{1,6})(.*)$/, (_, a, b, c) => (a + ' ' + b + ' ' + c).trim())
  : digits.replace(/.{4}(?=.)/g, '$& ');
const passesLuhn = (digits) => [...digits].reverse().reduce((sum, digit, i) =>
  sum + (i % 2 ? [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][digit] : +digit), 0) % 10 === 0;

let brand = '';
const showBrand = () => {
  const known = brandOf(digitsOf(number.value));
  if (number.value) byId('brands').dataset.brandKnown = known;
  else delete byId('brands').dataset.brandKnown;
  if (known === brand) return;
  brand = known;
  announce(brand && words.brandPrefix + ': ' + brand);
};
const regroup = () => {
  const digits = digitsOf(number.value).slice(0, 19), text = group(digits);
  if (text !== number.value) {
    let before = digitsOf(number.value.slice(0, number.selectionStart)).length, caret = 0;
    while (before > 0 && caret < text.length) if (text[caret++] !== ' ') before--;
    number.value = text;
    if (document.activeElement === number) number.setSelectionRange(caret, caret);
  }
  showBrand();
};

const hint = (field, text) => {
  const place = byId(field.id + '-error');
  place.hidden = !text;
  place.querySelector('span').textContent = text;
  field.dataset.hinted = text;
  if (text) { field.setAttribute('aria-invalid', 'true'); announce(text); }
  else field.removeAttribute('aria-invalid');
};
const numberHint = () => {
  const digits = digitsOf(number.value);
  return digits && (digits.length < 15 || !passesLuhn(digits)) ? words.numberWrong : '';
};
const monthHint = () => month.value && !/^(0?[1-9]|1[0-2])$/.test(month.value) ? words.monthWrong : '';
const yearHint = () => {
  if (!year.value) return '';
  if (!/^(\d\d|20\d\d)$/.test(year.value)) return words.yearWrong;
  const expiry = '20' + year.value.slice(-2) + month.value.padStart(2, '0');
  return month.value && !monthHint() && expiry < words.month ? words.cardExpired : '';
};
const cvvHint = () => {
  const wanted = brand === 'AMEX' ? /^\d{4}$/ : brand ? /^\d{3}$/ : /^\d{3,4}$/;
  return cvv.value && !wanted.test(cvv.value) ? words.cvvWrong : '';
};
let isPressed = false;
for (const kind of ['pointerdown', 'pointerup', 'pointercancel'])
  addEventListener(kind, () => { isPressed = kind === 'pointerdown'; }, true);
const afterPress = (task) => setTimeout(() => isPressed ? afterPress(task) : task(), 60);
const hints = [[number, numberHint], [month, monthHint], [year, yearHint], [cvv, cvvHint]];
const showHints = () => {
  for (const [field, find] of hints) {
    const text = find();
    if (field !== document.activeElement && text !== (field.dataset.hinted || '')) hint(field, text);
  }
};
form.addEventListener('change', () => afterPress(showHints));
for (const field of form.querySelectorAll('input[id]'))
  field.addEventListener('input', () => { if (field.hasAttribute('aria-invalid')) hint(field, ''); });

number.addEventListener('input', regroup);
regroup();
month.addEventListener('input', (event) => {
  if (event.inputType !== 'insertText') return;
  if (/^[2-9]$/.test(month.value)) month.value = '0' + month.value;
  if (/^\d\d$/.test(month.value)) year.focus();
});
year.addEventListener('keydown', (event) => {
  if (event.key === 'Backspace' && year.value === '') { event.preventDefault(); month.focus(); }
});

const button = byId('pay'), label = byId('pay-text'), labelParts = [...label.childNodes];
let isSent = false;
form.addEventListener('submit', (event) => {
  if (isSent) return event.preventDefault();
  isSent = true;
  button.setAttribute('aria-disabled', 'true');
  label.textContent = words.sending;
  announce(words.sending);
});
form.addEventListener('formdata', (event) => event.formData.set('cardNumber', digitsOf(number.value)));
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  isSent = false;
  button.removeAttribute('aria-disabled');
  label.replaceChildren(...labelParts);
});

const endsAt = Date.now() + Number(words.leftMs), left = byId('left');
let told = Infinity;
const tick = () => {
  const seconds = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
  const two = (n) => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
  const time = (hours ? hours + ':' : '') + two(minutes) + ':' + two(seconds % 60);
  left.textContent = '· ' + words.timeLeft.replace('{}', time);
  left.hidden = false;
  const due = [30, 60, 300].find((mark) => seconds <= mark);
  if (due < told && seconds > 0) { told = due; announce(words['left' + due]); }
  byId('clock').classList.toggle('soon', seconds <= 300);
  if (seconds > 0 || isSent) return;
  clearInterval(clock);
  location.replace(form.action);
};
const clock = setInterval(tick, 1000);
tick();
const notice = byId('notice');
if (notice) notice.focus();
})();
`;
