// Counts the writes of many events of one merchant: for each kind of key the number of partitions, the units
// of the fullest, and the writes of one row. Capture records each event, and one webhook gets it.
import type { Item } from '#store/table/table.ts';
import type { Harness } from '../../harness/harness.ts';
import { addUnits, type PartitionWrites } from '../../store/table/partition-writes.ts';
import { webhooksOf } from '../../webhook/webhooks.ts';
import { isTrigger, openQueue } from './delivery-queue.ts';
import type { paidOrders } from './paid-orders.ts';
import { atOnce, startServer } from './receivers.ts';
import { openStream } from './stream.ts';
import { watchWrites } from './written-rows.ts';

export type KeyWrites = {
  key: string;
  partitions: number;
  /** Write units of all partitions, and those of the fullest. */
  units: number;
  fullest: number;
  /** The most writes of one row, for keys of the table itself. */
  mostOfRow: number | undefined;
};
type Writes = {
  keys: KeyWrites[];
  events: number;
  minutes: number;
  again: number;
  failed: number;
  batches: number;
};

const NAMES: readonly [part: RegExp, name: string][] = [
  [/ M#[0-9a-f-]{36}/, ' M#{m}'],
  [/#PAY-\w{26}$/, '#{object}'],
  [/#evt_[\w-]{22}$/, '#{event}'],
  [/#[0-9a-f]{8}-[0-9a-f-]{27}/, '#{webhook}'],
  [/#\d{4}-\d{2}$/, '#{month}'],
  [/#FEED#\d+$/, '#FEED#{block}'],
  [/DELIVER#\d+$/, 'DELIVER#{shard}'],
];
const nameOf = (key: string) => NAMES.reduce((text, [part, name]) => text.replace(part, name), key);
/** Whether every event has its own key of this kind. */
export const isOwn = (key: string) => /\{(?:object|event)\}$/.test(key);

const MOST_WAITING = 500;
const WORKERS = 6;

type Pay = Awaited<ReturnType<typeof paidOrders>>;
type Many = { events: number; onProgress(done: number): void };

export async function countWrites(harness: Harness, pay: Pay, many: Many): Promise<Writes> {
  const { service } = harness;
  const merchant = await service.addMerchant();
  // On a busy machine an event can be sent twice: its claim can expire before its call ends.
  const taken = new Set<string>();
  let again = 0;
  const url = await startServer(atOnce, (id) => {
    if (taken.has(id)) again += 1;
    else if (taken.add(id).size % 1_000 === 0) many.onProgress(taken.size);
  });
  await webhooksOf(harness).create(url, {}, merchant);
  const queue = openQueue((event) => service.lambdas.invoke('deliver', event), WORKERS);
  const stream = openStream((event) => service.lambdas.invoke('capture', event));
  const units: PartitionWrites = new Map();
  const ofRow = new Map<string, number>();
  const before = new Map<string, Item>();
  let [failed, batches] = [0, 0];
  const unwatch = watchWrites((written, isDone) => {
    const own = written.filter(({ key }) => key.pk.includes(merchant.merchantId));
    if (!isDone) {
      failed += own.length > 0 ? 1 : 0;
      return;
    }
    for (const { key, item, isTransaction } of own) {
      const row = `${key.pk} ${key.sk}`;
      const after = item ?? { ...key };
      addUnits(units, { pk: key.pk, before: before.get(row), after, factor: isTransaction ? 2 : 1 });
      ofRow.set(row, (ofRow.get(row) ?? 0) + 1);
      if (key.sk === 'FEED') batches += 1;
      // Events and tries are written once, so their rows need not be kept.
      if (key.sk !== 'EVENT' && !key.sk.startsWith('TRY#')) before.set(row, after);
      if (isTrigger(after)) queue.send(key);
    }
  });
  const startedMs = performance.now();
  for (let made = 0; made < many.events; ) {
    const batch = Array.from({ length: Math.min(100, many.events - made) }, () => pay(merchant.merchantId));
    made += batch.length;
    stream.put(batch);
    await stream.end();
    while (queue.state().waiting > MOST_WAITING) await pause();
  }
  await queue.end();
  // A server can seem slow on a busy machine: then one caller, not the triggers, sends the rest.
  for (let waits = 0; taken.size < many.events && waits < 600; waits += 1) await pause();
  unwatch();
  if (taken.size !== many.events) throw new Error(`${taken.size} events were taken.`);
  const minutes = Math.ceil((performance.now() - startedMs) / 60_000);
  return { keys: tableOf(units, ofRow), events: many.events, minutes, again, failed, batches };
}
const pause = () => new Promise<void>((resume) => setTimeout(resume, 50));

function tableOf(units: PartitionWrites, ofRow: ReadonlyMap<string, number>): KeyWrites[] {
  const keys = new Map<string, KeyWrites>();
  for (const [partition, own] of units) {
    const key = nameOf(partition);
    const known = keys.get(key) ?? { key, partitions: 0, units: 0, fullest: 0, mostOfRow: undefined };
    known.partitions += 1;
    known.units += own;
    known.fullest = Math.max(known.fullest, own);
    keys.set(key, known);
  }
  for (const [row, writes] of ofRow) {
    const known = keys.get(nameOf(`table ${row.split(' ')[0]}`));
    if (known) known.mostOfRow = Math.max(known.mostOfRow ?? 0, writes);
  }
  return [...keys.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}
