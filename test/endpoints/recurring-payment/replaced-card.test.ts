// PUT /api/RecurringPayment/{id} with another card: a recurring payment whose card is lost continues, with
// its counters and dates (recurring-payments.md R13 and R32).
import { describe, expect, it } from 'vitest';
import { REJECTIONS, type RejectionCode } from '#domain/rejection-table.ts';
import { newCardNumber, recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { DAY, HOUR, MINUTE, SECOND, startHarness } from '../../harness/harness.ts';

const harness = await startHarness({ startAt: new Date('2026-11-20T09:00:00Z') });
const { api, service, now, moveBy } = harness;
const driver = recurringPaymentDriver(harness);
const { replaceCard } = driver;

const inAnHour = () => Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR;
const to = (instantMs: number) => service.timeline.moveTo(instantMs);
/** Creates a plan whose first charge got these answers, one after the other. */
async function charged(answers: string[], more: Record<string, unknown> = {}) {
  const dueMs = inAnHour();
  const record = await driver.create({ startDate: new Date(dueMs).toISOString(), ...more });
  service.bank.script(answers);
  await to(dueMs + 30 * SECOND);
  return { record, dueMs };
}

describe('PUT /api/RecurringPayment/{id} with another card', () => {
  it('a lost card is replaced: the open period is paid at once, and no date moves', async () => {
    const { record, dueMs } = await charged(['approve']);
    service.bank.script(['decline:41']);
    await to(dueMs + 31 * DAY);
    const before = await driver.show(record.id);
    expect(before).toMatchObject({ status: 'Unpaid', statusReason: 'HardDecline' });
    const cardStorageId = await driver.card();
    const { status, json } = await replaceCard(record.id, cardStorageId);
    expect(status).toBe(200);
    expect(json.data).toEqual({
      ...before,
      cardStorageId,
      maskedCardNumber: expect.stringMatching(/^999900\*+\d{4}$/),
      nextPaymentDate: expect.any(String),
    });
    await moveBy(5 * SECOND);
    const paid = await driver.show(record.id);
    expect(paid).toMatchObject({ status: 'Active', successfulPaymentCount: 2, totalCollectedAmount: 200 });
    const last = (await driver.attempts(record.id)).at(-1);
    expect(last).toMatchObject({ periodNumber: 2, attemptNumber: 2, trigger: 'CardUpdate' });
    const payment = await driver.payment(last?.paymentReferenceNumber ?? null);
    expect(payment).toMatchObject({ cardStorageId, maskedCardNumber: paid.maskedCardNumber });
    // The third due date has not moved.
    await to(dueMs + 65 * DAY);
    expect((await driver.attempts(record.id)).at(-1)).toMatchObject({ periodNumber: 3, status: 'Succeeded' });
    await driver.cancel(record.id);
    await driver.checkBooks(record.id);
  });

  it('the old card is free at once, the new one in use until the recurring payment ends', async () => {
    const record = await driver.create();
    const cardStorageId = await driver.card();
    await replaceCard(record.id, cardStorageId);
    const inUse = await api('DELETE', `/api/card/${cardStorageId}`);
    expectRejection(inUse, { code: 'CARD_IN_USE', facts: ['recurringPaymentIds'] });
    expect((await api('DELETE', `/api/card/${record.cardStorageId}`)).status).toBe(200);
    await driver.cancel(record.id);
    expect((await api('DELETE', `/api/card/${cardStorageId}`)).status).toBe(200);
  });

  it('the new card is checked as at creation', async () => {
    const { id } = await driver.create();
    const temporary = await driver.card(newCardNumber(), { saveCard: false });
    const withCvv = await driver.card(newCardNumber(), { forceCvv: true });
    const foreign = await driver.card(newCardNumber(), { customerId: await driver.customer() });
    const cases: [string, RejectionCode][] = [
      [temporary, 'CARD_NOT_PERMANENT'],
      [withCvv, 'CARD_REQUIRES_CVV'],
      [foreign, 'CARD_CUSTOMER_MISMATCH'],
      ['01890000-0000-7000-8000-000000000002', 'CARD_NOT_FOUND'],
    ];
    const before = await driver.show(id);
    for (const [card, code] of cases) {
      expectRejection(await replaceCard(id, card), { code, fields: ['cardStorageId'] });
    }
    // A stored card's `saveCard` cannot be changed.
    for (const advice of Object.values(REJECTIONS.CARD_NOT_PERMANENT.advice)) {
      expect(advice).toContain('`POST /api/customer/{id}/addcardlink`');
    }
    expect(await driver.show(id)).toEqual(before);
    await driver.cancel(id);
    const ended = await replaceCard(id, await driver.card());
    expectRejection(ended, { code: 'RECURRING_PAYMENT_INVALID_STATE', facts: ['status', 'allowedStatuses'] });
  });

  it('the same card again returns the unchanged record', async () => {
    const { id, cardStorageId } = await driver.create();
    const before = await driver.show(id);
    expect((await replaceCard(id, cardStorageId)).json.data).toEqual(before);
    await driver.cancel(id);
  });

  it('an attempt at the bank ends with its own card, and a decline blocks that card', async () => {
    const { record } = await charged(['lost-after'], {
      cardStorageId: await driver.card('4127111111111113'),
    });
    expect((await driver.attempts(record.id))[0]).toMatchObject({ status: 'Processing' });
    const cardStorageId = await driver.card();
    await replaceCard(record.id, cardStorageId);
    service.bank.script([]);
    await moveBy(20 * MINUTE);
    expect((await driver.attempts(record.id)).map(({ trigger, status }) => [trigger, status])).toEqual([
      ['Schedule', 'Failed'],
      ['CardUpdate', 'Succeeded'],
    ]);
    // The new card is not blocked: another recurring payment charges it.
    const other = await charged([], { cardStorageId });
    expect((await driver.show(other.record.id)).successfulPaymentCount).toBe(1);
    for (const { id } of [record, other.record]) {
      await driver.cancel(id);
      await driver.checkBooks(id);
    }
  });

  it('a sale that never reached the bank is made with the new card, once', async () => {
    const { record } = await charged(['lost-before']);
    const cardStorageId = await driver.card();
    await replaceCard(record.id, cardStorageId);
    await moveBy(DAY);
    expect(driver.sales(record.id).filter(({ outcome }) => outcome === 'approved')).toHaveLength(1);
    const last = (await driver.attempts(record.id)).at(-1);
    expect(await driver.payment(last?.paymentReferenceNumber ?? null)).toMatchObject({ cardStorageId });
    await driver.cancel(record.id);
    await driver.checkBooks(record.id);
  });
});
