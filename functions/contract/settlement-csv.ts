// The tables of the day's book and of its movements: their columns, and their heads in both languages.
import type { CardOrigin } from '#domain/settlement/agreement.ts';
import { MOVEMENTS, type MovementKind } from '#domain/settlement/movement.ts';
import { ADJUSTMENT_WORDS, BANK_CODE, type CsvTable, CURRENCY, type Heads, listOf } from './csv-tables.ts';
import type { showMovement, showSettlement } from './settlement.ts';

const MOVEMENT_KINDS: Readonly<Record<MovementKind, string>> = {
  Sale: 'Satış',
  Charge: 'Tahsilat',
  LateSale: 'Geç satış',
  Void: 'Banka iptali',
  Refund: 'İade',
  LateSaleReturn: 'Geç satış iadesi',
  Adjustment: 'Düzeltme',
};
const CARD_ISSUERS: Readonly<Record<CardOrigin, string>> = {
  OnUs: 'Kendi kartı',
  Domestic: 'Başka banka',
  Foreign: 'Yurt dışı',
};
const CARD_TYPE_WORDS = { credit: 'Kredi', debit: 'Banka kartı' } as const;
const BOOK_STATES = { Open: 'Açık', Closed: 'Kapandı' } as const;
const SETTLED = {
  surchargeAmount: ['Vade farkı', 'Surcharge'],
  grossAmount: ['Brüt tutar', 'Gross amount'],
  commissionAmount: ['Komisyon', 'Commission'],
  netAmount: ['Net tutar', 'Net amount'],
} as const;

type Book = ReturnType<typeof showSettlement>;
/** A cell holds one value: the kinds have a column each, and what is paid when is in the movements. */
const flat = ({ byKind, ...book }: Book) => ({
  ...book,
  kinds: Object.fromEntries(byKind.map(({ kind, grossAmount }) => [kind, { grossAmount }])),
});

export const SETTLEMENTS_CSV: CsvTable = /* @__PURE__ */ (() => ({
  ...listOf({
    date: ['Banka günü', 'Bank day'],
    posId: ['Sanal POS', 'Virtual POS'],
    bankCode: BANK_CODE,
    currency: CURRENCY,
    state: ['Durum', 'State', BOOK_STATES],
    movementCount: ['Hareket', 'Movements'],
    unpricedCount: ['Komisyonu bilinmeyen', 'Unpriced'],
    ...SETTLED,
    closedAt: ['Kapanış', 'Closed'],
    differedAt: ['Değişiklik', 'Differed'],
    id: ['Defter', 'Settlement'],
    ...Object.fromEntries(
      MOVEMENTS.map((kind) => [
        `kinds.${kind}.grossAmount`,
        [`${MOVEMENT_KINDS[kind]} brüt`, `${kind} gross`],
      ]),
    ),
  } satisfies Heads<Omit<Book, 'byKind' | 'payouts'>>),
  rowsOf: (data) => (data['items'] as Book[]).map(flat),
}))();

export const MOVEMENTS_CSV = /* @__PURE__ */ (() =>
  listOf({
    at: ['Zaman', 'Time'],
    kind: ['Tür', 'Kind', MOVEMENT_KINDS],
    adjustment: ['Bankanın kendi işlemi', 'Adjustment', ADJUSTMENT_WORDS],
    paymentReferenceNumber: ['Ödeme no', 'Payment reference'],
    orderNumber: ['Sipariş no', 'Order number'],
    refundId: ['İade no', 'Refund'],
    bankReferenceNumber: ['Banka referansı', 'Bank reference'],
    authorizationCode: ['Provizyon kodu', 'Authorization code'],
    lastFour: ['Kart son 4', 'Card last 4'],
    currency: CURRENCY,
    installment: ['Taksit', 'Installments'],
    cardIssuer: ['Kartın bankası', 'Card issuer', CARD_ISSUERS],
    cardType: ['Kart türü', 'Card type', CARD_TYPE_WORDS],
    basketAmount: ['Sepet tutarı', 'Basket amount'],
    surchargeAmount: SETTLED.surchargeAmount,
    grossAmount: SETTLED.grossAmount,
    commissionPercent: ['Komisyon oranı (%)', 'Commission (%)'],
    commissionAmount: SETTLED.commissionAmount,
    netAmount: SETTLED.netAmount,
    valueDate: ['Valör', 'Value date'],
    settlementId: ['Defter', 'Settlement'],
    id: ['Hareket', 'Movement'],
  } satisfies Heads<ReturnType<typeof showMovement>>))();
