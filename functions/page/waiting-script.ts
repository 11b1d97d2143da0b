// Two small scripts of pages that move on by themselves. Without scripts a refresh in the head does the same.
import { raw } from './html.ts';

/** Looks every five seconds whether the state has changed and only then loads: no flicker, no lost focus. */
export const CHECKING_SCRIPT = raw`'use strict';
(() => {
const look = async () => {
  try {
    const answer = await fetch(location.href, { redirect: 'manual', cache: 'no-store' });
    const isChecking = answer.status === 200 && (await answer.text()).includes('data-state="checking"');
    if (!isChecking && answer.status < 500) return location.replace(location.href);
  } catch {}
  setTimeout(look, 5000);
};
setTimeout(look, 5000);
})();
`;

/** Leaves the frame as well, if the page is in one; the browser may refuse that, then the button is there. */
export const RETURN_SCRIPT = raw`'use strict';
(() => {
const address = document.getElementById('return').href;
try { top.location.replace(address); } catch { location.replace(address); }
})();
`;
