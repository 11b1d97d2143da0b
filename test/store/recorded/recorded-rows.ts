// Rows as the service has written them, one JSON line each, with the value that code reads from it. The row
// of a line is never changed, because a stored row must be readable for good; its value has the names of
// today's code. `UPDATE_ROWS=1` adds rows with new attributes.
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RowName } from '#store/table/row-name.ts';
import { type Item, itemOf } from '#store/table/table.ts';
import { kindNamed, kindOf } from '../../../lib/operator/review/kind-of.ts';
import { isMap } from '../newer-version.ts';

type RecordedRow = { kind: RowName; item: Item; value: unknown };

const FILE = join(import.meta.dirname, 'rows.jsonl');

/** Converts bytes and sets, which have no form in JSON. */
function toJson(value: unknown): unknown {
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  if (value instanceof Set) return { $set: [...value].sort() };
  if (Array.isArray(value)) return value.map(toJson);
  if (!isMap(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, toJson(member)]));
}

function fromJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromJson);
  if (!isMap(value)) return value;
  const { $bytes, $set } = value;
  if (typeof $bytes === 'string') return new Uint8Array(Buffer.from($bytes, 'base64'));
  if (Array.isArray($set)) return new Set($set);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fromJson(member)]));
}

export const recordedRows = (): RecordedRow[] =>
  readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { item, ...rest } = JSON.parse(line) as RecordedRow;
      return { ...rest, item: itemOf(fromJson(item) as Item) };
    });

const keyOnly = ({ pk, sk }: Item): unknown => ({ pk, sk });
/** The value that code reads from a row, as JSON. */
export const readValue = (kind: RowName, item: Item): unknown =>
  toJson((kindNamed(kind).read ?? keyOnly)(item));

/** `payment.resolution.note text`: every attribute of a row, with its form. */
function formsOf(kind: RowName, item: Item): string[] {
  const walk = (place: string, value: unknown): string[] => {
    if (Array.isArray(value)) return value.flatMap((member) => walk(`${place}[]`, member));
    if (!isMap(value)) return [`${place} ${value instanceof Object ? value.constructor.name : typeof value}`];
    return Object.entries(value).flatMap(([name, member]) => walk(`${place}.${name}`, member));
  };
  return walk(kind, item);
}

/**
 * Returns the attributes of these rows that no recorded row has. With `UPDATE_ROWS` the rows that have them
 * are recorded, as this code reads them.
 */
export function unrecorded(items: readonly Item[]): string[] {
  const recorded = new Set(recordedRows().flatMap(({ kind, item }) => formsOf(kind, item)));
  const missing: string[] = [];
  for (const item of items) {
    const kind = kindOf(item);
    const forms = kind === undefined ? [] : formsOf(kind, item).filter((form) => !recorded.has(form));
    if (kind === undefined || forms.length === 0) continue;
    for (const form of forms) recorded.add(form);
    if (!process.env['UPDATE_ROWS']) missing.push(...forms);
    else {
      const row = { kind, item: toJson(item), value: readValue(kind, item) };
      appendFileSync(FILE, `${JSON.stringify(row)}\n`);
    }
  }
  return missing;
}
