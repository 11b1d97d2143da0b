// Payments and refunds of a customer as one list, newest first. Both are found by filtering the merchant's
// lists, because an index for this rare query would make every write more expensive.
import type { Payment } from '#domain/payment/payment.ts';
import type { Refund } from '#domain/refund/refund.ts';
import { uuid } from '#domain/shape.ts';
import { PAYMENT } from './payment/payment.ts';
import { readRefund } from './refund/refund.ts';
import { listPartition } from './table/keys.ts';
import type { ListRequest } from './table/list.ts';
import type { Item } from './table/table.ts';

type MoneyOperation = { payment: Payment; refund?: never } | { payment?: never; refund: Refund };

const readMoney = (item: Item): MoneyOperation =>
  item.sk === 'REFUND' ? { refund: readRefund(item).refund } : { payment: PAYMENT.read(item) };

/** The id is stored in 16 bytes in a refund. */
const isOf = (customerId: string, { customerId: own }: Item): boolean =>
  own instanceof Uint8Array ? uuid.read(own, 'refund.customerId') === customerId : own === customerId;

export function moneyList(merchantId: string, customerId: string) {
  return {
    index: 'list',
    partition: (month) => [
      listPartition(merchantId, 'PAYMENT', month),
      listPartition(merchantId, 'REFUND', month),
    ],
    read: readMoney,
    sifts: (entry) => isOf(customerId, entry),
  } satisfies Partial<ListRequest<MoneyOperation>>;
}
