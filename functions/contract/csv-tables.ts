// The tables of lists and statistics: which columns they have, and their heads in both languages.
import type { Bearer } from '#domain/installment/offer.ts';
import { PAID_STATUSES, PAYMENT_STATUS_LABELS } from '#domain/payment/payment.ts';
import type { PAYMENT_SOURCES } from '#domain/payment/payment-words.ts';
import type { PosReason } from '#domain/payment/pos-route.ts';
import type { DeclineCategory } from '#domain/recurring-payment/recurring-payment.ts';
import type { NoVoidReason } from '#domain/refund/refund-operation.ts';
import type { AdjustmentKind, RefundStatus, RefundType } from '#domain/refund/refund-words.ts';
import { LABEL_HEADS } from './labels.ts';
import type { showPayment } from './payment.ts';
import type { showAttempt } from './recurring-payment-answer.ts';
import type { showNamedRefund } from './refund-answer.ts';

type Head = { tr: string; en: string };
/** `words`: what a Turkish table says for a value of a list. */
type Column = Head & { path: string; words?: Readonly<Record<string, string>> | undefined };
export type CsvTable = {
  columns: readonly Column[];
  rowsOf(data: Record<string, unknown>): readonly unknown[];
};
type TwoHeads = readonly [tr: string, en: string, words?: Readonly<Record<string, string>>];
type AllHeads = Readonly<Record<string, TwoHeads>>;
/** The head of each field, in the order of the columns. */
export type Heads<Item> = Readonly<Record<keyof Item & string, TwoHeads>>;

const columnsOf = (heads: AllHeads): Column[] =>
  Object.entries(heads).map(([path, [tr, en, words]]) => ({ path, tr, en, words }));
export const listOf = (heads: AllHeads): CsvTable => ({
  columns: columnsOf(heads),
  rowsOf: (data) => data['items'] as unknown[],
});
const daysOf = (heads: AllHeads): CsvTable => ({
  columns: columnsOf(heads),
  rowsOf: (data) => data['byDay'] as unknown[],
});

const ERROR = ['Hata kodu', 'Error code'] as const;
export const BANK_CODE = ['Banka kodu', 'Bank code'] as const;
const CREATED = ['Oluşturma', 'Created'] as const;
export const CURRENCY = ['Para birimi', 'Currency'] as const;
const YES_NO = { true: 'Evet', false: 'Hayır' } as const;
const WAITING = {
  waitingFor: ['Beklenen', 'Waiting for', { bank: 'Banka', review: 'Elle sonuçlandırma' }],
  waitingSince: ['Bekleme başı', 'Waiting since'],
  nextCheckAt: ['Sonraki sorgu', 'Next check'],
} as const;

const BEARER_WORDS: Readonly<Record<Bearer, string>> = { merchant: 'Üye iş yeri', buyer: 'Alıcı' };
const POS_REASON_WORDS: Readonly<Record<PosReason, string>> = {
  Default: 'Varsayılan',
  Family: 'Kart ailesi',
  GateOpen: 'Öbür banka yanıtsız',
};
const SOURCE_WORDS: Readonly<Record<(typeof PAYMENT_SOURCES)[number], string>> = {
  HostedPage: 'Ödeme sayfası',
  RecurringPayment: 'Düzenli ödeme',
  Charge: 'Kayıtlı karttan tahsilat',
};

