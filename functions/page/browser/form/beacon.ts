// Tells the service once that the buyer has left a form that was never sent, and whether a field of the card
// is filled (hosted-page.md 13). Not when the page is closed: phones close what they have hidden before.
import { cvv, form, number, words } from './form-elements.ts';
import { isSent } from './sending.ts';

addEventListener('visibilitychange', () => {
  if (!document.hidden || isSent || !('left' in words)) return;
  delete words.left;
  const left = number.value + cvv.value && 'firstKey';
  navigator.sendBeacon(form.action, new URLSearchParams({ left }));
});
