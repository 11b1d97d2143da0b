// The hold of a merchant stands until the bank has judged a card: an error of our own systems does not end it
// (recurring-payments.md R27).
import { expect, it } from 'vitest';
import { liftHolds, standingHoldsOf } from '../../../lib/operator/hold/merchant-holds.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { DAY, HOUR, MINUTE, SECOND, startHarness } from '../../harness/harness.ts';

const harness = await startHarness({ startAt: new Date('2026-11-20T09:00:00Z') });
const { service, merchant, moveBy, now } = harness;
const driver = recurringPaymentDriver(harness);

it('a hold stands while no held card can be decrypted for a probe', async () => {
  const dueMs = Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR;
  const { id } = await driver.create({ startDate: new Date(dueMs).toISOString() });
  service.bank.script(Array.from({ length: 100 }, () => 'decline:CORE-2202'));
  await service.timeline.moveTo(dueMs + 2 * MINUTE);
  const held = [{ code: 'CORE-2202', currency: 'TRY' }];
  expect(await standingHoldsOf(merchant.merchantId)).toMatchObject(held);
  service.kms.setEnabled('alias/card', false);
  await moveBy(20 * MINUTE);
  service.kms.setEnabled('alias/card', true);
  expect(await standingHoldsOf(merchant.merchantId)).toMatchObject(held);
  service.bank.script([]);
  await moveBy(16 * MINUTE);
  expect(await driver.attempts(id)).toMatchObject([{ attemptNumber: 1, status: 'Succeeded' }]);
  await driver.checkBooks(id);
});

it('a requested charge that the bank refuses for the settings lifts no hold', async () => {
  const dueMs = Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR;
  const startDate = new Date(dueMs).toISOString();
  const { id } = await driver.create({ startDate, frequency: 'daily', retryIntervalHours: 24 });
  service.bank.script(['decline:51', ...Array.from({ length: 100 }, () => 'decline:CORE-2202')]);
  await service.timeline.moveTo(dueMs + DAY + 2 * MINUTE);
  const held = [{ code: 'CORE-2202', currency: 'TRY' }];
  expect(await standingHoldsOf(merchant.merchantId)).toMatchObject(held);
  // The settings are still wrong. The merchant requests a period before the sweep releases the held charges.
  await liftHolds(merchant.merchantId, now());
  expect(await standingHoldsOf(merchant.merchantId)).toEqual([]);
  expect((await driver.chargePeriod(id, 1)).status).toBe(202);
  await moveBy(20 * SECOND);
  expect((await driver.attempts(id)).map(({ trigger, status }) => [trigger, status])).toContainEqual([
    'Request',
    'Failed',
  ]);
  expect(await standingHoldsOf(merchant.merchantId)).toMatchObject(held);
  service.bank.script([]);
});
