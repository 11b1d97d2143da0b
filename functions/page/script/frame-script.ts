// Posts height, state and, if there is one, result (`paid` or `failed`) to the shop that frames the page, but
// only to the merchant's registered origins (hosted-page.md 9.2). A shop must still ask the API for the
// outcome.
import { raw } from '../html.ts';

export const FRAME_PART = raw`(() => {
if (top === self) return;
const { body } = document, known = body.dataset.frameOrigins.split(' ');
const above = location.ancestorOrigins && location.ancestorOrigins[0];
const origins = above ? known.filter((origin) => origin === above) : known;
const { state = 'form', result } = document.querySelector('main').dataset;
let told = 0;
const tell = () => {
  const height = Math.ceil(body.getBoundingClientRect().height);
  if (height === told) return;
  told = height;
  for (const origin of origins) parent.postMessage({ type: 'payment-page', state, result, height }, origin);
};
body.classList.add('framed');
new ResizeObserver(tell).observe(body);
tell();
})();
`;
