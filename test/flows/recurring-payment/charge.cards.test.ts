// A card's declines apply to all recurring payments that charge it: hard declines, caps on tries, expiry and
// renewal (recurring-payments.md R12 to R14).
import { describe, expect, it } from 'vitest';
import {
  newCardNumber,
  type RecurringData,
  recurringPaymentDriver,
} from '../../drivers/recurring-payment-driver.ts';
import { CARDS, DAY, HOUR, MINUTE, SECOND, startHarness } from '../../harness/harness.ts';
import { shareOf } from '../../harness/thoroughness.ts';

const harness = await startHarness({ startAt: new Date('2026-11-20T09:00:00Z') });
const { service, now, moveBy } = harness;
const driver = recurringPaymentDriver(harness);

const NEVER_AGAIN = { stolen: '4126111111111114', notPermittedToTerminal: '4122111111111118' };
const inAnHour = () => Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR;
const dueAt = (dueMs: number, more: Record<string, unknown>) =>
  driver.create({ startDate: new Date(dueMs).toISOString(), ...more });
const to = (instantMs: number) => service.timeline.moveTo(instantMs);

async function endAll(records: RecurringData[]): Promise<void> {
  for (const { id } of records) {
    await driver.cancel(id);
    await driver.checkBooks(id);
  }
}

describe('a hard decline', () => {
  /** Two recurring payments of one card, a day apart. The first receives this answer. */
  async function two(outcome: string[], cardNumber?: string) {
    const cardStorageId = await driver.card(cardNumber);
    const dueMs = inAnHour();
    const first = await dueAt(dueMs, { cardStorageId });
    const second = await dueAt(dueMs + DAY, { cardStorageId });
    service.bank.script(outcome);
    await to(dueMs + HOUR);
    return { first, second, dueMs, cardStorageId };
  }

  it.each(shareOf(['04', '14', '41', '43', '54', '57', 'CORE-2208'], 0, 3))(
    'code %s stops the other charges of that card without a call to the bank',
    async (code) => {
      const { first, second, dueMs } = await two([`decline:${code}`]);
      expect(await driver.show(first.id)).toMatchObject({ status: 'Unpaid', statusReason: 'HardDecline' });
      const [attempt] = await driver.attempts(first.id);
      expect(attempt).toMatchObject({ bankResponseCode: code, declineCategory: 'Hard', nextRetryAt: null });
      expect((await driver.show(second.id)).status).toBe('Active');
      await to(dueMs + DAY + HOUR);
      expect(await driver.show(second.id)).toMatchObject({ status: 'Unpaid', statusReason: 'HardDecline' });
      expect((await driver.attempts(second.id))[0]).toMatchObject({
        status: 'Failed',
        errorCode: attempt?.errorCode,
        declineCategory: 'Hard',
        bankResponseCode: null,
        paymentReferenceNumber: null,
      });
      expect(driver.sales(second.id)).toEqual([]);
      await endAll([first, second]);
    },
  );

  it.each(['03', 'CORE-2202', 'GK'])(
    'code %s is about the merchant and does not block the card',
    async (code) => {
      const { first, second, dueMs } = await two([`decline:${code}`]);
      await to(dueMs + DAY + HOUR);
      for (const { id } of [first, second]) {
        expect(await driver.show(id)).toMatchObject({ status: 'Active', successfulPaymentCount: 1 });
      }
      await endAll([first, second]);
    },
  );

  it('a decline that an inquiry finds blocks the card; an answer about the merchant does not', async () => {
    const stolen = await two(['lost-after'], NEVER_AGAIN.stolen);
    expect((await driver.attempts(stolen.first.id))[0]).toMatchObject({ errorCode: 'STOLEN_CARD' });
    await to(stolen.dueMs + DAY + HOUR);
    expect(driver.sales(stolen.second.id)).toEqual([]);
    const terminal = await two(['lost-after'], NEVER_AGAIN.notPermittedToTerminal);
    expect(await driver.attempts(terminal.first.id)).toEqual([]);
    await endAll([stolen.first, stolen.second, terminal.first, terminal.second]);
    // The hold ends when no held charge is left as a probe.
    await moveBy(HOUR);
  });

  it('a renewal of the card lifts the block, and unpaid recurring payments are charged at once', async () => {
    const { first, second, dueMs, cardStorageId } = await two(['decline:41']);
    await to(dueMs + DAY + HOUR);
    await driver.renewCard(cardStorageId);
    await moveBy(5 * SECOND);
    for (const { id } of [first, second]) {
      expect(await driver.show(id)).toMatchObject({ status: 'Active', successfulPaymentCount: 1 });
      const last = (await driver.attempts(id)).at(-1);
      expect(last).toMatchObject({ trigger: 'CardUpdate', status: 'Succeeded' });
    }
    await endAll([first, second]);
  });
});

