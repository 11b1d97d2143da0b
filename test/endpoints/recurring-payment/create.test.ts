// POST /api/RecurringPayment: accepted and invalid fields (docs/interface/recurring-payments.md R1 to R7 and
// R14), and the card and the customer that it keeps in use.
import { describe, expect, it } from 'vitest';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { expectLimitUnreachable, expectRejection } from '../../drivers/rejection.ts';
import { CARDS, DAY, HOUR, MINUTE, SECOND, startHarness } from '../../harness/harness.ts';
import { problemsOf } from '../card/stored-cards.ts';

const harness = await startHarness({ startAt: new Date('2026-11-20T09:00:00Z') });
const { service, api, now, moveBy } = harness;
const driver = recurringPaymentDriver(harness);
const parties = { customerId: await driver.customer(), cardStorageId: await driver.card(CARDS.approved) };
const UNKNOWN_ID = '01890000-0000-7000-8000-000000000009';
const post = async (more: Record<string, unknown>) =>
  await driver.post(await driver.body({ ...parties, ...more }));

describe('the answer of POST /api/RecurringPayment', () => {
  it('the answer is the whole recurring payment with all defaults', async () => {
    const answer = await post({ startDate: '2026-12-31T10:00:00+03:00', subscriptionName: '  Aylık  ' });
    expect(answer.status).toBe(201);
    expect(answer.json.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...parties,
      maskedCardNumber: '552879******0008',
      subscriptionName: 'Aylık',
      merchantReference: null,
      metadata: {},
      mandate: null,
      amount: 100,
      currency: 'TRY',
      frequency: 'monthly',
      frequencyInterval: 1,
      timeZone: 'Europe/Istanbul',
      startDate: '2026-12-31T07:00:00.000Z',
      endDate: null,
      maxPaymentCount: null,
      totalAmountLimit: null,
      maxRetryAttempts: 3,
      retryIntervalHours: 24,
      hasTrialPeriod: false,
      trialPeriodDays: null,
      trialAmount: null,
      trialEndDate: null,
      status: 'Active',
      statusReason: null,
      nextPaymentDate: '2026-12-31T07:00:00.000Z',
      lastPaymentDate: null,
      currentPeriodNumber: 0,
      successfulPaymentCount: 0,
      remainingPaymentCount: null,
      totalCollectedAmount: 0,
      uncollectedAmount: 0,
      planChanges: [],
      failedAttemptCount: 0,
      createdAt: expect.any(String),
      createdBy: expect.any(String),
      pausedAt: null,
      cancelledAt: null,
      completedAt: null,
      waitingFor: null,
      waitingSince: null,
      nextCheckAt: null,
      waitingCode: null,
    });
    const shown = await driver.show(answer.json.data.id);
    expect(shown).toEqual(answer.json.data);
  });

  it('the answer contains every field that was sent', async () => {
    const sent = {
      amount: 40.5,
      currency: 'EUR',
      frequency: 'weekly',
      frequencyInterval: 2,
      timeZone: 'Europe/London',
      endDate: '2027-12-31T09:00:00.000Z',
      maxPaymentCount: 12,
      totalAmountLimit: 500,
      maxRetryAttempts: 0,
      retryIntervalHours: 48,
      hasTrialPeriod: true,
      trialPeriodDays: 7,
      trialAmount: 0,
    };
    const { data } = (await post(sent)).json;
    expect(data).toMatchObject({ ...sent, status: 'Trialing', remainingPaymentCount: 12 });
  });

  it('one Idempotency-Key creates one recurring payment and gives one answer', async () => {
    const body = await driver.body(parties);
    const headers = { 'idempotency-key': 'once' };
    const [first, second] = await Promise.all([
      driver.post(body, { headers }),
      driver.post(body, { headers }),
    ]);
    const third = await driver.post(body, { headers });
    const created = [first, second, third].filter(({ status }) => status === 201);
    expect(created.length).toBeGreaterThanOrEqual(2);
    expect(new Set(created.map(({ text }) => text)).size).toBe(1);
    expect(third.headers['idempotent-replayed']).toBe('true');
  });
});

