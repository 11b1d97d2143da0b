// Posts height, state and the result, if any, to the shop that frames the page, but only to the origins that
// may frame it (hosted-page.md 9.2). A shop must still ask the API for the outcome. The state is data of the
// page's main element, so whatever changes it need not know the shop.
import type { FrameMessage } from '../script/contract.ts';
import { body, keeper, main } from './elements.ts';

export const tellShop = () => {
  if (top === self || keeper) return;
  const above = location.ancestorOrigins?.[0];
  const known = (body.dataset.frameOrigins as string).split(' ');
  const origins = known.filter((origin) => !above || origin === above);
  let told = '';
  const tell = () => {
    const height = Math.ceil(body.getBoundingClientRect().height);
    const { state = 'form', result } = main.dataset;
    if (told === height + state) return;
    told = height + state;
    for (const origin of origins)
      parent.postMessage({ type: 'payment-page', state, result, height } satisfies FrameMessage, origin);
  };
  body.classList.add('framed');
  new ResizeObserver(tell).observe(body);
  new MutationObserver(tell).observe(main, { attributeFilter: ['data-state'] });
  tell();
};
