// A merchant replaces the card of a recurring payment while the call meets a crash, a lost answer or an
// outage at any point, or a charge at the same moment (recurring-payments.md R32).
import { describe, expect, it } from 'vitest';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { atEachCall, callsToFault, FAULTS_TO_INJECT, openFaults } from '../../harness/faults.ts';
import { HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';

const faults = openFaults();
const harness = await startHarness({ startAt: new Date('2026-11-20T09:00:00Z'), around: faults.around });
const { api, service, now, moveBy } = harness;
const driver = recurringPaymentDriver(harness);
const customerId = await driver.customer();

async function unpaid() {
  const dueMs = Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR;
  const record = await driver.create({ customerId, startDate: new Date(dueMs).toISOString() });
  service.bank.script(['decline:43']);
  await service.timeline.moveTo(dueMs + MINUTE);
  return record;
}

/** Checks that the current card cannot be deleted because it is in use, and that the old one can be. */
async function expectUse(id: string, oldCard: string): Promise<void> {
  const { cardStorageId } = await driver.show(id);
  expect((await api('DELETE', `/api/card/${cardStorageId}`)).status).toBe(409);
  if (cardStorageId !== oldCard) expect((await api('DELETE', `/api/card/${oldCard}`)).status).toBe(200);
}

describe('a replaced card', () => {
  it.each(FAULTS_TO_INJECT)('a replaced card is tried once, with a "%s" at any call', async (fault) => {
    await atEachCall(callsToFault(fault), 4, async (at) => {
      const record = await unpaid();
      const card = await driver.card();
      const headers = { 'idempotency-key': `REPLACE-${FAULTS_TO_INJECT.indexOf(fault)}-${at}` };
      const report = faults.arm('recurring-payment-update', at, fault);
      await driver.replaceCard(record.id, card, { headers });
      await moveBy(MINUTE);
      expect((await driver.replaceCard(record.id, card, { headers })).status).toBe(200);
      await moveBy(20 * MINUTE);
      const name = `${fault} at call ${report.at}`;
      const outcomes = driver.sales(record.id).map(({ outcome }) => outcome);
      expect(outcomes, name).toEqual(['declined', 'approved']);
      await expectUse(record.id, record.cardStorageId);
      await driver.checkBooks(record.id);
      await driver.cancel(record.id);
      return report;
    });
  });

  it('a replacement at the moment of a charge leads to one sale, by one of the two cards', async () => {
    for (let round = 0; round < rounds(12, 3); round += 1) {
      const dueMs = Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR;
      const record = await driver.create({ customerId, startDate: new Date(dueMs).toISOString() });
      const card = await driver.card();
      faults.jitter(4, round + 1);
      await Promise.all([service.timeline.moveTo(dueMs), driver.replaceCard(record.id, card)]);
      faults.jitter(0);
      await moveBy(20 * MINUTE);
      expect(driver.sales(record.id)).toHaveLength(1);
      const [attempt] = await driver.attempts(record.id);
      const paid = await driver.payment(attempt?.paymentReferenceNumber ?? null);
      expect([record.cardStorageId, card]).toContain(paid['cardStorageId']);
      expect((await driver.show(record.id)).cardStorageId).toBe(card);
      await expectUse(record.id, record.cardStorageId);
      await driver.cancel(record.id);
      await driver.checkBooks(record.id);
    }
  });
});
