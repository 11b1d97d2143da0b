// The pages of the index `due`: rows of all merchants that are due for the sweep, or wait for a person.
import { buyersDueShard, dueShardsRead, dueShardsWritten } from './due-shards.ts';
import { duePartition, REVIEW_PARTITION, WATCHED_PARTITION } from './keys.ts';
import { type Item, queryIndex } from './table.ts';

/**
 * The pages of each shard: the rows due at `now` or before, oldest first, at most `pageSize` rows a page.
 * Each page begins after the previous one, also if rows of that one could not be recovered.
 */
export function duePages(now: Date, pageSize: number): AsyncIterable<Item[]>[] {
  const shards = Array.from({ length: dueShardsRead() }, (_, shard) => duePartition(shard));
  return shards.map((partition) => pagesOf(partition, `${now.toISOString()}~`, pageSize));
}

/** The same up to any instant, for a reader of charges: a recurring payment is at its next charge. */
export function chargeDuePages(until: Date, pageSize: number): AsyncIterable<Item[]>[] {
  const partitions = Array.from({ length: dueShardsRead() }, (_, chargeShard) => duePartition(chargeShard));
  return partitions.map((partition) => pagesOf(partition, `${until.toISOString()}~`, pageSize));
}

/** The same, of the shards with buyers' payments, refunds and banks only. */
export function buyersDuePages(now: Date, pageSize: number): AsyncIterable<Item[]>[] {
  const shards = Array.from({ length: dueShardsWritten() }, (_, shard) => buyersDueShard(shard));
  return shards.map((shard) => pagesOf(duePartition(shard), `${now.toISOString()}~`, pageSize));
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

async function* pagesOf(partition: string, to: string, limit: number): AsyncIterable<Item[]> {
  let startKey: Record<string, unknown> | undefined;
  do {
    const more = startKey && { startKey };
    const page = await queryIndex({ index: 'due', partition, limit, to, newestFirst: false, ...more });
    yield page.items;
    startKey = page.lastKey;
  } while (startKey !== undefined);
}

/** When the row is due (ISO); of a row that waits for a person, when the bank is asked again. */
export const dueAtOf = (item: Item) => String(item['dueSk']).split('#', 1).join();
