// The script of the form: grouped digits, card brand, hints, time left, one submit only. An input error stops
// the first press of the button, so the buyer need not type the whole card again for one wrong digit. A
// second press sends the form unchanged, because the server decides (hosted-page.md 4.8). Hints do not move
// the button while it is pressed. The script creates no markup (Trusted Types).
import { raw } from '../html.ts';

export const FORM_PART = raw`(() => {
const byId = (id) => document.getElementById(id);
const form = byId('payment'), words = form.dataset;
const number = byId('cardNumber'), month = byId('expiryMonth'), year = byId('expiryYear'), cvv = byId('cvv');
const ownerName = byId('ownerName');
const digitsOf = (text) => text.replace(/\D/g, '');
if (location.href.split('#')[0] !== form.action) history.replaceState(null, '', form.action);
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
let lastDigits = '';
const regroup = (event) => {
  let digits = digitsOf(number.value).slice(0, 19);
  let before = digitsOf(number.value.slice(0, number.selectionStart)).length;
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

const hint = (field, text) => {
  const place = byId(field.id + '-error');
  place.hidden = !text;
  place.querySelector('span').textContent = text;
  field.dataset.hinted = text;
  if (text) field.setAttribute('aria-invalid', 'true');
  else field.removeAttribute('aria-invalid');
};
const numberHint = () => {
  const digits = digitsOf(number.value);
  return digits.length < 15 || !passesLuhn(digits) ? words.numberWrong : '';
};
const monthHint = () => /^(0?[1-9]|1[0-2])$/.test(month.value) ? '' : words.monthWrong;
const yearHint = () => {
  if (!/^(\d\d|20\d\d)$/.test(year.value)) return words.yearWrong;
  const expiry = '20' + year.value.slice(-2) + month.value.padStart(2, '0');
  return !monthHint() && expiry < words.month ? words.cardExpired : '';
};
const newCard = byId('saved-new'), isSaved = () => newCard && !newCard.checked;
const mayLackCvv = () => isSaved() && !form.querySelector('[data-needs-cvv]:checked');
const cvvHint = () => {
  const known = isSaved() ? '' : brand;
  const wanted = known === 'AMEX' ? /^\d{4}$/ : known ? /^\d{3}$/ : /^\d{3,4}$/;
  return wanted.test(cvv.value) ? '' : words.cvvWrong;
};
const fields = [
  [number, numberHint, words.numberMissing], [month, monthHint, words.monthWrong],
  [year, yearHint, words.yearWrong], [cvv, cvvHint, words.cvvMissing],
  [ownerName, () => '', words.nameMissing],
];
let wasSent = false;
const slips = () => fields.map(([field, find, missing]) => {
  if (!field.getClientRects().length) return [field, ''];
  if (field.value.trim()) return [field, find()];
  return [field, wasSent && !(field === cvv && mayLackCvv()) ? missing : ''];
});
let isPressed = false;
for (const kind of ['pointerdown', 'pointerup', 'pointercancel'])
  addEventListener(kind, () => { isPressed = kind === 'pointerdown'; }, true);
const afterPress = (task) => setTimeout(() => isPressed ? afterPress(task) : task(), 60);
const show = (found) => {
  for (const [field, text] of found) hint(field, text);
  const said = found.map(([, text]) => text).filter(Boolean).join(' ');
  if (said) announce(said);
};
const showHints = () => show(slips().filter(([field, text]) =>
  text !== (field.dataset.hinted || '') && !(text && field === document.activeElement)));
for (const kind of ['change', 'focusout']) form.addEventListener(kind, () => afterPress(showHints));
for (const field of form.querySelectorAll('input[id]'))
  field.addEventListener('input', () => { if (field.hasAttribute('aria-invalid')) hint(field, ''); });

form.addEventListener('change', ({ target }) => { if (target.name === 'savedCard') cvv.value = ''; });
number.removeAttribute('maxlength');
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
let isSent = false, doubted = '';
const stopsAtSlip = () => {
  wasSent = true;
  const found = slips().filter(([, text]) => text);
  const doubt = found.map(([field]) => field.id + '=' + field.value).join();
  if (doubt === doubted) return false;
  doubted = doubt;
  if (!doubt) return false;
  show(found);
  found[0][0].focus();
  return true;
};
form.addEventListener('submit', (event) => {
  if (isSent || stopsAtSlip()) return event.preventDefault();
  isSent = true;
  button.setAttribute('aria-disabled', 'true');
  label.textContent = words.sending;
  announce(words.sending);
});
form.addEventListener('formdata', (event) => event.formData.set('cardNumber', digitsOf(number.value)));
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  number.value = cvv.value = '';
  regroup();
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
  left.textContent = '\u00b7 ' + words.timeLeft.replace('{}', time);
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
const notice = byId('notice'), wrong = form.querySelector('[aria-invalid=true]');
if (wrong || notice) (wrong || notice).focus();
if (wrong) setTimeout(() => announce(notice.textContent.trim()), 300);
})();
`;
