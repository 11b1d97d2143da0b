// What people can do: the call, what it needs, what is typed, and what is said afterwards. The effect is shown
// before it is done, and afterwards only what the service has stored.
import type { NewPage, ShownPlan, ShownRefund } from './api.ts';
import type { DeskNotice } from './desk.ts';
import type { ActionDraft, ActionName } from './draft.ts';
import type { Ask } from './loading.ts';
import { addressOf } from './place.ts';
import { clock, languageNow, money, w } from './words.ts';

export type DraftField = {
  name: string;
  label: string;
  /** How a keyboard of a phone helps. */
  mode?: 'decimal' | 'url';
  hint?: string;
  /** Whether the action can do without. */
  isOptional?: boolean;
};
type ActionCall = { method: 'POST' | 'DELETE'; path: string; body?: object };
type ActionOutcome = { notice: DeskNotice; goTo?: string };

export type Action = {
  title(draft: ActionDraft): string;
  button(draft: ActionDraft): string;
  isGrave?: boolean;
  fields(draft: ActionDraft): DraftField[];
  call(draft: ActionDraft): ActionCall;
  /** The call that tells the effect and has none. */
  preview?(draft: ActionDraft): Ask<unknown> | undefined;
  /** `answer`: of the service, which each action knows the type of. */
  done(answer: unknown, draft: ActionDraft): ActionOutcome;
};

const good = (text: string, advice?: string): DeskNotice => ({ kind: 'good', text, advice });

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

const id = (draft: ActionDraft) => encodeURIComponent(draft.of);
const withReason = ({ fields: { reason } }: ActionDraft) => (reason ? { reason } : {});

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
  if (status === 'Pending')
    return {
      kind: 'wait',
      text: w(`${sum} iadesi onay bekliyor.`, `The refund of ${sum} waits for approval.`),
    };
  return { kind: 'bad', text: w('İade yapılmadı.', 'The refund was not made.') };
}

const refundDone = (answer: unknown): ActionOutcome => {
  const refund = answer as ShownRefund;
  return {
    notice: refundNotice(refund),
    goTo: addressOf('refunds', { status: refund.status, id: refund.refundId }),
  };
};

const planCall =
  (word: string) =>
  (draft: ActionDraft): ActionCall => ({
    method: 'POST',
    path: `/api/RecurringPayment/${id(draft)}/${word}`,
    body: withReason(draft),
  });
const planDone = (tr: string, en: string) => (): ActionOutcome => ({ notice: good(w(tr, en)) });

const periodCall =
  (word: string) =>
  (draft: ActionDraft): ActionCall => ({
    method: 'POST',
    path: `/api/RecurringPayment/${id(draft)}/periods/${draft.fields['period'] ?? ''}/${word}`,
    body: word === 'waive' ? withReason(draft) : {},
  });

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

export const ACTIONS: Record<ActionName, Action> = {
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
    fields: () => [],
    call: (draft) => ({ method: 'POST', path: `/api/Refund/${id(draft)}/approve`, body: {} }),
    preview: (draft) => ({ path: `/api/Refund/${id(draft)}/approve`, body: { preview: true } }),
    done: refundDone,
  },
  reject: {
    title: () => w('İadeyi reddet', 'Reject the refund'),
    button: () => w('Reddet', 'Reject'),
    fields: () => [reasonField()],
    call: (draft) => ({ method: 'POST', path: `/api/Refund/${id(draft)}/reject`, body: withReason(draft) }),
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
    title: () => w('Sayfayı kapat', 'Close the page'),
    button: () => w('Kapat', 'Close it'),
    fields: () => [],
    call: (draft) => ({ method: 'DELETE', path: `/api/payment/hostedpage/${id(draft)}` }),
    done: () => ({
      notice: good(w('Sayfa kapandı; artık ödenemez.', 'Closed; it cannot be paid any more.')),
    }),
  },
  cardLink: {
    title: () => w('Kart bağlantısı', 'Link for a card'),
    button: () => w('Bağlantıyı oluştur', 'Make the link'),
    fields: shopFields,
    call: (draft) => ({
      method: 'POST',
      path: `/api/RecurringPayment/${id(draft)}/updatelink`,
      body: returns(draft),
    }),
    done: (answer, draft) => {
      cardLinks.set(draft.of, (answer as NewPage).hostedPageUrl);
      return { notice: good(w('Kart bağlantısı hazır.', 'The link for a card is ready.')) };
    },
  },
  pause: {
    title: () => w('Düzenli ödemeyi durdur', 'Pause the recurring payment'),
    button: () => w('Durdur', 'Pause it'),
    fields: () => [reasonField()],
    call: planCall('pause'),
    preview: (draft) => ({ path: `/api/RecurringPayment/${id(draft)}/pause`, body: { preview: true } }),
    done: planDone(
      'Durduruldu; sürdürülene kadar hiçbir şey çekilmez.',
      'Paused; nothing is charged until it goes on.',
    ),
  },
  resume: {
    title: () => w('Düzenli ödemeyi sürdür', 'Resume the recurring payment'),
    button: () => w('Sürdür', 'Resume it'),
    fields: () => [],
    call: planCall('resume'),
    done: (answer) => {
      const { nextPaymentDate, amount, currency } = answer as ShownPlan;
      const when = nextPaymentDate === null ? '' : clock(nextPaymentDate);
      return {
        notice: good(
          w(
            `Sürüyor. Sıradaki: ${money(amount, currency)} ${when}`,
            `Running. Next: ${money(amount, currency)} ${when}`,
          ),
        ),
      };
    },
  },
  charge: {
    title: ({ fields: { period } }) => w(`${period}. dönemi tahsil et`, `Charge period ${period}`),
    button: () => w('Tahsil et', 'Charge it'),
    fields: () => [],
    call: periodCall('charge'),
    done: planDone(
      'Tahsilat istendi; sonucu aşağıda görünür.',
      'The charge is made; its outcome shows below.',
    ),
  },
  waive: {
    title: ({ fields: { period } }) => w(`${period}. dönemden vazgeç`, `Waive period ${period}`),
    button: () => w('Vazgeç', 'Waive it'),
    isGrave: true,
    fields: () => [reasonField()],
    call: periodCall('waive'),
    done: planDone('Bu dönem artık istenmeyecek.', 'This period is not asked for any more.'),
  },
};

function refundBody(draft: ActionDraft) {
  const { amount = '', reason } = draft.fields;
  return { transactionId: draft.of, amount: readAmount(amount) ?? amount, reason };
}

/** A week: a link that a buyer opens on another evening. */
const LINK_MINUTES = 7 * 1440;

const cardLinks = new Map<string, string>();
/** The address of a link for a card, by plan: only the answer of the call has it, so memory keeps it. */
export const cardLinkOf = (plan: string): string | undefined => cardLinks.get(plan);
export const forgetLinks = (): void => cardLinks.clear();
