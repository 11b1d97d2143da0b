// Shards: the partitions into which the index of due rows divides the writes of the whole table. DynamoDB
// accepts 1,000 write units a second in a partition. The number is a setting of the deployment.
import { setting } from '#setting.ts';

/**
 * The default. A partition accepts 1,000 write units a second, and a payment uses up to four. The sweep of a
 * deployed stage reads `MOST_DUE_SHARDS`, so that a lower number or a rollback leaves no row unread.
 */
export const DUE_SHARDS = 8;
export const MOST_DUE_SHARDS = 64;
/** Reads the setting in the form of `writeDueShards`. */
function dueShards(): { written: number; read: number } {
  const [written = DUE_SHARDS, read = written] = setting('DUE_SHARDS').split('/').map(Number);
  return { written, read: Math.max(written, read) };
}
export const isBuyersNoun = (noun: string) => noun === 'PAYMENT' || noun === 'REFUND';
/**
 * What a bank has been asked for and not answered is in the last of the shards that are read: buyers'
 * payments and refunds, and charges under way. These are never those of charges, so that no backlog of
 * charges delays them. The sweep of the previous version reads all of them.
 */
export const buyersDueShard = (shard: number): number => dueShards().read - 1 - shard;
/** The charges of the first half of the shards wait for their turn: no bank was asked for them. */
export const isChargeShard = (shard: number): boolean => shard < Math.floor(dueShards().read / 2);
export const writeDueShards = (written: number, read: number): string => `${written}/${read}`;
export const dueShardsWritten = (): number => dueShards().written;
/** The shards of charges, and as many of buyers' rows. */
export const sweepShardsWritten = (): number =>
  Math.min(dueShards().written, Math.max(1, Math.floor(dueShards().read / 2)));
export const dueShardsRead = (): number => dueShards().read;

/** The shard of an id, from 0. */
export function shardOf(id: string, shards: number): number {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return sum % shards;
}
