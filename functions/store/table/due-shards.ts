// The number of shards of the due index, from the setting of the deployment.
import { setting } from '#setting.ts';

/**
 * The default. A partition accepts 1,000 write units a second, and a payment uses up to eight. The sweep of a
 * deployed stage reads `MOST_DUE_SHARDS`, so that a lower number or a rollback leaves no row unread.
 */
export const DUE_SHARDS = 8;
export const MOST_DUE_SHARDS = 64;
/** Reads the setting in the form of `writeDueShards`. */
function dueShards(): { written: number; read: number } {
  const [written = DUE_SHARDS, read = written] = setting('DUE_SHARDS').split('/').map(Number);
  return { written, read: Math.max(written, read) };
}
export const isBuyersNoun = (noun: string) => noun === 'PAYMENT' || noun === 'REFUND' || noun === 'BANK';

/**
 * Rows of buyers' payments and refunds, and banks that do not answer, are in the last of the shards that are
 * read, apart from charges, so that a backlog of charges does not delay them. The sweep of the previous
 * version reads these shards too.
 */
export const buyersDueShard = (shard: number): number => dueShards().read - 1 - shard;
export const writeDueShards = (written: number, read: number): string => `${written}/${read}`;
export const dueShardsWritten = (): number => dueShards().written;
export const dueShardsRead = (): number => dueShards().read;
