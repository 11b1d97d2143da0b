// The story of an order in responses (payments.md 11).
import type { OutcomeWait } from '#domain/bank/waiting.ts';
import type { Language } from '#domain/language.ts';
import { toDecimal } from '#domain/money.ts';
import type { StoryDelivery, StoryEntry, StoryEvent } from '#domain/order/story.ts';
import type { Payment } from '#domain/payment/payment.ts';
import type { Refund } from '#domain/refund/refund.ts';
import { type RefundExpiry, refundEndsAt } from '#domain/refund/refund-expiry.ts';
import type { AdjustmentKind } from '#domain/refund/refund-words.ts';
import { ERRORS, type ErrorCode } from '#domain/rejection-table.ts';
import { fields, optional, text } from './field/field.ts';
import type { HolderNames } from './holder-names.ts';
import { ORDER_QUERY_WORDS } from './words/sale-words.ts';

/** Case is kept: `A1` and `a1` are two orders. */
export const orderQuery = () =>
  fields({ orderNumber: text(1, 64), cursor: optional(text(1, 2048)) }, ORDER_QUERY_WORDS);

export const showStoryEvent = ({ id, type, objectId, createdAt, deliveries }: StoryEvent) => ({
  id,
  type,
  objectId,
  createdAt,
  deliveries: deliveries.map(({ webhookId, state, tries, deliveredAt, nextTryAt }) => ({
    webhookId,
    state,
    tryCount: tries,
    deliveredAt: deliveredAt ?? null,
    nextTryAt: nextTryAt ?? null,
  })),
});

/** How sentences are said. */
type StoryVoice = {
  language: Language;
  timeZone: string;
  names: HolderNames;
  refundExpiry: RefundExpiry;
};

const money = (minor: number, currency: string, { language }: StoryVoice) =>
  `${toDecimal(minor).toLocaleString(language, { minimumFractionDigits: 2 })} ${currency}`;
/** In English as Europe writes days: 28 Nov 2026, 10:06. */
const LOCALES = { tr: 'tr', en: 'en-GB' } as const;
const time = (at: string, { language, timeZone }: StoryVoice) =>
  new Date(at).toLocaleString(LOCALES[language], { timeZone, dateStyle: 'medium', timeStyle: 'short' });

/** The sentence of ours, then the bank's own code and text. */
function why({ errorCode, bankResponseCode, bankMessage }: DeclinedBy, { language }: StoryVoice): string {
  const own = [bankResponseCode, bankMessage].filter((one) => one !== undefined).join(', ');
  const bank = language === 'tr' ? 'Banka' : 'Bank';
  return [
    ...(errorCode ? [sentenceOf(errorCode)[language]] : []),
    ...(own ? [`(${bank}: ${own})`] : []),
  ].join(' ');
}
/** In a story what was never received was perhaps sent. */
const SAID_HERE: Partial<Record<ErrorCode, { tr: string; en: string }>> = {
  BANK_UNAVAILABLE: {
    tr: 'Banka işlemi almadı; para hareketi olmadı.',
    en: 'The bank never received it; no money moved.',
  },
};
const sentenceOf = (code: NonNullable<DeclinedBy['errorCode']>) => SAID_HERE[code] ?? ERRORS[code];
type DeclinedBy = Pick<Payment | Refund, 'errorCode' | 'bankResponseCode' | 'bankMessage'>;

function askedAgain({ for: awaited, nextCheckAt }: OutcomeWait, telling: StoryVoice): string {
  const tr = telling.language === 'tr';
  if (nextCheckAt === undefined) return tr ? ' Bir kişi bakıyor.' : ' A person looks at it.';
  const at = time(nextCheckAt, telling);
  const person = awaited === 'review' ? (tr ? ' Bir kişi de bakıyor.' : ' A person looks at it too.') : '';
  return `${tr ? ` Bankaya en erken ${at} zamanında yeniden sorulur.` : ` The bank is asked again at ${at} at the earliest.`}${person}`;
}

const secured = ({ threeDSecure, mdStatus, eci }: Payment) =>
  threeDSecure ? `3-D Secure${mdStatus ? ` (mdStatus ${mdStatus}${eci ? `, ECI ${eci}` : ''})` : ''}` : '';

