// The console: it opens the session, follows the address, asks the calls of the view, and draws everything
// again when something changes. All state is the one desk below.
import { render } from 'preact';
import { IDLE_MINUTES, MOST_CSV_ROWS } from '#domain/limits.ts';
import { NoAnswerError } from '../../clients/typescript/core.ts';
import {
  type ActionDraft,
  actionOf,
  type DeskNotice,
  forgetLinks,
  type NoticeObject,
  stateNow,
} from './actions.ts';
import { paymentOf, refundOf } from './api.ts';
import { answerTo, type Desk, type DeskView, type Hands } from './desk.ts';
import { Frame, tabsOf } from './frame.tsx';
import { type Ask, load, problemOf } from './loading.ts';
import { addressOf, placeOf, type ViewName } from './place.ts';
import { askForSession, type DeskSession, endSession, nowMs, SESSION, tableOf } from './session.ts';
import { ORDER } from './views/order.tsx';
import { PAGES } from './views/pages.tsx';
import { PAYMENTS } from './views/payments.tsx';
import { PEOPLE } from './views/people.tsx';
import { RECURRING } from './views/recurring.tsx';
import { REFUNDS } from './views/refunds.tsx';
import { TODAY } from './views/today.tsx';
import { WEBHOOKS } from './views/webhooks.tsx';
import { languageNow, speak, w } from './words.ts';

const VIEWS: Record<ViewName, DeskView> = {
  today: TODAY,
  payments: PAYMENTS,
  order: ORDER,
  refunds: REFUNDS,
  recurring: RECURRING,
  pages: PAGES,
  webhooks: WEBHOOKS,
  people: PEOPLE,
};

const SECOND_MS = 1000;
const IDLE_MS = IDLE_MINUTES * 60 * SECOND_MS;
const RENEWED_MS = 60 * SECOND_MS;
const REFRESHED_MS = 30 * SECOND_MS;
const SHORTCUTS = 'console.shortcuts';

const desk: Desk = {
  session: undefined,
  lock: 'starting',
  place: placeOf(location),
  answers: new Map(),
  draft: readDraft(),
  notice: undefined,
  told: undefined,
  typed: '',
  hasShortcuts: localStorage.getItem(SHORTCUTS) !== 'off',
  nowMs: Date.now(),
};

let isDrawing = false;
/** Draws once, however much changes at once. */
function draw(): void {
  if (isDrawing) return;
  isDrawing = true;
  queueMicrotask(() => {
    isDrawing = false;
    desk.nowMs = nowMs(desk.session);
    if (desk.notice?.of && isOver(desk.notice.of)) desk.notice = undefined;
    const view = VIEWS[desk.place.view];
    ask();
    document.title = `${view.title()} · ${desk.session?.merchant.name ?? 'Konsol'}`;
    render(<Frame desk={desk} view={view} views={VIEWS} hands={hands} />, document.body);
  });
}

/** Nothing that is known counts as new any more: what is shown is asked again. */
function renewAnswers(): void {
  for (const answer of desk.answers.values()) answer.isOld = true;
  draw();
}

/** Whether what a notice says of an object holds no more. */
function isOver({ ask, state }: NoticeObject): boolean {
  const { data, isLoading, isOld } = answerTo(desk, ask);
  return data !== undefined && !isLoading && !isOld && stateNow(data) !== state;
}

/** The calls of the view, and those that the effect of a draft is told by. */
function ask(): void {
  const { session, answers, draft } = desk;
  if (session === undefined) return;
  const asks: (Ask<unknown> | undefined)[] = [...VIEWS[desk.place.view].asks(desk), desk.notice?.of?.ask];
  if (draft && ['refund', 'capture', 'release'].includes(draft.action)) asks.push(paymentOf(draft.of));
  if (draft?.action === 'approve') asks.push(refundOf(draft.of));
  if (draft && typingTimer === undefined) asks.push(actionOf(draft).preview?.(draft));
  const wanted = asks.filter((one) => one !== undefined);
  load(wanted, session, answers, (problem) => {
    if (problem?.isOver) void renew();
    draw();
  });
}

let renewing: Promise<void> | undefined;
let renewedMs = 0;

/** One renewal at a time, for all calls that found the session over. */
function renew(code?: string): Promise<void> {
  renewing ??= open(code).finally(() => {
    renewing = undefined;
    draw();
  });
  return renewing;
}

async function open(code?: string): Promise<void> {
  const { lock: before } = desk;
  const found = await askForSession(code);
  renewedMs = performance.now();
  // Somebody signed out meanwhile: an answer from before opens nothing.
  if (desk.lock === 'signedOut' && before !== 'signedOut') return;
  if (typeof found === 'string') {
    // Without the service nobody is locked out: calls say that it cannot be reached.
    if (found !== 'offline' || desk.session === undefined)
      lock(found === 'refused' && desk.session ? 'ended' : found);
    return;
  }
  const { session } = desk;
  // Another person has signed in with this browser: nothing of the one before may be done in their name.
  if (session !== undefined && session.person.id !== found.person.id) {
    history.replaceState(null, '', location.href);
    location.reload();
    return;
  }
  desk.session = found;
  desk.lock = 'starting';
  if (desk.draft !== undefined && desk.draft.by !== found.person.id) keep(undefined);
}

