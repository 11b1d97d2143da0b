// What capture must know of a merchant. It is read once a minute and container, not once a change.
import type { Mode } from '#domain/api-key.ts';
import { loadMerchant, modeOf } from '#store/merchant.ts';
import { type ListShards, shardsWritten } from '#store/table/list-shards.ts';
import { merchantKeyOf } from '#vault/merchant-key.ts';
import { rememberPerMerchant } from '#vault/remember.ts';

export type CapturedMerchant = {
  mode: Mode;
  timeZone: string;
  listShards: ListShards | undefined;
  digestKeyOf(): Promise<string>;
};

const REMEMBERED_MS = 60_000;

export const capturedMerchant = rememberPerMerchant(async (merchantId): Promise<CapturedMerchant> => {
  const merchant = await loadMerchant(merchantId);
  if (merchant === undefined) throw new Error('A row is of a merchant that does not exist.');
  const { timeZone, listShards } = merchant;
  return { mode: modeOf(merchant), timeZone, listShards, digestKeyOf: () => merchantKeyOf(merchantId) };
}, REMEMBERED_MS);

/** Over how many shards of the feed the merchant's events are spread. */
export const feedShardsOf = ({ listShards }: CapturedMerchant, now: Date): number =>
  shardsWritten(listShards, now);
