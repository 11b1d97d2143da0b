// Shows the other language without loading a new document, so that typed values stay in the fields. The page
// in the other language has the same elements: its texts and addresses replace those of this page. If an
// element differs, because the page has changed, the browser opens the page as it would without scripts.
import { raw } from '#page/html.ts';

/** Runs inside the function of the form's script. */
export const LANGUAGE_SCRIPT = raw`
const TRANSLATED = /^(data-|aria-label|title$|(href)?lang$|href$|action$)/;
const textsIn = (one) => [...one.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
const translate = (mine, its, tasks) => {
  if (/^(SCRIPT|NOSCRIPT|svg)$/.test(mine.tagName) || mine === notice) return;
  const [texts, others] = [textsIn(mine), textsIn(its)], isLeaf = mine.children.length === 0;
  const isSame = mine.tagName === its.tagName && mine.id === its.id &&
    mine.children.length === its.children.length && (isLeaf || texts.length === others.length);
  if (!isSame) throw new Error('another page');
  tasks.push(() => {
    for (const { name, value } of its.attributes) if (TRANSLATED.test(name)) mine.setAttribute(name, value);
    if (isLeaf) mine.textContent = its.textContent;
    else texts.forEach((text, at) => { text.data = others[at].data; });
  });
  [...mine.children].forEach((child, at) => translate(child, its.children[at], tasks));
};
const loadPage = (address) => new Promise((resolve, reject) => {
  const request = new XMLHttpRequest();
  request.open('GET', address);
  request.responseType = 'document';
  request.onload = () => resolve(request.response);
  request.onerror = reject;
  request.send();
});
const otherLanguage = document.querySelector('.links [hreflang]');
if (otherLanguage) otherLanguage.addEventListener('click', async (event) => {
  event.preventDefault();
  if (isSent) return;
  const address = otherLanguage.href, tasks = [];
  try {
    const page = await loadPage(address);
    translate(document.body, page.body, tasks);
    for (const [field] of fields) hint(field, '');
    for (const task of tasks) task();
    const told = page.getElementById('notice');
    notice.className = told.className;
    notice.hidden = told.hidden;
    notice.replaceChildren(...told.childNodes);
    nonce.value = page.getElementById('payment').elements.formNonce.value;
    document.title = page.title;
    document.documentElement.lang = page.documentElement.lang;
    start = label.textContent;
    showPay();
    showFields();
    history.replaceState(null, '', form.action);
    announce(page.title);
  } catch {
    location.href = address;
  }
});
`;
