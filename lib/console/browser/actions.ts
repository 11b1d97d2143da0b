// What people can do: the call, what it needs, what is typed, and what is said afterwards. The effect is shown
// before it is done, and afterwards only what the service has stored.
import { KEY_CACHED_SECONDS, SIGN_IN_MINUTES } from '#domain/limits.ts';
import {
  type NewPage,
  paymentOf,
  refundOf,
  type ShownPayment,
  type ShownPlan,
  type ShownRefund,
} from './api.ts';
import type { Ask, Problem } from './loading.ts';
import { addressOf } from './place.ts';
import { SESSION } from './session.ts';
import { approvers, clock, dayInWords, languageNow, moment, money, w } from './words.ts';

export type DraftField = {
  name: string;
  label: string;
  /** How a keyboard of a phone helps. */
  mode?: 'decimal' | 'url';
  isOptional?: boolean;
};
type ActionCall = { method: 'POST' | 'PUT' | 'DELETE'; path: string; body?: object };
/** `of`: what it is true of; it goes once that is in another state. */
export type DeskNotice = { kind: 'good' | 'bad' | 'wait'; text: string; of?: NoticeObject };
type WaitingObject = { status: string; waitingFor?: string };
export type NoticeObject = { ask: Ask<WaitingObject>; state: string };
export const stateNow = ({ status, waitingFor }: WaitingObject): string => `${status} ${waitingFor}`;
type ActionOutcome = { notice: DeskNotice; goTo?: string };

export type ActionDraft = {
  action: ActionName;
  of: string;
  /** Whose it is: nobody goes on with what another person typed. */
  by: string;
  fields: Record<string, string>;
  idempotencyKey: string;
  /** `unknown`: it was sent and no answer came; only the same call may be sent again. */
  step: 'typing' | 'sending' | 'unknown';
  /** Somebody typed in it, or it was sent: it is kept until it is done. */
  isTyped?: boolean;
  problem?: Problem | undefined;
};

export type Action = {
  title(draft: ActionDraft): string;
  /** What the button says, if it is not the title. */
  button?(): string;
  isGrave?: boolean;
  fields?(draft: ActionDraft): DraftField[];
  /** What it will do, where no preview tells it. */
  effect?(draft: ActionDraft, nowMs: number): string;
  call(draft: ActionDraft): ActionCall;
  /** The call that tells the effect and has none. */
  preview?(draft: ActionDraft): Ask<unknown> | undefined;
  /** `answer`: of the service, which each action knows the type of. */
  done(answer: unknown, draft: ActionDraft): ActionOutcome;
};

const good = (text: string): DeskNotice => ({ kind: 'good', text });
const wait = (text: string, ask: Ask<WaitingObject>, of: WaitingObject): DeskNotice => ({
  kind: 'wait',
  text,
  of: { ask, state: stateNow(of) },
});

/** Of each language: its own way, and plain digits with the other decimal mark. */
const AMOUNTS = {
  tr: [/^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/, /^(\d+)\.(\d{1,2})$/],
  en: [/^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/, /^(\d+),(\d{1,2})$/],
} as const;

/** `1.499,90`, `1499.90`, `1499,9 TL` as `1499.90`; undefined for what means two things, as `1.500` in English. */
export function readAmount(typed: string): string | undefined {
  const text = typed.replaceAll(/\s|₺|TL|TRY|[$€£]/gi, '');
  const [own, plain] = AMOUNTS[languageNow()];
  const [, whole, decimals = '00'] = own.exec(text) ?? plain.exec(text) ?? [];
  return whole === undefined ? undefined : `${whole.replaceAll(/[.,]/g, '')}.${decimals.padEnd(2, '0')}`;
}

const amountField = (): DraftField => ({ name: 'amount', label: w('Tutar', 'Amount'), mode: 'decimal' });
const reasonField = (): DraftField => ({ name: 'reason', label: w('Neden', 'Reason'), isOptional: true });

/** A call about the object of the draft. */
const post = (noun: string, word: string, { of }: ActionDraft, body: object = {}): ActionCall => ({
  method: 'POST',
  path: `/api/${noun}/${encodeURIComponent(of)}/${word}`,
  body,
});
const withReason = ({ fields: { reason } }: ActionDraft) => (reason ? { reason } : {});
const ready = () => good(w('Bağlantı hazır.', 'The link is ready.'));
const said = (tr: string, en: string) => (): ActionOutcome => ({ notice: good(w(tr, en)) });

