// Shows the other language without loading a new document, so that typed values stay in the fields. The page
// in the other language has the same elements: its texts and addresses replace those of this page. If an
// element differs, because the page has changed, the browser opens the page as it would without scripts.
import { find } from '../elements.ts';
import { showFields } from './fields.ts';
import { announce, form } from './form-elements.ts';
import { notice } from './notice.ts';
import { isSent, nonce } from './sending.ts';
import { clearHints } from './slips.ts';

const TRANSLATED = /^(data-|aria-label|title$|(href)?lang$|href$|action$)/;

const textsIn = (one: Element) =>
  [...one.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE) as Text[];

/** Collects the changes, so that none is made if an element differs. */
const translate = (mine: Element, its: Element, tasks: (() => void)[]) => {
  if (/^(SCRIPT|NOSCRIPT|svg)$/.test(mine.tagName) || mine === notice) return;
  const texts = textsIn(mine);
  const others = textsIn(its);
  const isLeaf = mine.children.length === 0;
  const isSame =
    mine.tagName === its.tagName &&
    mine.id === its.id &&
    mine.children.length === its.children.length &&
    (isLeaf || texts.length === others.length);
  if (!isSame) throw new Error();
  tasks.push(() => {
    for (const { name, value } of its.attributes) if (TRANSLATED.test(name)) mine.setAttribute(name, value);
    if (isLeaf) mine.textContent = its.textContent;
    else
      texts.forEach((text, at) => {
        text.data = (others[at] as Text).data;
      });
  });
  [...mine.children].forEach((child, at) => {
    translate(child, its.children[at] as Element, tasks);
  });
};

const loadPage = (address: string) =>
  new Promise<Document>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.responseType = 'document';
    request.onload = () => resolve(request.response as Document);
    request.onerror = reject;
    request.send();
  });

const show = async (address: string) => {
  const page = await loadPage(address);
  const tasks: (() => void)[] = [];
  translate(document.body, page.body, tasks);
  clearHints();
  for (const task of tasks) task();
  const told = page.getElementById('notice') as typeof notice;
  notice.className = told.className;
  notice.hidden = told.hidden;
  notice.replaceChildren(...told.childNodes);
  nonce.value = (page.getElementById('payment') as typeof form).elements.formNonce.value;
  document.title = page.title;
  const { lang, dir } = page.documentElement;
  Object.assign(document.documentElement, { lang, dir });
  showFields();
  history.replaceState(null, '', form.action);
  announce(page.title);
};

const other = find<HTMLAnchorElement | null>('.links [hreflang]');
other?.addEventListener('click', (event) => {
  event.preventDefault();
  const { href } = other;
  if (!isSent)
    show(href).catch(() => {
      location.href = href;
    });
});
