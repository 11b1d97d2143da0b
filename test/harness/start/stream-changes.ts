// Every change that a test file made to objects that merchants can read, in the order of the commits.
import type { StreamRecord } from '#capture/image.ts';
import { type Item, tableName } from '#store/table/table.ts';
import { itemOfWire, type WireItem } from '#store/table/wire.ts';
import { openStream } from '../../../lib/local/aws/stream.ts';
import type { LocalService } from '../../../lib/local/environment.ts';
import { openSnapshot } from '../../../lib/local/snapshot.ts';
import { imageOf } from './stream-image.ts';

/** A change of a row. Removals are left out, because the object of the row had ended before. */
export type RowChange = {
  pk: string;
  sk: string;
  /** The row before the change; undefined if the row is new. */
  before: Item | undefined;
  after: Item;
  /** The attributes with another value than before; for a recurring payment those of its record. */
  changed: string;
  record: StreamRecord;
};

/** Reads the changes of rows whose key `isWanted`. */
export async function readChanges(
  service: LocalService,
  isWanted: (pk: string, sk: string) => boolean,
): Promise<RowChange[]> {
  const records = await readStream(service);
  const latest = new Map<string, Image>();
  return records.flatMap((record) => {
    const { Keys, OldImage, NewImage } = record.dynamodb;
    const [pk = '', sk = ''] = [Keys['pk']?.S, Keys['sk']?.S];
    if (NewImage === undefined || !isWanted(pk, sk)) return [];
    const key = `${pk} ${sk}`;
    // The stream has every change, so the row before it equals the row after the last one.
    const before = OldImage && (latest.get(key) ?? readImage(OldImage));
    const after = readImage(NewImage);
    latest.set(key, after);
    return [
      { pk, sk, before: before?.item, after: after.item, changed: changedNames(before, after), record },
    ];
  });
}

type Image = { item: Item; attributes: ReadonlyMap<string, string> };

function readImage(wire: WireItem): Image {
  const item = itemOfWire(wire);
  const { record, ...others } = imageOf(item);
  const inside = Object.entries(record?.M ?? {}).map(([name, value]) => [`record.${name}`, value] as const);
  const attributes = [...Object.entries(others), ...inside];
  return {
    item,
    attributes: new Map(attributes.map(([name, value]) => [name, JSON.stringify(value)])),
  };
}

function changedNames(before: Image | undefined, { attributes }: Image): string {
  const old = before?.attributes ?? new Map<string, string>();
  const gone = [...old.keys()].filter((name) => !attributes.has(name));
  const changed = [...attributes].flatMap(([name, value]) => (old.get(name) === value ? [] : [name]));
  return [...gone, ...changed].sort().join();
}

async function readStream({ clock }: LocalService) {
  const endpoint = String(process.env['AWS_ENDPOINT_URL_DYNAMODB']);
  const readNext = openStream({ endpoint, tableName: tableName(), clock, snapshot: openSnapshot() });
  const all: Awaited<ReturnType<typeof readNext>>['records'] = [];
  for (;;) {
    const { records, moveOn } = await readNext();
    if (records.length === 0) return all;
    all.push(...records);
    moveOn();
  }
}
