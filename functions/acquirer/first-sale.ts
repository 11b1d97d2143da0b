// A sale that the bank had made before this one was sent: the table went back to an earlier second, or an
// earlier request of the same attempt arrived. It counts as ours only if it is what we wanted to sell.
import type { HistoryOperation, Inquiry, SaleOrder } from './acquirer.ts';

type SaleMoney = Pick<SaleOrder, 'amountMinor' | 'currency' | 'hasFixedCurrency'>;

/**
 * The approved sale of our amount that was neither voided nor refunded. The history contains no currency, so
 * that a foreign one agrees only if nothing else can have been sold under the order id.
 */
export function firstSaleOf(order: SaleMoney, inquiry: Inquiry): HistoryOperation | undefined {
  if (inquiry.kind !== 'found') return undefined;
  const { operations } = inquiry;
  const isRefunded = operations.some((one) => one.operation === 'refund' && one.status === 'approved');
  const sale = operations.find((one) => one.operation === 'sale' && one.status !== 'declined');
  const isCurrencyKnown = order.currency === 'TRY' || order.hasFixedCurrency === true;
  const isOurs = sale?.status === 'approved' && sale.amountMinor === order.amountMinor;
  return isOurs && isCurrencyKnown && !isRefunded ? sale : undefined;
}
