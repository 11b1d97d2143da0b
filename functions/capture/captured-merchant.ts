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
  /** How many days before a charge it is announced. */
  upcomingChargeDays: number;
  digestKeyOf(): Promise<string>;
};

const REMEMBERED_MS = 60_000;

export const capturedMerchant = rememberPerMerchant(loadCapturedMerchant, REMEMBERED_MS);

export async function loadCapturedMerchant(merchantId: string): Promise<CapturedMerchant> {
  const merchant = await loadMerchant(merchantId);
  if (merchant === undefined) throw new Error('A row is of a merchant that does not exist.');
  const { timeZone, listShards, upcomingChargeDays = 0 } = merchant;
  const digestKeyOf = () => merchantKeyOf(merchantId);
  return { mode: modeOf(merchant), timeZone, listShards, upcomingChargeDays, digestKeyOf };
}

/** Over how many shards of the feed the merchant's events are spread. */
export const feedShardsOf = ({ listShards }: CapturedMerchant, now: Date): number =>
  shardsWritten(listShards, now);
