// docs/page-checks.md names the tests of 25 checks of the payment page.
import { expect, it } from 'vitest';
import { linkedTests, missingTests, readPage } from './linked-tests.ts';

const page = readPage('page-checks.md');
const rows = page.split('\n').filter((line) => /^\| \d/.test(line));

it('all of the 25 checks of the payment page have tests, and each of these exists', () => {
  expect(rows.map((row) => Number(row.split('|')[1]))).toEqual(Array.from({ length: 25 }, (_, at) => at + 1));
  const open = rows.filter((row) => linkedTests(row).length === 0);
  expect(open).toEqual([]);
  expect(missingTests(page)).toEqual([]);
});
