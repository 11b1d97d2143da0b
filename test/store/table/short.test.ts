// The short form of rows: each row is read as it was before it was shortened, whatever its texts are, and no
// index holds what is in a pack. keys.test.ts has the same of conditions and removals.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expanded, shortened } from '#store/table/short.ts';
import * as forms from '#store/table/short-forms.ts';
import type { Item } from '#store/table/table.ts';
import { INDEXES } from '../../../lib/operator/table-indexes.ts';
import { rounds } from '../../harness/thoroughness.ts';
import { readValue, recordedRows } from '../recorded/recorded-rows.ts';

const FORMS = Object.values(forms);
const isShort = ({ sk, pack }: Item) => pack === undefined && FORMS.some((form) => form.sk === sk);
const longRows = recordedRows().filter(({ item }) => isShort(item));
const namesOf = (sk: string) => FORMS.find((form) => form.sk === sk)?.names.split(' ') ?? [];

describe('the short form of a row', () => {
  it('a short row is read as the row that was put', () => {
    expect(new Set(longRows.map(({ item }) => item.sk)).size).toBe(FORMS.length);
    for (const { item } of longRows) {
      expect(expanded(shortened(item))).toEqual({ ...item, schema: 1 });
    }
  });

  it('every text and all bytes are read as they were put', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[~\x7fuxhH]{0,4}[0-9a-f]{32}[0-9A-F]{40}~?$/),
      fc.uuid(),
      fc.uint8Array(),
      fc.uint8Array({ minLength: 16, maxLength: 16 }),
      fc.stringMatching(/^[~{]{0,2}(=[\w-]{16}[&"]?){0,3}$/),
      fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.uint8Array(), fc.constant(null), fc.integer())),
    );
    const [first] = longRows;
    if (first === undefined) throw new Error('No row is recorded.');
    fc.assert(
      fc.property(fc.constantFrom(...longRows), hostile, fc.nat(), ({ item }, value, at) => {
        const names = namesOf(item.sk);
        const changed = { ...item, [names[at % names.length] ?? '']: value };
        expect(expanded(shortened(changed))).toEqual({ ...changed, schema: 1 });
      }),
      { numRuns: rounds(5_000, 300) },
    );
  });

  it('a row is not read if its pack is damaged, or belongs to another row', () => {
    for (const { kind, item } of longRows) {
      const { pack, ...rest } = shortened(item) as Item & { pack: Uint8Array };
      const damaged = pack.map((byte, at) => (at === pack.length - 6 ? byte ^ 1 : byte));
      for (const wrong of [
        { ...rest, pack: damaged },
        { ...rest, pack, pk: `${item.pk}0` },
      ]) {
        expect(expanded(wrong)).toBe(wrong);
        expect(() => readValue(kind, wrong)).toThrow(/schema/);
      }
    }
  });

  it('a pack has nothing that an index holds', () => {
    const held = INDEXES.flatMap(({ holds = [] }) => holds);
    for (const { item } of longRows.filter((row) => row.kind === 'payment')) {
      const { pack: _, random: __, ...kept } = shortened({ ...item, source: 'HostedPage' });
      expect(held.filter((name) => name in item && !(name in kept))).toEqual([]);
    }
  });
});
