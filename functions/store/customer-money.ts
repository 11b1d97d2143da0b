// Payments and refunds of a customer as one list, newest first. Both are found by filtering the merchant's
// lists, because an index for this rare query would make every write more expensive.
import type { Payment } from '#domain/payment/payment.ts';
import type { Refund } from '#domain/refund/refund.ts';
import { PAYMENT } from './payment/payment.ts';
import { readRefund } from './refund/refund.ts';
import { entityKey, listPartition } from './table/keys.ts';
import type { ListRequest } from './table/list.ts';
import { getItems, type Item } from './table/table.ts';

type Money = { payment: Payment; refund?: never } | { payment?: never; refund: Refund };

const readMoney = (item: Item): Money =>
  item.sk === 'REFUND' ? { refund: readRefund(item).refund } : { payment: PAYMENT.read(item) };

const mayBeOf = (customerId: string, { sk, customerId: own }: Item): boolean =>
  own === customerId || (sk === 'REFUND' && own === undefined);

/** The list also contains each refund whose row has no customer: see `ofCustomer`. */
export function moneyList(merchantId: string, customerId: string) {
  return {
    index: 'list',
    partition: (month, shard) => [
      listPartition(merchantId, 'PAYMENT', month, shard),
      listPartition(merchantId, 'REFUND', month, shard),
    ],
    read: readMoney,
    sifts: (entry) => mayBeOf(customerId, entry),
  } satisfies Partial<ListRequest<Money>>;
}

/**
 * The customer's part of a page of `moneyList`. Refunds of the previous version have no customer: if there
 * are any, their payments are read.
 */
export async function ofCustomer(
  merchantId: string,
  customerId: string,
  page: readonly Money[],
): Promise<{ payments: Payment[]; refunds: Refund[] }> {
  const payments = page.flatMap(({ payment = [] }) => payment);
  const refunds = page.flatMap(({ refund = [] }) => refund);
  const unassigned = refunds.filter((refund) => refund.customerId === undefined);
  const references = new Set(unassigned.map(({ transactionId }) => transactionId));
  for (const { paymentReferenceNumber } of payments) references.delete(paymentReferenceNumber);
  const rows = await getItems([...references].map((one) => entityKey(merchantId, 'PAYMENT', one)));
  const others = rows.flatMap((row) => PAYMENT.find(row) ?? []);
  const own = new Set(
    [...payments, ...others]
      .filter((payment) => payment.customerId === customerId)
      .map(({ paymentReferenceNumber }) => paymentReferenceNumber),
  );
  return {
    payments,
    refunds: refunds.filter((refund) => refund.customerId === customerId || own.has(refund.transactionId)),
  };
}
