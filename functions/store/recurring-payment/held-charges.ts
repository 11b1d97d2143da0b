// The charges that wait for the merchant's settings, or for the limits on their card, in an index of their
// own: see heldAttributes and limitedAttributes.
import type { HoldScope } from '#domain/recurring-payment/charge-hold.ts';
import { heldChargeSort, heldChargesPartition, limitedChargesPartition } from '../table/keys.ts';
import { queryIndex } from '../table/table.ts';
import { RECURRING_PAYMENT, type RecurringPaymentItem } from './recurring-payment.ts';

type HeldPage = { limit: number; startKey?: StartKey };
type StartKey = Record<string, unknown> | undefined;
export type WaitingCharges = { items: RecurringPaymentItem[]; next: StartKey };

/** A page of the charges of one hold: first those that the bank has refused least often; eventually consistent. */
export const listHeldCharges = (
  merchantId: string,
  scope: HoldScope,
  { limit, startKey }: HeldPage,
): Promise<WaitingCharges> =>
  pageOf({
    partition: heldChargesPartition(merchantId),
    from: heldChargeSort(scope, '', ''),
    to: heldChargeSort(scope, '~', ''),
    limit,
    startKey,
  });

/** A page of the charges that wait for the limits on this card, the oldest first; eventually consistent. */
export const listLimitedCharges = (
  merchantId: string,
  fingerprint: string,
  { limit, startKey }: HeldPage,
): Promise<WaitingCharges> =>
  pageOf({ partition: limitedChargesPartition(merchantId, fingerprint), limit, startKey });

type WaitingQuery = { partition: string; from?: string; to?: string; limit: number; startKey: StartKey };

async function pageOf(query: WaitingQuery): Promise<WaitingCharges> {
  const page = await queryIndex({ index: 'second', newestFirst: false, ...query });
  return { items: page.items.map(RECURRING_PAYMENT.read), next: page.lastKey };
}
