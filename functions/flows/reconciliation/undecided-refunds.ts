// Ends the refunds of a merchant that waited too long for their approval, and releases their amounts
// (refunds.md 9). Once a day: an approval in the meantime still counts.
import type { Refund } from '#domain/refund/refund.ts';
import { expiredRefund, refundEndsAt } from '#domain/refund/refund-expiry.ts';
import { refundStep } from '#domain/refund/refund-step.ts';
import type { MerchantItem } from '#store/merchant/merchant.ts';
import type { StoredRefund } from '#store/refund/refund.ts';
import { writeRefundStep } from '#store/refund/refund-transition.ts';
import { commit } from '#store/table/commit.ts';
import { commitWithRetry } from '#store/table/commit-retry.ts';
import { statusPartition } from '#store/table/keys.ts';
import { listPage } from '#store/table/list.ts';
import type { Item } from '#store/table/table.ts';
import { log } from '#telemetry/log.ts';

const PAGE = 100;

/** `read` returns undefined for a row that does not fit. Returns how many refunds will end later. */
export async function endOldRefunds(
  merchant: MerchantItem,
  now: Date,
  read: (item: Item) => StoredRefund | undefined,
): Promise<number> {
  if (!merchant.refundExpiryDays) return 0;
  const { merchantId, createdAt: from } = merchant;
  let waiting = 0;
  let after: string | undefined;
  do {
    const { items, next } = await listPage({
      index: 'status',
      partition: (month) => statusPartition(merchantId, { noun: 'REFUND', status: 'Pending', month }),
      limit: PAGE,
      from,
      to: now.toISOString(),
      after,
      read,
    });
    const ended = items.filter(({ refund }) => (refundEndsAt(refund, merchant) ?? 0) <= now.getTime());
    for (const stored of ended) await endRefund(stored, now);
    waiting += items.length - ended.length;
    after = next;
  } while (after !== undefined);
  return waiting;
}

/** A refund that was decided since it was read is left as it is. */
async function endRefund(stored: StoredRefund, now: Date): Promise<void> {
  const { refund: before }: { refund: Refund } = stored;
  const step = refundStep(before, expiredRefund(before, now), 'Finalize');
  const result = await commitWithRetry(() => commit(writeRefundStep(stored, undefined, step)));
  if (result.kind !== 'committed') return;
  const { merchantId, refundId } = before;
  log('info', 'refund ended undecided', { merchantId, refundId });
}
