// Posts height, state and the result, if any (`paid` or `failed`), to the shop that frames the page, but only
// to the origins that may frame it (hosted-page.md 9.2). A shop must still ask the API for the outcome.
import { raw } from '#page/html.ts';

export const FRAME_PART = raw`(() => {
if (top === self || keeper) return;
const { body } = document, known = body.dataset.frameOrigins.split(' ');
const above = location.ancestorOrigins && location.ancestorOrigins[0];
const origins = above ? known.filter((origin) => origin === above) : known;
const { dataset } = document.querySelector('main');
let told = '';
const tell = () => {
  const height = Math.ceil(body.getBoundingClientRect().height);
  const { state = 'form', result } = dataset;
  if (told === height + state) return;
  told = height + state;
  for (const origin of origins) parent.postMessage({ type: 'payment-page', state, result, height }, origin);
};
body.classList.add('framed');
new ResizeObserver(tell).observe(body);
addEventListener('leaving', tell);
tell();
})();
`;