/** The unknown is a state with a time. Without `nowMs` it is one of this day. */
export function unknownText(nextCheckAt: string | null | undefined, nowMs?: number): string {
  const said = nextCheckAt
    ? w('Banka yanıt vermedi; yeniden sorulacak: ', 'The bank has not answered; it is asked again: ')
    : w('Sonucu bir kişi bankada araştırıyor', 'A person looks the outcome up at the bank');
  const at = nextCheckAt && (nowMs === undefined ? clock(nextCheckAt) : moment(nextCheckAt, nowMs));
  return `${said}${at ?? ''}${w('. Yeniden göndermeyin.', '. Do not send it again.')}`;
}

/** What a refund is now, as it is stored: never what was hoped. */
function refundNotice(refund: ShownRefund): DeskNotice {
  const { status, amount, currency, nextCheckAt, processedAs, refundId } = refund;
  const sum = money(amount, currency);
  if (status === 'Completed') {
    return processedAs === 'Void'
      ? good(w(`${sum} iptal edildi: kartta hiç görünmez.`, `${sum} voided: the card shows nothing.`))
      : good(w(`${sum} iade edildi.`, `${sum} refunded.`));
  }
  if (status === 'Processing') return wait(unknownText(nextCheckAt), refundOf(refundId), refund);
  const waits = w(
    `${sum} iadesi onay bekliyor: ${approvers()}.`,
    `The refund of ${sum} waits: ${approvers()}.`,
  );
  if (status === 'Pending') return wait(waits, refundOf(refundId), refund);
  return { kind: 'bad', text: w('İade yapılmadı.', 'The refund was not made.') };
}

const refundDone = (answer: unknown): ActionOutcome => {
  const refund = answer as ShownRefund;
  return {
    notice: refundNotice(refund),
    goTo: addressOf('refunds', { status: refund.status, id: refund.refundId }),
  };
};

/** A capture or release: what the payment is now. */
function stepDone(answer: unknown): ActionOutcome {
  const payment = answer as ShownPayment;
  const { status, chargedAmount, currency, nextCheckAt, paymentReferenceNumber } = payment;
  const sum = money(chargedAmount, currency);
  if (status === 'Authorized')
    return { notice: wait(unknownText(nextCheckAt), paymentOf(paymentReferenceNumber), payment) };
  if (status === 'Released') return { notice: good(w('Tutar serbest.', 'The amount is released.')) };
  return { notice: good(w(`${sum} çekildi.`, `${sum} captured.`)) };
}

/** Where a customer goes after a page that was made here; it is asked of a merchant whose site is not known. */
function returnsTo(typed: string) {
  const address = typed.includes('://') ? typed : `https://${typed}`;
  return { successUrl: address, failUrl: address };
}
const shopField = (): DraftField => ({
  name: 'shop',
  label: w('Müşterinin sonra gideceği adres', 'Address where the customer goes afterwards'),
  mode: 'url',
});

/** A week: a link that a customer opens on another evening. */
const LINK_MINUTES = 7 * 1440;
const linkEnds = (nowMs: number) => dayInWords(new Date(nowMs + LINK_MINUTES * 60_000).toISOString());

