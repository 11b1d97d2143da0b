// The examples of docs/interface/recurring-payments.md, charged by the simulated bank on a moving clock and
// compared with their previews.
import { expect, it } from 'vitest';
import { type AttemptData, recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { CARDS, DAY, startHarness } from '../../harness/harness.ts';

const harness = await startHarness({ startAt: new Date('2026-01-01T06:00:00Z') });
const { service, moveTo } = harness;
const driver = recurringPaymentDriver(harness);

const day = (instant: string | null) => instant?.slice(0, 10);
const paid = (attempts: AttemptData[]) => attempts.filter(({ status }) => status === 'Succeeded');

type Example = { request: Record<string, unknown>; charges: [dueAt: string, amount: number][]; end: string };
const hundred = (...days: string[]) => days.map((one): [string, number] => [one, 100]);

/** All examples run at the same time, so that the clock passes the years only once. */
const EXAMPLES: Record<string, Example> = {
  'monthly on the 31st falls on the last day of shorter months': {
    request: { startDate: '2026-01-31T09:00:00Z', maxPaymentCount: 4 },
    charges: hundred('2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'),
    end: 'MaxPaymentCount',
  },
  'every two months from 31 December': {
    request: { startDate: '2026-12-31T09:00:00Z', frequencyInterval: 2, maxPaymentCount: 4 },
    charges: hundred('2026-12-31', '2027-02-28', '2027-04-30', '2027-06-30'),
    end: 'MaxPaymentCount',
  },
  'monthly on the 28th of February stays on the 28th': {
    request: { startDate: '2026-02-28T09:00:00Z', maxPaymentCount: 3 },
    charges: hundred('2026-02-28', '2026-03-28', '2026-04-28'),
    end: 'MaxPaymentCount',
  },
  'annually on 29 February: the 28th until the next leap year': {
    request: { startDate: '2028-02-29T09:00:00Z', frequency: 'annually', maxPaymentCount: 5 },
    charges: hundred('2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'),
    end: 'MaxPaymentCount',
  },
  'an end date belongs to what is charged': {
    request: { startDate: '2026-01-31T09:00:00Z', endDate: '2026-04-30T00:00:00Z' },
    charges: hundred('2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'),
    end: 'EndDate',
  },
  'a total of 350 holds three times 100, never a part': {
    request: { startDate: '2026-01-31T09:00:00Z', totalAmountLimit: 350 },
    charges: hundred('2026-01-31', '2026-02-28', '2026-03-31'),
    end: 'TotalAmountLimit',
  },
  'a total of 0.30 holds 0.10 three times, not twice as with floats': {
    request: { startDate: '2026-01-31T09:00:00Z', amount: 0.1, totalAmountLimit: 0.3 },
    charges: [
      ['2026-01-31', 0.1],
      ['2026-02-28', 0.1],
      ['2026-03-31', 0.1],
    ],
    end: 'TotalAmountLimit',
  },
  'a trial of 14 days for 1.00, then three regular charges from its end on': {
    request: {
      startDate: '2026-01-10T09:00:00Z',
      hasTrialPeriod: true,
      trialPeriodDays: 14,
      trialAmount: 1,
      maxPaymentCount: 3,
    },
    charges: [['2026-01-10', 1], ...hundred('2026-01-24', '2026-02-24', '2026-03-24')],
    end: 'MaxPaymentCount',
  },
  'a free trial charges nothing until its end': {
    request: {
      startDate: '2026-01-10T09:00:00Z',
      hasTrialPeriod: true,
      trialPeriodDays: 14,
      maxPaymentCount: 2,
    },
    charges: hundred('2026-01-24', '2026-02-24'),
    end: 'MaxPaymentCount',
  },
};

it('each example is charged as previewed, to the millisecond, and ends at its limit', async () => {
  const running = [];
  for (const [title, { request, charges, end }] of Object.entries(EXAMPLES)) {
    const body = await driver.body(request);
    const preview = (await driver.preview(body)).json.data;
    expect(
      preview.charges.map(({ dueAt, amount }) => [day(dueAt), amount]),
      title,
    ).toEqual(charges);
    expect(preview.endReason, title).toBe(end);
    running.push({ title, preview, end, id: (await driver.create(body)).id });
  }
  await moveTo('2032-03-01T00:00:00Z');
  for (const { title, preview, end, id } of running) {
    const attempts = await driver.attempts(id);
    const actual = attempts.map(({ periodNumber, type, dueDate, amount, attemptedAt }) => {
      expect(attemptedAt, title).toBe(dueDate);
      return { periodNumber, type, dueAt: dueDate, amount };
    });
    expect(actual, title).toEqual(preview.charges);
    expect(await driver.show(id), title).toMatchObject({ status: 'Completed', statusReason: end });
    await driver.checkBooks(id);
  }
});

it('a charge keeps its local hour when daylight saving time begins', async () => {
  const request = { startDate: '2033-03-25T09:00:00Z', timeZone: 'Europe/London', frequency: 'daily' };
  const { id } = await driver.create({ ...request, maxPaymentCount: 4 });
  await moveTo('2033-04-01T00:00:00Z');
  expect((await driver.attempts(id)).map(({ attemptedAt }) => attemptedAt.slice(5, 16))).toEqual([
    '03-25T09:00',
    '03-26T09:00',
    '03-27T08:00',
    '03-28T08:00',
  ]);
});

it('a monthly plan on the 31st with two retries is next charged at the end of February', async () => {
  const { id } = await driver.create({ startDate: '2034-01-31T09:00:00Z' });
  service.bank.script(['decline:51', 'decline:51']);
  await moveTo('2034-02-10T00:00:00Z');
  const attempts = await driver.attempts(id);
  expect(attempts.map((one) => [day(one.attemptedAt), one.attemptNumber, one.trigger, one.status])).toEqual([
    ['2034-01-31', 1, 'Schedule', 'Failed'],
    ['2034-02-01', 2, 'Retry', 'Failed'],
    ['2034-02-02', 3, 'Retry', 'Succeeded'],
  ]);
  expect(attempts.map(({ nextRetryAt }) => day(nextRetryAt))).toEqual([
    '2034-02-01',
    '2034-02-02',
    undefined,
  ]);
  const record = await driver.show(id);
  expect([record.status, day(record.nextPaymentDate), record.failedAttemptCount]).toEqual([
    'Active',
    '2034-02-28',
    0,
  ]);
  await driver.cancel(id);
  await driver.checkBooks(id);
});

it('a monthly plan on the 31st, paused from 10 February to 10 April, continues on 30 April', async () => {
  const { id } = await driver.create({ startDate: '2035-01-31T09:00:00Z' });
  await moveTo('2035-02-10T09:00:00Z');
  await driver.pause(id);
  await moveTo('2035-04-10T09:00:00Z');
  expect(day((await driver.resume(id)).json.data.nextPaymentDate)).toBe('2035-04-30');
  await moveTo('2035-05-10T09:00:00Z');
  expect(paid(await driver.attempts(id)).map((one) => [day(one.dueDate), one.periodNumber])).toEqual([
    ['2035-01-31', 1],
    ['2035-04-30', 4],
  ]);
  await driver.cancel(id);
  await driver.checkBooks(id);
});

it('a daily plan with a declined card makes one attempt on each of four days, then is Unpaid', async () => {
  const cardStorageId = await driver.card(CARDS.insufficientFunds);
  const { id } = await driver.create({
    cardStorageId,
    frequency: 'daily',
    startDate: '2036-01-01T09:00:00Z',
  });
  await moveTo('2036-01-20T00:00:00Z');
  const attempts = await driver.attempts(id);
  expect(attempts.map((one) => [day(one.attemptedAt), one.periodNumber, one.attemptNumber])).toEqual([
    ['2036-01-01', 1, 1],
    ['2036-01-02', 2, 1],
    ['2036-01-03', 3, 1],
    ['2036-01-04', 4, 1],
  ]);
  expect(await driver.show(id)).toMatchObject({
    status: 'Unpaid',
    statusReason: 'RetriesExhausted',
    nextPaymentDate: null,
  });
  await driver.checkBooks(id);
});

it('a charge is an ordinary payment, and its refund does not allow a further charge', async () => {
  const limits = {
    cardStorageId: await driver.card(CARDS.approved),
    totalAmountLimit: 200,
    startDate: '2036-02-01T09:00:00Z',
  };
  const { id } = await driver.create(limits);
  await moveTo('2036-02-01T12:00:00Z');
  const [first] = await driver.attempts(id);
  const { api } = harness;
  const body = { transactionId: first?.paymentReferenceNumber, amount: 100, reason: 'Kırık geldi' };
  const refund = await api('POST', '/api/Refund', { body });
  expect([refund.status, refund.json.errorCode]).toEqual([201, null]);
  const approved = await api('POST', `/api/Refund/${refund.json.data['refundId']}/approve`);
  expect(approved.json.data).toMatchObject({ status: 'Completed', processedAs: 'Void' });
  expect(await driver.payment(first?.paymentReferenceNumber ?? null)).toMatchObject({
    status: 'FullyRefunded',
    source: 'RecurringPayment',
    recurringPaymentId: id,
    orderNumber: `${id}-1`,
    maskedCardNumber: '552879******0008',
    threeDSecure: false,
  });
  await service.timeline.moveTo(harness.now().getTime() + 90 * DAY);
  expect(await driver.attempts(id)).toHaveLength(2);
  expect(await driver.show(id)).toMatchObject({ status: 'Completed', totalCollectedAmount: 200 });
});
