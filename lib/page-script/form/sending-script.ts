// How the form's script sends the form: by fetch, with the response shown in place, so that typed values stay
// in the fields. A lost response never causes a second submit: the page first asks the server for the outcome
// of the first one, and the server accepts a form once (hosted-page.md 4.2 and 4.16).
import { raw } from '#page/html.ts';

/** Runs inside the function of the form's script. */
export const SENDING_SCRIPT = raw`
const notice = byId('notice');
const nonce = form.elements.formNonce;
let start = label.textContent;
const showPay = () => {
  const { dataset } = form.querySelector('[data-pay]:checked') || { dataset: { pay: start } };
  label.textContent = dataset.pay;
};
const SLOW_MS = 10_000, LOST_MS = 45_000, RETRY_MS = 4_000;
let isSent = false, doubted = '', slow;
const stopsAtSlip = () => {
  wasSent = true;
  const found = slips().filter(([, text]) => text);
  const doubt = found.map(([field]) => field.id + '=' + field.value).join();
  if (doubt === doubted) return false;
  doubted = doubt;
  if (!doubt) return false;
  show(found);
  found[0][0].focus();
  return true;
};
const setBusy = (text) => {
  clearTimeout(slow);
  if (text) {
    button.setAttribute('aria-disabled', 'true');
    form.setAttribute('aria-busy', 'true');
    label.textContent = text;
    announce(text);
  } else if (isSent) {
    button.removeAttribute('aria-disabled');
    form.removeAttribute('aria-busy');
    showPay();
  }
  isSent = Boolean(text);
};
const say = ({ title, lines, isCalm = false }) => {
  const heading = byId('notice-title');
  heading.textContent = title;
  heading.parentNode.replaceChildren(heading, ...lines.map((line) =>
    Object.assign(document.createElement('p'), { textContent: line })));
  notice.classList.toggle('calm', isCalm);
  notice.hidden = false;
  announce([title, ...lines].join(' '));
};
const ask = async (body) => {
  const answer = await fetch(form.action, {
    method: body ? 'POST' : 'GET',
    body,
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(LOST_MS),
    cache: 'no-store',
  });
  if (answer.status >= 500) throw answer;
  return answer.json();
};
const leave = ({ to, result }) => {
  if (top === self) { location.href = to; return; }
  Object.assign(document.querySelector('main').dataset, { state: 'returning', result });
  dispatchEvent(new Event('leaving'));
  setTimeout(() => {
    try { if (navigator.userActivation?.hasBeenActive !== false) top.location.href = to; } catch {}
    setTimeout(() => location.replace(form.action), 3_000);
  });
};
const showAnswer = ({ notice: told, errors, empty, title }) => {
  document.title = title;
  for (const start of empty)
    for (const field of form.querySelectorAll('input[id^=' + start + ']')) field.value = '';
  notice.hidden = true;
  wasSent = false;
  for (const [field] of fields) hint(field, '');
  if (told) say(told);
  const places = errors.map(({ field, text }) => [byId(field), text])
    .filter(([field]) => field?.getClientRects().length);
  for (const [field, text] of places) hint(field, text);
  const [first] = places.map(([field]) => field).sort((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1);
  (first || notice).focus();
};
const follow = (answer, wasLost) => {
  const { step, formNonce } = answer;
  if (step === 'leave') return leave(answer);
  if (step === 'wait') return openOver(words.asking, (frame) => { frame.src = form.action; });
  if (step === 'challenge') return openOver(words.bankTitle, (frame) => {
    form.target = frame.name;
    form.submit();
    form.removeAttribute('target');
  });
  if (step !== 'form') return location.replace(form.action);
  const isAnswer = !wasLost || formNonce !== nonce.value;
  nonce.value = formNonce;
  setBusy('');
  if (isAnswer && (answer.notice || answer.errors[0])) return showAnswer(answer);
  say({ title: words.notSent, lines: [words.notSentText] });
  notice.focus();
};
const settle = async () => {
  setBusy(words.asking);
  for (let isSaid = false; ; isSaid = true) {
    let answer;
    try { answer = await ask(); } catch {}
    if (answer) return follow(answer, true);
    if (!isSaid) say({ title: words.offline, lines: [words.offlineText] });
    await new Promise((resolve) => {
      addEventListener('online', resolve, { once: true });
      setTimeout(resolve, RETRY_MS);
    });
  }
};
const openOver = (title, load) => {
  const dialog = document.createElement('dialog'), frame = document.createElement('iframe');
  dialog.className = 'bank';
  dialog.setAttribute('aria-label', title);
  Object.assign(frame, { name: 'step', title });
  dialog.append(frame);
  document.body.append(dialog);
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  dialog.addEventListener('close', () => { if (dialog.isConnected) dialog.showModal(); });
  const close = () => {
    if (!dialog.isConnected) return;
    dialog.remove();
    settle();
  };
  addEventListener('message', ({ origin, source, data }) => {
    if (origin === location.origin && source === frame.contentWindow && data === 'challenge-over') close();
  });
  frame.addEventListener('load', () => {
    const shown = frame.contentDocument;
    if (shown && shown.URL === 'about:blank') return;
    if (!/challenge|checking/.test(shown?.body.dataset.runs)) close();
  });
  dialog.showModal();
  dialog.scrollIntoView();
  load(frame);
};
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (isSent || stopsAtSlip()) return;
  const body = new URLSearchParams(new FormData(form));
  setBusy(words.sending);
  slow = setTimeout(() => { label.textContent = words.slow; announce(words.slow); }, SLOW_MS);
  let answer;
  try { answer = await ask(body); } catch {}
  if (answer) follow(answer);
  else settle();
});
form.addEventListener('formdata', (event) => event.formData.set('cardNumber', digitsOf(number.value)));
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  number.value = cvv.value = '';
  regroup();
  setBusy('');
});
`;
