// A sale that the bank had made before this one was sent: the table went back to an earlier second, or an
// earlier request of the same attempt arrived. It counts as ours only if it is what we wanted to sell.
import type { HistoryOperation, Inquiry, SaleOrder } from './acquirer.ts';

type SaleMoney = Pick<SaleOrder, 'amountMinor' | 'currency' | 'hasFixedCurrency'>;

/**
 * The approved sale of our amount that was neither voided nor refunded. Of a history that names no currency a
 * foreign one agrees only if nothing else can have been sold under the order id.
 */
export function firstSaleOf(order: SaleMoney, inquiry: Inquiry): HistoryOperation | undefined {
  if (inquiry.kind !== 'found') return undefined;
  const { operations } = inquiry;
  const isRefunded = operations.some((one) => one.operation === 'refund' && one.status === 'approved');
  const sale = operations.find((one) => one.operation === 'sale' && one.status !== 'declined');
  if (sale?.status !== 'approved' || sale.amountMinor !== order.amountMinor || isRefunded) return undefined;
  const isCurrencyOurs =
    sale.currency === undefined
      ? order.currency === 'TRY' || order.hasFixedCurrency === true
      : sale.currency === order.currency;
  return isCurrencyOurs ? sale : undefined;
}
