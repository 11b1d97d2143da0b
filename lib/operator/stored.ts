// What the commands of operators read from the table: a merchant that must exist, and all rows of a partition
// or of a status, page by page.
import { shiftMonth } from '#domain/time/month.ts';
import { loadMerchant, type MerchantItem } from '#store/merchant/merchant.ts';
import { monthOf, statusPartition } from '#store/table/keys.ts';
import { type Item, rowsOf } from '#store/table/table.ts';

export async function requireMerchant(merchantId: string): Promise<MerchantItem> {
  const merchant = await loadMerchant(merchantId);
  if (merchant === undefined) throw new Error(`There is no merchant ${merchantId}.`);
  return merchant;
}

type StatusPartition = Omit<Parameters<typeof statusPartition>[1], 'month'>;

/** The rows with this status that were made from an instant on; they are listed by the month of it. */
export async function* rowsOfStatus(
  { merchantId }: MerchantItem,
  status: StatusPartition,
  { since, now }: { since: string; now: Date },
): AsyncGenerator<Item> {
  const last = monthOf(now.toISOString());
  for (let month = monthOf(since); month <= last; month = shiftMonth(month, 1)) {
    yield* rowsOf({ index: 'status', partition: statusPartition(merchantId, { ...status, month }) });
  }
}