export const PAYMENTS_CSV = /* @__PURE__ */ (() =>
  listOf({
    paymentReferenceNumber: ['Ödeme no', 'Payment reference'],
    orderNumber: ['Sipariş no', 'Order number'],
    createdAt: CREATED,
    paidAt: ['Tahsil zamanı', 'Paid'],
    amount: ['Tutar', 'Amount'],
    surchargeAmount: ['Vade farkı', 'Surcharge'],
    chargedAmount: ['Çekilen tutar', 'Charged amount'],
    currency: CURRENCY,
    installment: ['Taksit', 'Installments'],
    surchargeBearer: ['Vade farkını üstlenen', 'Surcharge bearer', BEARER_WORDS],
    status: ['Durum kodu', 'Status'],
    statusLabel: ['Durum', 'Status in Turkish'],
    refundedAmount: ['İade edilen', 'Refunded amount'],
    reservedAmount: ['İadeye ayrılan', 'Reserved amount'],
    refundableAmount: ['İade edilebilir', 'Refundable amount'],
    maskedCardNumber: ['Kart', 'Card'],
    cardAssociation: ['Kart kuruluşu', 'Card association'],
    cardFamily: ['Kart ailesi', 'Card family'],
    bankReferenceNumber: ['Banka referansı', 'Bank reference'],
    authorizationCode: ['Provizyon kodu', 'Authorization code'],
    threeDSecure: ['3-D Secure', '3-D Secure', YES_NO],
    posId: ['Sanal POS', 'Virtual POS'],
    posReason: ['POS seçim nedeni', 'Reason of the POS', POS_REASON_WORDS],
    source: ['Kaynak', 'Source', SOURCE_WORDS],
    customerId: ['Müşteri', 'Customer'],
    cardStorageId: ['Kayıtlı kart', 'Stored card'],
    recurringPaymentId: ['Düzenli ödeme', 'Recurring payment'],
    merchantReference: ['Sizdeki referans', 'Your reference'],
    errorCode: ERROR,
    bankResponseCode: BANK_CODE,
    bankMessage: ['Banka mesajı', 'Bank message'],
    mdStatus: ['mdStatus', 'mdStatus'],
    eci: ['ECI', 'ECI'],
    distanceSale: ['Mesafeli satış', 'Distance sale'],
    mandate: ['Onay', 'Mandate'],
    authorization: ['Ön provizyon', 'Authorization'],
    difference: ['Bankadan fark', 'Difference'],
    createdBy: ['Oluşturan anahtar', 'Created by'],
    ...LABEL_HEADS,
    note: ['Not', 'Note'],
    ...WAITING,
  } satisfies Heads<ReturnType<typeof showPayment>>))();

const REFUND_STATES: Readonly<Record<RefundStatus, string>> = {
  Pending: 'Onay bekliyor',
  Processing: 'İşleniyor',
  Completed: 'Tamamlandı',
  Failed: 'Başarısız',
  Rejected: 'Reddedildi',
  Expired: 'Süresi doldu',
};
const REFUND_TYPE_WORDS: Readonly<Record<RefundType, string>> = { Full: 'Tam', Partial: 'Kısmi' };
const OPERATIONS = { Void: 'Banka iptali', Refund: 'İade' } as const;
const NO_VOID: Readonly<Record<NoVoidReason, string>> = {
  NotSameDay: 'Başka gün',
  BatchClosed: 'Gün sonu kapandı',
  PartlyRefunded: 'Önce kısmi iade yapıldı',
};

export const ADJUSTMENT_WORDS: Readonly<Record<AdjustmentKind, string>> = {
  Refund: 'Portalda iade',
  Chargeback: 'Chargeback',
};

export const REFUNDS_CSV = /* @__PURE__ */ (() =>
  listOf({
    refundId: ['İade no', 'Refund'],
    transactionId: ['Ödeme no', 'Payment reference'],
    orderNumber: ['Sipariş no', 'Order number'],
    createdAt: CREATED,
    decidedAt: ['Karar', 'Decided'],
    completedAt: ['Tamamlanma', 'Completed'],
    amount: ['Tutar', 'Amount'],
    surchargeAmount: ['İçindeki vade farkı', 'Surcharge in it'],
    currency: CURRENCY,
    refundType: ['Tür', 'Type', REFUND_TYPE_WORDS],
    processedAs: ['İşlem', 'Processed as', OPERATIONS],
    processedReason: ['İşlem nedeni', 'Reason of processing', NO_VOID],
    status: ['Durum', 'Status', REFUND_STATES],
    reason: ['Neden', 'Reason'],
    description: ['Açıklama', 'Description'],
    bankReferenceNumber: ['Banka referansı', 'Bank reference'],
    errorCode: ERROR,
    bankMessage: ['Banka mesajı', 'Bank message'],
    decisionNote: ['Karar notu', 'Decision note'],
    requestedByName: ['İsteyen', 'Requested by'],
    decidedByName: ['Karar veren', 'Decided by'],
    requestedBy: ['İsteyenin kimliği', 'Requested by (id)'],
    decidedBy: ['Karar verenin kimliği', 'Decided by (id)'],
    adjustment: ['Bankanın kendi işlemi', 'Adjustment', ADJUSTMENT_WORDS],
    metadata: ['Kendi verileriniz', 'Metadata'],
    ...WAITING,
  } satisfies Heads<ReturnType<typeof showNamedRefund>>))();

