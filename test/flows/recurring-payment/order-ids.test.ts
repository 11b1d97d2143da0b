// One bank order id belongs to one attempt (nestpay.md 5.4): the bank's history of an id never mixes the
// answers to two attempts, also if an attempt that was taken back is planned anew.
import { expect, it } from 'vitest';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { DAY, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';

const harness = await startHarness({ startAt: new Date('2026-11-20T09:00:00Z') });
const { service, moveBy, now } = harness;
const driver = recurringPaymentDriver(harness);

/** The bank refuses the merchant for this one charge, which is then held alone. */
const REFUSED = 'decline:13';
const soon = () => Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR;
const orderIds = (id: string) => driver.sales(id).map(({ orderId }) => orderId);
const TERMS = { retryIntervalHours: 24, maxRetryAttempts: 3 };

/** A plan whose retry was declined, then refused because of the merchant's settings, and is held. */
async function heldRetry() {
  const dueMs = soon();
  const plan = await driver.create({ startDate: new Date(dueMs).toISOString(), ...TERMS });
  service.bank.script(['decline:51', ...Array.from({ length: 500 }, () => REFUSED)]);
  await service.timeline.moveTo(dueMs + DAY + 2 * MINUTE);
  return { ...plan, dueMs };
}

it('a held retry that a card update makes at once has an order id of its own', async () => {
  const { id, cardStorageId } = await heldRetry();
  const before = orderIds(id);
  expect(before.length).toBeGreaterThan(1);
  service.bank.script([]);
  await driver.renewCard(cardStorageId);
  await moveBy(MINUTE);
  const ids = orderIds(id);
  expect(ids.length).toBe(before.length + 1);
  expect(new Set(ids).size).toBe(ids.length);
});

it('a requested charge of a period whose attempt was taken back has an order id of its own', async () => {
  const dueMs = soon();
  const { id } = await driver.create({ startDate: new Date(dueMs).toISOString(), ...TERMS });
  service.bank.script(Array.from({ length: 500 }, () => REFUSED));
  await service.timeline.moveTo(dueMs + 2 * MINUTE);
  await driver.pause(id);
  await driver.resume(id);
  service.bank.script([]);
  const before = orderIds(id);
  const requested = await driver.chargePeriod(id, 1);
  expect(requested.status).toBe(202);
  await moveBy(2 * MINUTE);
  const ids = orderIds(id);
  expect(ids.length).toBe(before.length + 1);
  expect(new Set(ids).size).toBe(ids.length);
});