/** Takes key and data out of memory. What was typed stays with the entry of the history. */
function lock(why: Desk['lock']): void {
  desk.session = undefined;
  desk.lock = why;
  desk.answers.clear();
  desk.notice = undefined;
  desk.told = undefined;
  forgetLinks();
  draw();
}

/** All tabs of this browser: who signs out in one leaves none that can still move money. */
const tabs = new BroadcastChannel('console');
function leave(): void {
  typedDrafts.clear();
  keep(undefined);
  lock('signedOut');
}
tabs.addEventListener('message', leave);

const closeMenu = () => document.querySelector('.person')?.removeAttribute('open');

function follow(): void {
  closeMenu();
  desk.place = placeOf(location);
  desk.draft = readDraft();
  desk.typed = '';
  desk.notice = undefined;
  renewAnswers();
  scrollTo(0, 0);
}

/** A page that was loaded again while a call was under way does not know its answer. */
function again(draft?: ActionDraft): ActionDraft | undefined {
  return draft?.step === 'sending' ? { ...draft, step: 'unknown' } : draft;
}
function readDraft(): ActionDraft | undefined {
  return again((history.state as { draft?: ActionDraft } | null)?.draft);
}

/** What was typed and not done, by what it is about: Escape and Back do not lose it. */
const typedDrafts = new Map<string, ActionDraft>();
const draftName = ({ by, action, of, fields: { period, event } }: ActionDraft): string =>
  [by, action, of, period, event].join();

/** With the entry of the history: a reload, a lost answer or a session that ends loses nothing that was typed. */
function keep(draft: ActionDraft | undefined): void {
  desk.draft = draft;
  if (draft?.isTyped) typedDrafts.set(draftName(draft), draft);
  try {
    history.replaceState(draft === undefined ? null : { draft }, '', location.href);
  } catch {
    // Safari refuses more than a hundred in ten seconds, as of a key held down: the next change is kept again.
  }
  draw();
}

let typingTimer: ReturnType<typeof setTimeout> | undefined;
const PAUSE_MS = 250;

/** The effect of what is typed is asked for when typing pauses. */
function typing(): void {
  clearTimeout(typingTimer);
  typingTimer = setTimeout(() => {
    typingTimer = undefined;
    draw();
  }, PAUSE_MS);
}

/** Sends the draft under its key until its outcome is known, over the end of a session too. */
async function send(): Promise<void> {
  const { draft, session } = desk;
  if (draft === undefined || session === undefined || draft.step === 'sending') return;
  const action = actionOf(draft);
  keep({ ...draft, step: 'sending', isTyped: true, problem: undefined });
  try {
    const { method, path, body } = action.call(draft);
    const sent = { idempotencyKey: draft.idempotencyKey, ...(body && { body }) };
    const { notice, goTo } = action.done(await session.core.call(method, path, sent), draft);
    typedDrafts.delete(draftName(draft));
    keep(undefined);
    renewAnswers();
    // What goes on by itself, as the delivery of an event or a charge, is seen without a reload.
    setTimeout(refresh, 3 * SECOND_MS);
    // The session tells who the people are.
    if (path === SESSION) void renew();
    if (goTo !== undefined) hands.go(goTo);
    tell(notice);
  } catch (error) {
    await notSent({ ...draft, isTyped: true }, session, error);
  }
}

async function notSent(draft: ActionDraft, session: DeskSession, error: unknown): Promise<void> {
  const problem = problemOf(error);
  if (problem.isOver) {
    keep({ ...draft, step: draft.step });
    await renew();
    // The cookie gave the session back: the call is made again, under the same key.
    if (desk.session !== undefined && desk.session.apiKey !== session.apiKey) await send();
    else if (desk.session !== undefined) lock('ended');
    return;
  }
  if (error instanceof NoAnswerError || problem.code === 'REQUEST_IN_PROGRESS') {
    keep({ ...draft, step: 'unknown', problem: undefined });
    return;
  }
  // After a refusal nothing is under way: what is sent next is another call.
  keep({ ...draft, step: 'typing', problem, idempotencyKey: crypto.randomUUID() });
  renewAnswers();
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
}