describe('startDate of a recurring payment', () => {
  it("a date without a time means ten in the morning in the recurring payment's time zone", async () => {
    const plain = (await post({ startDate: '2026-12-01' })).json.data;
    expect(plain.nextPaymentDate).toBe('2026-12-01T07:00:00.000Z');
    const london = (await post({ startDate: '2026-12-01', timeZone: 'Europe/London' })).json.data;
    expect(london.nextPaymentDate).toBe('2026-12-01T10:00:00.000Z');
    const local = (await post({ startDate: '2026-12-01T18:30', timeZone: 'America/New_York' })).json.data;
    expect(local.nextPaymentDate).toBe('2026-12-01T23:30:00.000Z');
  });

  it("an earlier local day is refused in the recurring payment's time zone", async () => {
    const fact = { fields: ['startDate'], facts: ['earliestStartDate'] };
    const past = await post({ startDate: '2026-11-19T23:59:59+03:00' });
    expectRejection(past, { code: 'START_DATE_IN_PAST', ...fact });
    expect(past.json.data).toMatchObject({ earliestStartDate: '2026-11-20' });
    expect((await post({ startDate: '2026-11-20T00:00:00+03:00' })).status).toBe(201);
    const kiritimati = { startDate: '2026-11-19T23:00:00Z', timeZone: 'Pacific/Kiritimati' };
    expectRejection(await post({ ...kiritimati, startDate: '2026-11-19T09:00:00Z' }), {
      code: 'START_DATE_IN_PAST',
      ...fact,
    });
    expect((await post(kiritimati)).status).toBe(201);
  });

  it('a time earlier today is charged at once, and the due dates count from it', async () => {
    const { data } = (await post({ startDate: '2026-11-20T05:00:00Z' })).json;
    expect(data.nextPaymentDate).toBe('2026-11-20T05:00:00.000Z');
    await moveBy(2 * SECOND);
    const [attempt] = await driver.attempts(data.id);
    expect(attempt).toMatchObject({ status: 'Succeeded', dueDate: '2026-11-20T05:00:00.000Z' });
    expect(Date.parse(attempt?.attemptedAt ?? '')).toBeLessThanOrEqual(now().getTime());
    expect(await driver.show(data.id)).toMatchObject({
      nextPaymentDate: '2026-12-20T05:00:00.000Z',
      lastPaymentDate: attempt?.attemptedAt,
    });
  });
});

