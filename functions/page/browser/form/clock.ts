// The deadline. It is shown for the last five minutes and can be extended with one press. After the deadline
// the form keeps the typed values, and its button makes room for the way to the shop.
import { byId, find } from '../elements.ts';
import { announce, button, form, words } from './form-elements.ts';
import { isSent } from './sending.ts';

let endsAt = Date.now() + Number(words.leftMs);
let told = Infinity;
let isOver = false;
let problem = '';
const place = byId('clock');
const left = byId('left');
const more = byId('extend');

const two = (count: number) => String(count).padStart(2, '0');

const tick = () => {
  const seconds = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
  place.hidden = seconds > 300;
  byId('until').hidden = true;
  left.hidden = false;
  left.textContent = `${words.timeLeft}: ${two(Math.floor(seconds / 60))}:${two(seconds % 60)}${problem}`;
  if (more) more.hidden = !('canExtend' in words);
  const due = ([30, 60, 300] as const).find((mark) => seconds <= mark);
  if (due && due < told && seconds > 0) {
    told = due;
    announce(words[`left${due}`]);
  }
  if (seconds > 0 || isSent) return;
  clearInterval(clock);
  isOver = true;
  place.classList.add('over');
  left.textContent = words.timeOverText;
  if (more) more.hidden = true;
  button.hidden = true;
  const way = find<HTMLElement | null>('.links [target]');
  if (way) Object.assign(way, { className: 'button', textContent: words.toShop });
  announce(words.timeOverText);
};

form.addEventListener(
  'submit',
  (event) => {
    if (!isOver) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    announce(words.timeOverText);
  },
  true,
);

const extend = async () => {
  const body = new URLSearchParams({ extend: 'yes' });
  const answer = await fetch(form.action, { method: 'POST', body, cache: 'no-store' });
  const text = await answer.text();
  const found = /data-left-ms="(\d+)"/.exec(text);
  if (!found && answer.status < 500) return location.replace(form.action);
  if (!found || isOver) throw new Error();
  endsAt = Date.now() + Number(found[1]);
  if (!/ data-can-extend\s/.test(text)) delete words.canExtend;
  told = Infinity;
  problem = '';
  tick();
  announce(words.extended);
  if (place.hidden) button.focus();
};
more?.addEventListener('click', () => {
  extend().catch(() => {
    problem = ` \u00b7 ${words.notExtended}`;
    announce(words.notExtended);
  });
});

const clock = setInterval(tick, 1000);
tick();
