// Recovers attempts whose answer was lost: the sweep inquires, sends a sale again, or leaves it for manual
// review. A merchant's call in the meantime takes effect (recurring-payments.md R9, crash-safety.md C4, C5
// and C8).
import { describe, expect, it } from 'vitest';
import { connectBank } from '#flows/bank-connection.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { openFaults } from '../../harness/faults.ts';
import { CARDS, DAY, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';

const faults = openFaults();
/** While true, the bank does not answer the sweep. */
let bankIsDown = false;
const harness = await startHarness({
  startAt: new Date('2026-11-20T09:00:00Z'),
  around: async (invocation, run) => {
    if (bankIsDown && invocation.functionName === 'sweep') faults.arm('sweep', 'bank', 'outage');
    return await faults.around(invocation, run);
  },
});
const { service, merchant, logs, api, now, moveBy, passOutage } = harness;
const driver = recurringPaymentDriver(harness);
const FIVE_MINUTES = 5 * MINUTE;

/** Creates a recurring payment that falls due at the time of a sweep. Its first attempt has this outcome. */
async function lostAttempt(outcome: string, more: Record<string, unknown> = {}) {
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
async function cancelAndCheckBooks(id: string): Promise<void> {
  await driver.cancel(id);
  await driver.checkBooks(id);
}

describe('charge recovery', () => {
  it('the first sweep records the sale if the bank has it', async () => {
    const { id, dueMs } = await lostAttempt('lost-after');
    await service.timeline.moveTo(dueMs + FIVE_MINUTES);
    expect(await statusesOf(id)).toEqual(['Succeeded']);
    expect(await driver.show(id)).toMatchObject({ status: 'Active', totalCollectedAmount: 100 });
    await cancelAndCheckBooks(id);
  });

  it('a sale that reaches the bank late is recorded, and no second one is sent', async () => {
    const { landingTimeMs } = (await connectBank(merchant.merchantId)).bank;
    const { id } = await lostAttempt(`late:${landingTimeMs / 1000 - 1}`);
    await moveBy(HOUR);
    expect(await statusesOf(id)).toEqual(['Succeeded']);
    expect(driver.sales(id)).toHaveLength(1);
    await cancelAndCheckBooks(id);
  });

  it('a sale that never arrived is sent again under the same order id and attempt', async () => {
    const { id, dueMs } = await lostAttempt('lost-before');
    expect(driver.sales(id)).toEqual([]);
    await moveBy(HOUR);
    const attempts = await driver.attempts(id);
    expect(attempts.map(({ attemptNumber, status }) => [attemptNumber, status])).toEqual([[1, 'Succeeded']]);
    const [sale] = driver.sales(id);
    expect(sale?.orderId).toMatch(/P1A1C1$/);
    expect(Date.parse(sale?.at ?? '')).toBeGreaterThanOrEqual(dueMs + FIVE_MINUTES);
    await cancelAndCheckBooks(id);
  });

  it('a broken connection uses no retry, however often it breaks', async () => {
    const { id } = await lostAttempt('lost-before', { maxRetryAttempts: 0 });
    service.bank.script(['lost-before', 'lost-before', 'lost-after']);
    await moveBy(3 * HOUR);
    expect(await statusesOf(id)).toEqual(['Succeeded']);
    expect(driver.sales(id)).toHaveLength(1);
    await cancelAndCheckBooks(id);
  });

  it.each([
    ['lost-after', ['Succeeded', 'Succeeded'], 2],
    ['lost-before', ['Failed', 'Succeeded'], 1],
  ] as const)('a "%s" sale delays the next due date, which is charged after it', async (how, ended, sold) => {
    const { id, dueMs } = await lostAttempt(how, { frequency: 'daily' });
    bankIsDown = true;
    await passOutage(dueMs + DAY + HOUR - now().getTime());
    expect(await statusesOf(id)).toEqual(['Processing']);
    bankIsDown = false;
    await moveBy(8 * HOUR);
    expect(await statusesOf(id)).toEqual(ended);
    expect(driver.sales(id)).toHaveLength(sold);
    await cancelAndCheckBooks(id);
  });
});

it('a sale that never arrived is not sent again if the card has expired in the meantime', async () => {
  const monthEnds = Date.parse('2026-11-30T21:00:00Z');
  const cardStorageId = await driver.card(undefined, { expiryMonth: '11', expiryYear: '2026' });
  await service.timeline.moveTo(Math.max(now().getTime(), monthEnds - 2 * HOUR));
  const startDate = new Date(monthEnds - MINUTE).toISOString();
  const { id } = await driver.create({ cardStorageId, startDate });
  service.bank.script(['lost-before']);
  await service.timeline.moveTo(monthEnds - MINUTE);
  expect(await statusesOf(id)).toEqual(['Processing']);
  await moveBy(HOUR);
  expect(driver.sales(id)).toEqual([]);
  expect(await driver.attempts(id)).toMatchObject([{ status: 'Failed', errorCode: 'BANK_UNAVAILABLE' }]);
  await cancelAndCheckBooks(id);
});

it('a sale that never arrived is not sent again if the next due date has come', async () => {
  const { id, dueMs } = await lostAttempt('lost-before', { frequency: 'daily' });
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
  await cancelAndCheckBooks(id);
});

describe('a merchant’s call while the outcome of a charge is unknown', () => {
  it.each(['pause', 'cancel'] as const)(
    'a %s stops further charges, and a sale that the bank has is recorded',
    async (call) => {
      const { id } = await lostAttempt('lost-after');
      expect((await driver[call](id)).status).toBe(200);
      await moveBy(HOUR);
      const status = call === 'pause' ? 'Paused' : 'Cancelled';
      expect(await driver.show(id)).toMatchObject({
        status,
        successfulPaymentCount: 1,
        totalCollectedAmount: 100,
      });
      await moveBy(40 * DAY);
      expect(driver.sales(id)).toHaveLength(1);
      await cancelAndCheckBooks(id);
    },
  );

  it.each(['pause', 'cancel'] as const)(
    'a %s ends the attempt of a sale that never arrived, and nothing is sent again',
    async (call) => {
      const { id } = await lostAttempt('lost-before');
      await driver[call](id);
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
      await cancelAndCheckBooks(id);
    },
  );

  it('pause and resume keep the running attempt, and the next due date is charged', async () => {
    const { id } = await lostAttempt('lost-after', { frequency: 'daily' });
    await driver.pause(id);
    expect((await driver.resume(id)).json.data.status).toBe('Active');
    await moveBy(DAY + HOUR);
    expect(await statusesOf(id)).toEqual(['Succeeded', 'Succeeded']);
    await cancelAndCheckBooks(id);
  });

  it.each([
    ['a soft', CARDS.insufficientFunds, 'NOT_SUFFICIENT_FUNDS'],
    ['a hard', '4126111111111114', 'STOLEN_CARD'],
  ])('a new expiry is charged at once if the attempt ended in %s decline', async (_, ...card) => {
    const [cardNumber, errorCode] = card;
    const { id, record } = await lostAttempt('lost-after', { cardStorageId: await driver.card(cardNumber) });
    expect((await driver.renewCard(record.cardStorageId)).status).toBe(200);
    expect(await statusesOf(id)).toEqual(['Processing']);
    service.bank.script(['approve']);
    await moveBy(6 * MINUTE);
    expect(await driver.attempts(id)).toMatchObject([
      { attemptNumber: 1, status: 'Failed', errorCode },
      { attemptNumber: 2, status: 'Succeeded', trigger: 'CardUpdate' },
    ]);
    expect(driver.sales(id)).toHaveLength(2);
    await cancelAndCheckBooks(id);
  });

  it('a new expiry triggers no second charge if the attempt succeeded', async () => {
    const { id, record } = await lostAttempt('lost-after');
    await driver.renewCard(record.cardStorageId);
    await moveBy(HOUR);
    expect(await statusesOf(id)).toEqual(['Succeeded']);
    await cancelAndCheckBooks(id);
  });

  it('a sale that never arrived is not sent again if the customer is deactivated', async () => {
    const customerId = await driver.customer();
    const { id } = await lostAttempt('lost-before', { frequency: 'daily', customerId });
    await api('PUT', `/api/customer/${customerId}`, { body: { isActive: false } });
    await moveBy(2 * DAY);
    expect(driver.sales(id)).toEqual([]);
    expect(await driver.show(id)).toMatchObject({ status: 'Paused', statusReason: 'CustomerInactive' });
    await cancelAndCheckBooks(id);
  });
});

describe('charge recovery without an answer of the bank', () => {
  it('an unanswered charge is inquired for a day, logs one review, and is then inquired daily', async () => {
    const { id } = await lostAttempt('lost-after', { frequency: 'daily' });
    bankIsDown = true;
    await passOutage(5 * DAY);
    bankIsDown = false;
    expect(await statusesOf(id)).toEqual(['Processing']);
    const calls = logs.filter((line) => line.includes('needs manual review') && line.includes(id));
    expect(calls).toHaveLength(1);
    expect(JSON.parse(calls[0] ?? '')).toMatchObject({ level: 'error', periodNumber: 1, attemptNumber: 1 });
    await moveBy(DAY);
    expect((await statusesOf(id)).at(-1)).toBe('Succeeded');
    await cancelAndCheckBooks(id);
  });

  it('a charge is made exactly once if the bank answers after eight hours and has none', async () => {
    const { id } = await lostAttempt('lost-before', { maxRetryAttempts: 1, retryIntervalHours: 1 });
    bankIsDown = true;
    await passOutage(8 * HOUR);
    bankIsDown = false;
    await moveBy(2 * DAY);
    const statuses = await statusesOf(id);
    expect(statuses.at(-1)).toBe('Succeeded');
    expect(driver.sales(id)).toHaveLength(1);
    await cancelAndCheckBooks(id);
  });
});
