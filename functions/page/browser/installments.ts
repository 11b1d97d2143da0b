// The installments follow the card: the service is asked with its first eight digits, or with the stored card
// that is chosen, and its answer replaces the choice. This runs after the form's script, on forms with
// installments. It knows no rule, and the service judges the choice again (hosted-page.md 4.17).
import { byId, find } from './elements.ts';
import { digitsOf } from './form/card-rules.ts';
import { announce, button, form, label, number } from './form/form-elements.ts';
import { notice } from './form/notice.ts';

/** What the page shows while no card is known. */
const ofAll = byId('offers');
let shown = ofAll;
/** The card of the last question. */
let asked: string | undefined = '';

const rows = () => [...shown.querySelectorAll<HTMLInputElement>('[name=installment]')];
const countOf = (row?: HTMLInputElement) => row?.value.split(':')[0];
const chosen = () => countOf(rows().find(({ checked }) => checked));

const header = find('.top > div');

/** Shows the choice in the line above the rows, and what the card pays in the header and on the button. */
const show = (row: HTMLInputElement) => {
  row.checked = true;
  const months = (row.nextElementSibling as Element).querySelector('.months') as Element;
  const isSingle = countOf(row) === '1';
  const now = shown.querySelector('.now');
  if (now) now.textContent = ((isSingle ? months.parentNode : months.firstChild) as Node).textContent;
  // Where no total stands, it is that of the single payment, which is the first.
  const sum = months.querySelector('small') ?? find<HTMLElement>('.months');
  const { extra } = sum.dataset;
  const total = sum.textContent.replace(shown.dataset.total, '');
  const count = isSingle ? '' : ` \u00b7 ${months.previousSibling?.textContent}`;
  const pay = shown.dataset.pay.replace(' \u00b7 {}', count).replace('{}', total);
  if (!button.hasAttribute('aria-disabled')) label.textContent = pay;
  const [, amount, surcharge] = header.children as unknown as [Element, Element, Element];
  amount.textContent = total;
  surcharge.textContent = extra ? (shown.dataset.extra as string).replace('{}', extra) : '';
};

/** Keeps the wanted count if this card has it. `isTold`: a screen reader is told of the card. */
const put = (offers: typeof shown, isTold: boolean, wanted = chosen()) => {
  const isOpen = !!shown.querySelector('[open]');
  shown.replaceWith(offers);
  shown = offers;
  shown.querySelector('details')?.toggleAttribute('open', isOpen);
  const all = rows();
  const row = all.find((one) => countOf(one) === wanted) ?? all[0];
  if (row) show(row);
  if (isTold) announce(`${shown.dataset.told || ''} ${header.innerText}`);
};

const cardNow = () => {
  const saved = find<HTMLInputElement | null>('[data-of]:checked');
  if (saved) return `savedCard=${saved.value}`;
  const digits = digitsOf(number.value).slice(0, 8);
  return digits.length < 8 ? '' : `cardNumber=${digits}`;
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
    if ((target as HTMLInputElement).name !== 'installment') return ask(true);
    show(target as HTMLInputElement);
    if (type === 'change') announce(header.innerText);
  });
addEventListener('pageshow', () => ask(false));
// With the last submit, the offers may have changed.
new MutationObserver(() => askAgain(true)).observe(notice, { childList: true, subtree: true });
// The other language is compared with the page as it was opened.
find<Element | null>('.links [hreflang]')?.addEventListener('click', () => put(ofAll, false), true);
new MutationObserver(() => askAgain()).observe(document.documentElement, { attributeFilter: ['lang'] });