const ACTIONS = {
  refund: {
    title: () => w('İade iste', 'Request a refund'),
    fields: () => [amountField(), { ...reasonField(), isOptional: false }],
    call: (draft) => ({ method: 'POST', path: '/api/Refund', body: refundBody(draft) }),
    preview: (draft) =>
      readAmount(draft.fields['amount'] ?? '') === undefined
        ? undefined
        : { path: '/api/Refund', body: { ...refundBody(draft), preview: true } },
    done: refundDone,
  },
  approve: {
    title: () => w('İadeyi onayla', 'Approve the refund'),
    button: () => w('Onayla ve gönder', 'Approve and send'),
    effect: () => w('Onayladığınızda bankaya hemen gönderilir.', 'It is sent to the bank at once.'),
    call: (draft) => post('Refund', 'approve', draft),
    preview: (draft) => post('Refund', 'approve', draft, { preview: true }),
    done: refundDone,
  },
  reject: {
    title: () => w('İadeyi reddet', 'Reject the refund'),
    fields: () => [reasonField()],
    call: (draft) => post('Refund', 'reject', draft, withReason(draft)),
    effect: () =>
      w('Para gitmez; tutar yeniden iade edilebilir.', 'No money moves; the amount can be refunded again.'),
    done: (answer) => ({ ...refundDone(answer), notice: good(w('İade reddedildi.', 'Rejected.')) }),
  },
  capture: {
    title: () => w('Ayrılan tutarı çek', 'Capture the reserved amount'),
    fields: () => [amountField()],
    effect: () => w('Bir kez çekilir; kalanı serbest kalır.', 'It is captured once; the rest is released.'),
    call: (draft) => {
      const { amount = '' } = draft.fields;
      return post('payment', 'capture', draft, { amount: readAmount(amount) ?? amount });
    },
    done: stepDone,
  },
  release: {
    title: () => w('Ayrılan tutarı serbest bırak', 'Release the reserved amount'),
    isGrave: true,
    effect: () => w('Karttan para çekilmez; geri alınamaz.', 'Nothing is taken; it cannot be undone.'),
    call: (draft) => post('payment', 'release', draft),
    done: stepDone,
  },
  link: {
    title: () => w('Ödeme bağlantısı oluştur', 'Create a payment link'),
    fields: (draft) => [
      amountField(),
      { name: 'orderNumber', label: w('Sipariş numarası', 'Order number') },
      ...(draft.fields['knownShop'] ? [] : [shopField()]),
    ],
    effect: (_, nowMs) =>
      w(`${linkEnds(nowMs)} gününe kadar bir kez ödenir.`, `It can be paid once, until ${linkEnds(nowMs)}.`),
    call: ({ fields: { amount = '', orderNumber, knownShop, shop = '' } }) => ({
      method: 'POST',
      path: '/api/payment/hostedpage',
      body: {
        amount: readAmount(amount) ?? amount,
        currency: 'TRY',
        orderNumber,
        expiresInMinutes: LINK_MINUTES,
        ...returnsTo(knownShop || shop),
      },
    }),
    done: (answer) => ({ notice: ready(), goTo: addressOf('pages', { id: (answer as NewPage).id }) }),
  },
  close: {
    title: ({ fields: { order } }) => w(`${order} bağlantısını kapat`, `Close the link of ${order}`),
    effect: () => w('Artık kimse bu bağlantıyla ödeyemez.', 'Nobody can pay by this link any more.'),
    call: ({ of }) => ({ method: 'DELETE', path: `/api/payment/hostedpage/${encodeURIComponent(of)}` }),
    done: said('Bağlantı kapandı; artık ödenemez.', 'Closed; it cannot be paid any more.'),
  },
  cardLink: {
    title: () => w('Kart bağlantısı oluştur', 'Create a link for a card'),
    effect: (_, nowMs) =>
      w(
        `Müşteri ${linkEnds(nowMs)} gününe kadar yeni kartını verir. Ödenmemiş dönem varsa o karttan hemen çekilir. Bağlantı bir kez gösterilir: hemen gönderin; kaybolursa yenisini oluşturun.`,
        `The customer gives another card, until ${linkEnds(nowMs)}. An unpaid period is charged to it at once. The link is shown once: send it now; if it is lost, create another one.`,
      ),
    call: (draft) => {
      const { knownShop } = draft.fields;
      const shop = knownShop ? returnsTo(knownShop) : {};
      return post('RecurringPayment', 'updatelink', draft, { expiresInMinutes: LINK_MINUTES, ...shop });
    },
    done: (answer, { of }) => linkReady(of, (answer as NewPage).hostedPageUrl, (answer as NewPage).expiresAt),
  },
  pause: {
    title: () => w('Düzenli ödemeyi duraklat', 'Pause the recurring payment'),
    fields: () => [reasonField()],
    call: (draft) => post('RecurringPayment', 'pause', draft, withReason(draft)),
    preview: (draft) => post('RecurringPayment', 'pause', draft, { preview: true }),
    done: said('Sürdürülene kadar duraklatıldı.', 'Paused until it is resumed.'),
  },
  resume: {
    title: () => w('Düzenli ödemeyi sürdür', 'Resume the recurring payment'),
    effect: () => w('Geçmiş günler şimdi çekilmez.', 'Days that have passed are not charged now.'),
    call: (draft) => post('RecurringPayment', 'resume', draft),
    // A change of nothing tells the charges to come.
    preview: ({ of }) => ({ method: 'PUT', path: `/api/RecurringPayment/${of}`, body: { preview: true } }),
    done: (answer) => {
      const { nextPaymentDate, amount, currency } = answer as ShownPlan;
      const next = `${money(amount, currency)} ${nextPaymentDate === null ? '' : dayInWords(nextPaymentDate)}`;
      return { notice: good(w(`Sürüyor. Sıradaki: ${next}`, `Running. Next: ${next}`)) };
    },
  },
  charge: {
    title: ({ fields: { period } }) => w(`${period}. dönemi tahsil et`, `Charge period ${period}`),
    effect: () => w('Kart şimdi çekilir.', 'The card is charged now.'),
    call: (draft) => post('RecurringPayment', `periods/${draft.fields['period']}/charge`, draft),
    done: said('Tahsilat istendi; sonucu aşağıda görünür.', 'The charge is made; its outcome shows below.'),
  },
  waive: {
    title: ({ fields: { period } }) => w(`${period}. dönemden vazgeç`, `Waive period ${period}`),
    isGrave: true,
    fields: () => [reasonField()],
    effect: () => w('Bu dönem bir daha istenmez.', 'This period is never asked for again.'),
    call: (draft) =>
      post('RecurringPayment', `periods/${draft.fields['period']}/waive`, draft, withReason(draft)),
    done: said('Bu dönem artık istenmeyecek.', 'This period is not asked for any more.'),
  },
  enableWebhook: {
    title: () => w('Webhook’u aç', 'Enable the webhook'),
    effect: () => w('Bekleyen olaylar yeniden gönderilir.', 'The events that wait are sent again.'),
    call: ({ of }) => ({ method: 'PUT', path: `/api/webhook/${of}`, body: { isActive: true } }),
    done: said('Webhook açık.', 'The webhook is enabled.'),
  },
  replay: {
    title: ({ fields: { about } }) => `${w('Olayı yeniden gönder', 'Send the event again')}: ${about}`,
    button: () => w('Yeniden gönder', 'Send again'),
    effect: ({ fields: { host } }) => w(`${host} olayı bir kez daha alır.`, `${host} gets it once more.`),
    call: (draft) => post('webhook', 'replay', draft, { eventId: draft.fields['event'] }),
    done: said('Gönderim istendi; yanıtı denemelerde görünür.', 'Requested; the tries show the answer.'),
  },
  signIn: {
    title: ({ fields: { name } }) =>
      w(`${name} için giriş bağlantısı oluştur`, `Create a link to sign in for ${name}`),
    effect: () =>
      w(
        `Bir kez, ${SIGN_IN_MINUTES} dakika, yalnızca o kişi için.`,
        `Good once, ${SIGN_IN_MINUTES} minutes, for that person.`,
      ),
    call: ({ of }) => ({ method: 'POST', path: SESSION, body: { linkFor: of } }),
    done: (answer, { of }) => linkReady(of, (answer as { signIn: string }).signIn),
  },
  remove: {
    title: ({ fields: { name } }) => w(`${name} adlı kişiyi çıkar`, `Remove ${name}`),
    isGrave: true,
    effect: () =>
      w(
        `Oturumları ${KEY_CACHED_SECONDS} saniyede biter; adı kalır.`,
        `Sessions end in ${KEY_CACHED_SECONDS} seconds; the name stays.`,
      ),
    call: ({ of }) => ({ method: 'POST', path: SESSION, body: { remove: of } }),
    done: said('Kişi çıkarıldı.', 'The person was removed.'),
  },
  revoke: {
    title: ({ fields: { name } }) => w(`${name} anahtarını iptal et`, `Revoke the key ${name}`),
    isGrave: true,
    effect: () =>
      w(
        `En geç ${KEY_CACHED_SECONDS} saniye sonra hiçbir çağrısı yanıtlanmaz; onunla yapılan anahtarlar, açık sayfalar, bağlantılar ve webhook’lar da kapanır. Müşteriler, düzenli ödemeler ve iadeler sürer.`,
        `No call of it is answered after ${KEY_CACHED_SECONDS} seconds; keys, open pages, links and webhooks that were made with it end too. Customers, recurring payments and refunds stay.`,
      ),
    call: (draft) => post('key', 'revoke', draft),
    done: said('Anahtar iptal edildi.', 'The key was revoked.'),
  },
} satisfies Record<string, Action>;
export type ActionName = keyof typeof ACTIONS;
export const actionOf = ({ action }: ActionDraft): Action => ACTIONS[action];

function refundBody(draft: ActionDraft) {
  const { amount = '', reason } = draft.fields;
  return { transactionId: draft.of, amount: readAmount(amount) ?? amount, reason };
}

export type MadeLink = { address: string; expiresAt?: string | undefined };
const links = new Map<string, MadeLink>();
/** The address of a link for a card or to sign in, by whose it is: only the answer has it, so memory keeps it. */
export const linkOf = (id: string): MadeLink | undefined => links.get(id);
export const forgetLinks = (): void => links.clear();
function linkReady(id: string, address: string, expiresAt?: string): ActionOutcome {
  links.set(id, { address, expiresAt });
  return { notice: ready() };
}
