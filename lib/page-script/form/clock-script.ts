// The deadline in the form's script. It is shown for the last five minutes and can be extended with one
// press. After the deadline the form keeps the typed values, and its button shows that it is too late to pay.
import { raw } from '#page/html.ts';

export const CLOCK_SCRIPT = raw`
let endsAt = Date.now() + Number(words.leftMs), told = Infinity, isOver = false, problem = '';
const place = byId('clock'), left = byId('left'), more = byId('extend');
const tick = () => {
  const seconds = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
  place.hidden = seconds > 300;
  byId('until').hidden = true;
  left.hidden = false;
  const two = (n) => String(n).padStart(2, '0');
  const time = two(Math.floor(seconds / 60)) + ':' + two(seconds % 60);
  left.textContent = words.timeLeft + ': ' + time + problem;
  if (more) more.hidden = !('canExtend' in words);
  const due = [30, 60, 300].find((mark) => seconds <= mark);
  if (due < told && seconds > 0) { told = due; announce(words['left' + due]); }
  if (seconds > 0 || isSent) return;
  clearInterval(clock);
  isOver = true;
  place.classList.add('over');
  left.textContent = words.timeOverText;
  if (more) more.hidden = true;
  button.setAttribute('aria-disabled', 'true');
  label.textContent = words.timeOver;
  announce(words.timeOverText);
};
form.addEventListener('submit', (event) => {
  if (!isOver) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  announce(words.timeOverText);
}, true);
if (more) more.addEventListener('click', async () => {
  try {
    const body = new URLSearchParams({ extend: 'yes' });
    const answer = await fetch(form.action, { method: 'POST', body, cache: 'no-store' });
    const text = await answer.text(), found = /data-left-ms="(\d+)"/.exec(text);
    if (!found && answer.status < 500) return location.replace(form.action);
    if (!found || isOver) throw 0;
    endsAt = Date.now() + Number(found[1]);
    if (!/ data-can-extend\s/.test(text)) delete words.canExtend;
    told = Infinity;
    problem = '';
    tick();
    announce(words.extended);
    if (place.hidden) button.focus();
  } catch {
    problem = ' \u00b7 ' + words.notExtended;
    announce(words.notExtended);
  }
});
const clock = setInterval(tick, 1000);
tick();
`;