type AttemptRow = ReturnType<typeof showAttempt>;
const ATTEMPT_STATES: Readonly<Record<AttemptRow['status'], string>> = {
  Processing: 'İşleniyor',
  Succeeded: 'Başarılı',
  Failed: 'Başarısız',
};
const PERIOD_TYPES: Readonly<Record<AttemptRow['type'], string>> = {
  Regular: 'Olağan',
  Trial: 'Deneme süresi',
};
const TRIGGERS: Readonly<Record<AttemptRow['trigger'], string>> = {
  Schedule: 'Vade',
  Retry: 'Yeniden deneme',
  CardUpdate: 'Kart değişti',
  CatchUp: 'Sonradan tamamlama',
  Request: 'İstek üzerine',
};
const DECLINE_CATEGORIES: Readonly<Record<DeclineCategory, string>> = {
  Soft: 'Geçici',
  Hard: 'Kesin',
  Revoked: 'Onay geri alındı',
};

export const ATTEMPTS_CSV = /* @__PURE__ */ (() =>
  listOf({
    id: ['Tahsilat', 'Charge'],
    periodNumber: ['Dönem', 'Period'],
    type: ['Tür', 'Type', PERIOD_TYPES],
    dueDate: ['Vade', 'Due'],
    attemptNumber: ['Deneme', 'Attempt'],
    trigger: ['Nedeni', 'Trigger', TRIGGERS],
    attemptedAt: ['Denendi', 'Attempted'],
    amount: ['Tutar', 'Amount'],
    currency: CURRENCY,
    status: ['Durum', 'Status', ATTEMPT_STATES],
    paymentReferenceNumber: ['Ödeme no', 'Payment reference'],
    errorCode: ERROR,
    bankResponseCode: BANK_CODE,
    declineCategory: ['Ret türü', 'Decline category', DECLINE_CATEGORIES],
    nextRetryAt: ['Sonraki deneme', 'Next retry'],
    ...WAITING,
  } satisfies Heads<ReturnType<typeof showAttempt>>))();

const DAY = { day: ['Gün', 'Day'], currency: CURRENCY, totalCount: ['Toplam adet', 'Total count'] } as const;
/** Count and amount of each status. */
function byStatus(statuses: readonly (readonly [status: string, tr: string])[]): Record<string, TwoHeads> {
  const heads = statuses.flatMap(([status, tr]): (readonly [path: string, heads: TwoHeads])[] => [
    [`byStatus.${status}.count`, [`${tr} adet`, `${status} count`]],
    [`byStatus.${status}.amount`, [`${tr} tutar`, `${status} amount`]],
  ]);
  return Object.fromEntries<TwoHeads>(heads);
}

export const SALES_BY_DAY_CSV = /* @__PURE__ */ (() =>
  daysOf({
    ...DAY,
    paidCount: ['Tahsilat adedi', 'Paid count'],
    paidAmount: ['Tahsilat tutarı', 'Paid amount'],
    averageAmount: ['Ortalama', 'Average'],
    ...byStatus(
      [...PAID_STATUSES, 'Failed' as const].map((status) => [status, PAYMENT_STATUS_LABELS[status]]),
    ),
  }))();

const REFUND_STATUS_LABELS: Record<RefundStatus, string> = {
  Pending: 'Bekleyen',
  Processing: 'İşlenen',
  Completed: 'Tamamlanan',
  Failed: 'Başarısız',
  Rejected: 'Reddedilen',
  Expired: 'Süresi dolan',
};

export const REFUNDS_BY_DAY_CSV = /* @__PURE__ */ (() =>
  daysOf({
    ...DAY,
    refundedAmount: ['İade edilen', 'Refunded amount'],
    pendingAmount: ['Onay veya banka bekleyen tutar', 'Awaited amount'],
    fullCount: ['Tam iade', 'Full'],
    partialCount: ['Kısmi iade', 'Partial'],
    voidCount: ['Banka iptali', 'Voids'],
    averageAmount: ['Ortalama', 'Average'],
    ...byStatus(Object.entries(REFUND_STATUS_LABELS)),
  }))();
