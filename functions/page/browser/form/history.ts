// Undo in the fields whose text the script rewrites: browsers forget what was typed before a rewrite. Nothing
// is remembered once the page is left, because a browser may keep the page for its back button.
import { expiry, number } from './form-elements.ts';

for (const field of [number, expiry]) {
  const past: string[] = [];
  let shown = '';
  field.addEventListener('input', () => {
    if (field.value !== shown) past.push(shown);
    shown = field.value;
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'z' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    field.value = shown = past.pop() ?? '';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  addEventListener('pagehide', () => {
    past.length = 0;
  });
}
