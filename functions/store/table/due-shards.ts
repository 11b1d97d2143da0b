// Over how many shards the index of what is due is spread, by the setting of the deployment.
import { setting } from '#setting.ts';

/**
 * By default. A partition takes 1,000 write units a second, and a payment up to eight. The sweep of a
 * deployed stage reads the most, so that a number that falls, or is rolled back, leaves no row behind.
 */
export const DUE_SHARDS = 8;
export const MOST_DUE_SHARDS = 64;
/** The setting, as `writeDueShards` makes it. */
function dueShards(): { written: number; read: number } {
  const [written = DUE_SHARDS, read = written] = setting('DUE_SHARDS').split('/').map(Number);
  return { written, read: Math.max(written, read) };
}
export const isBuyersNoun = (noun: string) => noun === 'PAYMENT' || noun === 'REFUND';

/**
 * Rows of buyers' payments and refunds are in the last of the shards that are read, apart from charges, so
 * that a backlog of charges does not stand before them. A sweep of the version before reads these shards too.
 */
export const buyersDueShard = (shard: number): number => dueShards().read - 1 - shard;
export const writeDueShards = (written: number, read: number): string => `${written}/${read}`;
export const dueShardsWritten = (): number => dueShards().written;
export const dueShardsRead = (): number => dueShards().read;
