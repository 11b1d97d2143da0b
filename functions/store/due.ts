// What waits for its time, over all merchants: the sweep's reading list.
import { DUE_SHARDS, type DueNoun, duePartition } from './keys.ts';
import { type Item, queryIndex } from './table.ts';

export type DueItem = { noun: DueNoun; dueAt: string; item: Item };

const PER_SHARD = 100;

/** All that was due at the instant or before, the longest waiting first within a shard, at most 100 each. */
export async function loadDue(now: Date): Promise<DueItem[]> {
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => duePartition(shard));
  const pages = await Promise.all(
    shards.map((partition) =>
      queryIndex({
        index: 'due',
        partition,
        limit: PER_SHARD,
        to: `${now.toISOString()}~`,
        newestFirst: false,
      }),
    ),
  );
  return pages.flatMap(({ items }) => items.map(readDue));
}

/** The instant of what is due first, undefined where nothing waits. */
export async function earliestDueAt(): Promise<string | undefined> {
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => duePartition(shard));
  const firsts = await Promise.all(
    shards.map((partition) => queryIndex({ index: 'due', partition, limit: 1, newestFirst: false })),
  );
  const instants = firsts.flatMap(({ items }) => items.map((item) => readDue(item).dueAt));
  return instants.sort()[0];
}

function readDue(item: Item): DueItem {
  const [dueAt = '', noun] = String(item['dueSk']).split('#');
  return { noun: noun as DueNoun, dueAt, item };
}
