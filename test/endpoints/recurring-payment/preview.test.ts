// POST /api/RecurringPayment/preview shows the planned charges and stores nothing.
import { expect, it } from 'vitest';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { startHarness } from '../../harness/harness.ts';
import { problemsOf } from '../card/stored-cards.ts';

const harness = await startHarness({ startAt: new Date('2026-11-20T09:00:00Z') });
const driver = recurringPaymentDriver(harness);
const body = await driver.body({ startDate: '2026-12-31T07:00:00Z' });

it('a preview shows twenty charges by default and up to 400', async () => {
  const path = '/api/RecurringPayment/preview';
  const plain = await harness.api<{ charges: unknown[] }>('POST', path, { body });
  expect(plain.status).toBe(200);
  expect(plain.json.data.charges).toHaveLength(20);
  expect((await driver.preview(body, 400)).json.data.charges).toHaveLength(400);
  for (const limit of [0, 401]) {
    expect(problemsOf(await driver.preview(body, limit))).toEqual([['limit', 'OUT_OF_RANGE']]);
  }
});

it('a preview has an endReason only if its last charge is the last of all', async () => {
  const counted = { ...body, maxPaymentCount: 3 };
  expect((await driver.preview(counted, 2)).json.data.endReason).toBeNull();
  expect((await driver.preview(counted, 3)).json.data).toMatchObject({ endReason: 'MaxPaymentCount' });
  expect((await driver.preview(counted, 3)).json.data.charges.at(-1)).toEqual({
    periodNumber: 3,
    type: 'Regular',
    dueAt: '2027-02-28T07:00:00.000Z',
    amount: 100,
  });
});

it('a preview stores nothing, schedules nothing and does not call the bank', async () => {
  await driver.preview(body);
  const { items } = (await harness.api<{ items: unknown[] }>('GET', '/api/RecurringPayment')).json.data;
  expect(items).toEqual([]);
  expect(await harness.moveTo('2027-12-31T00:00:00Z')).toBe(0);
  expect(harness.service.bank.ledger()).toEqual([]);
});

it('a preview refuses the same dates as the creation', async () => {
  expectRejection(await driver.preview(body), {
    code: 'START_DATE_IN_PAST',
    fields: ['startDate'],
    facts: ['earliestStartDate'],
  });
});
