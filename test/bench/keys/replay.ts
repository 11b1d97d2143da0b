// Replays seconds of a large day through the stores: counts the write units of each partition.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { RandomBytes } from '#domain/id.ts';
import type { Write } from '#store/table/commit.ts';
import { MOST_DUE_SHARDS, writeDueShards } from '#store/table/due-shards.ts';
import { type IndexName, TABLE_SHAPE } from '#store/table/keys.ts';
import type { Item } from '#store/table/table.ts';
import { addUnits, type PartitionWrites } from '../../store/table/partition-writes.ts';
import { announced, charge, type Merchant, type Moment, refund, type Scene, sale } from './scenes.ts';

/** What happens in one second; `largest`: the share of the largest merchant. */
export type Second = { sales: number; charges: number; refunds: number; largest: number };

const SCENES = {
  Sale: (moment: Moment) => sale(moment, false),
  '3-D Secure': (moment: Moment) => sale(moment, true),
  Charge: charge,
  Refund: refund,
};
type SceneName = keyof typeof SCENES;
export const SCENE_NAMES = Object.keys(SCENES) as SceneName[];

const OTHERS = 40;

/** Bytes that are the same in each run, and spread like random ones. */
function seededBytes(seed: string): RandomBytes {
  let drawn = 0;
  return (count) => {
    drawn += 1;
    return new Uint8Array(createHash('sha512').update(`${seed} ${drawn}`).digest().subarray(0, count));
  };
}

/** The partitions that several objects share, by `index partition`, with the units of one second. */
export function replaySecond(second: Second, dueShards: number, at: Date, seed = 'day'): PartitionWrites {
  const settings = {
    DUE_SHARDS: writeDueShards(dueShards, MOST_DUE_SHARDS),
    PAGES_KEPT_MONTHS: '13',
    TABLE_NAME: 'payments',
  };
  const before = { ...process.env };
  Object.assign(process.env, settings);
  const random = seededBytes(seed);
  const draw = () => Buffer.from(random(4)).readUInt32LE() / 2 ** 32;
  const idOf = (name: string) => `01a1f82f-0000-7000-8000-${name.padStart(12, '0')}`;
  const merchantOf = (name: string): Merchant => ({ merchantId: idOf(name), webhookId: idOf(`1${name}`) });
  const large = merchantOf('0');
  const others = Array.from({ length: OTHERS }, (_, at) => merchantOf(String(at + 1)));
  const positions = new Map<string, number>();
  const next = (feed: string) => {
    const position = (positions.get(feed) ?? 0) + 1;
    positions.set(feed, position);
    return position;
  };
  const moment = (): Moment => {
    const merchant = draw() < second.largest ? large : others[Math.floor(draw() * OTHERS)];
    return { merchant: merchant ?? large, at, random, next };
  };
  const units: PartitionWrites = new Map();
  const repeat = (count: number, name: SceneName) => {
    for (let made = 0; made < count; made += 1) {
      const one = moment();
      play(name, SCENES[name](one), units);
      for (const type of ['payment.succeeded', 'hosted_page.paid'] as const) {
        play('announced', announced(one, type, Buffer.from(random(16)).toString('hex')), units);
      }
    }
  };
  try {
    repeat(second.sales / 2, 'Sale');
    repeat(second.sales / 2, '3-D Secure');
    repeat(second.charges, 'Charge');
    repeat(second.refunds, 'Refund');
  } finally {
    for (const name of Object.keys(settings)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
  return new Map([...units].filter(([partition]) => isShared(partition)));
}

/** The units of one scene, by the settings of this process. */
export function unitsOfScene(name: SceneName): PartitionWrites {
  const units: PartitionWrites = new Map();
  const merchant = { merchantId: randomUUID(), webhookId: randomUUID() };
  play(name, SCENES[name]({ merchant, at: new Date(), random: randomBytes, next: () => 1 }), units);
  return units;
}

/** One entry that a write of a kind writes: in the table or an index, of the row after it or before it. */
type Entry = { place: 'table' | IndexName; side: 'before' | 'after'; units: number };
/** By scene and number of the write: all scenes of a name write the same, to other partitions. */
const ENTRIES = new Map<string, readonly Entry[]>();

/** Adds the units of the writes of a scene. */
function play(name: string, { before, writes }: Scene, units: PartitionWrites): void {
  const rows = new Map<string, Item>();
  for (const write of before) apply(write, rows);
  for (const [number, write] of writes.entries()) {
    const { pk, sk } = keyOf(write);
    const sides = { before: rows.get(`${pk} ${sk}`), after: apply(write, rows) };
    const known = ENTRIES.get(`${name} ${number}`) ?? entriesOf(pk, sides);
    ENTRIES.set(`${name} ${number}`, known);
    for (const { place, side, units: own } of known) {
      const partition = `${place} ${partitionIn(place, sides[side])}`;
      units.set(partition, (units.get(partition) ?? 0) + own);
    }
  }
}

type Sides = { before: Item | undefined; after: Item };
const partitionIn = (place: Entry['place'], row: Item | undefined) =>
  place === 'table' ? row?.pk : row?.[TABLE_SHAPE.indexes[place].partitionKey];

function entriesOf(pk: string, sides: Sides): Entry[] {
  const units: PartitionWrites = new Map();
  addUnits(units, { pk, ...sides, factor: 2 });
  return [...units].map(([partition, own]) => {
    const place = partition.split(' ', 1).join() as Entry['place'];
    const isAfter = partition === `${place} ${partitionIn(place, sides.after)}`;
    return { place, side: isAfter ? 'after' : 'before', units: own };
  });
}

const keyOf = (write: Write) => (write.kind === 'put' ? write.item : write.key);

function apply(write: Write, rows: Map<string, Item>): Item {
  const { pk, sk } = keyOf(write);
  const name = `${pk} ${sk}`;
  const item = write.kind === 'put' ? write.item : changed(write, rows.get(name) ?? { pk, sk });
  rows.set(name, item);
  return item;
}

function changed(write: Exclude<Write, { kind: 'put' }>, row: Item): Item {
  const removed = write.kind === 'update' ? (write.remove ?? []) : [];
  const sets = Object.entries(write.set ?? {}).filter(([, value]) => value !== undefined);
  const kept = Object.entries(row).filter(([name]) => !removed.includes(name));
  const values = Object.fromEntries([...kept, ...sets, ...Object.entries(write.add ?? {})]);
  return { ...values, pk: row.pk, sk: row.sk };
}

/** Merchant, month, shard and block are what several objects share; any other id is of one object. */
const OWN = /#(?:PAY-\w+|evt_[\w-]+|[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f-]{27})|#ORDER#|^table PAGE#|#CUSTOMER#/;
const isShared = (partition: string) => !OWN.test(partition.replace(/ M#[0-9a-f-]{36}/, ''));

const NAMES: readonly [part: RegExp, name: string][] = [
  [/ M#[0-9a-f-]{36}/, ' M#{m}'],
  [/#\d{4}-\d{2}(?:#\d+)?$/, '#{month}'],
  [/#FEED#\d+$/, '#FEED#{block}'],
  [/(DUE|DELIVER)#\d+$/, '$1#{shard}'],
];
/** The kind of a partition. */
const familyOf = (partition: string) =>
  NAMES.reduce((text, [part, name]) => text.replace(part, name), partition);

/** The units of the fullest partition of each kind. */
export function fullestOf(units: PartitionWrites): Map<string, number> {
  const fullest = new Map<string, number>();
  for (const [partition, own] of units) {
    const family = familyOf(partition);
    fullest.set(family, Math.max(fullest.get(family) ?? 0, own));
  }
  return fullest;
}
