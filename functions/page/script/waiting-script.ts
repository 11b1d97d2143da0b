// Small scripts of pages that move on by themselves. Without scripts a refresh or a button does the same.
import { raw } from '../html.ts';

/**
 * Looks every five seconds whether the state has changed and only then loads: no flicker, no lost focus. The
 * answer to a form names the address to look at, so that a reload sends no form again.
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
 * Leaves the frame as well, if the page is in one. Where the buyer has touched nothing in it the browser
 * refuses that: then the button is there, for a shop inside its own frame would help nobody. As a task
 * of its own, so that a shop around the page hears the result before it is left.
 */
export const RETURN_PART = raw`(() => {
const address = document.getElementById('return').href;
const mayLeave = top === self || navigator.userActivation?.hasBeenActive !== false;
if (mayLeave) setTimeout(() => { try { top.location.replace(address); } catch {} });
})();
`;

/**
 * Goes to the bank at once. Not inside a frame: banks' pages often refuse to be framed and lose their cookies
 * there, and only a click may leave it, so there the button leads to the whole window.
 */
export const CHALLENGE_PART = raw`(() => {
const form = document.getElementById('challenge');
if (top === self) form.submit();
else form.target = '_top';
})();
`;
