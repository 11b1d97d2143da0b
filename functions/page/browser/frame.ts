// Posts height, state and the result, if any, to the shop that frames the page, but only to the origins that
// may frame it (hosted-page.md 9.2). A shop must still ask the API for the outcome. The state is data of the
// page's main element, so whatever changes it need not know the shop.
import type { FrameMessage } from '../script/contract.ts';
import { body, isInLayer, keeper, main } from './elements.ts';

export const tellShop = () => {
  if (top === self || keeper) return;
  const above = location.ancestorOrigins?.[0];
  const known = (body.dataset.frameOrigins as string).split(' ');
  const origins = known.filter((origin) => !above || origin === above);
  let told = '';
  const tell = (asks = false) => {
    const height = Math.ceil(body.getBoundingClientRect().height);
    const { state = 'form', result, returnUrl } = main.dataset;
    if (!asks && told === height + state) return;
    told = height + state;
    for (const origin of origins) {
      const message = { type: 'payment-page', state, result, returnUrl, height, asks } satisfies FrameMessage;
      parent.postMessage(message, origin);
    }
  };
  body.classList.add('framed', isInLayer ? 'layer' : 'framed');
  new ResizeObserver(() => tell()).observe(body);
  new MutationObserver(() => tell()).observe(main, { attributeFilter: ['data-state'] });
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') tell(true);
  });
  const typed = () => {
    main.dataset.state = 'firstKey';
  };
  addEventListener('input', typed, { once: true });
  if (isInLayer)
    for (const link of document.querySelectorAll<HTMLAnchorElement>('[target=_top]')) link.target = '_self';
  tell();
};