describe('POST /api/RecurringPayment and its preview with an invalid field', () => {
  const CASES: [string, Record<string, unknown>, string][] = [
    ['subscriptionName', { subscriptionName: '' }, 'REQUIRED'],
    ['subscriptionName', { subscriptionName: 'x'.repeat(201) }, 'TOO_LONG'],
    ['amount', { amount: 0 }, 'OUT_OF_RANGE'],
    ['amount', { amount: 1.005 }, 'AMOUNT_PRECISION'],
    ['currency', { currency: 'JPY' }, 'INVALID_ENUM'],
    ['frequency', { frequency: 'hourly' }, 'INVALID_ENUM'],
    ['frequencyInterval', { frequencyInterval: 0 }, 'OUT_OF_RANGE'],
    ['frequencyInterval', { frequencyInterval: 37 }, 'OUT_OF_RANGE'],
    ['frequencyInterval', { frequency: 'weekly', frequencyInterval: 157 }, 'OUT_OF_RANGE'],
    ['frequencyInterval', { frequency: 'daily', frequencyInterval: 1096 }, 'OUT_OF_RANGE'],
    ['frequencyInterval', { frequency: 'quarterly', frequencyInterval: 13 }, 'OUT_OF_RANGE'],
    ['frequencyInterval', { frequency: 'annually', frequencyInterval: 4 }, 'OUT_OF_RANGE'],
    ['startDate', { startDate: '2027-02-29' }, 'INVALID_FORMAT'],
    ['startDate', { startDate: 'tomorrow' }, 'INVALID_FORMAT'],
    ['endDate', { endDate: '2027-13-01' }, 'INVALID_FORMAT'],
    ['timeZone', { timeZone: 'Mars/Olympus' }, 'INVALID_FORMAT'],
    ['timeZone', { timeZone: '+03:00' }, 'INVALID_FORMAT'],
    ['maxPaymentCount', { maxPaymentCount: 0 }, 'OUT_OF_RANGE'],
    ['maxPaymentCount', { maxPaymentCount: 10_000 }, 'OUT_OF_RANGE'],
    ['maxRetryAttempts', { maxRetryAttempts: 11 }, 'OUT_OF_RANGE'],
    ['maxRetryAttempts', { maxRetryAttempts: -1 }, 'OUT_OF_RANGE'],
    ['retryIntervalHours', { retryIntervalHours: 0 }, 'OUT_OF_RANGE'],
    ['retryIntervalHours', { retryIntervalHours: 721 }, 'OUT_OF_RANGE'],
    ['hasTrialPeriod', { hasTrialPeriod: 'yes' }, 'INVALID_TYPE'],
    ['trialPeriodDays', { hasTrialPeriod: true }, 'REQUIRED'],
    ['trialPeriodDays', { hasTrialPeriod: true, trialPeriodDays: 0 }, 'OUT_OF_RANGE'],
    ['trialPeriodDays', { hasTrialPeriod: true, trialPeriodDays: 731 }, 'OUT_OF_RANGE'],
    ['hasTrialPeriod', { trialPeriodDays: 7 }, 'INVALID_FORMAT'],
    ['hasTrialPeriod', { hasTrialPeriod: false, trialAmount: 1, trialPeriodDays: 7 }, 'INVALID_FORMAT'],
    ['trialAmount', { hasTrialPeriod: true, trialPeriodDays: 7, trialAmount: -1 }, 'OUT_OF_RANGE'],
    ['customerId', { customerId: 'nobody' }, 'INVALID_FORMAT'],
    ['cardStorageId', { cardStorageId: 7 }, 'INVALID_TYPE'],
  ];
  it.each(CASES)('field %s in %j gives %s', async (field, more, code) => {
    const body = { ...(await driver.body(parties)), ...more };
    for (const answer of [await driver.post(body), await driver.preview(body)]) {
      expectRejection(answer, { code: 'VALIDATION_ERROR', facts: ['errors'] });
      expect(problemsOf(answer)).toEqual([[field, code]]);
    }
  });

  it('a zero where the least is 1 is refused with the way out, in both languages', async () => {
    const zeros = { maxPaymentCount: 0, totalAmountLimit: 0, frequencyInterval: 0, retryIntervalHours: 0 };
    const body = { ...(await driver.body(parties)), ...zeros, amount: 0 };
    for (const [language, wayOut] of [
      ['tr', 'alanı göndermeyin'],
      ['en', 'leave it out'],
    ] as const) {
      const headers = { 'accept-language': language };
      const answer = await api('POST', '/api/RecurringPayment', { body, headers });
      const errors = answer.json.data['errors'] as { field: string; message: string }[];
      const names = errors.flatMap(({ field, message }) => (message.includes(wayOut) ? [field] : []));
      expect([names.sort(), errors.length]).toEqual([Object.keys(zeros).sort(), 5]);
    }
  });

  it('all missing fields are reported at once', async () => {
    expect(problemsOf(await driver.post({})).map(([field]) => field)).toEqual([
      'customerId',
      'cardStorageId',
      'subscriptionName',
      'amount',
      'currency',
      'frequency',
      'startDate',
    ]);
  });

  it('trial fields that are zero or null mean no trial', async () => {
    expect((await post({ trialPeriodDays: 0, trialAmount: 0, hasTrialPeriod: false })).status).toBe(201);
    expect((await post({ trialPeriodDays: null, trialAmount: null })).status).toBe(201);
  });
});

describe('limits of a recurring payment that allow no charge', () => {
  it.each([
    ['an end before the start', { startDate: '2027-01-31', endDate: '2027-01-30' }],
    [
      'an end within the trial',
      { startDate: '2027-01-01', endDate: '2027-01-09', hasTrialPeriod: true, trialPeriodDays: 10 },
    ],
    ['a total below one amount', { totalAmountLimit: 99.99 }],
    [
      'a total below the trial amount',
      { totalAmountLimit: 100, hasTrialPeriod: true, trialPeriodDays: 1, trialAmount: 100.01 },
    ],
  ])('a plan with %s gives LIMIT_UNREACHABLE', async (_title, more) => {
    for (const refused of [
      await post(more),
      await driver.preview(await driver.body({ ...parties, ...more })),
    ]) {
      expectLimitUnreachable(refused);
    }
  });
});

