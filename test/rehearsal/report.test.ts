import { expect, test } from 'vitest';
import { openReport } from './report.ts';

test('each step is printed when it ends, and a failed step throws', async () => {
  const printed: string[] = [];
  const report = openReport((line) => printed.push(line));
  const paid = await report.step(
    'A card pays',
    async () => 40.5,
    (amount) => `${amount} TRY`,
  );
  expect(paid).toBe(40.5);
  expect(printed.at(-1)).toMatch(/^ +\d+\.\d {2}A card pays +40\.5 TRY$/);

  const failure = new Error('refused\nwith all its details');
  const failing = report.step(
    'It is refunded',
    () => Promise.reject(failure),
    () => '',
  );
  await expect(failing).rejects.toBe(failure);
  expect(printed.at(-1)).toMatch(/^! +\d+\.\d {2}It is refunded +refused$/);
  expect(report.rows().map(({ passed }) => passed)).toEqual([true, false]);
});
