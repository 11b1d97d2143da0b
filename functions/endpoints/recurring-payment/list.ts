// GET /api/RecurringPayment: a merchant's recurring payments, newest first, or in the order of their next
// payments (recurring-payments.md R39).
import { showRecurringPayment } from '#contract/recurring-payment-answer.ts';
import { type RecurringPaymentQuery, recurringPaymentQuery } from '#contract/recurring-payment-query.ts';
import { defined } from '#domain/defined.ts';
import { MOST_ORDERED } from '#domain/limits.ts';
import { uncollectedMinor } from '#domain/recurring-payment/period/closing.ts';
import {
  CHARGING,
  nextPaymentAtMs,
  type RecurringPaymentStatus,
} from '#domain/recurring-payment/recurring-payment.ts';
import { isoOf } from '#domain/time/duration.ts';
import { type Filters, judgeOf, listOrdered, listRows } from '#http/listing.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { RECURRING_PAYMENT, type RecurringPaymentItem } from '#store/recurring-payment/recurring-payment.ts';
import { listPartition, recurringPaymentsOfCustomer, statusPartition } from '#store/table/keys.ts';

const LISTED = { tr: 'Düzenli ödemeler.', en: 'The recurring payments.' };

export const handler = readEndpoint(
  { scope: 'recurring:read', query: ({ timeZone }) => recurringPaymentQuery(timeZone) },
  async ({ caller, query, now }) => {
    const { limit, page: _, cursor, by, ...wanted } = query;
    const isOrdered = by === 'nextPaymentDate';
    const call = { caller, now, name: 'recurring-payment', filters: { ...wanted, by }, limit, cursor };
    const { answered, ...source } = sourceOf(caller.merchantId, wanted, isOrdered);
    const left = (Object.keys(FILTERS) as (keyof Wanted)[]).filter((name) => !answered.includes(name));
    const keeps = judgeOf(FILTERS, wanted, left);
    const plan = { ...source, read: RECURRING_PAYMENT.read, ...defined({ keeps }) };
    const page = isOrdered
      ? await listOrdered(call, plan, { most: MOST_ORDERED, positionOf })
      : await listRows(call, plan);
    const items = page.items.map((item) => showRecurringPayment(item, now));
    return { message: LISTED, data: { items, ...page.told } };
  },
);

type Wanted = Omit<RecurringPaymentQuery, 'limit' | 'page' | 'cursor' | 'by'>;

const FILTERS: Filters<RecurringPaymentItem, Wanted> = {
  status: ({ record }, wanted) => record.state.status === wanted,
  customerId: ({ record }, wanted) => record.customerId === wanted,
  cardStorageId: ({ record }, wanted) => record.cardStorageId === wanted,
  merchantReference: ({ record }, wanted) => record.merchantReference === wanted,
  unpaid: ({ record }, wanted) => uncollectedMinor(record) > 0 === wanted,
  nextPaymentFrom: ({ record }, wanted) => (nextPaymentAtMs(record) ?? Number.NEGATIVE_INFINITY) >= wanted,
  nextPaymentTo: ({ record }, wanted) => (nextPaymentAtMs(record) ?? Number.POSITIVE_INFINITY) <= wanted,
};

/** The states in which a charge may be planned. */
const PLANNED: readonly RecurringPaymentStatus[] = [...CHARGING, 'Unpaid'];

/** The narrowest index; `answered`: the filters that it covers. */
function sourceOf(merchantId: string, { status, customerId }: Wanted, isOrdered: boolean) {
  if (customerId !== undefined) {
    const partition = recurringPaymentsOfCustomer(merchantId, customerId);
    return { index: 'lookup' as const, partition, answered: ['customerId'] as (keyof Wanted)[] };
  }
  const statuses = status === undefined ? (isOrdered ? PLANNED : undefined) : [status];
  const partition = (month: string) =>
    statuses === undefined
      ? listPartition(merchantId, 'RECURRING', month)
      : statuses.map((one) => statusPartition(merchantId, { noun: 'RECURRING', status: one, month }));
  const answered: (keyof Wanted)[] = statuses === undefined ? [] : ['status'];
  return { index: statuses === undefined ? ('list' as const) : ('status' as const), partition, answered };
}

/** The next payment, and the id among those of one instant. */
function positionOf({ record }: RecurringPaymentItem): string | undefined {
  const atMs = nextPaymentAtMs(record);
  return atMs === undefined ? undefined : `${isoOf(atMs)}#${record.id}`;
}
