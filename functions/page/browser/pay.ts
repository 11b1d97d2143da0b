// The tag of shops, pay-1.js: a page of the service in a layer over the shop's page (hosted-page.md 9.4). It
// sets styles by a sheet of its own and parses no markup, so that a strict policy of the shop allows it, and
// it hears its own frame only. Shops name its digest: a released version never changes.
import type { FrameMessage, LayerName } from '../script/contract.ts';
import { STEP_FEATURES } from './features.ts';
import type { PaymentEvent, PaymentOutcome, PaymentTag } from './pay-types.ts';

const STYLE = `dialog{box-sizing:border-box;border:0;border-radius:12px;padding:24px;
max-width:min(400px,calc(100% - 32px));max-height:100%;
color-scheme:light dark;color:CanvasText;background:Canvas;font:16px/1.5 system-ui,sans-serif}
::backdrop{background:#0009}
.layer{width:480px;max-width:100%;padding:0;overflow:auto;overscroll-behavior:contain}
iframe{display:block;border:0;width:100%;height:0}
iframe:not([class=''])~div,.layer>button:has(+.challenge){display:none}
.challenge{height:100dvh!important}
button{min-width:44px;height:44px;margin:20px 12px 0 0;padding:0 16px;border:1px solid;border-radius:10px;
background:Canvas;color:CanvasText;font:inherit;cursor:pointer}
p+button{background:CanvasText;color:Canvas}
p{margin:0}
.layer>div{padding:24px}
.layer>button{display:block;margin:0 0 0 auto;padding:0;border:0;font-size:24px}
@media(max-width:520px){.layer{width:100%;height:100%;border-radius:0}}`;

const [TITLE, OPENING, FAILED, RETRY, WHOLE, CLOSE, QUESTION, UNKNOWN_QUESTION, STAY, LEAVE] =
  document.documentElement.lang.startsWith('tr')
    ? ([
        'Ödeme',
        'Ödeme sayfası açılıyor…',
        'Ödeme sayfası açılamadı.',
        'Yeniden dene',
        'Tüm pencerede aç',
        'Kapat',
        'Ödemeden çıkılsın mı?',
        'Ödemenin sonucu henüz belli değil: kartınızdan para çekilebilir. Yine de çıkılsın mı?',
        'Ödemeye dön',
        'Çık',
      ] as const)
    : ([
        'Payment',
        'Opening the payment page…',
        'The payment page did not open.',
        'Try again',
        'Open in the full window',
        'Close',
        'Leave the payment?',
        'The outcome is not known yet: your card may still be charged. Leave anyway?',
        'Back to the payment',
        'Leave',
      ] as const);

const TOLD = ['form', 'firstKey', 'sending', 'challenge', 'declined'];
/** While one of these is shown, nobody knows whether the payment will succeed. */
const UNKNOWN = ['sending', 'challenge', 'checking', 'verifying'];

const make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...inside: Node[]
) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...inside);
  return element;
};

/**
 * The layer, and what removes it. `retry`: to load the page again; `leave`: the buyer has answered that they
 * want to leave.
 */
const showLayer = (frame: HTMLIFrameElement, retry: () => void, leave: () => void) => {
  const words = make('p', {});
  const stay = () => question.close();
  const question = make(
    'dialog',
    {},
    words,
    make('button', { textContent: STAY, onclick: stay }),
    make('button', { textContent: LEAVE, onclick: leave }),
  );
  // Anew, because a layer that is shown again is above a question that is shown already.
  const ask = () => {
    question.close();
    const text = UNKNOWN.includes(frame.className) ? UNKNOWN_QUESTION : QUESTION;
    question.ariaLabel = words.textContent = text;
    question.showModal();
  };
  const cross = make('button', { textContent: '×', ariaLabel: CLOSE, onclick: ask });
  const opening = make('div', { role: 'status' });
  const say = (textContent: string, ...ways: Node[]) =>
    opening.replaceChildren(make('p', { textContent }), ...ways);
  const fail = () =>
    say(
      FAILED,
      make('button', { textContent: RETRY, onclick: retry }),
      make('button', { textContent: WHOLE, onclick: () => location.assign(frame.src) }),
    );
  const layer = make('dialog', { className: 'layer', ariaLabel: TITLE }, cross, opening, question);
  layer.addEventListener('cancel', (event) => {
    if (event.target !== layer) return;
    event.preventDefault();
    ask();
  });
  const host = make('div', {});
  // A second Escape closes a dialog without asking.
  layer.onclose = () => {
    if (!host.isConnected) return;
    layer.showModal();
    ask();
  };
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  root.append(layer);
  document.body.append(host);
  const { style } = document.documentElement;
  const { overflow } = style;
  style.overflow = 'hidden';
  layer.showModal();
  // Back finds an entry of our own, asks, and puts it there again.
  const enter = () => history.pushState(history.state, '');
  const back = () => {
    enter();
    ask();
  };
  enter();
  addEventListener('popstate', back);
  const remove = async () => {
    removeEventListener('popstate', back);
    layer.close();
    host.remove();
    style.overflow = overflow;
    // Before the shop goes on: a step back that is under way would take it back.
    await new Promise((done) => {
      addEventListener('popstate', done, { once: true });
      setTimeout(done, 500);
      history.back();
    });
  };
  /** Loads a page in a new window, so that nobody hears what the one before says late. */
  const open = (url: string) => {
    frame.remove();
    Object.assign(frame, { className: '', src: url });
    say(OPENING);
    cross.after(frame);
    frame.focus();
  };
  return { ask, stay, remove, fail, open, scrollUp: () => layer.scrollTo(0, 0) };
};

