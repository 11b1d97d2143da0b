// Pages that continue without the buyer. Without scripts, a refresh or a button does the same.
import { byId, isInLayer, keeper, main } from '../elements.ts';

/**
 * Fetches the page every five seconds and reloads it only if the state has changed, so nothing flickers and
 * the focus stays. The response to a form contains the page's address, so a reload does not send the form
 * again.
 */
export const check = () => {
  const { state, address } = main.dataset;
  if (address) history.replaceState(null, '', address);
  const look = async () => {
    try {
      const answer = await fetch(location.href, { redirect: 'manual', cache: 'no-store' });
      const isSame = answer.status === 200 && (await answer.text()).includes(`data-state="${state}"`);
      if (answer.status < 500 && !isSame) return location.replace(location.href);
    } catch {
      // Offline: the next look asks again.
    }
    setTimeout(look, 5_000);
  };
  setTimeout(look, 5_000);
};

/**
 * Also leaves the frame if the page is in one. Browsers refuse that unless the buyer has interacted with the
 * page; then the buyer uses the button, because the shop must not open inside its own frame. The redirect
 * runs in a separate task, so that the framing shop receives the result first.
 */
export const goBack = () => {
  if (keeper || isInLayer) return;
  const address = byId('return').href;
  if (top !== self && (navigator.userActivation as UserActivation | undefined)?.hasBeenActive === false)
    return;
  setTimeout(() => {
    try {
      (top as Window).location.replace(address);
    } catch {
      // The browser refuses: the button is there.
    }
  });
};
