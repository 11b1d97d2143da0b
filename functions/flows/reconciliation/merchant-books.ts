// Compares all orders of a merchant with its banks, page by page. The progress is stored after each page, so
// that the next run continues after a timeout, and only one of two concurrent runs continues
// (reconciliation.md 1).
import { defined } from '#domain/defined.ts';
import {
  comparableUntil,
  firstDay,
  isWithin,
  lastOf,
  refundsFrom,
  type Span,
  spanUntil,
} from '#domain/reconciliation/span.ts';
import type { Refund } from '#domain/refund/refund.ts';
import { type DifferenceItem, listDifferences } from '#store/difference.ts';
import { loadMerchant, type MerchantItem } from '#store/merchant/merchant.ts';
import { loadPayment, PAYMENT, type PaymentItem } from '#store/payment/payment.ts';
import { PARTS, type ProgressItem, saveProgress } from '#store/reconciliation.ts';
import { readRefund } from '#store/refund/refund.ts';
import { listPartition } from '#store/table/keys.ts';
import { type ListRequest, listPage } from '#store/table/list.ts';
import type { Item } from '#store/table/table.ts';
import { log } from '#telemetry/log.ts';
import { connectBank } from '../bank-connection.ts';
import { watchBankOf } from '../bank-probe.ts';
import { compareWithBank, type Run } from './order-comparison.ts';
import { endOldRefunds } from './undecided-refunds.ts';

const LEAST_PAGE = 25;

type ComparedOrder = { payment: PaymentItem; known?: DifferenceItem };
type OrderPage = { orders: ComparedOrder[]; next: string | undefined };
/** `limit`: orders of the page. */
type OrderRange = { after: string | undefined; limit: number };
type Part = (merchant: MerchantItem, span: Span, place: OrderRange) => Promise<OrderPage>;

export const isReconciled = (progress: ProgressItem | undefined, now: Date): boolean =>
  (progress?.comparedTo ?? '') >= comparableUntil(now);

/** `waiting`: a bank does not answer, the time is over, or another run compares the merchant. */
export async function reconcileMerchant(
  merchantId: string,
  before: ProgressItem | undefined,
  run: Run,
): Promise<'done' | 'waiting'> {
  const merchant = await loadMerchant(merchantId);
  if (merchant === undefined) return 'done';
  await watchBankOf(merchant);
  const limit = await pageSizeOf(merchantId);
  let current = before ?? (await saveProgress(undefined, { merchantId, comparedTo: firstDay(run.now) }));
  while (current !== undefined && !isReconciled(current, run.now)) {
    if (!run.hasTime()) return 'waiting';
    const { comparedTo, target = comparableUntil(run.now), part = PARTS[0], after, ...others } = current;
    const span = spanUntil(target, comparedTo);
    if (current.target === undefined && span.from > comparedTo) await reportCut(merchant, comparedTo, span);
    const { orders, next } = await PAGES[part](merchant, span, { after, limit });
    const ended = await Promise.all(orders.map(({ payment, known }) => compareWithBank(payment, known, run)));
    if (ended.includes('stop')) return 'waiting';
    const following = next === undefined ? PARTS[PARTS.indexOf(part) + 1] : part;
    const progress =
      following === undefined
        ? { comparedTo: target }
        : { comparedTo, target, part: following, ...defined({ after: next }) };
    current = await saveProgress(current, { ...others, ...progress });
  }
  if (current === undefined) return 'waiting';
  const waitingRefunds = await endOldRefunds(merchant, run.now, readable(readRefund));
  run.tally.waitingRefunds += waitingRefunds;
  return 'done';
}

/** As many orders as the merchant's bank answers at the same time. */
async function pageSizeOf(merchantId: string): Promise<number> {
  try {
    const { bank } = await connectBank(merchantId);
    return Math.max(LEAST_PAGE, bank.bookCheck.atOnce);
  } catch {
    // The comparison of each order reports what is wrong.
    return LEAST_PAGE;
  }
}

/** Logs an error if there are orders between the last comparison and the span: they are never compared. */
async function reportCut(merchant: MerchantItem, from: string, span: Span): Promise<void> {
  const { merchantId } = merchant;
  const { orders } = await PAGES.payments(merchant, { from, to: span.from }, { after: undefined, limit: 1 });
  if (orders.length > 0) log('error', 'orders of more than a week ago are not compared', { merchantId });
}

/** Returns undefined for a row that does not fit, so that the other rows are compared. */
const readable =
  <Value>(read: (item: Item) => Value) =>
  (item: Item): Value | undefined => {
    try {
      return read(item);
    } catch (error) {
      log('error', 'order not compared with its bank', {}, error);
      return undefined;
    }
  };

const PAGES: Record<(typeof PARTS)[number], Part> = {
  open: async ({ merchantId }, _span, place) => {
    const { items, next } = await listDifferences(merchantId, place);
    const open = items.filter(({ state }) => state !== 'Closed');
    const orders = open.map(async (known): Promise<ComparedOrder[]> => {
      const payment = await loadPayment(merchantId, known.paymentReferenceNumber);
      return payment === undefined ? [] : [{ payment, known }];
    });
    return { orders: (await Promise.all(orders)).flat(), next };
  },
  payments: async (merchant, span, place) => {
    const { items, next } = await listPage({
      ...listOf({ from: span.from, to: lastOf(span), ...place }),
      partition: (month) => listPartition(merchant.merchantId, 'PAYMENT', month),
      read: readable(PAYMENT.read),
    });
    return { orders: items.map((payment) => ({ payment })), next };
  },
  // Payments of the span were compared with their refunds, so only older payments are left.
  refunds: async (merchant, span, place) => {
    const { items, next } = await listPage({
      ...listOf({ from: refundsFrom(span), to: lastOf(span), ...place }),
      partition: (month) => listPartition(merchant.merchantId, 'REFUND', month),
      read: readable<Refund>((item) => readRefund(item).refund),
      keeps: ({ completedAt, decidedAt }) => isWithin(span, completedAt) || isWithin(span, decidedAt),
    });
    const references = [...new Set(items.map(({ transactionId }) => transactionId))];
    const payments = await Promise.all(references.map((one) => loadPayment(merchant.merchantId, one)));
    const older = payments.filter((one) => one !== undefined && !isWithin(span, one.createdAt));
    return { orders: older.flatMap((payment) => (payment ? [{ payment }] : [])), next };
  },
};

const listOf = (range: Pick<ListRequest<unknown>, 'from' | 'to' | 'after' | 'limit'>) => ({
  index: 'list' as const,
  ...range,
});
