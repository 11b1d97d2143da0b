// The pages of the index `due`: rows of all merchants that are due for the sweep, or wait for a person.
import { buyersDueShard, dueShardsRead, dueShardsWritten, isBuyersNoun } from './due-shards.ts';
import { duePartition, REVIEW_PARTITION, WATCHED_PARTITION } from './keys.ts';
import { type Item, instantIn, presentAt, queryEntries, queryIndex } from './table.ts';

/**
 * The pages of each shard: the rows due at `now` or before, oldest first, at most `pageSize` rows a page.
 * Each page begins after the previous one, also if rows of that one could not be recovered.
 */
export function duePages(now: Date, pageSize: number): AsyncIterable<Item[]>[] {
  const shards = Array.from({ length: dueShardsRead() }, (_, shard) => duePartition(shard));
  return shards.map((partition) => pagesOf(partition, `${now.toISOString()}~`, pageSize));
}

/**
 * The recurring payments that are due up to any instant: each is at its next charge. A reader of them may
 * read no other row of the shards.
 */
export function chargeDuePages(until: Date, pageSize: number): AsyncIterable<Item[]>[] {
  const partitions = Array.from({ length: dueShardsRead() }, (_, chargeShard) => duePartition(chargeShard));
  const isCharge = ({ sk }: Item) => sk === 'RECURRING';
  return partitions.map((partition) => pagesOf(partition, `${until.toISOString()}~`, pageSize, isCharge));
}

/** The same, of the shards with buyers' payments, refunds and banks only. */
export function buyersDuePages(now: Date, pageSize: number): AsyncIterable<Item[]>[] {
  const shards = Array.from({ length: dueShardsWritten() }, (_, shard) => buyersDueShard(shard));
  const isBuyers = ({ sk }: Item) => isBuyersNoun(sk);
  return shards.map((shard) => pagesOf(duePartition(shard), `${now.toISOString()}~`, pageSize, isBuyers));
}

/** The rows that wait for a person, in the order of their next inquiries. */
export const reviewPages = () => pagesOf(REVIEW_PARTITION, '~', 100);

/** The banks that are asked each minute. */
export const watchedBanks = () => pagesOf(WATCHED_PARTITION, '~', 100);

/** The first of these rows: those with the earliest inquiries. */
export async function firstReviews(limit: number): Promise<Item[]> {
  const page = await queryIndex({ index: 'due', partition: REVIEW_PARTITION, limit, newestFirst: false });
  return page.items;
}

/** `isWanted`: false for entries whose rows are not read. A page may be empty, and others follow. */
async function* pagesOf(
  partition: string,
  to: string,
  limit: number,
  isWanted: (entry: Item) => boolean = () => true,
): AsyncIterable<Item[]> {
  let startKey: Record<string, unknown> | undefined;
  do {
    const page = await queryEntries({ index: 'due', partition, limit, to, newestFirst: false, startKey });
    yield await presentAt('due', page.items.filter(isWanted));
    startKey = page.lastKey;
  } while (startKey !== undefined);
}

/** When the row is due (ISO); of a row that waits for a person, when the bank is asked again. */
export const dueAtOf = (item: Item) => instantIn(item, 'due');
