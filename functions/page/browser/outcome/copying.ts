// The button that copies the reference of a payment. Without the script it would do nothing: it is hidden.
import { byId } from '../elements.ts';

/**
 * The reference stays selected. The clipboard's own interface is not used: browsers refuse it to a page in
 * the frame of a shop that has not allowed it.
 */
export const offerCopy = () => {
  const button = byId('copy');
  button.hidden = false;
  button.addEventListener('click', () => {
    getSelection()?.selectAllChildren(byId('reference'));
    if (document.execCommand('copy')) button.textContent = button.dataset.done;
  });
};
