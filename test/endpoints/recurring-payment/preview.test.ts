// POST /api/RecurringPayment with `preview: true` shows the planned charges and stores nothing.
import { expect, it } from 'vitest';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { DAY, startHarness } from '../../harness/harness.ts';
import { problemsOf } from '../card/stored-cards.ts';

const harness = await startHarness({ startAt: new Date('2026-11-20T09:00:00Z') });
const driver = recurringPaymentDriver(harness);
const body = await driver.body({ startDate: '2026-12-31T07:00:00Z' });

it('a preview shows twenty charges by default and up to 400', async () => {
  const path = '/api/RecurringPayment';
  const previewed = { ...body, preview: true };
  const plain = await harness.api<{ charges: unknown[] }>('POST', path, { body: previewed });
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

it('a preview looks up customer and card as creation does, and claims no key', async () => {
  const startDate = new Date(harness.now().getTime() + DAY).toISOString();
  const given = await driver.body({ startDate });
  const unknown = '018f0000-0000-7000-8000-000000000000';
  for (const name of ['customerId', 'cardStorageId']) {
    const refused = await driver.preview({ ...given, [name]: unknown });
    expect(refused.status).toBe(404);
  }
  const headers = { 'idempotency-key': 'plan-1' };
  const preview = { body: { ...given, preview: true }, headers };
  expect((await harness.api('POST', '/api/RecurringPayment', preview)).status).toBe(200);
  const made = await harness.api('POST', '/api/RecurringPayment', { body: given, headers });
  expect([made.status, made.headers['idempotent-replayed']]).toEqual([201, undefined]);
});

it('the limit of a preview is refused where nothing is previewed', async () => {
  const refused = await harness.api('POST', '/api/RecurringPayment?limit=3', { body });
  expect(problemsOf(refused)).toEqual([['limit', 'NOT_APPLICABLE']]);
});

it('the preview of a pause tells what is not charged, and a second pause changes nothing', async () => {
  const startDate = new Date(harness.now().getTime() + DAY).toISOString();
  const { id } = await driver.create({ startDate, maxPaymentCount: 3, frequency: 'daily' });
  const path = `/api/RecurringPayment/${id}/pause`;
  const previewed = async () =>
    (await harness.api<Record<string, unknown>>('POST', path, { body: { preview: true } })).json.data;
  const before = await driver.show(id);
  const said = await previewed();
  const { charges } = (await driver.previewChange(id, {})).json.data;
  expect(charges).toHaveLength(3);
  expect(said).toEqual({
    changes: true,
    status: 'Paused',
    withheldCharges: charges,
    droppedRetryAt: null,
    isChargeAtBank: false,
  });
  expect(await driver.show(id)).toEqual(before);
  await driver.pause(id);
  expect(await previewed()).toMatchObject({ changes: false, withheldCharges: [] });
  await harness.moveBy(5 * DAY);
  expect(await driver.attempts(id)).toEqual([]);
});
