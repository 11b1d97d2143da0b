// docs/security.md names a test for each attack and each requirement.
import { expect, it } from 'vitest';
import { linkedTests, missingTests, readPage } from './linked-tests.ts';

const page = readPage('security.md');

it('every test to which docs/security.md links exists', () => {
  expect(linkedTests(page).length).toBeGreaterThan(25);
  expect(missingTests(page)).toEqual([]);
});

it('every attack has a test, or is declared as accepted', () => {
  const section = page.split('## Attacks and the tests against them\n')[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => /^\| \d/.test(line));
  expect(rows.length).toBeGreaterThanOrEqual(13);
  for (const row of rows) expect(row).toMatch(/\]\(\.\.\/test\/|accepted/);
});
