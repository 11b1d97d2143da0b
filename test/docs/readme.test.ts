// The README lists every command, and no other.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../architecture/module-graph.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

it('the table of commands in the README lists exactly the scripts of package.json', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
  const table = /\| Command \|[\s\S]*?\n\n/.exec(read('README.md'))?.[0] ?? '';
  const named = [...table.matchAll(/`npm (?:run )?([\w:]+)`/g)].map(([, name = '']) => name);
  expect([...new Set(named)].sort()).toEqual(Object.keys(scripts).sort());
});
