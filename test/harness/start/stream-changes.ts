// Every change that a test file made to what merchants can read, in the order of the commits.
import type { StreamRecord } from '#capture/image.ts';
import { type Item, tableName } from '#store/table/table.ts';
import { itemOfWire, type WireItem } from '#store/table/wire.ts';
import { openStream } from '../../../lib/local/aws/stream.ts';
import type { LocalService } from '../../../lib/local/environment.ts';
import { openSnapshot } from '../../../lib/local/snapshot.ts';

/** A row that was removed was over before. */
export type RowChange = {
  pk: string;
  sk: string;
  /** Undefined: the row is new. */
  before: Item | undefined;
  after: Item;
  /** The attributes that were written otherwise than before; of a recurring payment, those of its record. */
  changed: string;
  record: StreamRecord;
};

/** `isWanted`: by the sort key. */
export async function readChanges(
  service: LocalService,
  isWanted: (sk: string) => boolean,
): Promise<RowChange[]> {
  const records = await readStream(service);
  return records.flatMap((record) => {
    const { Keys, OldImage, NewImage } = record.dynamodb;
    const sk = Keys['sk']?.S ?? '';
    if (NewImage === undefined || !isWanted(sk)) return [];
    const [before, after] = [OldImage && itemOfWire(OldImage), itemOfWire(NewImage)];
    return [{ pk: after.pk, sk, before, after, changed: changedNames(OldImage, NewImage), record }];
  });
}

function changedNames(before: WireItem = {}, after: WireItem): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const { M: record } = after['record'] ?? {};
  const inside = record && names.includes('record') ? changedNames(before['record']?.M, record) : '';
  return `${names.sort().join()}(${inside})`;
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
