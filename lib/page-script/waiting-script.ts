// The scripts of pages that continue without the buyer. Without scripts, a refresh or a button does the same.
import { raw } from '#page/html.ts';

/**
 * Fetches the page every five seconds and reloads it only if the state has changed, so nothing flickers and
 * the focus stays. The response to a form contains the page's address, so a reload does not send the form
 * again.
 */
export const CHECKING_PART = raw`(() => {
const { state, address } = document.querySelector('main').dataset;
if (address) history.replaceState(null, '', address);
const look = async () => {
  try {
    const answer = await fetch(location.href, { redirect: 'manual', cache: 'no-store' });
    const isSame = answer.status === 200 && (await answer.text()).includes('data-state="' + state + '"');
    if (!isSame && answer.status < 500) return location.replace(location.href);
  } catch {}
  setTimeout(look, 5000);
};
setTimeout(look, 5000);
})();
`;

/**
 * Also leaves the frame if the page is in one. Browsers refuse that unless the buyer has interacted with the
 * page; then the buyer uses the button, because the shop must not open inside its own frame. The redirect
 * runs in a separate task, so that the framing shop receives the result first.
 */
export const RETURN_PART = raw`(() => {
if (keeper) return;
const address = document.getElementById('return').href;
const mayLeave = top === self || navigator.userActivation?.hasBeenActive !== false;
if (mayLeave) setTimeout(() => { try { top.location.replace(address); } catch {} });
})();
`;

/**
 * Posts the form to the bank at once. In the frame of the service's form, the form goes to an inner frame,
 * and its button posts the same to the whole window, for banks whose page refuses to be framed: all of the
 * bank's answers together lead to at most one sale. When the inner frame shows a page of the service again,
 * the outer form receives a message. The fields, which contain the card, are then in the script's memory
 * only. Until the bank's page is there, the page's own words and its sign stand in its place; at the end of
 * the challenge a sentence and a button that leads back to the form. The inner frame is then hidden only: an
 * answer of the bank that is on its way is still heard.
 *
 * In the frame of a shop the buyer presses the button, which targets the whole window: only a click may leave
 * the frame. The form is removed when the page is left, so that a browser that keeps the page for its back
 * button keeps no card.
 */
export const CHALLENGE_PART = raw`(() => {
const form = document.getElementById('challenge');
addEventListener('pagehide', () => form.remove());
addEventListener('pageshow', ({ persisted }) => { if (persisted) location.replace(location.href); });
if (keeper) {
  const fields = [...new FormData(form)], frame = document.createElement('iframe'), { body } = document;
  const giveUp = document.getElementById('give-up'), button = form.querySelector('button');
  const heading = body.querySelector('h1');
  const over = () => keeper.postMessage('challenge-over', location.origin);
  for (const input of form.querySelectorAll('input')) input.remove();
  form.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of fields) formData.append(name, value);
  });
  frame.name = 'bank';
  frame.title = heading.textContent;
  form.before(frame);
  frame.addEventListener('load', () => {
    let address = '';
    try { address = frame.contentWindow.location.pathname; } catch {}
    if (address.startsWith(location.pathname)) over();
    else if (address !== 'blank') body.classList.add('at-bank');
  });
  frame.before(giveUp);
  giveUp.hidden = false;
  button.textContent = form.dataset.whole;
  body.classList.add('holding');
  form.target = frame.name;
  form.submit();
  form.target = '_top';
  const endsAt = Date.now() + Number(form.dataset.leftMs);
  const clock = setInterval(() => {
    if (Date.now() < endsAt) return;
    clearInterval(clock);
    body.className = 'over';
    heading.textContent = form.dataset.over;
    button.textContent = form.dataset.startOver;
    form.addEventListener('submit', (event) => { event.preventDefault(); over(); });
    button.focus();
  }, 1000);
} else if (top === self) form.submit();
else form.target = '_top';
})();
`;
