// The breaker of a bank is changed by one caller at a time.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { takeProbe } from '#domain/bank/breaker.ts';
import { saveBreaker } from '#store/bank.ts';
import { startHarness } from '../harness/harness.ts';

const { now } = await startHarness();

it('a breaker that two callers write in one millisecond gives the probe to one of them', async () => {
  const address = `${randomUUID()}.example`;
  const openedAtMs = now().getTime();
  const open = { failures: 5, lastFailureAtMs: openedAtMs, openedAtMs };
  const first = await Promise.all([1, 2].map(() => saveBreaker(address, undefined, open)));
  expect(first.filter((saved) => saved !== undefined)).toHaveLength(1);
  const [row] = first.filter((saved) => saved !== undefined);
  const probes = await Promise.all([1, 2].map(() => saveBreaker(address, row, takeProbe(open, openedAtMs))));
  expect(probes.filter((saved) => saved !== undefined)).toHaveLength(1);
});
