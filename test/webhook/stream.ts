// Two shards of a table's stream, read like by an event source mapping: a record is repeated until it is
// recorded, and sometimes without need, but the records of one object never change their order.
import type { StreamRecord } from '#capture/image.ts';
import type { ObjectRecords } from './stream-records.ts';

export const READ_IN = [
  'one batch',
  'the same batch twice',
  'the same batch at once',
  'halves',
  'a batch from before',
  'batches of both shards at once',
  'a batch of both shards',
] as const;
type Reading = { read: (typeof READ_IN)[number]; shard: number; count: number };

type Answer = { batchItemFailures: { itemIdentifier: string }[] };
/** `at` is the first record that is not known to be recorded. */
type Shard = { records: StreamRecord[]; at: number };

const REPEATED_FROM_BEFORE = 4;
const MOST_TRIES = 5;

/** Opens the stream. `capture` makes an invocation of the function; it may throw. */
export function openStream(
  objects: readonly ObjectRecords[],
  capture: (records: readonly StreamRecord[]) => Promise<unknown>,
) {
  const shards: Shard[] = [0, 1].map((shard) => ({
    records: inTurns(objects.filter((_, at) => at % 2 === shard).map(({ records }) => records)),
    at: 0,
  }));

  /** Returns how many of the records are recorded according to the answer. */
  const give = async (records: readonly StreamRecord[]): Promise<number> => {
    if (records.length === 0) return 0;
    try {
      const [failure] = ((await capture(records)) as Answer).batchItemFailures;
      if (failure === undefined) return records.length;
      const failed = ({ dynamodb }: StreamRecord) => dynamodb?.SequenceNumber === failure.itemIdentifier;
      return Math.max(0, records.findIndex(failed));
    } catch {
      return 0;
    }
  };
  const next = ({ records, at }: Shard, count: number) => records.slice(at, at + count);
  const giveNext = async (shard: Shard, count: number): Promise<void> => {
    const { at } = shard;
    const done = await give(next(shard, count));
    shard.at = Math.max(shard.at, at + done);
  };

  const ways = waysToRead({ give, giveNext, next });
  const read = async ({ read: how, shard: index, count }: Reading): Promise<void> => {
    const [shard, other] = [shards[index], shards[1 - index]];
    if (shard === undefined || other === undefined) throw new Error('There are two shards.');
    await ways[how](shard, count, other);
  };
  /** Reads all remaining records, without further disturbance. */
  const readRest = async (): Promise<void> => {
    for (const shard of shards) {
      for (let tries = 1; shard.at < shard.records.length; tries += 1) {
        if (tries > MOST_TRIES) throw new Error('Capture does not record what is left of the stream.');
        await giveNext(shard, shard.records.length);
      }
    }
  };
  return { read, readRest };
}

type Giving = {
  give(records: readonly StreamRecord[]): Promise<number>;
  giveNext(shard: Shard, count: number): Promise<void>;
  next(shard: Shard, count: number): StreamRecord[];
};
type Way = (shard: Shard, count: number, other: Shard) => Promise<unknown>;

const waysToRead = ({ give, giveNext, next }: Giving): Record<Reading['read'], Way> => ({
  'one batch': giveNext,
  'the same batch twice': async (shard, count) => {
    const batch = next(shard, count);
    await giveNext(shard, count);
    await give(batch);
  },
  'the same batch at once': async (shard, count) =>
    await Promise.all([giveNext(shard, count), giveNext(shard, count)]),
  halves: async (shard, count) => {
    const half = Math.ceil(count / 2);
    await giveNext(shard, half);
    await giveNext(shard, count - half);
  },
  'a batch from before': async (shard, count) => {
    const { at, records } = shard;
    const from = Math.max(0, at - REPEATED_FROM_BEFORE);
    const done = await give(records.slice(from, at + count));
    shard.at = Math.max(at, from + done);
  },
  'batches of both shards at once': async (shard, count, other) =>
    await Promise.all([giveNext(shard, count), giveNext(other, count)]),
  'a batch of both shards': async (shard, count, other) => {
    const batch = inTurns([next(shard, count), next(other, count)]);
    const done = new Set(batch.slice(0, await give(batch)));
    for (const one of [shard, other]) {
      one.at += next(one, count).filter((record) => done.has(record)).length;
    }
  },
});

/** Returns the first value of each list, then the second of each, and so on. */
function inTurns<Value>(lists: readonly (readonly Value[])[]): Value[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}