/** Shows a page in the layer, in the place of an older one. */
type Show = (url: string, on: Listener) => Promise<PaymentOutcome>;
type Listener = ((event: PaymentEvent) => void) | undefined;
let show: Show | undefined;

type Reason = PaymentOutcome['reason'];

const isUnknown = ({ className }: HTMLIFrameElement) => UNKNOWN.includes(className);

const call = (on: Listener, event: string) => {
  try {
    on?.(event as PaymentEvent);
  } catch (error) {
    reportError(error);
  }
};

const openLayer = (): Show => {
  let address = '';
  let former = '';
  let on: Listener;
  let isLeaving = false;
  let timer = 0;
  let resolve: (outcome: PaymentOutcome) => void;
  const outcome = new Promise<PaymentOutcome>((done) => {
    resolve = done;
  });
  const frame = make('iframe', {
    name: 'payment-layer' satisfies LayerName,
    title: TITLE,
    allow: STEP_FEATURES,
  });
  /** A page that is silent for so long after it was loaded, or asked for, is not there. */
  const wait = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!frame.className) layer.fail();
      else if (isLeaving && !isUnknown(frame)) void end('left');
      isLeaving = false;
    }, ms);
  };
  const load = (url: string, before: string) => {
    [former, address] = [before, url];
    layer.open(url);
    wait(8_000);
  };
  const end = async (reason: Reason, returnUrl: string | null = null) => {
    if (!frame.isConnected) return;
    clearTimeout(timer);
    removeEventListener('message', hear);
    await layer.remove();
    show = undefined;
    call(on, reason === 'paid' || reason === 'stored' ? reason : 'left');
    resolve({ reason, result: returnUrl && new URL(returnUrl).searchParams.get('result'), returnUrl });
  };
  const hear = ({ origin, source, data }: MessageEvent<FrameMessage | undefined>) => {
    const isOurs = source === frame.contentWindow && data?.type === 'payment-page';
    if (!isOurs || origin !== new URL(address).origin) return;
    if (data.asks) layer.ask();
    frame.style.height = `${data.height}px`;
    const [before, { state }] = [frame.className, data];
    if (state === before) return;
    if (before === 'challenge') call(on, 'challengeEnd');
    // The answers to two presses of the shop's button may come in the other order.
    if (state === 'superseded' && former) return load(former, '');
    frame.className = state;
    if (state === 'challenge') layer.scrollUp();
    if (TOLD.includes(state)) call(on, state);
    if (data.returnUrl) void end(data.result ?? 'left', data.returnUrl);
  };
  // A page speaks before it is loaded. One that may not be framed here is silent.
  frame.onload = () => wait(2_000);
  addEventListener('message', hear);
  const retry = () => load(address, former);
  const layer = showLayer(frame, retry, () => {
    layer.stay();
    if (!frame.className) return void end('unreachable');
    if (isLeaving || isUnknown(frame)) return void end(isUnknown(frame) ? 'unknown' : 'left');
    isLeaving = true;
    clearTimeout(timer);
    // Signs the result; while the outcome is unknown it leads back to the page.
    frame.contentWindow?.location.replace(address.replace(/(?=[?#]|$)/, '/leave'));
  });
  return (url, told) => {
    if (url !== address) {
      // What was sent is not given up; if it fails, it says that the newer page has superseded it.
      if (isUnknown(frame)) former = url;
      else load(url, address);
    }
    on = told;
    return outcome;
  };
};

const open: PaymentTag['open'] = async (url, { on } = {}) => {
  if (!new URL(url).protocol.startsWith('http')) throw new TypeError('Payment.open: a hostedPageUrl');
  show ??= openLayer();
  return await show(url, on);
};

globalThis.Payment = { open };
