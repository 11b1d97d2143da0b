// GET /api/payment: a merchant's payments, newest first (payments.md 1.6 and 1.10).
import { PAYMENTS_CSV } from '#contract/csv-tables.ts';
import { showPayment } from '#contract/payment.ts';
import { type PaymentListQuery, paymentListQuery, SEARCHED, searchDays } from '#contract/payment-query.ts';
import { uuidTimeMs } from '#domain/id.ts';
import { isPaidStatus, PAID_STATUSES, type Payment } from '#domain/payment/payment.ts';
import type { PaymentStatus } from '#domain/payment/payment-words.ts';
import { caseless } from '#domain/text/turkish-fold.ts';
import { isOwn, type OwnKeys } from '#http/caller.ts';
import { asTable } from '#http/csv.ts';
import { equal, type Filters, filtersOf, listRows } from '#http/listing.ts';
import { notesOf } from '#http/payment-note.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { searchStartMs } from '#http/search-span.ts';
import { PAYMENT } from '#store/payment/payment.ts';
import { differingPayments, listPartition, paymentsOfOrder, statusPartition } from '#store/table/keys.ts';
import type { ListRequest } from '#store/table/list.ts';

const LISTED = { tr: 'Ödemeler.', en: 'The payments.' };

export const handler = readEndpoint(
  {
    scope: 'payments:read',
    ownScope: 'payments',
    query: ({ timeZone, asCsv }) => paymentListQuery(timeZone, asCsv),
    csv: asTable(PAYMENTS_CSV),
  },
  async ({ caller, ownKeys, query, now }) => {
    const { limit, page: _, cursor, startDate, endDate: endMs, by, ...asked } = query;
    const wanted = { ...asked, ownKeys };
    const filters = { ...wanted, by, startMs: startDate, endMs };
    const days = wanted.orderNumber === undefined ? searchDays(wanted) : undefined;
    const fromMs = days === undefined ? startDate : searchStartMs({ startMs: startDate, endMs }, days, now);
    const startMs = beginOf(fromMs, wanted);
    const hasOwnSpan = days !== undefined && startDate === undefined && startMs === fromMs;
    const { plan, answered } =
      by === 'paidAt' ? paid(caller.merchantId, wanted) : sourceOf(caller.merchantId, wanted);
    const page = await listRows(
      { caller, now, name: 'payment', filters, limit, cursor, startMs, endMs, hasOwnSpan },
      {
        ...plan,
        read: PAYMENT.read,
        ...filtersOf(FILTERS, wanted, { ...HELD, index: plan.index, answered }),
      },
    );
    const noteOf = await notesOf(page.items);
    const items = page.items.map((payment) => showPayment(payment, now, noteOf(payment)));
    return { message: LISTED, data: { items, ...page.told } };
  },
);

type PaymentFilters = Omit<PaymentListQuery, 'limit' | 'page' | 'cursor' | 'startDate' | 'endDate' | 'by'> & {
  ownKeys: OwnKeys;
};
type PaymentIndex = {
  plan: Pick<ListRequest<Payment>, 'index' | 'partition'>;
  /** The filters that the index covers. */
  answered: (keyof PaymentFilters)[];
};

const ofStatus =
  (merchantId: string, status: PaymentStatus) =>
  (month: string): string =>
    statusPartition(merchantId, { noun: 'PAYMENT', status, month });

/** In this index payments are in the order of `paidAt` once they are paid. */
function paid(merchantId: string, { status }: PaymentFilters): PaymentIndex {
  const statuses = status === undefined ? PAID_STATUSES : [status];
  const partition = (month: string) => statuses.map((one) => ofStatus(merchantId, one)(month));
  return { plan: { index: 'status', partition }, answered: ['status'] };
}

/** No payment is older than its customer or its recurring payment, so the list reads no further back. */
function beginOf(startMs: number | undefined, { customerId, recurringPaymentId }: PaymentFilters) {
  const begins = [customerId, recurringPaymentId].flatMap((id) => (id === undefined ? [] : uuidTimeMs(id)));
  const all = startMs === undefined ? begins : [startMs, ...begins];
  return all.length === 0 ? undefined : Math.max(...all);
}

/** The narrowest index first. */
function sourceOf(merchantId: string, { orderNumber, status, difference }: PaymentFilters): PaymentIndex {
  if (orderNumber !== undefined) {
    const partition = paymentsOfOrder(merchantId, orderNumber);
    return { plan: { index: 'lookup', partition }, answered: ['orderNumber'] };
  }
  if (difference) {
    return { plan: { index: 'second', partition: differingPayments(merchantId) }, answered: ['difference'] };
  }
  if (status !== undefined && !isPaidStatus(status)) {
    const partition = ofStatus(merchantId, status);
    return { plan: { index: 'status', partition }, answered: ['status'] };
  }
  const partition = (month: string) => listPartition(merchantId, 'PAYMENT', month);
  return { plan: { index: 'list', partition }, answered: [] };
}

/** The bank may have taken the money from another card than the stored one; no index holds the key. */
const HELD = {
  notHeld: ['status', 'cardStorageId', 'difference', 'ownKeys', ...SEARCHED],
} as const;

/** As a person reads it out: case does not count. */
const isAlike = (value: string | undefined, wanted: string) =>
  value !== undefined && caseless(value) === caseless(wanted);

const FILTERS: Filters<Payment, PaymentFilters> = {
  ...equal('orderNumber', 'status', 'customerId', 'cardStorageId', 'recurringPaymentId'),
  ...equal('merchantReference', 'source', 'currency', 'errorCode', 'cardAssociation', 'installment'),
  lastFour: ({ maskedCardNumber }, wanted) => maskedCardNumber.endsWith(wanted),
  authorizationCode: ({ authorizationCode }, wanted) => isAlike(authorizationCode, wanted),
  bankReferenceNumber: ({ bankReferenceNumber }, wanted) => isAlike(bankReferenceNumber, wanted),
  cardFamily: ({ cardFamily }, wanted) => isAlike(cardFamily, wanted),
  minAmount: ({ chargedMinor }, wanted) => chargedMinor >= wanted,
  maxAmount: ({ chargedMinor }, wanted) => chargedMinor <= wanted,
  difference: (payment, wanted) => (payment.difference !== undefined) === wanted,
  ownKeys: (payment, keys) => isOwn(keys, payment),
};
