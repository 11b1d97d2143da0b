// A row is validated before anything uses it: what does not fit is refused by the name of the attribute, and
// what is left of an erased row is not found.
import { describe, expect, it } from 'vitest';
import { ShapeError } from '#domain/shape.ts';
import type { RowName } from '#store/table/row-name.ts';
import type { Item } from '#store/table/table.ts';
import { kindNamed, rowNames } from '../../lib/operator/review/kind-of.ts';
import { recordedRows } from './recorded/recorded-rows.ts';

const rows = recordedRows();
const SECRET = '5528790000000008';
/** Keys of indexes, the clean-up, and attributes that only an operator reads. */
const isUnread = (name: string) =>
  /^(?:list|status|lookup|second|due)(?:Pk|Sk)$|^expiresAtSeconds$/.test(name);

function readWith(kind: RowName, item: Item, changed: Record<string, unknown>): unknown {
  const { read } = kindNamed(kind);
  try {
    return read?.({ ...item, ...changed });
  } catch (error) {
    return error;
  }
}

describe.each(rowNames.filter((name) => kindNamed(name).read !== undefined))('%s', (kind) => {
  it('a row that does not fit is refused by the name of the attribute, without its value', () => {
    const believed = new Set<string>();
    let refused = 0;
    for (const { item } of rows.filter((row) => row.kind === kind)) {
      for (const name of Object.keys(item)) {
        if (['pk', 'sk'].includes(name) || isUnread(name)) continue;
        const read = readWith(kind, item, { [name]: { secret: [SECRET] } });
        if (!(read instanceof ShapeError)) believed.add(name);
        else {
          refused += 1;
          expect(read.message).toContain(`.${name}`);
          expect(String(read)).not.toContain(SECRET);
        }
      }
    }
    expect([...believed].filter((name) => !(UNREAD[kind] ?? []).includes(name))).toEqual([]);
    expect(refused + believed.size).toBeGreaterThan(0);
  });
});

/** Triggers, counts, what people read in the table, and a face that is drawn without what does not fit. */
const UNREAD: Partial<Record<RowName, readonly string[]>> = {
  'card-page': ['branding'],
  'hosted-page': ['branding'],
  'payment-counts': ['version', 'whole'],
  'refund-counts': ['version'],
  merchant: ['branding'],
  payment: ['saleWorker'],
  variants: ['version', 'words'],
  webhook: ['tell'],
};

it.each([
  ['a deleted card', 'card', { deletedAt: '2026-11-20T09:00:00.000Z' }, 'fingerprint'],
  ['an erased customer', 'customer', { erasedAt: '2026-11-20T09:00:00.000Z' }, 'fullName'],
  ['a deleted ciphertext', 'sealed-card', {}, 'sealed'],
  ['a pending card that was stored', 'pending-card', {}, 'sealed'],
  ['the mark of a newer page on a page that never was', 'hosted-page', {}, 'merchantId'],
] as const)('the rest of %s is not found', (_, kind, mark, removed) => {
  const [row] = rows.filter((one) => one.kind === kind);
  const left = Object.entries(row?.item ?? {}).filter(([name]) => name !== removed);
  expect(readWith(kind, Object.fromEntries(left) as Item, mark)).toBeUndefined();
});
