// The epochs of payments around a takeover of the lease.
import { afterEach, expect, it } from 'vitest';
import { isOfEarlierEpoch, takenOverMs } from '#flows/epoch.ts';
import { forgetLease } from '#flows/lease.ts';
import { loadLease, saveLease } from '#store/lease.ts';
import { SECOND, startHarness } from '../harness/harness.ts';

const { now } = await startHarness();
const first = await loadLease();
if (first === undefined) throw new Error('There is no lease.');

const setLease = async (lease: typeof first) => {
  await saveLease(await loadLease(), lease);
  forgetLease();
};
afterEach(async () => await setLease(first));

it('nothing is older than the first epoch', async () => {
  expect(await takenOverMs()).toBeUndefined();
  expect([await isOfEarlierEpoch({ leaseEpoch: 1 }), await isOfEarlierEpoch({})]).toEqual([false, false]);
});

it('what was claimed before a takeover is older than the present epoch', async () => {
  const validFromMs = now().getTime() - SECOND;
  await setLease({ ...first, epoch: 3, validFromMs });
  expect(await takenOverMs()).toBe(validFromMs);
  const payments = [{ leaseEpoch: 2 }, { leaseEpoch: 3 }, {}];
  expect(await Promise.all(payments.map(isOfEarlierEpoch))).toEqual([true, false, true]);
});
