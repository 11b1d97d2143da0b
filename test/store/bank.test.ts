// The breaker of a bank is changed by one caller at a time.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type Breaker, takeProbes } from '#domain/bank/breaker.ts';
import { saveBreaker } from '#store/bank.ts';
import { startHarness } from '../harness/harness.ts';

const { now } = await startHarness();

it('a breaker that two callers write in one millisecond gives the probe to one of them', async () => {
  const address = `${randomUUID()}.example`;
  const openedAtMs = now().getTime();
  const asker = { merchantId: randomUUID(), posId: randomUUID() };
  const open: Breaker = { silent: [], openedAtMs, lender: asker };
  const first = await Promise.all([1, 2].map(() => saveBreaker(address, undefined, open)));
  expect(first.filter((saved) => saved !== undefined)).toHaveLength(1);
  const [row] = first.filter((saved) => saved !== undefined);
  const probing = takeProbes(open, [asker], openedAtMs);
  const probes = await Promise.all([1, 2].map(() => saveBreaker(address, row, probing)));
  expect(probes.filter((saved) => saved !== undefined)).toHaveLength(1);
});
