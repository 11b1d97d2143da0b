// Shards: the partitions into which an index divides the writes of one merchant, or of the whole table.
// DynamoDB accepts 1,000 write units a second in a partition, so a large merchant's month needs several.

/** A list is read with one query for each shard at the same time. */
export const MOST_LIST_SHARDS = 64;

/** The list shards of a merchant. Absent: one partition for each month. */
export type ListShards = {
  /** Shards that lists read. It never falls, because lists would not find the rows of the shards beyond. */
  count: number;
  /** New rows are spread over this number of shards until `from` (ISO), when all readers use `count`. */
  before: number;
  from: string;
};

export const shardsRead = (shards: ListShards | undefined): number => shards?.count ?? 1;

export function shardsWritten(shards: ListShards | undefined, now: Date): number {
  if (shards === undefined) return 1;
  return now.toISOString() < shards.from ? shards.before : shards.count;
}

/** Longer than all caches of a merchant: authorizer and functions cache it for a minute each. */
const UNTIL_KNOWN_MS = 5 * 60_000;

/** `count` must not be below the present one. */
export const raisedShards = (shards: ListShards | undefined, count: number, now: Date): ListShards => ({
  count,
  before: shardsWritten(shards, now),
  from: new Date(now.getTime() + UNTIL_KNOWN_MS).toISOString(),
});

/**
 * The number of list shards of the merchant when a row was created: it decides the row's place in the lists,
 * and is stored as `listShards`. A value of the domain carries it unseen, because a spread copies symbols.
 */
const SHARDS = Symbol('list shards');
type Placed = { [SHARDS]?: number };

export const isPlaced = (value: object): boolean => SHARDS in value;
export const placedIn = (shards: number): object => ({ [SHARDS]: shards });
/** For a row that is made from another one, and is in the same shard of the lists. */
export const placedLike = (other: object): object => (isPlaced(other) ? placedIn(shardsOf(other)) : {});
export const shardsOf = (placed: object): number => (placed as Placed)[SHARDS] ?? 1;
/** The shard of a row in the lists. */
export const listShardOf = (id: string, placed: object): number => shardOf(id, shardsOf(placed));

/** The shard of an id, from 0. */
export function shardOf(id: string, shards: number): number {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return sum % shards;
}
