// A sale that the bank had made before this one was sent: the table went back to an earlier second, or an
// earlier request of the same attempt arrived. It counts as ours only if it is what we wanted to sell.
import { defined } from '#domain/defined.ts';
import type { Acquirer, HistoryOperation, Inquiry, SaleOrder, SaleOutcome } from './acquirer.ts';
import { approvalOf, unknown } from './outcomes.ts';

type SaleMoney = Pick<SaleOrder, 'amountMinor' | 'currency' | 'hasFixedCurrency' | 'isPreAuth'>;

/** True unless the bank has taken what was to be reserved, or has only reserved what was to be taken. */
export const isSoldAs = (
  { isPreAuth }: Pick<SaleOrder, 'isPreAuth'>,
  { reserved }: HistoryOperation,
): boolean => (isPreAuth ? reserved !== undefined : reserved === undefined || reserved.maybeSale === true);

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
  if (!isSoldAs(order, sale)) return undefined;
  const isCurrencyOurs =
    sale.currency === undefined
      ? order.currency === 'TRY' || order.hasFixedCurrency === true
      : sale.currency === order.currency;
  return isCurrencyOurs ? sale : undefined;
}

/**
 * The outcome of the earlier request under the same order id, for which the bank answered this one with `code`
 * and did nothing. A bank may answer so after a decline too.
 */
export async function earlierSale(
  order: SaleOrder,
  code: string,
  { inquire, cardOf }: Pick<Acquirer, 'inquire' | 'cardOf'>,
): Promise<SaleOutcome> {
  const inquiry = await inquire(order.bankOrderId);
  const first = firstSaleOf(order, inquiry);
  const approved = first && approvalOf(first);
  if (first !== undefined && approved !== undefined) {
    const card = await cardOf(order.bankOrderId);
    return { ...approved, firstSale: defined({ at: first.at, card }) };
  }
  const operations = inquiry.kind === 'found' ? inquiry.operations : [];
  const row = operations.every(({ status }) => status === 'declined') ? operations[0] : undefined;
  return row?.decline === undefined
    ? unknown(`the bank answered ${code}`)
    : { kind: 'declined', code: row.code, ...row.decline };
}
