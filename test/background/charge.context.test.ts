// A charge event contains the ids of customer and card, so that they are read together with the recurring
// payment. The event may be years old or forged: the stored recurring payment decides what is charged.
import { BatchGetCommand, type BatchGetCommandOutput, GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { currentLease } from '#flows/lease.ts';
import { table, tableName } from '#store/table/table.ts';
import { type ChargePayload, openChargeDriver } from '../drivers/charge-driver.ts';
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
const otherMerchant = recurringPaymentDriver(harness, apiKey);

type ChargeIds = NonNullable<ChargePayload['contextKeys']>;

/** Creates a recurring payment that is due now, with its charge event, which is not delivered. */
async function duePayment(more: Record<string, unknown> = {}) {
  const { record, dueMs } = await dueInAnHour(more);
  await advanceToWith('drop', dueMs);
  const event = dueEventOf(record);
  if (event.contextKeys === undefined) throw new Error('The charge event contains no ids.');
  return { record, dueMs, event, contextKeys: event.contextKeys };
}

/** The calls of a charge to the table, in order. */
async function tableCallsOf({ event, record }: { event: ChargePayload; record: RecurringData }) {
  // As in a container that has read the lease within the minute.
  await currentLease();
  const { calls } = faults.observe('charge');
  await invokeCharge(event);
  await cancelAndCheckBooks(record);
  return calls.filter(({ to }) => to === 'table').map(({ action }) => action);
}

describe('a charge event with the ids of customer and card', () => {
  it('an event with ids needs one read before the charge, an older one without ids two', async () => {
    // The first charge also reads the merchant's bank connection.
    await tableCallsOf(await duePayment());
    const CLAIM_AND_END = ['TransactWriteItems', 'TransactWriteItems'];
    expect(await tableCallsOf(await duePayment())).toEqual(['BatchGetItem', ...CLAIM_AND_END]);
    const { event, ...rest } = await duePayment();
    const { contextKeys: _, ...withoutIds } = event;
    expect(await tableCallsOf({ ...rest, event: withoutIds })).toEqual([
      'GetItem',
      'BatchGetItem',
      ...CLAIM_AND_END,
    ]);
  });

  it('events for a retry, the next period and after a resume have the same ids', async () => {
    const { record, contextKeys, dueMs } = await duePayment();
    service.bank.script(['decline:51']);
    await invokeCharge(dueEventOf(record));
    const following: (ChargeIds | undefined)[] = [];
    await advanceTo(dueMs + DAY + MINUTE);
    following.push(dueEventOf(record).contextKeys);
    await driver.pause(record.id);
    await driver.resume(record.id);
    for (let days = 29; days < 64; days += 1) await advanceTo(dueMs + days * DAY);
    following.push(dueEventOf(record).contextKeys);
    expect(dueEventOf(record).periodNumber).toBe(3);
    expect(following).toEqual([contextKeys, contextKeys]);
    await cancelAndCheckBooks(record);
  });

  it('the card is charged in its current state, not in that of the time of scheduling', async () => {
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

describe('a charge event with ids other than those of its recurring payment', () => {
  type Other = { name: string; forge: (contextKeys: ChargeIds) => Promise<ChargeIds> | ChargeIds };
  const UNKNOWN_ID = '01890000-0000-7000-8000-000000000009';
  const OTHERS: Other[] = [
    {
      name: 'another card',
      forge: async (contextKeys) => ({
        ...contextKeys,
        cardStorageId: await driver.card(CARDS.insufficientFunds),
      }),
    },
    {
      name: 'another customer, an inactive one',
      forge: async (contextKeys) => ({
        ...contextKeys,
        customerId: await driver.customer({ isActive: false }),
      }),
    },
    {
      name: 'the fingerprint of another card',
      forge: (contextKeys) => ({ ...contextKeys, cardFingerprint: 'v1_other' }),
    },
    { name: 'an unknown card', forge: (contextKeys) => ({ ...contextKeys, cardStorageId: UNKNOWN_ID }) },
    {
      name: 'malformed ids',
      forge: (contextKeys) => ({ ...contextKeys, cardStorageId: 'CARD#', customerId: '' }),
    },
    {
      name: 'another merchant’s customer and card',
      forge: async (contextKeys) => ({
        ...contextKeys,
        customerId: await otherMerchant.customer(),
        cardStorageId: await otherMerchant.card(CARDS.insufficientFunds),
      }),
    },
  ];

  it.each(OTHERS)('an event with $name charges the stored customer and card', async ({ forge }) => {
    const { record, event, contextKeys } = await duePayment();
    expect(await invokeCharge({ ...event, contextKeys: await forge(contextKeys) })).toBe('finalized');
    const [attempt] = await driver.attempts(record.id);
    expect(attempt?.status).toBe('Succeeded');
    const { customerId, cardStorageId } = record;
    expect(await driver.payment(attempt?.paymentReferenceNumber ?? null)).toMatchObject({
      customerId,
      cardStorageId,
    });
    await cancelAndCheckBooks(record);
  });

  it('the try counts for the stored card', async () => {
    const cardNumber = CARDS.insufficientFunds;
    const ONE_TRY = { maxRetryAttempts: 0, frequency: 'annually' };
    const cardStorageId = await driver.card(cardNumber);
    const dueTogether = () => dueInAnHour({ cardStorageId, ...ONE_TRY });
    const many = await Promise.all(Array.from({ length: 12 }, dueTogether));
    await advanceToWith('drop', many[0]?.dueMs ?? 0);
    for (const { record } of many) {
      const { contextKeys, ...event } = dueEventOf(record);
      if (contextKeys)
        await invokeCharge({ ...event, contextKeys: { ...contextKeys, cardFingerprint: `v1_${record.id}` } });
    }
    expect(many.filter(({ record }) => saleCount(record) === 1)).toHaveLength(10);
    for (const { record } of many) await driver.cancel(record.id);
  });

  it('an event with another merchant is ignored', async () => {
    const { record, event } = await duePayment();
    const { merchantId } = await service.addMerchant();
    expect(await invokeCharge({ ...event, merchantId })).toBe('ignored');
    expect(saleCount(record)).toBe(0);
    await cancelAndCheckBooks(record);
  });
});

describe('an outdated charge event', () => {
  const over: [name: string, end: (record: RecurringData) => Promise<unknown>][] = [
    ['the card was deleted', ({ cardStorageId }) => api('DELETE', `/api/card/${cardStorageId}`)],
    ['the customer was erased', ({ customerId }) => api('DELETE', `/api/customer/${customerId}`)],
  ];
  const dueOfNewCustomer = async () => duePayment({ customerId: await driver.customer() });
  it.each(over)('an event is ignored if %s', async (_, end) => {
    const { record, event } = await dueOfNewCustomer();
    await driver.cancel(record.id);
    expect(await end(record)).toMatchObject({ status: 200 });
    expect(await invokeCharge(event)).toBe('ignored');
    expect(saleCount(record)).toBe(0);
  });

  it('an event for a customer who was deactivated after it was scheduled pauses the plan', async () => {
    const { record, event } = await dueOfNewCustomer();
    await api('PUT', `/api/customer/${record.customerId}`, { body: { isActive: false } });
    expect(await invokeCharge(event)).toBe('recorded');
    expect(await driver.show(record.id)).toMatchObject({
      status: 'Paused',
      statusReason: 'CustomerInactive',
    });
    expect(saleCount(record)).toBe(0);
  });
});

/**
 * DynamoDB reads the rows of one request one by one: `happens` runs when all of them but the recurring
 * payment have been read.
 */
function beforeRecordIsRead({ id }: RecurringData, happens: () => Promise<unknown>): void {
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

it('a card that is renewed between the reads of one request is charged as renewed', async () => {
  const year = now().getUTCFullYear();
  const dueMs = Date.UTC(year, 11, 31, 9);
  const cardStorageId = await driver.card(undefined, { expiryMonth: '12', expiryYear: String(year) });
  const record = await driver.create({ cardStorageId, startDate: new Date(dueMs).toISOString() });
  service.bank.script(['decline:51']);
  await advanceTo(dueMs + HOUR);
  await advanceToWith('drop', dueMs + DAY + MINUTE);
  beforeRecordIsRead(record, () => driver.renewCard(cardStorageId));
  expect(await invokeCharge(dueEventOf(record))).toBe('finalized');
  expect((await driver.attempts(record.id)).map(({ trigger, status }) => [trigger, status])).toEqual([
    ['Schedule', 'Failed'],
    ['CardUpdate', 'Succeeded'],
  ]);
  await cancelAndCheckBooks(record);
});
