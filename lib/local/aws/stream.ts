// Reads the stream of the local table, and passes its records to consumers like an event source mapping of
// Lambda: filtered, in batches, in order; a failed batch is retried and divided.
import { defined } from '#domain/defined.ts';
import type { WireItem } from '#store/table/wire.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Clock } from '../time/clock.ts';
import type { TimedEvents } from '../time/timeline.ts';

type ShardRecord = {
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  dynamodb: {
    SequenceNumber: string;
    ApproximateCreationDateTime: number;
    Keys: WireItem;
    OldImage?: WireItem;
    NewImage?: WireItem;
  };
};

export type StreamConsumer = {
  name: string;
  /** The filter: other records are not delivered. */
  wants(record: ShardRecord): boolean;
  /**
   * Returns the sequence number of the first record that failed, or undefined if none failed. Throws if the
   * whole batch failed.
   */
  invoke(records: readonly ShardRecord[]): Promise<string | undefined>;
};

export type StreamReader = {
  timedEvents: TimedEvents;
  /** Called after a function or another program has run: the stream may have new records. */
  note(): void;
  /** Records that failed on every retry, like the messages in the on-failure queue. */
  failed: readonly { consumer: string; record: ShardRecord }[];
};

type StreamPlace = {
  endpoint: string;
  tableName: string;
  clock: Clock;
  /** Stores the position of the last delivered record. */
  snapshot: Snapshot<string>;
};
type StreamOptions = StreamPlace & { consumers: readonly StreamConsumer[] };

const RECORDS_PER_READ = 1000;
const BATCH = 100;
const TRIES = 3;

export function createStreamReader(options: StreamOptions): StreamReader {
  const { clock, consumers } = options;
  const failed: { consumer: string; record: ShardRecord }[] = [];
  const readNext = openStream(options);
  let noted = 0;
  let dirtySinceMs: number | undefined = clock.nowMs();

  const deliver = async (consumer: StreamConsumer, records: readonly ShardRecord[], triesLeft = TRIES) => {
    const [first] = records;
    if (first === undefined) return;
    const failedAt = await firstFailure(consumer, records);
    if (failedAt === undefined) return;
    const left = records.slice(failedAt);
    if (triesLeft > 1) return await deliver(consumer, left, triesLeft - 1);
    if (left.length === 1) {
      failed.push({ consumer: consumer.name, record: left[0] as ShardRecord });
      return;
    }
    const half = Math.ceil(left.length / 2);
    await deliver(consumer, left.slice(0, half));
    await deliver(consumer, left.slice(half));
  };

  const readOnce = async (): Promise<number> => {
    const { records, moveOn } = await readNext();
    for (const consumer of consumers) {
      const wanted = records.filter((record) => consumer.wants(record));
      for (let from = 0; from < wanted.length; from += BATCH) {
        await deliver(consumer, wanted.slice(from, from + BATCH));
      }
    }
    moveOn();
    return records.length;
  };

  const timedEvents: TimedEvents = {
    name: 'stream',
    nextDueMs: () => dirtySinceMs,
    // Invocations follow from changes of the table, not from the clock, so they are not counted.
    async fireDue() {
      for (;;) {
        const seen = noted;
        if ((await readOnce()) > 0 || noted !== seen) continue;
        dirtySinceMs = undefined;
        return 0;
      }
    },
  };
  const note = () => {
    noted += 1;
    dirtySinceMs ??= clock.nowMs();
  };
  return { timedEvents, note, failed };
}

/** The index of the first record that failed. */
async function firstFailure(
  { invoke }: StreamConsumer,
  records: readonly ShardRecord[],
): Promise<number | undefined> {
  try {
    const failedAt = await invoke(records);
    if (failedAt === undefined) return undefined;
    return Math.max(
      0,
      records.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === failedAt),
    );
  } catch {
    return 0;
  }
}

const STREAMS = 'DynamoDBStreams_20120810';
type TableDescription = { Table: { LatestStreamArn: string } };
type DescribedStream = { StreamDescription: { Shards: { ShardId: string }[] } };
type Got = { Records: ShardRecord[]; NextShardIterator: string };
type ShardRead = { records: ShardRecord[]; moveOn(): void };

/** The embedded engine has one shard per table. */
export function openStream({ endpoint, tableName, clock, snapshot }: StreamPlace): () => Promise<ShardRead> {
  const call = async <Output>(target: string, input: object) =>
    (await callEngine(endpoint, target, input)) as Output;
  let iterator: string | undefined;
  const open = async (): Promise<string> => {
    const described = await call<TableDescription>('DynamoDB_20120810.DescribeTable', {
      TableName: tableName,
    });
    const StreamArn = described.Table.LatestStreamArn;
    const stream = await call<DescribedStream>(`${STREAMS}.DescribeStream`, { StreamArn });
    const last = snapshot.get('last');
    const { ShardIterator } = await call<{ ShardIterator: string }>(`${STREAMS}.GetShardIterator`, {
      StreamArn,
      ShardId: stream.StreamDescription.Shards[0]?.ShardId,
      ShardIteratorType: last === undefined ? 'TRIM_HORIZON' : 'AFTER_SEQUENCE_NUMBER',
      ...defined({ SequenceNumber: last }),
    });
    return ShardIterator;
  };
  return async () => {
    iterator ??= await open();
    const read = { ShardIterator: iterator, Limit: RECORDS_PER_READ };
    const { Records, NextShardIterator } = await call<Got>(`${STREAMS}.GetRecords`, read);
    // The engine uses the machine's time, but the service uses the time of its own clock.
    const ApproximateCreationDateTime = Math.floor(clock.nowMs() / 1000);
    const records = Records.map(({ dynamodb, ...record }) => ({
      ...record,
      dynamodb: { ...dynamodb, ApproximateCreationDateTime },
    }));
    const moveOn = () => {
      iterator = NextShardIterator;
      const last = records.at(-1)?.dynamodb.SequenceNumber;
      if (last !== undefined) snapshot.set('last', last);
    };
    return { records, moveOn };
  };
}

async function callEngine(endpoint: string, target: string, input: object): Promise<unknown> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': target,
      'x-amz-date': '20260101T000000Z',
      // The engine requires a signature but does not verify it.
      authorization:
        'AWS4-HMAC-SHA256 Credential=l/20260101/l/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    },
    body: JSON.stringify(input),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The stream of the table cannot be read: ${text}`);
  return JSON.parse(text);
}
