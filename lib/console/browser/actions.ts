// What people can do: the call, what it needs, what is typed, and what is said afterwards. The effect is shown
// before it is done, and afterwards only what the service has stored.
import type { NewPage, ShownPlan, ShownRefund, WebhookTest } from './api.ts';
import type { Ask, Problem } from './loading.ts';
import { addressOf } from './place.ts';
import { SESSION } from './session.ts';
import { clock, dayInWords, languageNow, money, w } from './words.ts';

export type DraftField = {
  name: string;
  label: string;
  /** How a keyboard of a phone helps. */
  mode?: 'decimal' | 'url';
  hint?: string;
  /** Whether the action can do without. */
  isOptional?: boolean;
};
type ActionCall = { method: 'POST' | 'PUT' | 'DELETE'; path: string; body?: object };
export type DeskNotice = { kind: 'good' | 'bad' | 'wait'; text: string };
type ActionOutcome = { notice: DeskNotice; goTo?: string };

export type ActionDraft = {
  action: ActionName;
  /** The id of the object. */
  of: string;
  /** Whose it is: nobody goes on with what another person typed. */
  by: string;
  fields: Record<string, string>;
  idempotencyKey: string;
  /** `unknown`: it was sent and no answer came; only the same call may be sent again. */
  step: 'typing' | 'sending' | 'unknown';
  problem?: Problem | undefined;
};

export type Action = {
  title(draft: ActionDraft): string;
  /** What the button says, if it is not the title. */
  button?(): string;
  isGrave?: boolean;
  fields?(draft: ActionDraft): DraftField[];
  /** What it will do, where no preview tells it. */
  effect?(draft: ActionDraft): string;
  call(draft: ActionDraft): ActionCall;
  /** The call that tells the effect and has none. */
  preview?(draft: ActionDraft): Ask<unknown> | undefined;
  /** `answer`: of the service, which each action knows the type of. */
  done(answer: unknown, draft: ActionDraft): ActionOutcome;
};

const good = (text: string): DeskNotice => ({ kind: 'good', text });

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
const said = (tr: string, en: string) => (): ActionOutcome => ({ notice: good(w(tr, en)) });

/** What a refund is now, as it is stored: never what was hoped. */
function refundNotice({ status, amount, currency, nextCheckAt, processedAs }: ShownRefund): DeskNotice {
  const sum = money(amount, currency);
  if (status === 'Completed') {
    return processedAs === 'Void'
      ? good(w(`${sum} iptal edildi: kartta hiç görünmez.`, `${sum} voided: the card shows nothing.`))
      : good(w(`${sum} iade edildi.`, `${sum} refunded.`));
  }
  if (status === 'Processing') {
    const at = nextCheckAt === undefined ? '' : clock(nextCheckAt);
    const text = w(
      `Banka yanıt vermedi. ${at} civarında yeniden sorulacak; yeniden göndermeyin.`,
      `The bank has not answered. It is asked again at ${at}; do not send it again.`,
    );
    return { kind: 'wait', text };
  }
  if (status === 'Pending') {
    const text = w(`${sum} iadesi onay bekliyor.`, `The refund of ${sum} waits for approval.`);
    return { kind: 'wait', text };
  }
  return { kind: 'bad', text: w('İade yapılmadı.', 'The refund was not made.') };
}

const refundDone = (answer: unknown): ActionOutcome => {
  const refund = answer as ShownRefund;
  return {
    notice: refundNotice(refund),
    goTo: addressOf('refunds', { status: refund.status, id: refund.refundId }),
  };
};

/** Where a buyer goes after a page that was made here. */
function returns({ fields: { knownShop, shop = '' } }: ActionDraft) {
  const address = knownShop || shop;
  return { successUrl: address, failUrl: address };
}
/** It is asked only of a merchant whose site is not known. */
const shopFields = ({ fields: { knownShop } }: ActionDraft): DraftField[] =>
  knownShop
    ? []
    : [
        {
          name: 'shop',
          label: w('Sonra açılacak adres', 'Address that opens afterwards'),
          mode: 'url',
          hint: w('Alıcı sonunda buraya gider.', 'The buyer goes there in the end.'),
        },
      ];

