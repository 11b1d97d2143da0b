// Posts the form to the bank at once. In the frame of the service's form, the form goes to an inner frame,
// and its button posts the same to the whole window, for banks whose page refuses to be framed: all of the
// bank's answers together lead to at most one sale. When the inner frame shows a page of the service again,
// the outer form receives a message. The fields, which contain the card, are then in the script's memory
// only. Until the bank's first page is there, the page's own words and its sign stand in its place. A bank's
// gate sends the browser on to the issuer: so they come back below each page, until two seconds pass without
// a further one. Eight seconds after the last page the whole window is offered as a button, because a page
// that stays white cannot be told from one that the buyer reads. At the end of the challenge the page gives
// it up for the buyer, which leads back to the form.
//
// In the frame of a shop the buyer presses the button, which targets the whole window: only a click may leave
// the frame. The form is removed when the page is left, so that a browser that keeps the page for its back
// button keeps no card.
import { body, byId, find, keeper } from '../elements.ts';
import { STEP_FEATURES } from '../features.ts';

export const challenge = () => {
  const form = byId('challenge');
  addEventListener('pagehide', () => form.remove());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.replace(location.href);
  });
  if (keeper) holdBank(form);
  else if (top === self) form.submit();
  else form.target = '_top';
};

const holdBank = (form: ReturnType<typeof byId<'challenge'>>) => {
  const fields = [...new FormData(form)] as [string, string][];
  const frame = document.createElement('iframe');
  const giveUp = byId('give-up') as HTMLFormElement;
  const button = form.querySelector('button') as HTMLElement;
  const says = find('.says');
  let timers: number[] = [];
  const show = (state: string, words: string) => {
    body.className = `holding ${state}`;
    says.textContent = words;
  };
  /** Counts anew with each page of the bank. */
  const count = (place: '' | 'at-bank ', words: string) => {
    for (const timer of timers) clearTimeout(timer);
    show(`${place}opening`, words);
    timers = [
      setTimeout(() => show(place, words), 2_000),
      setTimeout(() => show(`${place}slow`, form.dataset.slow), 8_000),
    ];
  };
  const over = () => (keeper as Window).postMessage('challenge-over', location.origin);
  for (const input of form.querySelectorAll('input')) input.remove();
  form.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of fields) formData.append(name, value);
  });
  frame.name = 'bank';
  frame.allow = STEP_FEATURES;
  const heading = find('h1');
  frame.title = heading.textContent;
  heading.textContent = form.dataset.bar;
  form.before(frame);
  frame.addEventListener('load', () => {
    let address = '';
    try {
      address = (frame.contentWindow as Window).location.pathname;
    } catch {
      // The bank's page.
    }
    if (address.startsWith(location.pathname)) over();
    else if (address !== 'blank') count('at-bank ', form.dataset.opening);
  });
  frame.before(giveUp);
  giveUp.hidden = false;
  button.textContent = form.dataset.whole;
  count('', says.textContent);
  form.target = frame.name;
  form.submit();
  form.target = '_top';
  const endsAt = Date.now() + Number(form.dataset.leftMs);
  const clock = setInterval(() => {
    if (Date.now() < endsAt) return;
    clearInterval(clock);
    giveUp.submit();
  }, 1_000);
};