function ofPayment(what: StoryEntry['what'], payment: Payment, telling: StoryVoice): string {
  const tr = telling.language === 'tr';
  const { authorization: hold } = payment;
  const amount = money(payment.chargedMinor, payment.currency, telling);
  const reserved = money(hold?.amountMinor ?? payment.chargedMinor, payment.currency, telling);
  const card = payment.maskedCardNumber;
  const proof = secured(payment);
  const withProof = proof === '' ? '' : `, ${proof}`;
  if (what === 'PaymentBegun') {
    const parts =
      payment.installment > 1
        ? tr
          ? `, ${payment.installment} taksit`
          : `, ${payment.installment} installments`
        : '';
    return tr
      ? `${card} kartıyla ${reserved} ödenmek istendi${parts}${withProof}.`
      : `A payment of ${reserved} was begun with the card ${card}${parts}${withProof}.`;
  }
  if (what === 'PaymentAuthorized') {
    const until = time(hold?.endsAt ?? '', telling);
    return tr
      ? `Banka ${reserved} tutarı ayırdı; ${until} zamanına kadar çekilebilir.`
      : `The bank reserved ${reserved}, to be captured until ${until}.`;
  }
  const by = hold?.ended?.by === undefined ? '' : nameIn(telling, hold.ended.by);
  if (what === 'PaymentReleased') {
    const who = by === '' ? '' : tr ? ` Serbest bırakan: ${by}.` : ` Released by ${by}.`;
    return `${tr ? `Ayrılan ${reserved} serbest kaldı.` : `The reserved ${reserved} is free again.`}${who}`;
  }
  if (what === 'PaymentSucceeded' && hold !== undefined) {
    const who = by === '' ? '' : tr ? ` Çeken: ${by}.` : ` Captured by ${by}.`;
    const restMinor = hold.amountMinor - payment.chargedMinor;
    const rest = restMinor > 0 ? money(restMinor, payment.currency, telling) : '';
    const freed = rest && (tr ? ` Kalan ${rest} serbest kaldı.` : ` The rest, ${rest}, is free again.`);
    return `${tr ? `Ayrılan tutardan ${amount} çekildi.` : `${amount} of the reserved amount was captured.`}${freed}${who}`;
  }
  if (what === 'PaymentSucceeded') {
    const code = payment.authorizationCode;
    const approval = code === undefined ? '' : tr ? ` Provizyon no ${code}.` : ` Authorization code ${code}.`;
    return `${tr ? `Banka ${amount} ödemeyi onayladı.` : `The bank approved the payment of ${amount}.`}${approval}`;
  }
  // A sale that the bank made after all has lost the code of its failure: the bank had not known it.
  const failure = payment.errorCode === undefined ? { errorCode: 'BANK_UNAVAILABLE' as const } : payment;
  return `${tr ? 'Ödeme başarısız: ' : 'The payment failed: '}${why(failure, telling)}`;
}

const REFUND_ENDS: Readonly<Record<Refund['status'], readonly [tr: string, en: string]>> = {
  Completed: ['İade yapıldı', 'The refund was made'],
  Failed: ['İade başarısız', 'The refund failed'],
  Rejected: ['İade talebi reddedildi', 'The refund was rejected'],
  Expired: ['İade talebinin süresi doldu', 'The refund expired'],
  Pending: ['İade bekliyor', 'The refund waits'],
  Processing: ['İade işleniyor', 'The refund is processed'],
};

function nameIn({ language, names }: StoryVoice, id: string): string {
  const known = names.get(id);
  if (known !== undefined) return known;
  return language === 'tr' ? `…${id.slice(-6)} anahtarı` : `the key …${id.slice(-6)}`;
}
const note = (said: string | undefined) => (said === undefined ? '' : ` “${said}”`);

