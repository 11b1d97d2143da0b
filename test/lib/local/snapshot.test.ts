import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openSnapshot } from '../../../lib/local/snapshot.ts';
import { rounds } from '../../harness/thoroughness.ts';

const folder = mkdtempSync(join(tmpdir(), 'snapshot-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const newFile = () => {
  files += 1;
  return join(folder, 'made-when-needed', `${files}.jsonl`);
};

describe('snapshot file', () => {
  it('the snapshot contains exactly the confirmed changes after a kill at any moment', () => {
    const change = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.option(fc.jsonValue(), { nil: undefined }));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), fc.string(), (changes, tornTail) => {
        const file = newFile();
        const expected = new Map<string, unknown>();
        const snapshot = openSnapshot<unknown>(file);
        for (const [key, value] of changes) {
          if (value === undefined) snapshot.delete(key);
          else snapshot.set(key, value);
          if (value === undefined) expected.delete(key);
          else expected.set(key, JSON.parse(JSON.stringify(value)));
        }
        // The file is not closed, as if the process was killed while writing another line.
        appendFileSync(file, `["a",${tornTail.replaceAll('\n', '')}`);
        expect(new Map(openSnapshot<unknown>(file).entries())).toEqual(expected);
      }),
      { numRuns: rounds(60, 20) },
    );
  });

  it('the file stays small, however often its content changes', () => {
    const file = newFile();
    const snapshot = openSnapshot<string>(file);
    for (let round = 0; round < 30_000; round += 1) snapshot.set('key', 'x'.repeat(100));
    expect(statSync(file).size).toBeLessThan(11_000 * 120);
    expect(openSnapshot<string>(file).get('key')).toBe('x'.repeat(100));
    expect(statSync(file).size).toBeLessThan(200);
  });

  it('a damaged file throws instead of starting empty', () => {
    const file = newFile();
    openSnapshot<number>(file).set('key', 1);
    writeFileSync(file, `not ours\n${readFileSync(file, 'utf8')}`);
    expect(() => openSnapshot<number>(file)).toThrow(/line 1/);
  });

  it('only the owner can read the file, and no temporary file remains', () => {
    const file = newFile();
    const snapshot = openSnapshot<number>(file);
    snapshot.set('key', 1);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(existsSync(`${file}.new`)).toBe(false);
  });

  it('each of ten thousand changes appends one line, however many entries there are', () => {
    const file = newFile();
    const snapshot = openSnapshot<string>(file);
    for (let key = 0; key < 10_000; key += 1) snapshot.set(String(key), 'x');
    const { ino, size } = statSync(file);
    for (let key = 0; key < 10_000; key += 1) snapshot.set(String(key), 'y');
    expect(statSync(file)).toMatchObject({ ino, size: 2 * size });
  });

  it('changes that belong together are written at once, so that a kill keeps all of them or none', () => {
    const file = newFile();
    const snapshot = openSnapshot<number>(file);
    snapshot.together(() => {
      snapshot.set('order', 1);
      snapshot.set('ledger', 1);
      expect(readFileSync(file, 'utf8')).toBe('');
    });
    expect([...openSnapshot<number>(file).entries()]).toEqual([
      ['order', 1],
      ['ledger', 1],
    ]);
  });

  it('a snapshot without a file exists in memory only', () => {
    const snapshot = openSnapshot<number>();
    snapshot.set('key', 1);
    expect([...snapshot.entries()]).toEqual([['key', 1]]);
    snapshot.delete('key');
    expect(snapshot.get('key')).toBeUndefined();
  });
});
