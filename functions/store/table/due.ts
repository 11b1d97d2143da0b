// The pages of the index `due`: rows of all merchants that are due for the sweep, or wait for a person.
import {
  buyersDueShard,
  dueShardsRead,
  isBuyersNoun,
  isChargeShard,
  sweepShardsWritten,
} from './due-shards.ts';
import { duePartition, REVIEW_PARTITION, WATCHED_PARTITION } from './keys.ts';
import { everyPage, type Item, instantIn, presentAt, queryEntries, queryIndex } from './table.ts';

/**
 * The pages of each shard: the rows due at `now` or before, oldest first, at most `pageSize` rows a page.
 * Each page begins after the previous one, also if rows of that one could not be recovered.
 */
export function duePages(now: Date, pageSize: number): AsyncIterable<Item[]>[] {
  const shards = Array.from({ length: dueShardsRead() }, (_, shard) => duePartition(shard));
  return shards.map((partition) => pagesOf(partition, upTo(now), pageSize));
}

/**
 * The recurring payments that are due up to any instant: each is at its next charge. A reader of them may
 * read no other row of the shards.
 */
export function chargeDuePages(until: Date, pageSize: number): AsyncIterable<Item[]>[] {
  const partitions = Array.from({ length: dueShardsRead() }, (_, chargeShard) => duePartition(chargeShard));
  return partitions.map((partition) => pagesOf(partition, upTo(until), pageSize, isCharge));
}

/** The same, of buyers' payments and refunds only. */
export function buyersDuePages(now: Date, pageSize: number): AsyncIterable<Item[]>[] {
  const shards = Array.from({ length: dueShardsRead() }, (_, shard) => duePartition(shard));
  return shards.map((partition) => pagesOf(partition, upTo(now), pageSize, isBuyers));
}

/** `charges`: entries of charges that wait for their turn. Their keys say what a queue of charges needs. */
export type SweptPage = { rows: Item[]; charges: Item[] };
const ROWS_PER_READ = 100;
/** Without their rows: a backlog of charges costs a read for a thousand of them. */
const CHARGES_PER_READ = 1_000;

/** The pages of each shard for the sweep, as `duePages`, and of the banks that are asked each minute. */
export function sweptPages(now: Date): AsyncIterable<SweptPage>[] {
  const shards = Array.from({ length: dueShardsRead() }, (_, shard) => {
    const partition = duePartition(shard);
    return isChargeShard(shard)
      ? chargePages(partition, now)
      : rowPages(pagesOf(partition, upTo(now), ROWS_PER_READ));
  });
  return [...shards, watchedBanks()];
}

/** The same, of the shards with buyers' payments and refunds only. */
export function sweptBuyersPages(now: Date): AsyncIterable<SweptPage>[] {
  const shards = Array.from({ length: sweepShardsWritten() }, (_, at) => buyersDueShard(at));
  const pages = shards.map((shard) => pagesOf(duePartition(shard), upTo(now), ROWS_PER_READ, isBuyers));
  return [...pages.map(rowPages), watchedBanks()];
}

const watchedBanks = () => rowPages(pagesOf(WATCHED_PARTITION, '~', ROWS_PER_READ));

async function* rowPages(pages: AsyncIterable<Item[]>): AsyncIterable<SweptPage> {
  for await (const rows of pages) yield { rows, charges: [] };
}

async function* chargePages(partition: string, now: Date): AsyncIterable<SweptPage> {
  for await (const entries of entryPages(partition, upTo(now), CHARGES_PER_READ)) {
    const others = entries.filter((entry) => !isCharge(entry));
    yield { rows: await presentAt('due', others), charges: entries.filter(isCharge) };
  }
}

const upTo = (now: Date) => `${now.toISOString()}~`;
const isCharge = ({ sk }: Item) => sk === 'RECURRING';
const isBuyers = ({ sk }: Item) => isBuyersNoun(sk);

/** The rows that wait for a person, in the order of their next inquiries. */
export const reviewPages = () => pagesOf(REVIEW_PARTITION, '~', 100);

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
  for await (const entries of entryPages(partition, to, limit)) {
    yield await presentAt('due', entries.filter(isWanted));
  }
}

const entryPages = (partition: string, to: string, limit: number): AsyncIterable<Item[]> =>
  everyPage(queryEntries, { index: 'due', partition, limit, to, newestFirst: false });

/** When the row is due (ISO); of a row that waits for a person, when the bank is asked again. */
export const dueAtOf = (item: Item) => instantIn(item, 'due');
