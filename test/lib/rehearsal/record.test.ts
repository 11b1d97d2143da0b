import { expect, test } from 'vitest';
import { openRecord } from '../../../lib/rehearsal/record.ts';

test('each step is printed when it ends, and a failed step throws', async () => {
  const printed: string[] = [];
  const record = openRecord((line) => printed.push(line));
  const paid = await record.step(
    'A card pays',
    async () => 40.5,
    (amount) => `${amount} TRY`,
  );
  expect(paid).toBe(40.5);
  expect(printed.at(-1)).toMatch(/^ +\d+\.\d {2}A card pays +40\.5 TRY$/);

  const refused = new Error('refused\nwith all its details');
  const failing = record.step(
    'It is refunded',
    () => Promise.reject(refused),
    () => '',
  );
  await expect(failing).rejects.toBe(refused);
  expect(printed.at(-1)).toMatch(/^! +\d+\.\d {2}It is refunded +refused$/);
  expect(record.rows().map(({ passed }) => passed)).toEqual([true, false]);
});
