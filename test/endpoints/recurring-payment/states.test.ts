// Every state of a recurring payment, every transition, and every command that is refused
// (docs/interface/recurring-payments.md R15 to R18 and R20).
import { describe, expect, it } from 'vitest';
import { type RecurringData, recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { CARDS, DAY, HOUR, MINUTE, SECOND, startHarness } from '../../harness/harness.ts';

const harness = await startHarness({ startAt: new Date('2026-11-20T09:00:00Z') });
const { service, api, now, moveBy } = harness;
const driver = recurringPaymentDriver(harness);

const soon = () => ({
  startDate: new Date(Math.ceil(now().getTime() / SECOND) * SECOND + MINUTE).toISOString(),
});
type More = Record<string, unknown>;
const created = async (more: More = {}) => await driver.create({ ...soon(), ...more });

/** Creates a plan whose first charge falls due and gets this outcome from the bank. */
async function afterFirstCharge(outcome: string, more: More = {}): Promise<RecurringData> {
  const { id } = await created(more);
  service.bank.script([outcome]);
  await moveBy(2 * MINUTE);
  return await driver.show(id);
}
const TRIAL = { hasTrialPeriod: true, trialPeriodDays: 10 };
const paused = async (record: RecurringData) => (await driver.pause(record.id)).json.data;
const cancelled = async (record: RecurringData) => (await driver.cancel(record.id)).json.data;

/** One way to reach each state. */
const REACH: Record<string, () => Promise<RecurringData>> = {
  Trialing: () => created(TRIAL),
  Active: () => created(),
  PastDue: () => afterFirstCharge('decline:51'),
  Unpaid: () => afterFirstCharge('decline:43'),
  Paused: async () => await paused(await created()),
  Cancelled: async () => await cancelled(await created()),
  Completed: () => afterFirstCharge('approve', { maxPaymentCount: 1 }),
};

describe('commands of a recurring payment', () => {
  const ALLOWED: Record<string, Record<string, string>> = {
    pause: { Trialing: 'Paused', Active: 'Paused', PastDue: 'Paused', Paused: 'Paused' },
    resume: { Unpaid: 'Active', Paused: 'Active' },
    cancel: {
      Trialing: 'Cancelled',
      Active: 'Cancelled',
      PastDue: 'Cancelled',
      Unpaid: 'Cancelled',
      Paused: 'Cancelled',
      Cancelled: 'Cancelled',
    },
  };
  const CASES = Object.keys(ALLOWED).flatMap((command) =>
    Object.keys(REACH).map((state) => [command, state, ALLOWED[command]?.[state]] as const),
  );
  it.each(CASES)('a call to %s a recurring payment that is %s gives %s', async (command, state, to) => {
    const record = await REACH[state]?.();
    expect(record?.status).toBe(state);
    const path = `/api/RecurringPayment/${record?.id}/${command}`;
    const answer = await api<RecurringData>('POST', path);
    if (to === undefined) {
      expectRejection(answer, {
        code: 'RECURRING_PAYMENT_INVALID_STATE',
        facts: ['status', 'allowedStatuses'],
      });
      const allowedStatuses = Object.entries(ALLOWED[command] ?? {}).flatMap(([from, then]) =>
        from === then ? [] : [from],
      );
      expect(answer.json.data).toMatchObject({ status: state, allowedStatuses });
      expect(await driver.show(record?.id ?? '')).toEqual(record);
    } else {
      expect([answer.status, answer.json.data.status]).toEqual([200, to]);
      if (state === to) expect(answer.json.data).toEqual(record);
      const again = await api<RecurringData>('POST', path);
      expect([again.status, again.json.data]).toEqual([200, answer.json.data]);
    }
    await api('POST', `/api/RecurringPayment/${record?.id}/cancel`);
  });

  it('a command records its time and its reason', async () => {
    const first = await paused(await created());
    expect([first.statusReason, first.pausedAt, first.nextPaymentDate]).toEqual([
      'PausedByMerchant',
      expect.any(String),
      null,
    ]);
    const resumed = (await driver.resume(first.id)).json.data;
    expect([resumed.statusReason, resumed.pausedAt]).toEqual([null, null]);
    const last = (await driver.cancel(first.id, { reason: ' Taşındım ' })).json.data;
    expect([last.status, last.statusReason, last.cancelledAt]).toEqual([
      'Cancelled',
      'Taşındım',
      expect.any(String),
    ]);
    expect((await driver.cancel((await created()).id)).json.data.statusReason).toBe('CancelledByMerchant');
    const told = (await created()).id;
    const command = async (verb: string, reason: string) => {
      const { data } = (await api('POST', `/api/RecurringPayment/${told}/${verb}`, { body: { reason } }))
        .json;
      expect((await driver.show(told)).statusReason).toBe(data['statusReason']);
      return data['statusReason'];
    };
    expect(await command('pause', ' Tatildeyim ')).toBe('Tatildeyim');
    // A repeated command changes nothing.
    expect(await command('pause', 'Yine')).toBe('Tatildeyim');
    expect(await command('resume', 'Döndüm')).toBe('Döndüm');
    expect(await command('resume', '')).toBe('Döndüm');
    expect(await command('pause', '')).toBe('PausedByMerchant');
    expect(await command('resume', '')).toBeNull();
    await driver.cancel(told);
    const { id } = await created();
    const tooLong = await driver.cancel(id, { reason: 'x'.repeat(501) });
    expectRejection(tooLong, { code: 'VALIDATION_ERROR', facts: ['errors'] });
    await driver.cancel(id, { reason: 'x'.repeat(500) });
  });
});

describe('charges of a recurring payment', () => {
  const SOFT = 'decline:51';
  const RETRY_ONCE = { maxRetryAttempts: 1, retryIntervalHours: 1 };
  /** The ways to reach each state in which charges are made. */
  const FROM: Record<string, (more?: More) => Promise<RecurringData>> = {
    Trialing: (more) => created({ ...TRIAL, ...more }),
    Active: (more) => created(more),
    PastDue: (more) => afterFirstCharge(SOFT, { retryIntervalHours: 1, ...more }),
  };
  const ANSWERS: [outcome: string, more: More, to: string, reason: string | null][] = [
    ['approve', {}, 'Active', null],
    ['approve', { maxPaymentCount: 1 }, 'Completed', 'MaxPaymentCount'],
    [SOFT, { maxRetryAttempts: 10 }, 'PastDue', 'SoftDecline'],
    ['decline:43', {}, 'Unpaid', 'HardDecline'],
    ['decline:R1', {}, 'Cancelled', 'WithdrawnByCardholder'],
    ['decline:R3', {}, 'Cancelled', 'WithdrawnByCardholder'],
  ];
  const CASES = Object.keys(FROM).flatMap((from) => ANSWERS.map((answer) => [from, ...answer] as const));
  it.each(CASES)(
    'a plan in state %s with outcome %s and %j becomes %s',
    async (from, outcome, more, to, reason) => {
      const record = await FROM[from]?.(more);
      expect(record?.status).toBe(from);
      service.bank.script([outcome]);
      await moveBy(from === 'Trialing' ? 10 * DAY + 2 * MINUTE : HOUR + MINUTE);
      const after = await driver.show(record?.id ?? '');
      expect([after.status, after.statusReason]).toEqual([to, reason]);
      await driver.cancel(after.id);
      await driver.checkBooks(after.id);
    },
  );

  it('a charge of the trial, also as a retry, does not end the trial', async () => {
    const record = await afterFirstCharge(SOFT, { ...TRIAL, ...RETRY_ONCE, trialAmount: 1 });
    expect([record.status, record.failedAttemptCount]).toEqual(['PastDue', 1]);
    await moveBy(HOUR);
    const after = await driver.show(record.id);
    expect([after.status, after.totalCollectedAmount, after.successfulPaymentCount]).toEqual([
      'Trialing',
      1,
      0,
    ]);
    await driver.cancel(record.id);
  });

  it('soft declines beyond the retries lead to Unpaid without further attempts', async () => {
    const record = await afterFirstCharge(SOFT, RETRY_ONCE);
    service.bank.script([SOFT]);
    await moveBy(40 * DAY);
    expect(await driver.attempts(record.id)).toHaveLength(2);
    expect(await driver.show(record.id)).toMatchObject({
      status: 'Unpaid',
      statusReason: 'RetriesExhausted',
    });
    await driver.cancel(record.id);
  });

  it('a due charge of an inactive customer pauses the recurring payment in every state', async () => {
    for (const make of Object.values(FROM)) {
      const customerId = await driver.customer();
      const record = await make({ customerId });
      const before = driver.sales(record.id).length;
      await api('PUT', `/api/customer/${customerId}`, { body: { isActive: false } });
      await moveBy(11 * DAY);
      const after = await driver.show(record.id);
      expect([after.status, after.statusReason]).toEqual(['Paused', 'CustomerInactive']);
      expect(driver.sales(record.id)).toHaveLength(before);
      await driver.cancel(record.id);
    }
  });
});

describe('resuming a recurring payment', () => {
  it('a resume within the trial continues the trial', async () => {
    const record = await paused(await created(TRIAL));
    const resumed = (await driver.resume(record.id)).json.data;
    expect(resumed.status).toBe('Trialing');
    await driver.cancel(record.id);
  });

  it('a resume after the last due date completes the recurring payment', async () => {
    const endDate = new Date(now().getTime() + 20 * DAY).toISOString();
    const record = await paused(await created({ endDate }));
    await moveBy(30 * DAY);
    const resumed = (await driver.resume(record.id)).json.data;
    expect([resumed.status, resumed.statusReason]).toEqual(['Completed', 'EndDate']);
    expect(driver.sales(record.id)).toEqual([]);
  });

  it('a resume of an unpaid recurring payment skips past due dates and charges the next one', async () => {
    const record = await afterFirstCharge('decline:43', { frequency: 'daily' });
    // The hard decline blocked the card: without a new expiry the bank is not called again.
    await driver.renewCard(record.cardStorageId, { cardAlias: 'Eski' });
    await moveBy(5 * DAY);
    await driver.resume(record.id);
    await moveBy(DAY);
    expect(await driver.show(record.id)).toMatchObject({ status: 'Unpaid', statusReason: 'HardDecline' });
    expect(driver.sales(record.id)).toHaveLength(1);
    await driver.renewCard(record.cardStorageId);
    await moveBy(10 * SECOND);
    expect(await driver.show(record.id)).toMatchObject({ status: 'Active', successfulPaymentCount: 1 });
    const attempts = await driver.attempts(record.id);
    expect(attempts.map(({ trigger, status }) => [trigger, status])).toEqual([
      ['Schedule', 'Failed'],
      ['Schedule', 'Failed'],
      ['CardUpdate', 'Succeeded'],
    ]);
    await driver.cancel(record.id);
    await driver.checkBooks(record.id);
  });
});

it('an unpaid recurring payment is charged and active after its card is renewed', async () => {
  const cardStorageId = await driver.card(CARDS.insufficientFunds);
  const record = await afterFirstCharge('decline:41', { cardStorageId });
  expect(record.status).toBe('Unpaid');
  await moveBy(3 * DAY);
  service.bank.script(['approve']);
  await driver.renewCard(cardStorageId);
  await moveBy(5 * SECOND);
  expect(await driver.show(record.id)).toMatchObject({ status: 'Active', successfulPaymentCount: 1 });
  await driver.cancel(record.id);
  await driver.checkBooks(record.id);
});

it("another merchant's recurring payment can be neither read nor changed", async () => {
  const { apiKey: key } = await service.addMerchant();
  const { id } = await created();
  const calls = ['GET /', 'GET /transactions', 'POST /pause', 'POST /resume', 'POST /cancel'];
  for (const call of calls) {
    const [method = '', suffix = ''] = call.split(' ');
    const path = `/api/RecurringPayment/${id}${suffix === '/' ? '' : suffix}`;
    expectRejection(await api(method, path, { key }), { code: 'RECURRING_PAYMENT_NOT_FOUND' });
  }
  expect((await driver.show(id)).status).toBe('Active');
});