const ACTIONS = {
  refund: {
    title: () => w('İade iste', 'Request a refund'),
    button: () => w('İadeyi iste', 'Request it'),
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
    call: (draft) => post('Refund', 'approve', draft),
    preview: (draft) => post('Refund', 'approve', draft, { preview: true }),
    done: refundDone,
  },
  reject: {
    title: () => w('İadeyi reddet', 'Reject the refund'),
    fields: () => [reasonField()],
    call: (draft) => post('Refund', 'reject', draft, withReason(draft)),
    done: (answer) => ({
      ...refundDone(answer),
      notice: good(
        w('İade reddedildi; tutar yeniden iade edilebilir.', 'Rejected; the amount can be refunded again.'),
      ),
    }),
  },
  link: {
    title: () => w('Ödeme bağlantısı', 'Payment link'),
    button: () => w('Bağlantıyı oluştur', 'Make the link'),
    fields: (draft) => [
      amountField(),
      { name: 'orderNumber', label: w('Sipariş numarası', 'Order number') },
      ...shopFields(draft),
    ],
    call: (draft) => ({
      method: 'POST',
      path: '/api/payment/hostedpage',
      body: {
        amount: readAmount(draft.fields['amount'] ?? '') ?? draft.fields['amount'],
        currency: 'TRY',
        orderNumber: draft.fields['orderNumber'],
        expiresInMinutes: LINK_MINUTES,
        ...returns(draft),
      },
    }),
    done: (answer) => ({
      notice: good(w('Bağlantı hazır.', 'The link is ready.')),
      goTo: addressOf('pages', { id: (answer as NewPage).id }),
    }),
  },
  close: {
    title: ({ fields: { order } }) => w(`${order} sayfasını kapat`, `Close the page of ${order}`),
    effect: () => w('Artık kimse bu sayfada ödeyemez.', 'Nobody can pay on this page any more.'),
    call: ({ of }) => ({ method: 'DELETE', path: `/api/payment/hostedpage/${encodeURIComponent(of)}` }),
    done: said('Sayfa kapandı; artık ödenemez.', 'Closed; it cannot be paid any more.'),
  },
  cardLink: {
    title: () => w('Kart bağlantısı', 'Link for a card'),
    button: () => w('Bağlantıyı oluştur', 'Make the link'),
    fields: shopFields,
    call: (draft) => post('RecurringPayment', 'updatelink', draft, returns(draft)),
    done: (answer, { of }) => linkReady(of, (answer as NewPage).hostedPageUrl),
  },
  pause: {
    title: () => w('Düzenli ödemeyi durdur', 'Pause the recurring payment'),
    button: () => w('Durdur', 'Pause it'),
    fields: () => [reasonField()],
    call: (draft) => post('RecurringPayment', 'pause', draft, withReason(draft)),
    preview: (draft) => post('RecurringPayment', 'pause', draft, { preview: true }),
    done: said('Sürdürülene kadar durduruldu.', 'Paused until it is resumed.'),
  },
  resume: {
    title: () => w('Düzenli ödemeyi sürdür', 'Resume the recurring payment'),
    call: (draft) => post('RecurringPayment', 'resume', draft),
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
  tryWebhook: {
    title: () => w('Webhook’u dene', 'Try the webhook'),
    effect: () => w('Şimdi bir deneme iletisi gönderilir.', 'A test message is sent now.'),
    call: (draft) => post('webhook', 'test', draft),
    done: (answer) => {
      const { isDelivered, status, error, durationMs, answer: text } = answer as WebhookTest;
      const told = `${[status, error, text].filter((one) => one).join(' · ')} (${durationMs} ms)`;
      return isDelivered
        ? { notice: good(w(`Ulaştı: ${told}`, `It arrived: ${told}`)) }
        : { notice: { kind: 'bad', text: w(`Ulaşmadı: ${told}`, `It did not arrive: ${told}`) } };
    },
  },
  enableWebhook: {
    title: () => w('Webhook’u aç', 'Enable the webhook'),
    effect: () => w('Bekleyen olaylar yeniden gönderilir.', 'The events that wait are sent again.'),
    call: ({ of }) => ({
      method: 'PUT',
      path: `/api/webhook/${encodeURIComponent(of)}`,
      body: { isActive: true },
    }),
    done: said('Webhook açık.', 'The webhook is enabled.'),
  },
  replay: {
    title: () => w('Olayı yeniden gönder', 'Send the event again'),
    effect: ({ fields: { host } }) => w(`${host} olayı bir kez daha alır.`, `${host} gets it once more.`),
    call: (draft) => post('webhook', 'replay', draft, { eventId: draft.fields['event'] }),
    done: said('Olay yeniden gönderiliyor.', 'The event is being sent again.'),
  },
  signIn: {
    title: ({ fields: { name } }) => w(`${name} için giriş bağlantısı`, `Link to sign in for ${name}`),
    button: () => w('Bağlantıyı oluştur', 'Make the link'),
    effect: () =>
      w(
        'Bir kez ve on dakika geçerlidir; önceki bağlantıyı bitirir. Yalnızca o kişiye verin.',
        'It is good once, for ten minutes, and ends the one before. Give it to that person alone.',
      ),
    call: ({ of }) => ({ method: 'POST', path: SESSION, body: { linkFor: of } }),
    done: (answer, { of }) => linkReady(of, (answer as { signIn: string }).signIn),
  },
  remove: {
    title: ({ fields: { name } }) => w(`${name} adlı kişiyi çıkar`, `Remove ${name}`),
    button: () => w('Çıkar', 'Remove'),
    isGrave: true,
    effect: () =>
      w(
        'Bağlantısı hemen, oturumları en geç 60 saniyede biter. Adı, yaptıklarının yanında kalır.',
        'The link ends at once, the sessions within 60 seconds. The name stays beside what was done.',
      ),
    call: ({ of }) => ({ method: 'POST', path: SESSION, body: { remove: of } }),
    done: said('Kişi çıkarıldı.', 'The person was removed.'),
  },
  revoke: {
    title: ({ fields: { name } }) => w(`${name} anahtarını iptal et`, `Revoke the key ${name}`),
    button: () => w('İptal et', 'Revoke'),
    isGrave: true,
    effect: () =>
      w(
        'En geç 60 saniye sonra hiçbir çağrısı yanıtlanmaz; onunla yapılan anahtarlar, açık sayfalar, bağlantılar ve webhook’lar da kapanır. Müşteriler, düzenli ödemeler ve iadeler sürer.',
        'No call of it is answered after 60 seconds; keys, open pages, links and webhooks that were made with it end too. Customers, recurring payments and refunds stay.',
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

/** A week: a link that a buyer opens on another evening. */
const LINK_MINUTES = 7 * 1440;

const links = new Map<string, string>();
/** The address of a link for a card or to sign in, by whose it is: only the answer has it, so memory keeps it. */
export const linkOf = (id: string): string | undefined => links.get(id);
export const forgetLinks = (): void => links.clear();
function linkReady(id: string, link: string): ActionOutcome {
  links.set(id, link);
  return { notice: good(w('Bağlantı hazır.', 'The link is ready.')) };
}
