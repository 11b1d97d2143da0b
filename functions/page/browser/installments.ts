// The installments follow the card: the service is asked with its first eight digits, with the stored card that
// is chosen, or before with a family of cards, and its answer replaces the choice. This runs after the form's script, on forms with
// installments. It knows no rule, and the service judges the choice again (hosted-page.md 4.17).
import type { OffersData, PriceData } from '../script/contract.ts';
import { byId, find } from './elements.ts';
import { digitsOf } from './form/card-rules.ts';
import { announce, button, form, label, number } from './form/form-elements.ts';
import { notice } from './form/notice.ts';

/** What the page shows while no card is known. */
const ofAll = byId('offers');
let shown = ofAll;
/** The card of the last question. */
let asked: string | undefined;
/** The family that the buyer has pressed. */
let family = '';

type OfferRow = HTMLInputElement & { dataset: PriceData };
const rows = () => [...shown.querySelectorAll<OfferRow>('.chip input')];
const countOf = (row?: OfferRow) => row?.value.split(':')[0];
const chosen = () => countOf(rows().find(({ checked }) => checked));

const header = find('.top > div');

/** Shows what the card pays, in the header and on the button. */
const show = (row?: OfferRow) => {
  if (row) row.checked = true;
  const {
    pay,
    total,
    extra = '',
  } = { ...shown.dataset, ...(row?.dataset as PriceData | undefined) } as OffersData;
  if (!button.hasAttribute('aria-disabled')) label.textContent = pay;
  const [, amount, surcharge] = header.children as unknown as [Element, Element, Element];
  amount.textContent = total;
  surcharge.textContent = extra;
};

/** Keeps the wanted count if this card has it. `isTold`: a screen reader is told of the card. */
const put = (offers: typeof shown, isTold: boolean, wanted = chosen()) => {
  const hadFocus = shown.contains(document.activeElement);
  shown.replaceWith(offers);
  shown = offers;
  const families = shown.querySelector<HTMLElement>('.families');
  if (families) families.hidden = false;
  const all = rows();
  const row = all.find((one) => countOf(one) === wanted) ?? all[0];
  show(row);
  row?.closest('details')?.setAttribute('open', '');
  if (hadFocus) shown.querySelector<HTMLElement>('[aria-pressed=true], :checked')?.focus();
  if (isTold) announce(`${shown.dataset.told || ''} ${header.innerText}`);
};

const cardNow = () => {
  const saved = find<HTMLInputElement | null>('[data-of]:checked');
  if (saved) return `savedCard=${saved.value}`;
  const digits = digitsOf(number.value).slice(0, 8);
  return digits.length < 8 ? family && `family=${family}` : `cardNumber=${digits}`;
};
/** Only another card is told: otherwise the page has just said what is of more weight. */
const ask = (isTold: boolean, isNeeded = 'asks' in ofAll.dataset) => {
  const card = isNeeded ? cardNow() : '';
  if (card === asked) return;
  asked = card;
  if (!card) return put(ofAll, isTold);
  const request = new XMLHttpRequest();
  request.open('POST', form.action);
  request.responseType = 'document';
  request.onloadend = () => {
    if (asked !== card) return;
    const answer = (request.response as Document | null)?.getElementById('offers') as
      | typeof shown
      | undefined;
    if (answer) put(answer, isTold, 'single' in answer.dataset ? '1' : chosen());
    else put(ofAll, isTold);
  };
  request.send(new URLSearchParams(`show=installments&${card}`));
};
const askAgain = (isNeeded?: boolean) => {
  asked = undefined;
  ask(false, isNeeded);
};

for (const kind of ['input', 'change'])
  form.addEventListener(kind, ({ target, type }) => {
    if ((target as OfferRow).name !== 'installment') return ask(true);
    show(target as OfferRow);
    if (type === 'change') announce(header.innerText);
  });
form.addEventListener('click', ({ target }) => {
  if (!(target as Element).matches('.families button')) return;
  family = (target as OfferRow).value;
  ask(true);
});
addEventListener('pageshow', () => ask(false));
ask(false);
// With the last submit, the offers may have changed.
new MutationObserver(() => askAgain(true)).observe(notice, { childList: true, subtree: true });
// The other language is compared with the page as it was opened.
find<Element | null>('.links [hreflang]')?.addEventListener('click', () => put(ofAll, false), true);
new MutationObserver(() => askAgain()).observe(document.documentElement, { attributeFilter: ['lang'] });
