// A charge runs at the same time as another charge, the sweep or a call of the merchant. One of them is
// first, and the bank's ledger contains only the sales that this order allows (crash-safety.md RACE7 to
// RACE12 and RACE18).
import { describe, expect, it } from 'vitest';
import { openChargeDriver } from '../drivers/charge-driver.ts';
import { DAY, HOUR, MINUTE } from '../harness/harness.ts';
import { rounds } from '../harness/thoroughness.ts';

const { service, driver, api, moveBy, faults, ...charge } = await openChargeDriver();
const { dueInAnHour, chargeEventOf, invokeCharge, advanceTo, advanceToWith, saleCount, cancelAndCheckBooks } =
  charge;

describe('concurrent calls', () => {
  const ROUNDS = rounds(12, 4);
  /**
   * Runs all functions at once, each call delayed by a random time. In the first two rounds they run one
   * after the other, in both orders.
   */
  async function race(seed: number, ...work: (() => Promise<unknown>)[]): Promise<void> {
    if (seed <= 2) {
      for (const one of seed === 1 ? work : work.toReversed()) await one();
      return;
    }
    faults.jitter(8, seed);
    await Promise.all(work.map((one) => one()));
    faults.jitter(0);
  }

  it.each(['pause', 'cancel'] as const)('a %s and a charge lead to one sale or none', async (order) => {
    const seen = new Set<number>();
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const { record, dueMs } = await dueInAnHour();
      await advanceToWith('drop', dueMs);
      await race(
        seed,
        () => invokeCharge(chargeEventOf(record)),
        async () => expect((await driver[order](record.id)).status).toBe(200),
      );
      await moveBy(2 * HOUR);
      const after = await driver.show(record.id);
      expect(after.status).toBe(order === 'pause' ? 'Paused' : 'Cancelled');
      expect(after.successfulPaymentCount).toBe(saleCount(record));
      seen.add(saleCount(record));
      await cancelAndCheckBooks(record);
    }
    expect(seen.size, 'both outcomes occurred').toBe(2);
  });

  it('two charges and two sweeps lead to one sale', async () => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const { record, dueMs } = await dueInAnHour();
      await advanceToWith('drop', dueMs + 4 * MINUTE);
      const sweep = () => service.lambdas.invoke('sweep', {});
      await race(
        seed,
        () => invokeCharge(chargeEventOf(record)),
        sweep,
        () => invokeCharge(chargeEventOf(record)),
        sweep,
      );
      expect(saleCount(record)).toBe(1);
      await cancelAndCheckBooks(record);
    }
  });

  it('two resumes lead to one charge', async () => {
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

  it('a cancel, a deletion of the card and a charge lead to no sale without an attempt', async () => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const { record, dueMs } = await dueInAnHour();
      await advanceToWith('drop', dueMs);
      const cancelAndDelete = async () => {
        await driver.cancel(record.id);
        expect((await api('DELETE', `/api/card/${record.cardStorageId}`)).status).toBe(200);
      };
      await race(seed, () => invokeCharge(chargeEventOf(record)).catch(() => 'failed'), cancelAndDelete);
      // Cancelled and without its card, it is charged no more.
      const sold = saleCount(record);
      await invokeCharge(chargeEventOf(record)).catch(() => 'failed');
      await moveBy(DAY);
      expect(saleCount(record)).toBe(sold);
      expect((await driver.attempts(record.id)).length).toBeGreaterThanOrEqual(saleCount(record));
      await driver.checkBooks(record.id);
    }
  });

  it('a renewal of the card and a charge lead to one sale', async () => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const { record, dueMs } = await dueInAnHour();
      await advanceToWith('drop', dueMs);
      const renew = async () => {
        expect([200, 409]).toContain((await driver.renewCard(record.cardStorageId)).status);
      };
      await race(seed, () => invokeCharge(chargeEventOf(record)), renew);
      await moveBy(HOUR);
      expect(saleCount(record)).toBe(1);
      await cancelAndCheckBooks(record);
    }
  });

  it('six charge events for the last allowed payment lead to one sale and complete it', async () => {
    const { record, dueMs } = await dueInAnHour({ maxPaymentCount: 1 });
    await advanceToWith('drop', dueMs);
    await race(3, ...Array.from({ length: 6 }, () => () => invokeCharge(chargeEventOf(record))));
    expect(await driver.show(record.id)).toMatchObject({ status: 'Completed', successfulPaymentCount: 1 });
    expect(saleCount(record)).toBe(1);
  });
});
