// docs/reliability.md names a test and a command for each promise.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../architecture/module-graph.ts';
import { linkedTests, missingTests, readPage } from './linked-tests.ts';

const page = readPage('reliability.md');
const rows = page.split('\n').filter((line) => line.startsWith('| **'));

it('every promise of docs/reliability.md has a test, and every test to which it links exists', () => {
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter((row) => linkedTests(row).length === 0)).toEqual([]);
  expect(missingTests(page)).toEqual([]);
});

it('every promise has a figure, and a command of package.json that measures it', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
  for (const row of rows) {
    const [, , , figure = '', command = ''] = row.split('|').map((cell) => cell.trim());
    expect(figure, row).not.toBe('');
    const name = /^`(?:CI=1 )?npm (?:run )?([\w:]+)(?: -- [\w -]+)?`$/.exec(command)?.[1];
    expect(Object.keys(scripts), row).toContain(name);
  }
});
