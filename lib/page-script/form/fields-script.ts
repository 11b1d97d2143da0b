// Expiry and CVV in the form's script, and the focus from one field to the next. A complete field moves the
// focus only while the buyer types at its end, and only to an empty field, so that the focus does not move
// while the buyer corrects, pastes or goes back.
import { raw } from '#page/html.ts';

export const FIELDS_SCRIPT = raw`
const spellings = words.spellings.split(' ').map((source) => new RegExp(source));
const readExpiry = (text) => {
  const typed = plain(text).replace(/^\D+|\D+$/g, '');
  const spelling = spellings.find((one) => one.test(typed));
  if (!spelling) return '';
  const { month, year } = spelling.exec(typed).groups, two = month.padStart(2, '0');
  return /^(0[1-9]|1[0-2])$/.test(two) ? two + '/' + year.slice(-2) : 'badMonth';
};
const typedExpiry = (text) => {
  let [, month, gap, year] = /^\D*(\d{0,2})(\D*)(\d*)/.exec(plain(text));
  const early = /^([2-9]|1(?=[3-9]))(\d?)$/.exec(month);
  if (early) [month, year] = ['0' + early[1], early[2] + year];
  if (gap && /^[1-9]$/.test(month)) month = '0' + month;
  return month.length < 2 ? month : month + '/' + year.slice(0, year.startsWith('20') ? 4 : 2);
};
const isShown = (field) => field.getClientRects().length > 0;
const isTyped = (event, field) => /^insert(Composition)?Text$/.test(event.inputType) &&
  field.selectionStart === field.value.length;
const moveOn = (field) => { if (!field.value && isShown(field)) field.focus(); };
const isPast = (expiry) => '20' + expiry.slice(3) + expiry.slice(0, 2) < words.month;

number.addEventListener('input', (event) => {
  const atEnd = isTyped(event, number);
  regroup(event);
  const digits = digitsOf(number.value), [fewest, most] = lengthsOf(digits);
  const isWhole = brand && (digits.length === fewest || digits.length === most);
  if (atEnd && isWhole && passesLuhn(digits)) moveOn(expiry);
});
expiry.addEventListener('input', (event) => {
  const read = readExpiry(expiry.value), isRead = read && read !== 'badMonth';
  const atEnd = isTyped(event, expiry);
  if (!atEnd && /^(delete|insert(Composition)?Text)/.test(event.inputType)) return;
  if (isRead) expiry.value = read;
  else if (atEnd && !read) expiry.value = typedExpiry(expiry.value);
  // 20 may be the start of 2030.
  if (atEnd && isRead && !isPast(read) && !read.endsWith('/20')) moveOn(cvv);
});
expiry.addEventListener('change', () => {
  const read = readExpiry(expiry.value);
  if (read && read !== 'badMonth') expiry.value = read;
});
cvv.addEventListener('input', () => {
  const digits = digitsOf(cvv.value).slice(0, brand && brand !== 'AMEX' ? 3 : 4);
  if (digits !== cvv.value) cvv.value = digits;
});
for (const field of [number, expiry, cvv]) field.removeAttribute('maxlength');
for (const [field, before] of [[expiry, number], [cvv, expiry]])
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Backspace' || field.value || !isShown(before)) return;
    event.preventDefault();
    before.focus();
  });
const inOrder = [number, expiry, cvv, ownerName];
form.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.isComposing || !inOrder.includes(event.target)) return;
  const after = inOrder.slice(inOrder.indexOf(event.target) + 1);
  const next = after.find((field) => isShown(field) && !field.value.trim());
  if (!next) return;
  event.preventDefault();
  next.focus();
});

const newCard = byId('saved-new'), isSaved = () => Boolean(newCard && !newCard.checked);
const lacksCvv = () => isSaved() && Boolean(form.querySelector('[data-of]:checked:not([data-needs-cvv])'));
const showFields = () => {
  for (const part of form.querySelectorAll('.of-cardNumber, .of-expiry, .of-ownerName, .of-saveCard'))
    part.hidden = isSaved();
  form.querySelector('.of-cvv').hidden = lacksCvv();
  form.querySelector('.row').hidden = lacksCvv();
  showBrand();
};
form.addEventListener('change', ({ target }) => {
  if (target.name !== 'savedCard') return;
  cvv.value = '';
  showFields();
});
form.addEventListener('change', ({ target }) => {
  const isFree = !button.hasAttribute('aria-disabled');
  if (target.dataset.pay && isFree) label.textContent = target.dataset.pay;
});
regroup();
showFields();
`;
