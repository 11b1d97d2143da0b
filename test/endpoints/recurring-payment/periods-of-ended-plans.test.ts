// Periods of a plan that has ended by its date can still be charged: card and customer are in use again
// during the charge (recurring-payments.md R34).
import { describe, expect, it } from 'vitest';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { DAY, HOUR, MINUTE, SECOND, startHarness } from '../../harness/harness.ts';

const harness = await startHarness({ startAt: new Date('2026-11-20T09:00:00Z') });
const { api, service, now, moveBy } = harness;
const driver = recurringPaymentDriver(harness);
const { chargePeriod } = driver;

const inAnHour = () => Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR;
const to = (instantMs: number) => service.timeline.moveTo(instantMs);

describe('POST /api/RecurringPayment/{id}/periods/{n}/charge', () => {
  it('periods of a plan that has ended are collected, and the card is in use during the charge', async () => {
    const dueMs = inAnHour();
    const startDate = new Date(dueMs).toISOString();
    const { id, cardStorageId } = await driver.create({ startDate, endDate: startDate });
    await driver.pause(id);
    await to(dueMs + DAY);
    expect((await driver.resume(id)).json.data.status).toBe('Completed');
    service.bank.script(['lost-after']);
    await chargePeriod(id, 1);
    await moveBy(30 * SECOND);
    const inUse = await api('DELETE', `/api/card/${cardStorageId}`);
    expectRejection(inUse, { code: 'CARD_IN_USE', facts: ['recurringPaymentIds'] });
    await moveBy(HOUR);
    expect(await driver.show(id)).toMatchObject({ status: 'Completed', totalCollectedAmount: 100 });
    expect((await api('DELETE', `/api/card/${cardStorageId}`)).status).toBe(200);
    await driver.checkBooks(id);
  });

  // The card is released and blocked at once, and DynamoDB allows one operation on a row in a transaction.
  it.each([
    ['the answer', ['decline:43']],
    ['a lost answer that the sweep asks for', ['lost-after']],
  ])('a stolen card ends the charge of an ended plan, by %s', async (_name, outcomes) => {
    const dueMs = inAnHour();
    const startDate = new Date(dueMs).toISOString();
    const stolen =
      outcomes[0] === 'lost-after' ? { cardStorageId: await driver.card('4126111111111114') } : {};
    const { id, cardStorageId } = await driver.create({ startDate, endDate: startDate, ...stolen });
    await driver.pause(id);
    await to(dueMs + DAY);
    expect((await driver.resume(id)).json.data.status).toBe('Completed');
    service.bank.script(outcomes);
    await chargePeriod(id, 1);
    await moveBy(HOUR);
    expect(await driver.show(id)).toMatchObject({ status: 'Completed', totalCollectedAmount: 0 });
    const attempts = await driver.attempts(id);
    expect(attempts).toMatchObject([{ status: 'Failed', errorCode: 'STOLEN_CARD' }]);
    expect((await api('DELETE', `/api/card/${cardStorageId}`)).status).toBe(200);
  });

  it('a plan that has ended is not charged without its card, or for an inactive customer', async () => {
    const dueMs = inAnHour();
    const startDate = new Date(dueMs).toISOString();
    const customerId = await driver.customer();
    const { id, cardStorageId } = await driver.create({ customerId, startDate, endDate: startDate });
    await driver.pause(id);
    await to(dueMs + DAY);
    await driver.resume(id);
    await api('PUT', `/api/customer/${customerId}`, { body: { isActive: false } });
    expectRejection(await chargePeriod(id, 1), { code: 'CUSTOMER_INACTIVE', facts: ['customerId'] });
    await api('PUT', `/api/customer/${customerId}`, { body: { isActive: true } });
    await api('PUT', `/api/card/${cardStorageId}`, { body: { forceCvv: true } });
    expectRejection(await chargePeriod(id, 1), { code: 'CARD_REQUIRES_CVV', facts: ['cardStorageId'] });
    await api('DELETE', `/api/card/${cardStorageId}`);
    expectRejection(await chargePeriod(id, 1), { code: 'CARD_NOT_FOUND', facts: ['cardStorageId'] });
    await api('DELETE', `/api/customer/${customerId}`);
    expect((await chargePeriod(id, 1)).status).toBe(404);
    expect(driver.sales(id)).toEqual([]);
  });
});