describe('the card and the customer of a recurring payment', () => {
  it('an unknown, inactive, temporary, CVV-bound or foreign card or customer is refused', async () => {
    const inactive = await driver.customer({ isActive: false });
    const other = await driver.customer();
    const refusals = [
      [{ customerId: UNKNOWN_ID }, 'CUSTOMER_NOT_FOUND'],
      [{ customerId: inactive }, 'CUSTOMER_INACTIVE'],
      [{ cardStorageId: UNKNOWN_ID }, 'CARD_NOT_FOUND'],
      [{ cardStorageId: await driver.card(undefined, { saveCard: false }) }, 'CARD_NOT_PERMANENT'],
      [{ cardStorageId: await driver.card(undefined, { forceCvv: true }) }, 'CARD_REQUIRES_CVV'],
      [{ cardStorageId: await driver.card(undefined, { customerId: other }) }, 'CARD_CUSTOMER_MISMATCH'],
    ] as const;
    for (const [more, code] of refusals) {
      expectRejection(await post(more), { code, fields: Object.keys(more) });
    }
    const own = await driver.card(undefined, { customerId: parties.customerId });
    expect((await post({ cardStorageId: own })).status).toBe(201);
  });

  it("another merchant's customer or card is not found", async () => {
    const { apiKey } = await service.addMerchant();
    const foreign = recurringPaymentDriver(harness, apiKey);
    expectRejection(await post({ customerId: await foreign.customer() }), {
      code: 'CUSTOMER_NOT_FOUND',
      fields: ['customerId'],
    });
    expectRejection(await post({ cardStorageId: await foreign.card() }), {
      code: 'CARD_NOT_FOUND',
      fields: ['cardStorageId'],
    });
  });

  it('an expired card is refused; a card or customer is kept until its last use ends', async () => {
    const customerId = await driver.customer();
    const cardStorageId = await driver.card(undefined, { expiryMonth: '01', expiryYear: '2027' });
    const startDate = new Date(now().getTime() + HOUR).toISOString();
    const ids = [];
    for (const more of [{}, { maxPaymentCount: 1 }]) {
      ids.push((await post({ customerId, cardStorageId, startDate, ...more })).json.data.id);
    }
    const deleteCard = () => api('DELETE', `/api/card/${cardStorageId}`);
    const refused = await deleteCard();
    expectRejection(refused, { code: 'CARD_IN_USE', facts: ['recurringPaymentIds'] });
    expect(refused.json.data['recurringPaymentIds']).toEqual([...ids].sort());
    const forced = await api('PUT', `/api/card/${cardStorageId}`, { body: { forceCvv: true } });
    expectRejection(forced, { code: 'CARD_IN_USE', fields: ['forceCvv'], facts: ['recurringPaymentIds'] });
    expect((await api('DELETE', `/api/customer/${customerId}`)).json.errorCode).toBe(
      'CUSTOMER_HAS_ACTIVE_RECURRING_PAYMENT',
    );
    // One recurring payment is cancelled, the other completes.
    await driver.cancel(ids[0] ?? '');
    expect((await deleteCard()).json.data['recurringPaymentIds']).toEqual([ids[1]]);
    await moveBy(HOUR + MINUTE);
    expect(await driver.show(ids[1] ?? '')).toMatchObject({ status: 'Completed' });
    expect((await deleteCard()).status).toBe(200);
    expect((await api('DELETE', `/api/customer/${customerId}`)).status).toBe(200);
    await moveBy(80 * DAY);
    const expired = await driver.card(undefined, { expiryMonth: '02', expiryYear: '2027' });
    await moveBy(40 * DAY);
    expectRejection(await post({ cardStorageId: expired }), {
      code: 'CARD_EXPIRED',
      fields: ['cardStorageId'],
    });
  });
});
