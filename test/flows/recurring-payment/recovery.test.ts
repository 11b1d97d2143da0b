// Attempts whose answer was lost: what the sweep finds out, what it sends again, what it leaves to a person,
// and what becomes of an order that came in between (recurring-payments.md R9, crash-safety.md C4, C5 and
// C8).
import { describe, expect, it } from 'vitest';
import { bankOf } from '#flows/bank-connection.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { openFaults } from '../../harness/faults.ts';
import { CARDS, DAY, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';

const faults = openFaults();
/** While set, nobody answers at the bank when the sweep asks. */
let bankIsDown = false;
const harness = await startHarness({
  startAt: new Date('2026-11-20T09:00:00Z'),
  around: async (invocation, run) => {
    if (bankIsDown && invocation.functionName === 'sweep') faults.arm('sweep', 'bank', 'outage');
    return await faults.around(invocation, run);
  },
});
const { service, merchant, logs, api, now, moveBy } = harness;
const driver = recurringPaymentDriver(harness);
const FIVE_MINUTES = 5 * MINUTE;

/** Due at a beat of the sweep; the first attempt meets this. */
async function lost(outcome: string, more: Record<string, unknown> = {}) {
  const dueMs = Math.ceil(now().getTime() / FIVE_MINUTES) * FIVE_MINUTES + HOUR;
  const record = await driver.create({ startDate: new Date(dueMs).toISOString(), ...more });
  service.bank.script([outcome]);
  await service.timeline.moveTo(dueMs);
  const [attempt] = await driver.attempts(record.id);
  expect([attempt?.status, attempt?.errorCode]).toEqual(['Processing', null]);
  expect((await driver.payment(attempt?.paymentReferenceNumber ?? null))['status']).toBe('Processing');
  return { id: record.id, dueMs, record };
}
const statusesOf = async (id: string) => (await driver.attempts(id)).map(({ status }) => status);
async function ends(id: string): Promise<void> {
  await driver.cancel(id);
  await driver.checkBooks(id);
}

describe('an answer that was lost', () => {
  it('is found by the first sweep when the bank has the sale', async () => {
    const { id, dueMs } = await lost('lost-after');
    await service.timeline.moveTo(dueMs + FIVE_MINUTES);
    expect(await statusesOf(id)).toEqual(['Succeeded']);
    expect(await driver.show(id)).toMatchObject({ status: 'Active', totalCollectedAmount: 100 });
    await ends(id);
  });

  it('of a sale that lands late is found, and nothing was sent twice', async () => {
    const { landingTimeMs } = await bankOf(merchant.merchantId);
    const { id } = await lost(`late:${landingTimeMs / 1000 - 1}`);
    await moveBy(HOUR);
    expect(await statusesOf(id)).toEqual(['Succeeded']);
    expect(driver.sales(id)).toHaveLength(1);
    await ends(id);
  });

  it('of a sale that never arrived: sent again under the same order id, as the same attempt', async () => {
    const { id, dueMs } = await lost('lost-before');
    expect(driver.sales(id)).toEqual([]);
    await moveBy(HOUR);
    const attempts = await driver.attempts(id);
    expect(attempts.map(({ attemptNumber, status }) => [attemptNumber, status])).toEqual([[1, 'Succeeded']]);
    const [sale] = driver.sales(id);
    expect(sale?.orderId.endsWith('P1A1')).toBe(true);
    expect(Date.parse(sale?.at ?? '')).toBeGreaterThanOrEqual(dueMs + FIVE_MINUTES);
    await ends(id);
  });

  it('costs the cardholder no try, however often the line breaks', async () => {
    const { id } = await lost('lost-before', { maxRetryAttempts: 0 });
    service.bank.script(['lost-before', 'lost-before', 'lost-after']);
    await moveBy(3 * HOUR);
    expect(await statusesOf(id)).toEqual(['Succeeded']);
    expect(driver.sales(id)).toHaveLength(1);
    await ends(id);
  });

  it.each([
    ['lost-after', ['Succeeded', 'Succeeded'], 2],
    ['lost-before', ['Failed', 'Succeeded'], 1],
  ] as const)('(%s) keeps the next due date waiting, which is then the newest', async (how, ended, sold) => {
    const { id, dueMs } = await lost(how, { frequency: 'daily' });
    bankIsDown = true;
    await service.timeline.moveTo(dueMs + DAY + HOUR);
    expect(await statusesOf(id)).toEqual(['Processing']);
    bankIsDown = false;
    await moveBy(8 * HOUR);
    expect(await statusesOf(id)).toEqual(ended);
    expect(driver.sales(id)).toHaveLength(sold);
    await ends(id);
  });
});

it('a sale that never arrived gives way to the due date that has come meanwhile', async () => {
  const { id, dueMs } = await lost('lost-before', { frequency: 'daily' });
  await service.timeline.setRunning(false);
  await service.timeline.moveTo(dueMs + DAY + HOUR);
  await service.timeline.setRunning(true);
  await moveBy(HOUR);
  const made = (await driver.attempts(id)).map(({ periodNumber, status }) => [periodNumber, status]);
  expect(made).toEqual([
    [1, 'Failed'],
    [2, 'Succeeded'],
  ]);
  expect(driver.sales(id)).toHaveLength(1);
  await ends(id);
});

describe('an order while the answer is out', () => {
  it.each(['pause', 'cancel'] as const)(
    '%s: a sale that the bank has is recorded, and no more',
    async (order) => {
      const { id } = await lost('lost-after');
      expect((await driver[order](id)).status).toBe(200);
      await moveBy(HOUR);
      const status = order === 'pause' ? 'Paused' : 'Cancelled';
      expect(await driver.show(id)).toMatchObject({
        status,
        successfulPaymentCount: 1,
        totalCollectedAmount: 100,
      });
      await moveBy(40 * DAY);
      expect(driver.sales(id)).toHaveLength(1);
      await ends(id);
    },
  );

  it.each(['pause', 'cancel'] as const)(
    '%s: a sale that never arrived is not sent any more',
    async (order) => {
      const { id } = await lost('lost-before');
      await driver[order](id);
      await moveBy(HOUR);
      const [attempt] = await driver.attempts(id);
      expect(attempt).toMatchObject({
        status: 'Failed',
        errorCode: 'BANK_UNAVAILABLE',
        bankResponseCode: null,
      });
      expect(await driver.payment(attempt?.paymentReferenceNumber ?? null)).toMatchObject({
        status: 'Failed',
        errorCode: 'BANK_UNAVAILABLE',
      });
      expect(driver.sales(id)).toEqual([]);
      await ends(id);
    },
  );

  it('pause and resume: the attempt lands beside the plans, and the next due date is charged', async () => {
    const { id } = await lost('lost-after', { frequency: 'daily' });
    await driver.pause(id);
    expect((await driver.resume(id)).json.data.status).toBe('Active');
    await moveBy(DAY + HOUR);
    expect(await statusesOf(id)).toEqual(['Succeeded', 'Succeeded']);
    await ends(id);
  });

  it.each([
    ['declined for want of funds', CARDS.insufficientFunds, 'NOT_SUFFICIENT_FUNDS'],
    ['declined for good', '4126111111111114', 'STOLEN_CARD'],
  ])('a new expiry: an attempt that turns out %s is followed by the new card at once', async (_, ...card) => {
    const [cardNumber, errorCode] = card;
    const { id, record } = await lost('lost-after', { cardStorageId: await driver.card(cardNumber) });
    expect((await driver.renewCard(record.cardStorageId)).status).toBe(200);
    expect(await statusesOf(id)).toEqual(['Processing']);
    service.bank.script(['approve']);
    await moveBy(6 * MINUTE);
    expect(await driver.attempts(id)).toMatchObject([
      { attemptNumber: 1, status: 'Failed', errorCode },
      { attemptNumber: 2, status: 'Succeeded', trigger: 'CardUpdate' },
    ]);
    expect(driver.sales(id)).toHaveLength(2);
    await ends(id);
  });

  it('a new expiry: an attempt that turns out well is the only one', async () => {
    const { id, record } = await lost('lost-after');
    await driver.renewCard(record.cardStorageId);
    await moveBy(HOUR);
    expect(await statusesOf(id)).toEqual(['Succeeded']);
    await ends(id);
  });

  it('deactivating the customer: a sale that never arrived is not sent any more', async () => {
    const { id, record } = await lost('lost-before', { frequency: 'daily' });
    await api('PUT', `/api/customer/${record.customerId}`, { body: { isActive: false } });
    await moveBy(2 * DAY);
    expect(driver.sales(id)).toEqual([]);
    expect(await driver.show(id)).toMatchObject({ status: 'Paused', statusReason: 'CustomerInactive' });
    await ends(id);
  });
});

describe('a bank that cannot be asked', () => {
  it('is asked for more than a day, then a person must look; nothing is guessed', async () => {
    const { id } = await lost('lost-after', { frequency: 'daily' });
    bankIsDown = true;
    await moveBy(3 * DAY);
    bankIsDown = false;
    expect(await statusesOf(id)).toEqual(['Processing']);
    const calls = logs.filter((line) => line.includes('needs manual review') && line.includes(id));
    expect(calls).toHaveLength(1);
    expect(JSON.parse(calls[0] ?? '')).toMatchObject({ level: 'error', periodNumber: 1, attemptNumber: 1 });
    await moveBy(10 * DAY);
    expect(await statusesOf(id)).toEqual(['Processing']);
    expect(driver.sales(id)).toHaveLength(1);
    await driver.cancel(id);
  });

  it('and never received the sale ends the attempt once it can be asked; nothing is resent', async () => {
    const { id } = await lost('lost-before', { maxRetryAttempts: 1, retryIntervalHours: 1 });
    bankIsDown = true;
    await moveBy(8 * HOUR);
    bankIsDown = false;
    await moveBy(2 * DAY);
    const statuses = await statusesOf(id);
    expect(statuses.at(-1)).toBe('Succeeded');
    expect(driver.sales(id)).toHaveLength(1);
    await ends(id);
  });
});
