// Input errors in the form's script. They are shown when the buyer leaves a field, and do not move the button
// while it is pressed.
import { raw } from '#page/html.ts';

export const SLIPS_SCRIPT = raw`
const hint = (field, text) => {
  const place = byId(field.id + '-error');
  place.hidden = !text;
  place.querySelector('span').textContent = text;
  field.dataset.hinted = text;
  if (text) field.setAttribute('aria-invalid', 'true');
  else field.removeAttribute('aria-invalid');
};
const numberHint = () => {
  const digits = digitsOf(number.value), refusal = refusedBrand(digits), fault = numberFault(digits);
  if (refusal) return words.brandRefused.replace('{}', refusal);
  return fault && (fault === 'wrong' ? words.numberWrong : words.numberShort);
};
const expiryHint = () => {
  const read = readExpiry(expiry.value);
  if (!read) return words.expiryWrong;
  return read === 'badMonth' ? words.monthWrong : isPast(read) ? words.cardExpired : '';
};
const cvvHint = () => {
  const [wanted, wrong] = brand === 'AMEX' ? [/^\d{4}$/, words.cvvAmex]
    : brand ? [/^\d{3}$/, words.cvvThree] : [/^\d{3,4}$/, words.cvvWrong];
  return wanted.test(cvv.value) ? '' : wrong;
};
const nameHint = () => digitsOf(ownerName.value).length > 12 ? words.nameWrong : '';
const fields = [
  [number, numberHint, words.numberMissing], [expiry, expiryHint, words.expiryMissing],
  [cvv, cvvHint, words.cvvMissing], [ownerName, nameHint, words.nameMissing],
];
const box = form.querySelector('[type=checkbox][required]');
const boxHint = () => box.checked ? '' : wasSent ? box.dataset.missing : box.dataset.hinted || '';
if (box) fields.push([box, boxHint]);
// After the first press an empty field is an error, until a response has emptied the field.
let wasSent = false;
const slips = () => fields.map(([field, find, missing]) => {
  if (!isShown(field)) return [field, ''];
  if (field.value.trim()) return [field, find()];
  return [field, wasSent ? missing : field.dataset.hinted || ''];
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
`;
