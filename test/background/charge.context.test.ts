// An alarm tells where customer and card lie, so that they are read together with the record. It may have
// waited for years, and whoever wakes the function can tell it anything: the record decides what is charged.
import { BatchGetCommand, type BatchGetCommandOutput, GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { ChargeEvent } from '#schedule/schedule.ts';
import { table, tableName } from '#store/table/table.ts';
import { openChargeDriver } from '../drivers/charge-driver.ts';
import { type RecurringData, recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { CARDS, DAY, HOUR, MINUTE } from '../harness/harness.ts';

const harness = await openChargeDriver();
const {
  service,
  driver,
  api,
  faults,
  now,
  dueInAnHour,
  dueEventOf,
  invokeCharge,
  advanceTo,
  advanceToWith,
  saleCount,
  cancelAndCheckBooks,
} = harness;
const { apiKey } = await service.addMerchant();
const stranger = recurringPaymentDriver(harness, apiKey);

type Means = NonNullable<ChargeEvent['means']>;

/** Due now, and its alarm in the hand of the test. */
async function due(more: Record<string, unknown> = {}) {
  const { record, dueMs } = await dueInAnHour(more);
  await advanceToWith('drop', dueMs);
  const alarm = dueEventOf(record);
  if (alarm.means === undefined) throw new Error('The alarm does not tell where its means lie.');
  return { record, dueMs, alarm, means: alarm.means };
}

/** What a charge asks the table for, in order. */
async function callsOf({ alarm, record }: { alarm: ChargeEvent; record: RecurringData }) {
  const { calls } = faults.watch('charge');
  await invokeCharge(alarm);
  await cancelAndCheckBooks(record);
  return calls.filter(({ to: advanceTo }) => advanceTo === 'table').map(({ action }) => action);
}

describe('an alarm that tells where its means lie', () => {
  it('is charged after one request; one that does not, as those set long ago, after two', async () => {
    // The first charge reads the merchant's way to the bank.
    await callsOf(await due());
    const CLAIM_AND_END = ['TransactWriteItems', 'TransactWriteItems'];
    expect(await callsOf(await due())).toEqual(['BatchGetItem', ...CLAIM_AND_END]);
    const { alarm, ...rest } = await due();
    const { means: _, ...silent } = alarm;
    expect(await callsOf({ ...rest, alarm: silent })).toEqual(['GetItem', 'BatchGetItem', ...CLAIM_AND_END]);
  });

  it('tells the same with every alarm that follows: a retry, the next period, after a resume', async () => {
    const { record, means, dueMs } = await due();
    service.bank.script(['decline:51']);
    await invokeCharge(dueEventOf(record));
    const told: (Means | undefined)[] = [];
    await advanceTo(dueMs + DAY + MINUTE);
    told.push(dueEventOf(record).means);
    await driver.pause(record.id);
    await driver.resume(record.id);
    for (let days = 29; days < 64; days += 1) await advanceTo(dueMs + days * DAY);
    told.push(dueEventOf(record).means);
    expect(dueEventOf(record).periodNumber).toBe(3);
    expect(told).toEqual([means, means]);
    await cancelAndCheckBooks(record);
  });

  it('is charged with the card as it is, not as it was when the alarm was set', async () => {
    const expiryYear = String(now().getUTCFullYear());
    const cardStorageId = await driver.card(undefined, { expiryMonth: '11', expiryYear });
    const startDate = `${expiryYear}-12-01T09:00:00Z`;
    const record = await driver.create({ cardStorageId, startDate });
    await driver.renewCard(cardStorageId);
    await advanceTo(Date.parse(startDate) + MINUTE);
    expect((await driver.attempts(record.id)).map(({ status }) => status)).toEqual(['Succeeded']);
    await cancelAndCheckBooks(record);
  });
});

describe('an alarm that tells of other means than the record’s', () => {
  type Other = { name: string; told: (means: Means) => Promise<Means> | Means };
  const NOBODY = '01890000-0000-7000-8000-000000000009';
  const OTHERS: Other[] = [
    {
      name: 'another card',
      told: async (means) => ({ ...means, cardStorageId: await driver.card(CARDS.insufficientFunds) }),
    },
    {
      name: 'another customer, an inactive one',
      told: async (means) => ({ ...means, customerId: await driver.customer({ isActive: false }) }),
    },
    { name: 'the tries of another card', told: (means) => ({ ...means, cardFingerprint: 'v1_other' }) },
    { name: 'a card of nobody', told: (means) => ({ ...means, cardStorageId: NOBODY }) },
    { name: 'no id at all', told: (means) => ({ ...means, cardStorageId: 'CARD#', customerId: '' }) },
    {
      name: 'another merchant’s customer and card',
      told: async (means) => ({
        ...means,
        customerId: await stranger.customer(),
        cardStorageId: await stranger.card(CARDS.insufficientFunds),
      }),
    },
  ];

  it.each(OTHERS)('($name) charges those of the record', async ({ told }) => {
    const { record, alarm, means } = await due();
    expect(await invokeCharge({ ...alarm, means: await told(means) })).toBe('finalized');
    const [attempt] = await driver.attempts(record.id);
    expect(attempt?.status).toBe('Succeeded');
    const { customerId, cardStorageId } = record;
    expect(await driver.payment(attempt?.paymentReferenceNumber ?? null)).toMatchObject({
      customerId,
      cardStorageId,
    });
    await cancelAndCheckBooks(record);
  });

  it('counts the try where the record’s card counts its tries', async () => {
    const cardNumber = CARDS.insufficientFunds;
    const ONE_TRY = { maxRetryAttempts: 0, frequency: 'annually' };
    const cardStorageId = await driver.card(cardNumber);
    const dueTogether = () => dueInAnHour({ cardStorageId, ...ONE_TRY });
    const many = await Promise.all(Array.from({ length: 12 }, dueTogether));
    await advanceToWith('drop', many[0]?.dueMs ?? 0);
    for (const { record } of many) {
      const { means, ...alarm } = dueEventOf(record);
      if (means) await invokeCharge({ ...alarm, means: { ...means, cardFingerprint: `v1_${record.id}` } });
    }
    expect(many.filter(({ record }) => saleCount(record) === 1)).toHaveLength(10);
    for (const { record } of many) await driver.cancel(record.id);
  });

  it('and names another merchant finds nothing, though all it tells is there', async () => {
    const { record, alarm } = await due();
    const { merchantId } = await service.addMerchant();
    expect(await invokeCharge({ ...alarm, merchantId })).toBe('ignored');
    expect(saleCount(record)).toBe(0);
    await cancelAndCheckBooks(record);
  });
});

describe('an alarm that rings for what is over', () => {
  const over: [name: string, end: (record: RecurringData) => Promise<unknown>][] = [
    ['the card was deleted', ({ cardStorageId }) => api('DELETE', `/api/card/${cardStorageId}`)],
    ['the customer was erased', ({ customerId }) => api('DELETE', `/api/customer/${customerId}`)],
  ];
  it.each(over)('(%s) charges nothing', async (_, end) => {
    const { record, alarm } = await due();
    await driver.cancel(record.id);
    expect(await end(record)).toMatchObject({ status: 200 });
    expect(await invokeCharge(alarm)).toBe('ignored');
    expect(saleCount(record)).toBe(0);
  });

  it('charges nobody who became inactive since it was set', async () => {
    const { record, alarm } = await due();
    await api('PUT', `/api/customer/${record.customerId}`, { body: { isActive: false } });
    expect(await invokeCharge(alarm)).toBe('recorded');
    expect(await driver.show(record.id)).toMatchObject({
      status: 'Paused',
      statusReason: 'CustomerInactive',
    });
    expect(saleCount(record)).toBe(0);
  });
});

/** DynamoDB reads the rows of one request one by one: this happens after all of them but the record's. */
function betweenTheRows({ id }: RecurringData, happens: () => Promise<unknown>): void {
  let isDone = false;
  table.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const { Responses } = result.output as BatchGetCommandOutput;
      const rows = Responses?.[tableName()] ?? [];
      const at = rows.findIndex(({ pk }) => String(pk).endsWith(`#RECURRING#${id}`));
      if (isDone || at < 0) return result;
      isDone = true;
      await happens();
      const { pk, sk } = rows[at] ?? {};
      const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key: { pk, sk } }));
      if (Item) rows[at] = Item;
      return result;
    },
    { step: 'initialize', name: BatchGetCommand.name, override: true },
  );
}

it('a card that is renewed while record and card are being read is charged as the new one', async () => {
  const year = now().getUTCFullYear();
  const dueMs = Date.UTC(year, 11, 31, 9);
  const cardStorageId = await driver.card(undefined, { expiryMonth: '12', expiryYear: String(year) });
  const record = await driver.create({ cardStorageId, startDate: new Date(dueMs).toISOString() });
  service.bank.script(['decline:51']);
  await advanceTo(dueMs + HOUR);
  await advanceToWith('drop', dueMs + DAY + MINUTE);
  betweenTheRows(record, () => driver.renewCard(cardStorageId));
  expect(await invokeCharge(dueEventOf(record))).toBe('finalized');
  expect((await driver.attempts(record.id)).map(({ trigger, status }) => [trigger, status])).toEqual([
    ['Schedule', 'Failed'],
    ['CardUpdate', 'Succeeded'],
  ]);
  await cancelAndCheckBooks(record);
});