const hands: Hands = {
  go(address) {
    if (address !== location.pathname + location.search) history.pushState(null, '', address);
    follow();
    document.getElementById('main')?.focus({ preventScroll: true });
  },
  begin(action, of, fields = {}) {
    desk.notice = undefined;
    const by = desk.session?.person.id ?? '';
    const idempotencyKey = crypto.randomUUID();
    const fresh: ActionDraft = { action, of, by, fields, idempotencyKey, step: 'typing' };
    keep({ ...(again(typedDrafts.get(draftName(fresh))) ?? fresh), problem: undefined });
    renewAnswers();
  },
  copy(text) {
    navigator.clipboard.writeText(text).then(
      () => say(w('Kopyalandı.', 'Copied.')),
      () => say(w('Kopyalanamadı; metni seçip kopyalayın.', 'It cannot be copied; select the text.'), 'bad'),
    );
  },
  save(ask, name) {
    const { session } = desk;
    if (session === undefined) return;
    tableOf(session, ask.path, ask.query).then(
      async (table) => {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(table);
        link.download = `${name}.csv`;
        link.click();
        URL.revokeObjectURL(link.href);
        // A text in quotes may have several lines.
        const count = (await table.text()).replaceAll(/"[^"]*"/g, '').match(/\n\S/g)?.length ?? 0;
        const rows = count < MOST_CSV_ROWS ? count : `${MOST_CSV_ROWS}+`;
        say(w(`${link.download} indirildi: ${rows} satır.`, `${link.download} was saved: ${rows} rows.`));
      },
      () => say(w('Tablo indirilemedi; yeniden deneyin.', 'The table was not downloaded; try again.'), 'bad'),
    );
  },
  fill(name, value) {
    if (desk.draft === undefined) return;
    typing();
    const fields = { ...desk.draft.fields, [name]: value };
    keep({ ...desk.draft, fields, isTyped: true, problem: undefined });
  },
  send: () => void send(),
  drop() {
    if (desk.draft?.step !== 'sending') keep(undefined);
  },
  set(change) {
    Object.assign(desk, change);
    if ('hasShortcuts' in change) localStorage.setItem(SHORTCUTS, change.hasShortcuts ? 'on' : 'off');
    draw();
  },
  speak() {
    speak(languageNow() === 'tr' ? 'en' : 'tr');
    desk.answers.clear();
    void renew();
    draw();
  },
  signOut() {
    tabs.postMessage('signedOut');
    leave();
    void endSession();
  },
  unlock: () => void renew(),
};

const NOTICE_MS = 8 * SECOND_MS;

/** What went well is said for some seconds: the row tells it too. */
function tell(notice: DeskNotice): void {
  hands.set({ notice });
  if (notice.kind === 'good')
    setTimeout(() => desk.notice === notice && hands.set({ notice: undefined }), NOTICE_MS);
}
const say = (text: string, kind: 'good' | 'bad' = 'good') => tell({ kind, text });

/** Keys of one letter, where nobody types. */
function press(event: KeyboardEvent): void {
  const { target, key, ctrlKey, metaKey, altKey } = event;
  if (key === 'Escape') closeMenu();
  const isTyping =
    target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null;
  const isShortcut = desk.hasShortcuts && !isTyping && !ctrlKey && !metaKey && !altKey;
  if (isShortcut && desk.session !== undefined && desk.draft === undefined && act(key))
    event.preventDefault();
}

/** Whether the key means something here. */
function act(key: string): boolean {
  const tab = tabsOf(desk)[Number(key) - 1];
  const button = document.querySelector<HTMLButtonElement>(`button[data-hotkey="${CSS.escape(key)}"]`);
  if (key === '/') document.getElementById('find')?.focus();
  else if (tab !== undefined) hands.go(addressOf(tab));
  else if (key === 'j' || key === 'k') step(key === 'j' ? 1 : -1);
  else button?.click();
  return button !== null || tab !== undefined || '/jk'.includes(key);
}

function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row === document.activeElement || row.ariaCurrent === 'true');
  rows[Math.min(rows.length - 1, Math.max(0, at === -1 ? 0 : at + by))]?.focus();
}

/** Links of the console change the address without loading the page again. */
function followLink(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  if (!target?.closest('.person')) closeMenu();
  const link = target?.closest('a') ?? null;
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (link === null || !isPlain || link.origin !== location.origin || link.hash !== '') return;
  event.preventDefault();
  hands.go(link.pathname + link.search);
  if (link.hasAttribute('data-row'))
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-row][aria-current]')?.focus());
}

let activeMs = performance.now();

function active(): void {
  activeMs = performance.now();
  const { session } = desk;
  if (session !== undefined && activeMs - renewedMs > RENEWED_MS) void renew();
}

function tick(): void {
  const { session } = desk;
  if (session === undefined) return;
  const now = performance.now();
  if (now - activeMs > IDLE_MS) lock('idle');
  else if (now - session.atMs > session.sessionEndsInSeconds * SECOND_MS) lock('ended');
}

function refresh(): void {
  if (!document.hidden && desk.draft === undefined) renewAnswers();
}

addEventListener('popstate', follow);
addEventListener('click', followLink);
addEventListener('keydown', press);
for (const name of ['keydown', 'pointerdown', 'wheel']) addEventListener(name, active, { passive: true });
// A tab that comes to the front may have missed the end of its session.
addEventListener('focus', () => {
  if (desk.session !== undefined || (desk.lock !== 'signedOut' && desk.lock !== 'starting')) void renew();
  refresh();
});
// A page that the browser kept whole for its Back is older than its session.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
setInterval(tick, 5 * SECOND_MS);
setInterval(refresh, REFRESHED_MS);

document.documentElement.lang = languageNow();
const code = location.hash.slice(1);
// The code leaves the address, and the history, before it is used.
if (code !== '') history.replaceState(history.state, '', location.pathname + location.search);
draw();
void renew(code === '' ? undefined : code);
