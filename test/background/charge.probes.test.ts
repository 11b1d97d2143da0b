// While a merchant is held, charges, sweeps and an operator run at the same time: one probe alone reaches the
// bank, and no charge is lost or made twice (recurring-payments.md R27).
import { describe, expect, it } from 'vitest';
import { liftHolds } from '../../lib/operator/hold/merchant-holds.ts';
import { openChargeDriver } from '../drivers/charge-driver.ts';
import { HOUR, MINUTE } from '../harness/harness.ts';
import { rounds } from '../harness/thoroughness.ts';

const { service, merchant, driver, moveBy, faults, now, ...charge } = await openChargeDriver();
const { dueInAnHour, chargeEventOf, invokeCharge, advanceToWith, saleCount } = charge;
const { cancelAndCheckBooks } = charge;

const ROUNDS = rounds(4, 1);
const refuse = () => service.bank.script(Array.from({ length: 100 }, () => 'decline:CORE-2202'));
const sweep = () => service.lambdas.invoke('sweep', {});
type Work = () => Promise<unknown>;

async function together(seed: number, work: readonly Work[]): Promise<void> {
  faults.jitter(8, seed);
  await Promise.all(work.map((one) => one()));
  faults.jitter(0);
}

/** One charge is held; `count` more fall due at the time of the first probe. */
async function heldWith(count: number) {
  refuse();
  const { record: held, dueMs } = await dueInAnHour();
  const more = await Promise.all(Array.from({ length: count }, () => dueInAnHour()));
  await advanceToWith('drop', dueMs);
  expect(await invokeCharge(chargeEventOf(held))).toBe('held');
  // The sweep runs every five minutes: no other function runs before the probe is due.
  await advanceToWith('drop', dueMs + 90_000);
  return { held, records: more.map(({ record }) => record) };
}

describe('concurrent charges of a held merchant', () => {
  it('exactly one of eight charges and two sweeps calls the bank when a probe is due', async () => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const { held, records } = await heldWith(8);
      const before = service.bank.ledger().length;
      const charges = records.map((record) => () => invokeCharge(chargeEventOf(record)));
      await together(seed, [...charges, sweep, sweep]);
      const asked = service.bank.ledger().slice(before);
      expect([seed, asked.map(({ operation }) => operation)]).toEqual([seed, ['sale']]);
      service.bank.script([]);
      await moveBy(HOUR + 20 * MINUTE);
      for (const record of [held, ...records]) {
        expect((await driver.attempts(record.id)).map(({ status }) => status)).toEqual(['Succeeded']);
        await cancelAndCheckBooks(record);
      }
    }
  });

  it('a lift by an operator, a release and newly held charges at once lose no charge', async () => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const { held, records } = await heldWith(4);
      const charges = records.map((record) => () => invokeCharge(chargeEventOf(record)));
      service.bank.script([]);
      await together(seed, [
        ...charges,
        () => liftHolds(merchant.merchantId, now()).catch(() => 'changed'),
        sweep,
      ]);
      await moveBy(HOUR + 20 * MINUTE);
      for (const record of [held, ...records]) {
        expect([seed, (await driver.attempts(record.id)).map(({ status }) => status)]).toEqual([
          seed,
          ['Succeeded'],
        ]);
        expect(saleCount(record)).toBeLessThanOrEqual(2);
        await cancelAndCheckBooks(record);
      }
    }
  });
});
