// The guides of CONTRIBUTING.md lead to files that exist.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../architecture/module-graph.ts';

const guide = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');

it('every file that CONTRIBUTING.md names exists', () => {
  const named = [...guide.matchAll(/`((?:bin|functions|lib|test)\/[\w./-]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
