// The script of the reference site: the language of code, search in an index of the site, and the settings of
// a shop under development, which come behind `#` from the demo shop. They stay in this tab: nothing sends
// them. Anybody can write such a link, and people run what the page shows: only the local service takes
// settings, and only texts that are its own address and a test key (local-service.md 1.8).
import { readied, type SearchIndex, search } from './search.ts';

const root = document.documentElement;
root.classList.add('ready');
const find = <Kind extends Element>(selector: string) => document.querySelector<Kind>(selector);

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;
const KEY = /^psk_test_[0-9A-Za-z]{38}$/;
const FORMS: Record<string, RegExp> = {
  PAYMENT_URL: new RegExp(`^http://(localhost|127\\.0\\.0\\.1|\\[::1\\]):${location.port}$`),
  PAYMENT_API_KEY: KEY,
  PAYMENT_REFUND_KEY: KEY,
};

function keepSettings(): Record<string, string> {
  if (!LOOPBACK.test(location.hostname)) return {};
  const given = [...new URLSearchParams(location.hash.slice(1))];
  const ours = given.filter(([name, value]) => FORMS[name]?.test(value) ?? false);
  if (ours.length > 0) {
    sessionStorage.setItem('settings', JSON.stringify(Object.fromEntries(ours)));
    history.replaceState(null, '', location.pathname);
  }
  return JSON.parse(sessionStorage.getItem('settings') ?? '{}') as Record<string, string>;
}

function showSettings(settings: Record<string, string>): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-setting]')) {
    const value = settings[part.dataset['setting'] ?? ''];
    if (value === undefined) continue;
    part.textContent = 'bare' in part.dataset ? value : JSON.stringify(value);
  }
}

/** The documents name the usual port. */
function showOwnAddress(): void {
  if (!LOOPBACK.test(location.hostname)) return;
  for (const code of document.querySelectorAll('code'))
    if (code.textContent === 'http://localhost:3000') code.textContent = location.origin;
}

function showCode(language: string): void {
  for (const group of document.querySelectorAll('.codes')) {
    const all = [...group.querySelectorAll<HTMLElement>('figure')];
    const shown = all.find(({ dataset }) => dataset['code'] === language) ?? all[0];
    for (const one of all) one.hidden = one !== shown;
  }
}

function offerCopies(): void {
  const { copy = '', copied = '' } = find<HTMLElement>('#menu')?.dataset ?? {};
  for (const figure of document.querySelectorAll('figure')) {
    const button = document.createElement('button');
    button.textContent = copy;
    button.addEventListener('click', () => {
      void navigator.clipboard.writeText(figure.querySelector('code')?.textContent ?? '').then(() => {
        button.textContent = copied;
      });
    });
    figure.append(button);
  }
}

let index: Promise<ReturnType<typeof readied>> | undefined;

async function showFound(asked: string): Promise<void> {
  const [list, count] = [find<HTMLElement>('#found'), find<HTMLElement>('#count')];
  if (list === null || count === null) return;
  const isAsked = asked.trim() !== '';
  index ??= fetch(`search.${root.lang}.json`).then(async (answer) =>
    readied((await answer.json()) as SearchIndex),
  );
  const found = isAsked ? search(await index, asked, 20) : [];
  // The index may arrive after further keys.
  if (find<HTMLInputElement>('#find')?.value !== asked) return;
  list.replaceChildren(
    ...found.map(([address, title, page]) => {
      const [item, link, small] = (['li', 'a', 'small'] as const).map((tag) => document.createElement(tag));
      if (!item || !(link instanceof HTMLAnchorElement) || !small) return '';
      link.href = address;
      link.textContent = title;
      small.textContent = page;
      link.append(small);
      item.append(link);
      return item;
    }),
  );
  list.hidden = found.length === 0;
  const { found: some = '', none = '' } = count.dataset;
  count.textContent = isAsked ? (found.length === 0 ? none : some.replace('{}', String(found.length))) : '';
}

showSettings(keepSettings());
showOwnAddress();
offerCopies();
const choice = find<HTMLSelectElement>('#code');
if (choice !== null) {
  choice.value = localStorage.getItem('code') ?? 'sh';
  showCode(choice.value);
  choice.addEventListener('change', () => {
    localStorage.setItem('code', choice.value);
    showCode(choice.value);
  });
}
const input = find<HTMLInputElement>('#find');
input?.addEventListener('input', () => void showFound(input.value));
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && !(event.target instanceof HTMLInputElement)) {
    event.preventDefault();
    input?.focus();
  }
  if (event.key === 'Escape' && input !== null) {
    input.value = '';
    void showFound('');
  }
});