describe('a renewed card', () => {
  const triggersOf = async ({ id }: RecurringData) =>
    (await driver.attempts(id)).map((one) => [one.attemptNumber, one.trigger, one.status]);
  it('a renewal triggers a charge at once, and the planned retry is not made', async () => {
    const dueMs = inAnHour();
    const record = await dueAt(dueMs, {});
    service.bank.script(['decline:51']);
    await to(dueMs + HOUR);
    await driver.renewCard(record.cardStorageId);
    await moveBy(5 * SECOND);
    await to(dueMs + 3 * DAY);
    expect(await triggersOf(record)).toEqual([
      [1, 'Schedule', 'Failed'],
      [2, 'CardUpdate', 'Succeeded'],
    ]);
    await endAll([record]);
  });

  it('a decline of the renewed card leaves the remaining retries unchanged', async () => {
    const dueMs = inAnHour();
    const record = await dueAt(dueMs, { maxRetryAttempts: 2, retryIntervalHours: 5 });
    service.bank.script(['decline:51', 'decline:05']);
    await to(dueMs + HOUR);
    await driver.renewCard(record.cardStorageId);
    await moveBy(5 * SECOND);
    expect((await driver.show(record.id)).failedAttemptCount).toBe(2);
    await to(dueMs + DAY);
    const made = await triggersOf(record);
    expect(made.at(-1)).toEqual([3, 'Retry', 'Succeeded']);
    expect(made).toHaveLength(3);
    await endAll([record]);
  });

  it('another alias or owner is no renewal and triggers no charge', async () => {
    const dueMs = inAnHour();
    const record = await dueAt(dueMs, {});
    service.bank.script(['decline:51']);
    await to(dueMs + HOUR);
    await driver.renewCard(record.cardStorageId, { cardAlias: 'Yeni ad', ownerName: 'Ayşe Yıldız' });
    await moveBy(HOUR);
    expect(await driver.attempts(record.id)).toHaveLength(1);
    await endAll([record]);
  });
});

it('an expired card is declined without a call to the bank, and charged after a renewal', async () => {
  const date = now();
  const expiryYear = String(date.getUTCFullYear());
  const expiryMonth = String(date.getUTCMonth() + 1).padStart(2, '0');
  const cardStorageId = await driver.card(undefined, { expiryMonth, expiryYear });
  const nextMonth = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1, 9);
  const record = await dueAt(nextMonth, { cardStorageId });
  await to(nextMonth + HOUR);
  expect(await driver.show(record.id)).toMatchObject({ status: 'Unpaid', statusReason: 'HardDecline' });
  const [declined] = await driver.attempts(record.id);
  expect(declined).toMatchObject({ errorCode: 'EXPIRED_CARD', bankResponseCode: null });
  expect(driver.sales(record.id)).toEqual([]);
  await driver.renewCard(cardStorageId);
  await moveBy(5 * SECOND);
  expect(await driver.show(record.id)).toMatchObject({ status: 'Active', successfulPaymentCount: 1 });
  await endAll([record]);
});

