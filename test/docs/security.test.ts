// docs/security.md names a test for each attack and each requirement. A name that no test has any more would
// be a promise that nothing holds.
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const DOCS = new URL('../../docs/', import.meta.url);
const page = readFileSync(new URL('security.md', DOCS), 'utf8');

/** `["name of a test"](../test/file.test.ts)` */
const held = [...page.matchAll(/\["([^"]+)"\]\((\.\.\/test\/[^)]+)\)/g)].map(([, name = '', file = '']) => ({
  // A line may end within a name.
  name: name.replaceAll(/\s+/g, ' '),
  file,
}));

it('every test that docs/security.md names exists under that name', () => {
  expect(held.length).toBeGreaterThan(25);
  const missing = held.filter(({ name, file }) => {
    const address = new URL(file, DOCS);
    if (!existsSync(address)) return true;
    // A long name may be written as several strings.
    return !readFileSync(address, 'utf8')
      .replaceAll(/' \+\s+'/g, '')
      .includes(name);
  });
  expect(missing).toEqual([]);
});

it('every attack has a test, or says that it is accepted', () => {
  const section = page.split('## Attacks and the tests against them\n')[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => /^\| \d/.test(line));
  expect(rows.length).toBeGreaterThanOrEqual(13);
  for (const row of rows) expect(row).toMatch(/\]\(\.\.\/test\/|accepted/);
});
