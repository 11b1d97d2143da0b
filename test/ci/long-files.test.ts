// `.ci/run` runs the files with more cases in CI a second time, because only then they compare their events.
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { isLong } from '../harness/start/long-files.ts';

it.each([
  ['its own count', 'test/endpoints/card/races.test.ts'],
  ['a count of a file that it imports', 'test/endpoints/refund/races.test.ts'],
  ['the faults of the long matrices', 'test/flows/webhook-crashes.test.ts'],
])('a file with %s is long', (_, path) => {
  expect(isLong(resolve(path))).toBe(true);
});

it.each([
  ['the service', 'test/endpoints/customer/create.test.ts'],
  ['single faults', 'test/flows/recurring-payment/resend.races.test.ts'],
  ['shards as many as CI sweeps', 'test/background/sweep.test.ts'],
])('a file that needs only %s is not', (_, path) => {
  expect(isLong(resolve(path))).toBe(false);
});

it('the command prints every long file', () => {
  const printed = execFileSync(process.execPath, ['test/ci/long-files.ts'], { encoding: 'utf8' })
    .trim()
    .split('\n');
  expect(printed).toContain('test/endpoints/refund/races.test.ts');
  expect(printed.filter((path) => !isLong(resolve(path)))).toEqual([]);
});
