// The worked example of CONTRIBUTING.md is correct: its handler imports names that the modules export, its
// row has the fields of a row, and the files that it names exist.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '#routes.ts';
import { ROOT } from '../architecture/module-graph.ts';

const guide = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
const [row = '', handler = '', test = ''] = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(
  ([, code = '']) => code,
);
/** Files that the example adds. */
const NEW = ['functions/endpoints/customer/cards.ts', 'test/endpoints/customer/cards.test.ts'];

describe('the example of an endpoint in CONTRIBUTING.md', () => {
  const imports = [...handler.matchAll(/import \{ ([^}]+) \} from '#([^']+)'/g)].flatMap(
    ([, names = '', path = '']) => names.split(', ').map((name) => ({ name, path })),
  );

  it('the example has imports', () => expect(imports.length).toBeGreaterThan(4));

  it.each(imports)('$path exports $name, which the example imports', async ({ name, path }) => {
    const module: object = await import(join(ROOT, 'functions', path));
    expect(Object.keys(module)).toContain(name);
  });

  const testImports = [...test.matchAll(/import \{ ([^}]+) \} from '(\.[^']+)'/g)].flatMap(
    ([, names = '', path = '']) =>
      names.split(', ').map((name) => ({ name: name.replace('type ', ''), path })),
  );

  it.each(testImports)('the test imports $name, which $path exports', ({ name, path }) => {
    const module = readFileSync(join(ROOT, 'test/endpoints/customer', path), 'utf8');
    expect(module).toMatch(new RegExp(`^export .*\\b${name}\\b`, 'm'));
  });

  it('the row of the example has the fields of the other rows', () => {
    const fields = [...row.matchAll(/^ {4}(\w+):/gm)].map(([, name]) => name);
    const { audience: _, ...other } = ROUTES.find(({ file }) => file === 'customer/show') ?? {};
    expect(fields).toEqual(Object.keys(other));
  });
});

it('every file that CONTRIBUTING.md names exists', () => {
  const named = [...guide.matchAll(/`((?:bin|functions|lib|test)\/[\w./-]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !NEW.includes(path) && !existsSync(join(ROOT, path)))).toEqual([]);
});