type Did = (amount: string) => string;
const ADJUSTED: Readonly<Record<AdjustmentKind | 'Void', Readonly<Record<Language, Did>>>> = {
  Chargeback: {
    tr: (amount) => `Banka ${amount} tutarı chargeback ile geri aldı.`,
    en: (amount) => `The bank took back ${amount} by a chargeback.`,
  },
  Refund: {
    tr: (amount) => `Bankanın portalında ${amount} iade edildi.`,
    en: (amount) => `${amount} was refunded in the bank’s portal.`,
  },
  Void: {
    tr: (amount) => `Ödeme bankanın portalında iptal edildi, ${amount}.`,
    en: (amount) => `The payment was voided in the bank’s portal, ${amount}.`,
  },
};

/** Nobody has asked for it here. An operator's record has no `requestedBy`. */
function ofAdjustment(kind: AdjustmentKind, refund: Refund, telling: StoryVoice): string {
  const { requestedBy, processedAs, reason } = refund;
  const tr = telling.language === 'tr';
  const amount = money(refund.amountMinor, refund.currency, telling);
  const done =
    ADJUSTED[kind === 'Refund' && processedAs === 'Void' ? 'Void' : kind][telling.language](amount);
  const operator = tr ? 'operatör' : 'the operator';
  const who = requestedBy === undefined ? operator : nameIn(telling, requestedBy);
  return `${done} ${tr ? `Kaydeden: ${who}.` : `Recorded by ${who}.`}${note(reason)}`;
}

function ofRefund(what: StoryEntry['what'], refund: Refund, telling: StoryVoice): string {
  const tr = telling.language === 'tr';
  const amount = money(refund.amountMinor, refund.currency, telling);
  const who = (id: string) => nameIn(telling, id);
  const by = (id: string | undefined) => (id === undefined ? '' : ` by ${who(id)}`);
  const said = (role: string, id: string | undefined) => (id === undefined ? '' : ` ${role}: ${who(id)}.`);
  if (what === 'RefundRequested')
    return `${tr ? `${amount} iade istendi.${said('İsteyen', refund.requestedBy)}` : `A refund of ${amount} was requested${by(refund.requestedBy)}.`}${note(refund.reason)}`;
  if (what === 'RefundDecided')
    return `${tr ? `${amount} iade onaylandı.${said('Onaylayan', refund.decidedBy)}` : `The refund of ${amount} was approved${by(refund.decidedBy)}.`}${note(refund.decisionNote)}`;
  if (what === 'RefundWaiting') {
    const endsMs = refundEndsAt(refund, telling.refundExpiry);
    const until = endsMs === undefined ? '' : time(new Date(endsMs).toISOString(), telling);
    if (tr) return `${amount} iade ${until && `${until} zamanına kadar `}onay bekliyor.`;
    return `The refund of ${amount} waits for approval${until && ` until ${until}`}.`;
  }
  const [ended] = [REFUND_ENDS[refund.status][tr ? 0 : 1]];
  const isVoid = refund.status === 'Completed' && refund.processedAs === 'Void';
  const as = !isVoid ? '' : tr ? ' (banka iptaliyle)' : ' (the payment was voided)';
  if (refund.status === 'Failed') return `${ended}, ${amount}: ${why(refund, telling)}`;
  const { bankReferenceNumber } = refund;
  const reference =
    bankReferenceNumber === undefined
      ? ''
      : ` ${tr ? 'Banka referansı' : 'Bank reference'} ${bankReferenceNumber}.`;
  return `${ended}, ${amount}${as}.${reference}`;
}

const PAGE_OVER: Readonly<Record<string, readonly [tr: string, en: string]>> = {
  Expired: ['süresi doldu', 'it has expired'],
  Superseded: ['yerine yenisi açıldı', 'a newer one replaces it'],
  Charge: ['kayıtlı karttan tahsilat başladı', 'a charge of the stored card was begun'],
  Closed: ['kapatıldı', 'it was closed'],
};