describe('the caps on tries of a card', () => {
  const ONE_TRY = { maxRetryAttempts: 0, frequency: 'annually' };
  const many = async (count: number, dueMs: number, cardStorageId: string) =>
    await Promise.all(Array.from({ length: count }, () => dueAt(dueMs, { cardStorageId, ...ONE_TRY })));
  const triesOf = (records: RecurringData[]) =>
    records
      .flatMap(({ id }) => driver.sales(id))
      .map(({ at }) => Date.parse(at))
      .sort((a, b) => a - b);
  const script = (count: number) => service.bank.script(Array.from({ length: count }, () => 'decline:51'));

  /** A few are charged one after another, many are charged together: the caps are the same for both. */
  const COUNTS = shareOf([24, 12], 0, 2);
  it.each(COUNTS)('%i recurring payments on one card make ten tries on one day', async (count) => {
    const cardStorageId = await driver.card(newCardNumber());
    const dueMs = inAnHour();
    const records = await many(count, dueMs, cardStorageId);
    script(100);
    await to(dueMs + 23 * HOUR);
    expect(triesOf(records)).toHaveLength(10);
    await to(dueMs + 29 * DAY);
    const tries = triesOf(records);
    expect(tries).toHaveLength(Math.min(15, count));
    expect(tries[10]).toBe((tries[0] ?? 0) + DAY);
    await to(dueMs + 40 * DAY);
    const all = triesOf(records);
    expect(all).toHaveLength(count);
    for (const at of all) {
      expect(all.filter((other) => other > at - DAY && other <= at).length).toBeLessThanOrEqual(10);
      expect(all.filter((other) => other > at - 30 * DAY && other <= at).length).toBeLessThanOrEqual(15);
    }
    service.bank.script([]);
    await endAll(records);
  });

  it('tries count by card number within a merchant, not across merchants', async () => {
    const number = newCardNumber();
    const dueMs = inAnHour();
    const first = await many(10, dueMs, await driver.card(number));
    script(10);
    await to(dueMs + HOUR);
    const again = await dueAt(dueMs + 2 * HOUR, { cardStorageId: await driver.card(number), ...ONE_TRY });
    const { apiKey } = await service.addMerchant();
    const elsewhere = recurringPaymentDriver(harness, apiKey);
    const startDate = new Date(dueMs + 2 * HOUR).toISOString();
    const foreign = await elsewhere.create({ startDate, cardStorageId: await elsewhere.card(number) });
    await to(dueMs + 3 * HOUR);
    expect(driver.sales(again.id)).toEqual([]);
    expect(elsewhere.sales(foreign.id)).toHaveLength(1);
    expect(await driver.show(again.id)).toMatchObject({ nextCheckAt: new Date(dueMs + DAY).toISOString() });
    await to(dueMs + 2 * DAY);
    expect(driver.sales(again.id)).toHaveLength(1);
    await elsewhere.cancel(foreign.id);
    await endAll([...first, again]);
  });

  it('the count starts again after the bank has approved a try', async () => {
    const cardStorageId = await driver.card(newCardNumber());
    const dueMs = inAnHour();
    const before = await many(9, dueMs, cardStorageId);
    script(9);
    await to(dueMs + HOUR);
    const paid = await many(1, dueMs + 2 * HOUR, cardStorageId);
    await to(dueMs + 3 * HOUR);
    const after = await many(10, dueMs + 4 * HOUR, cardStorageId);
    script(10);
    await to(dueMs + 5 * HOUR);
    expect(triesOf([...before, ...paid, ...after])).toHaveLength(20);
    await endAll([...before, ...paid, ...after]);
  });
});

it('a card without funds is tried as often as the rules allow, and the books agree', async () => {
  const cardStorageId = await driver.card(CARDS.insufficientFunds);
  const dueMs = inAnHour();
  const record = await dueAt(dueMs, { cardStorageId, maxRetryAttempts: 10, retryIntervalHours: 1 });
  await to(dueMs + 3 * DAY);
  expect((await driver.attempts(record.id)).map(({ trigger }) => trigger)).toEqual([
    'Schedule',
    ...Array.from({ length: 10 }, () => 'Retry'),
  ]);
  const tries = driver.sales(record.id).map(({ at }) => Date.parse(at));
  // Ten within ten hours, the last one when the first is a day old.
  expect(tries.at(-1)).toBe((tries[0] ?? 0) + DAY);
  expect((await driver.show(record.id)).status).toBe('Unpaid');
  await endAll([record]);
});
