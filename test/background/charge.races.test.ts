// A charge that meets another charge, the sweep, or an order of the merchant at the same moment: one of them
// is first, and the bank's books hold what that order allows (races 7 to 12 and 18).
import { describe, expect, it } from 'vitest';
import { openChargeDriver } from '../drivers/charge-driver.ts';
import { DAY, HOUR, MINUTE } from '../harness/harness.ts';
import { rounds } from '../harness/thoroughness.ts';

const { service, driver, api, moveBy, faults, ...charge } = await openChargeDriver();
const {
  dueInAnHour,
  chargeEventOf: alarmOf,
  invokeCharge,
  advanceTo,
  advanceToWith,
  saleCount,
  cancelAndCheckBooks,
} = charge;

describe('at the same moment', () => {
  const ROUNDS = rounds(12, 4);
  /** Everything at once, each call of each worker held back for a while of its own. */
  async function race(seed: number, ...work: (() => Promise<unknown>)[]): Promise<void> {
    faults.jitter(8, seed);
    await Promise.all(work.map((one) => one()));
    faults.jitter(0);
  }

  it.each(['pause', 'cancel'] as const)('a %s and a charge: charged first, or not at all', async (order) => {
    const seen = new Set<number>();
    // A busy machine may need more rounds until each of the two was first once.
    for (let seed = 1; seed <= ROUNDS || (seen.size < 2 && seed <= 10 * ROUNDS); seed += 1) {
      const { record, dueMs } = await dueInAnHour();
      await advanceToWith('drop', dueMs);
      await race(
        seed,
        () => invokeCharge(alarmOf(record)),
        async () => expect((await driver[order](record.id)).status).toBe(200),
      );
      await moveBy(2 * HOUR);
      const after = await driver.show(record.id);
      expect(after.status).toBe(order === 'pause' ? 'Paused' : 'Cancelled');
      expect(after.successfulPaymentCount).toBe(saleCount(record));
      seen.add(saleCount(record));
      await cancelAndCheckBooks(record);
    }
    expect(seen.size, 'both ends were seen').toBe(2);
  });

  it('two workers, the sweep and its repetition: one sale', async () => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const { record, dueMs } = await dueInAnHour();
      await advanceToWith('drop', dueMs + 4 * MINUTE);
      const sweep = () => service.lambdas.invoke('sweep', {});
      await race(
        seed,
        () => invokeCharge(alarmOf(record)),
        sweep,
        () => invokeCharge(alarmOf(record)),
        sweep,
      );
      expect(saleCount(record)).toBe(1);
      await cancelAndCheckBooks(record);
    }
  });

  it('two resumes plan one charge', async () => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const { record, dueMs } = await dueInAnHour();
      await driver.pause(record.id);
      await race(
        seed,
        ...[1, 2].map(() => async () => {
          expect((await driver.resume(record.id)).json.data.status).toBe('Active');
        }),
      );
      await advanceTo(dueMs + HOUR);
      expect(saleCount(record)).toBe(1);
      await cancelAndCheckBooks(record);
    }
  });

  it('a cancel, the deletion of the card and a charge: never a sale that was not claimed', async () => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const { record, dueMs } = await dueInAnHour();
      await advanceToWith('drop', dueMs);
      const cancelAndDelete = async () => {
        await driver.cancel(record.id);
        expect((await api('DELETE', `/api/card/${record.cardStorageId}`)).status).toBe(200);
      };
      await race(seed, () => invokeCharge(alarmOf(record)).catch(() => 'failed'), cancelAndDelete);
      await moveBy(DAY);
      expect((await driver.attempts(record.id)).length).toBeGreaterThanOrEqual(saleCount(record));
      await driver.checkBooks(record.id);
    }
  });

  it('a new expiry and a charge: the old card or the new one, and one sale', async () => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const { record, dueMs } = await dueInAnHour();
      await advanceToWith('drop', dueMs);
      const renew = async () => {
        expect([200, 409]).toContain((await driver.renewCard(record.cardStorageId)).status);
      };
      await race(seed, () => invokeCharge(alarmOf(record)), renew);
      await moveBy(HOUR);
      expect(saleCount(record)).toBe(1);
      await cancelAndCheckBooks(record);
    }
  });

  it('the last charge that the count allows, rung for by many, is made once and completes', async () => {
    const { record, dueMs } = await dueInAnHour({ maxPaymentCount: 1 });
    await advanceToWith('drop', dueMs);
    await race(1, ...Array.from({ length: 6 }, () => () => invokeCharge(alarmOf(record))));
    expect(await driver.show(record.id)).toMatchObject({ status: 'Completed', successfulPaymentCount: 1 });
    expect(saleCount(record)).toBe(1);
  });
});