function messageOf(entry: StoryEntry, telling: StoryVoice): string {
  const tr = telling.language === 'tr';
  switch (entry.what) {
    case 'PageCreated': {
      const { amountMinor, currency } = entry.page.page;
      const amount = money(amountMinor, currency, telling);
      return tr ? `${amount} için ödeme sayfası açıldı.` : `A payment page of ${amount} was created.`;
    }
    case 'PageOver': {
      const [turkish, english] = PAGE_OVER[entry.byCharge ? 'Charge' : entry.page.state] ?? [];
      return tr ? `Sayfa artık ödenemez: ${turkish}.` : `The page cannot be paid any more: ${english}.`;
    }
    case 'PaymentUnknown':
      if (!entry.wait)
        return tr ? 'Bankanın yanıtı bir süre bilinmedi.' : 'The bank’s answer was not known for a while.';
      return `${tr ? 'Bankanın yanıtı bilinmiyor.' : 'The bank’s answer is not known.'}${askedAgain(entry.wait, telling)}`;
    case 'RefundUnknown':
      if (!entry.wait)
        return tr
          ? 'İadenin sonucu bir süre bilinmedi.'
          : 'The outcome of the refund was not known for a while.';
      return `${tr ? 'İadenin sonucu bilinmiyor.' : 'The outcome of the refund is not known.'}${askedAgain(entry.wait, telling)}`;
    case 'AdjustmentRecorded':
      return ofAdjustment(entry.kind, entry.refund, telling);
    case 'PaymentBegun':
    case 'PaymentSucceeded':
    case 'PaymentAuthorized':
    case 'PaymentReleased':
    case 'PaymentFailed':
      return ofPayment(entry.what, entry.payment, telling);
    case 'RefundRequested':
    case 'RefundWaiting':
    case 'RefundDecided':
    case 'RefundEnded':
      return ofRefund(entry.what, entry.refund, telling);
    case 'EventDelivered':
    case 'EventUndelivered':
    case 'EventWaiting':
      return ofEvent(entry.event.type, entry.delivery, telling);
  }
}

/** A delivery that waits for its webhook has no next try of its own. */
function triedAgain({ state, nextTryAt }: StoryDelivery, telling: StoryVoice): string {
  const tr = telling.language === 'tr';
  if (state !== 'Waiting') return '';
  if (nextTryAt === undefined)
    return tr ? ' Webhook çalışınca gönderilir.' : ' It is sent once the webhook works.';
  const at = time(nextTryAt, telling);
  return tr ? ` Sonraki deneme: ${at}.` : ` The next try is at ${at}.`;
}

function ofEvent(type: string, delivery: StoryDelivery, telling: StoryVoice): string {
  const tr = telling.language === 'tr';
  const { state, tries, lastTry: { status, error } = {} } = delivery;
  const host = delivery.host ?? (tr ? 'silinmiş bir webhook' : 'a deleted webhook');
  if (state === 'Delivered') {
    if (tr) return `${type} olayı ${tries > 1 ? `${tries}. denemede ` : ''}ulaştı: ${host}.`;
    return `The event ${type} reached ${host}${tries > 1 ? ` at try ${tries}` : ''}.`;
  }
  const answer = status === undefined ? error : `HTTP ${status}`;
  const reason = answer === undefined ? '' : ` (${answer})`;
  const again = triedAgain(delivery, telling);
  if (tries === 0 && state !== 'Undelivered')
    return tr
      ? `${type} olayı gönderilmeyi bekliyor: ${host}.${again}`
      : `The event ${type} waits to be sent to ${host}.${again}`;
  if (tr) return `${type} olayı ${tries > 1 ? `${tries} denemede ` : ''}ulaşmadı: ${host}${reason}.${again}`;
  return `The event ${type} did not reach ${host}${tries > 1 ? ` in ${tries} tries` : ''}${reason}.${again}`;
}

const idsOf = (entry: StoryEntry) => ({
  page: 'page' in entry ? entry.page.id : null,
  paymentReferenceNumber:
    'payment' in entry
      ? entry.payment.paymentReferenceNumber
      : 'refund' in entry
        ? entry.refund.transactionId
        : null,
  refundId: 'refund' in entry ? entry.refund.refundId : null,
  eventId: 'event' in entry ? entry.event.id : null,
  webhookId: 'delivery' in entry ? entry.delivery.webhookId : null,
});

export const showStory = (entries: readonly StoryEntry[], telling: StoryVoice) =>
  entries.map((entry) => ({
    at: entry.at,
    what: entry.what,
    message: messageOf(entry, telling),
    ids: idsOf(entry),
  }));
