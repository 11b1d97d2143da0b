// The charges that wait for the merchant's settings, in an index of their own: see heldAttributes.
import type { HoldScope } from '#domain/recurring-payment/charge-hold.ts';
import { heldChargeSort, heldChargesPartition } from '../table/keys.ts';
import { queryIndex } from '../table/table.ts';
import { RECURRING_PAYMENT, type RecurringPaymentItem } from './recurring-payment.ts';

type HeldPage = { limit: number; shard: number; startKey?: Record<string, unknown> | undefined };

/** A page of the charges of one hold in one shard; eventually consistent. */
export async function listHeldCharges(
  merchantId: string,
  scope: HoldScope,
  { limit, shard, startKey }: HeldPage,
): Promise<{ items: RecurringPaymentItem[]; next: Record<string, unknown> | undefined }> {
  const page = await queryIndex({
    index: 'second',
    partition: heldChargesPartition(merchantId, shard),
    from: heldChargeSort(scope, '', ''),
    to: heldChargeSort(scope, '~', ''),
    limit,
    newestFirst: false,
    startKey,
  });
  return { items: page.items.map(RECURRING_PAYMENT.read), next: page.lastKey };
}

/** The charges of all shards that the bank has refused least often. */
export async function firstHeldCharges(
  merchantId: string,
  scope: HoldScope,
  { limit, shards }: { limit: number; shards: number },
): Promise<RecurringPaymentItem[]> {
  const pages = await Promise.all(
    Array.from({ length: shards }, (_, shard) => listHeldCharges(merchantId, scope, { limit, shard })),
  );
  const asks = ({ record }: RecurringPaymentItem) => record.nextAction?.asks ?? 0;
  const items = pages.flatMap((page) => page.items).sort((one, other) => asks(one) - asks(other));
  return items.slice(0, limit);
}
