// An attribute whose stored name differs from that of the domain has this name in one file of the stores, so
// that nobody looks for it elsewhere: other files write it by the shape, or by a constant of that file.
import { expect, it } from 'vitest';
import { functionFiles } from './project.ts';

const stores = functionFiles.filter(({ path }) => path.startsWith('functions/store/'));

/** The names of a file: written in the shape, or as constants that the shape uses. */
function storedNames(text: string): string[] {
  const constants = new Map(
    Array.from(text.matchAll(/const (\w+) = '(\w+)'/g), ([, constant = '', name = '']) => [constant, name]),
  );
  return Array.from(text.matchAll(/storedAs\(\s*('?)(\w+)/g), ([, quote, word = '']) =>
    quote ? word : (constants.get(word) ?? ''),
  );
}

/** These are words of other rows too. */
const COMMON = ['by', 'customer', 'amountMinor'];

it('each stored name stands in the files whose shapes have it', () => {
  const owners = new Map(stores.map(({ path, text }) => [path, storedNames(text)]));
  const names = new Set([...owners.values()].flat().filter((name) => !COMMON.includes(name)));
  expect(names.size).toBeGreaterThan(15);
  expect(names).not.toContain('');
  const astray = stores.flatMap(({ path, text }) =>
    [...names]
      .filter((name) => !owners.get(path)?.includes(name))
      .filter((name) => new RegExp(`'${name}'|#${name}\\b|\\b${name}:`).test(text))
      .map((name) => `${path}: ${name}`),
  );
  expect(astray).toEqual([]);
});
