// A charge that meets another charge, the sweep, or an order of the merchant at the same moment: one of them
// is first, and the bank's books hold what that order allows (races 7 to 12 and 18).
import { describe, expect, it } from 'vitest';
import { openChargeDesk } from '../drivers/charge-driver.ts';
import { DAY, HOUR, MINUTE } from '../harness/harness.ts';
import { rounds } from '../harness/thoroughness.ts';

const { service, desk, api, moveBy, faults, ...charge } = await openChargeDesk();
const { dueInAnHour, alarmOf, ring, to, toWith, soldTimes, ends } = charge;

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
      await toWith('drop', dueMs);
      await race(
        seed,
        () => ring(alarmOf(record)),
        async () => expect((await desk[order](record.id)).status).toBe(200),
      );
      await moveBy(2 * HOUR);
      const after = await desk.show(record.id);
      expect(after.status).toBe(order === 'pause' ? 'Paused' : 'Cancelled');
      expect(after.successfulPaymentCount).toBe(soldTimes(record));
      seen.add(soldTimes(record));
      await ends(record);
    }
    expect(seen.size, 'both ends were seen').toBe(2);
  });

  it('two workers, the sweep and its repetition: one sale', async () => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const { record, dueMs } = await dueInAnHour();
      await toWith('drop', dueMs + 4 * MINUTE);
      const sweep = () => service.lambdas.invoke('sweep', {});
      await race(
        seed,
        () => ring(alarmOf(record)),
        sweep,
        () => ring(alarmOf(record)),
        sweep,
      );
      expect(soldTimes(record)).toBe(1);
      await ends(record);
    }
  });

  it('two resumes plan one charge', async () => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const { record, dueMs } = await dueInAnHour();
      await desk.pause(record.id);
      await race(
        seed,
        ...[1, 2].map(() => async () => {
          expect((await desk.resume(record.id)).json.data.status).toBe('Active');
        }),
      );
      await to(dueMs + HOUR);
      expect(soldTimes(record)).toBe(1);
      await ends(record);
    }
  });

  it('a cancel, the deletion of the card and a charge: never a sale that was not claimed', async () => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const { record, dueMs } = await dueInAnHour();
      await toWith('drop', dueMs);
      const cancelAndDelete = async () => {
        await desk.cancel(record.id);
        expect((await api('DELETE', `/api/card/${record.cardStorageId}`)).status).toBe(200);
      };
      await race(seed, () => ring(alarmOf(record)).catch(() => 'failed'), cancelAndDelete);
      await moveBy(DAY);
      expect((await desk.attempts(record.id)).length).toBeGreaterThanOrEqual(soldTimes(record));
      await desk.books(record.id);
    }
  });

  it('a new expiry and a charge: the old card or the new one, and one sale', async () => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const { record, dueMs } = await dueInAnHour();
      await toWith('drop', dueMs);
      const renew = async () => {
        expect([200, 409]).toContain((await desk.renewCard(record.cardStorageId)).status);
      };
      await race(seed, () => ring(alarmOf(record)), renew);
      await moveBy(HOUR);
      expect(soldTimes(record)).toBe(1);
      await ends(record);
    }
  });

  it('the last charge that the count allows, rung for by many, is made once and completes', async () => {
    const { record, dueMs } = await dueInAnHour({ maxPaymentCount: 1 });
    await toWith('drop', dueMs);
    await race(1, ...Array.from({ length: 6 }, () => () => ring(alarmOf(record))));
    expect(await desk.show(record.id)).toMatchObject({ status: 'Completed', successfulPaymentCount: 1 });
    expect(soldTimes(record)).toBe(1);
  });
});
