// How the form is sent: by fetch, with the response shown in place, so that typed values stay in the fields.
// A lost response never causes a second submit: the page first asks the server for the outcome of the first
// one, and the server accepts a form once (hosted-page.md 4.2 and 4.16).
import type {
  CardField,
  FormAnswer,
  FrameResult,
  MainData,
  Notice,
  ScriptAnswer,
} from '../../script/contract.ts';
import { byId, type FormField, isInLayer, main, setAria } from '../elements.ts';
import { digitsOf } from './card-rules.ts';
import { openOver } from './dialog.ts';
import { isShown } from './fields.ts';
import { announce, button, cvv, form, label, number, words } from './form-elements.ts';
import { notice, say } from './notice.ts';
import { regroup } from './number.ts';
import { forgetPress, hint, stopsAtSlip } from './slips.ts';

export const nonce = form.elements.formNonce;
/** The label of the button while nothing is sent. */
let pay: string;
export let isSent = false;
let isPaused = false;
let timer: number;
const tell = (text: string) => {
  label.textContent = text;
  announce(text);
};
const setBusy = (text: string) => {
  clearTimeout(timer);
  if (text || isSent || isPaused) {
    setAria(button, 'aria-disabled', text);
    setAria(form, 'aria-busy', text);
  }
  if (text && !isSent && !isPaused) pay = label.textContent;
  if (text) tell(text);
  else if (isSent || isPaused) label.textContent = pay;
  main.dataset.state = text ? 'sending' : 'form';
  isSent = !!text;
  isPaused = false;
};

/** Returns undefined if the answer is lost or comes from a broken server. */
const ask = async (body: URLSearchParams | null = null) => {
  let answer: ScriptAnswer | undefined;
  try {
    const response = await fetch(form.action, {
      method: body ? 'POST' : 'GET',
      body,
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(45_000),
      cache: 'no-store',
    });
    if (response.status < 500) answer = (await response.json()) as ScriptAnswer;
  } catch {
    // As from a broken server.
  }
  return answer;
};

const leave = (to: string, result: FrameResult) => {
  if (isInLayer || top === self) {
    location.href = to;
    return;
  }
  Object.assign(main.dataset, { state: 'returning', result } satisfies MainData);
  setTimeout(() => {
    try {
      if ((navigator.userActivation as UserActivation | undefined)?.hasBeenActive !== false)
        (top as Window).location.href = to;
    } catch {
      // The browser refuses: the page has a button.
    }
    setTimeout(() => location.replace(form.action), 3_000);
  });
};

const showAnswer = ({ notice: told, errors, empty, title, state }: FormAnswer) => {
  document.title = title;
  main.dataset.state = state;
  for (const start of empty)
    for (const field of form.querySelectorAll<FormField>(`input[id^=${start}]`)) field.value = '';
  notice.hidden = true;
  forgetPress();
  if (told) say(told);
  // From now on the bank asks for the CVV of stored cards.
  if (!isShown(cvv) && errors.some(({ field }) => field === 'cvv'))
    for (const card of form.querySelectorAll<FormField>('[data-of]')) card.dataset.needsCvv = '';
  const places = errors
    .map(({ field, text }) => [byId(field as CardField), text] as const)
    .filter(([field]) => field && isShown(field));
  for (const [field, text] of places) hint(field, text);
  (places[0]?.[0] || notice).focus();
};

/** Counts down on the button, and then sends the form again. */
const pause = (why: Notice, ms: number) => {
  const endsAt = Date.now() + ms;
  const tick = () => {
    const seconds = Math.ceil((endsAt - Date.now()) / 1000);
    if (byId('clock').className.includes('over')) clearInterval(timer);
    else if (seconds > 0) label.textContent = words.resend.replace('{}', `${seconds}`);
    else {
      setBusy('');
      if (!stopsAtSlip()) void send();
    }
  };
  forgetPress();
  say(why);
  isPaused = true;
  setAria(button, 'aria-disabled', true);
  timer = setInterval(tick, 1_000);
  tick();
};

const follow = (answer: ScriptAnswer, wasLost = false) => {
  const { step } = answer;
  clearTimeout(timer);
  if (step === 'leave') return leave(answer.to, answer.result);
  if (step === 'wait') {
    openOver(words.asking, settle).src = form.action;
    return;
  }
  if (step === 'challenge') {
    form.target = openOver(words.bankTitle, settle, hasEnded).name;
    main.dataset.state = 'challenge';
    form.submit();
    form.removeAttribute('target');
    return;
  }
  if (step !== 'form') return location.replace(form.action);
  const isAnswer = !wasLost || answer.formNonce !== nonce.value;
  nonce.value = answer.formNonce;
  setBusy('');
  if (answer.notice && answer.waitMs) return pause(answer.notice, answer.waitMs);
  if (isAnswer && (answer.notice || answer.errors[0])) return showAnswer(answer);
  say({ title: words.notSent, lines: [words.notSentText] });
  notice.focus();
};

/** Whether the challenge has ended without the frame: elsewhere, or in the service. */
const hasEnded = async () => {
  const answer = await ask();
  // While the form is on its way, the page is still the one before the attempt.
  return !!answer && answer.step !== 'wait' && !('formNonce' in answer && answer.formNonce === nonce.value);
};

const settle = async () => {
  setBusy(words.asking);
  for (let isSaid = false; ; isSaid = true) {
    const answer = await ask();
    if (answer) return follow(answer, true);
    if (!isSaid) say({ title: words.offline, lines: [words.offlineText] });
    await new Promise((resolve) => {
      addEventListener('online', resolve, { once: true });
      setTimeout(resolve, 4_000);
    });
  }
};

const send = async () => {
  const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  setBusy(words.sending);
  timer = setTimeout(() => tell(words.slow), 10_000);
  const answer = await ask(body);
  if (answer) follow(answer);
  else await settle();
};
/** Before anything is typed in vain: another page of the order may be newer, or have paid it. */
const look = async () => {
  const answer = await ask();
  if (answer && answer.step !== 'form' && !isSent && !isPaused) follow(answer);
};
form.addEventListener('focusin', () => void look(), { once: true });
addEventListener('focus', () => isSent || void look());
form.addEventListener('submit', (event) => {
  // The button that removes a stored card sends a document.
  if (event.submitter && event.submitter !== button) return;
  event.preventDefault();
  if (!isSent && !isPaused && !stopsAtSlip()) void send();
});
form.addEventListener('formdata', ({ formData }) => formData.set('cardNumber', digitsOf(number.value)));
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  number.value = cvv.value = '';
  regroup();
  setBusy('');
});
