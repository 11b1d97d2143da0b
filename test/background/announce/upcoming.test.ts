// Coming charges and expiries are announced once, in time, to merchants that have asked for it (events.md 6).
import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { handler } from '#announce.ts';
import type { EventItem } from '#store/event/event.ts';
import { entityKey } from '#store/table/keys.ts';
import { table, tableName } from '#store/table/table.ts';
import { changeMerchant, issueKey, revokeKey } from '../../../lib/operator/onboarding.ts';
import { eventsOf } from '../../drivers/events.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { DAY, HOUR, MINUTE, SECOND, startHarness } from '../../harness/harness.ts';
import { answerWith, startReceiver } from '../../webhook/receiver.ts';
import { webhooksOf } from '../../webhook/webhooks.ts';

// The clock starts on 20 November 2026, noon in Istanbul; runs are at nine in the morning.
const harness = await startHarness({ events: true, announces: true });
const { service, api, moveBy, now, logs } = harness;

const run = async (remainingMs = 800_000) =>
  await handler(undefined, { awsRequestId: 'R-1', getRemainingTimeInMillis: () => remainingMs });
const runDueEvents = () => service.timeline.moveTo(service.clock.nowMs());

/** Begins with a new merchant, so that the tests do not affect each other. */
async function begin(more: Parameters<typeof service.addMerchant>[0] = {}) {
  const merchant = await service.addMerchant(more);
  const { merchantId, apiKey } = merchant;
  const call = ((method, path, request = {}) => api(method, path, { key: apiKey, ...request })) as typeof api;
  const plans = recurringPaymentDriver({ api: call, service });
  const announced = async (objectId: string, type: string): Promise<EventItem[]> =>
    (await eventsOf(merchantId, objectId)).filter((event) => event.type === type);
  const upcoming = (id: string) => announced(id, 'recurring_payment.upcoming');
  return { ...plans, merchant, merchantId, call, announced, upcoming };
}
/** Returns noon in UTC in `days` days. */
const dueAfter = (days: number) => new Date(Math.ceil(now().getTime() / DAY) * DAY + days * DAY + 12 * HOUR);

describe('recurring_payment.upcoming', () => {
  it('recurring_payment.upcoming is sent `days` days before, with the charge of the GET', async () => {
    const { create, upcoming, call } = await begin({ upcomingChargeDays: 3 });
    const due = dueAfter(5);
    const { id } = await create({ startDate: due.toISOString(), amount: 75.5 });
    const morning = new Date(due.getTime() - 3 * DAY - 6 * HOUR);
    await service.timeline.moveTo(morning.getTime() - MINUTE);
    expect(await upcoming(id)).toEqual([]);
    await service.timeline.moveTo(morning.getTime() + MINUTE);
    const shown = (await call('GET', `/api/RecurringPayment/${id}`)).json.data;
    const [event, ...more] = await upcoming(id);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      objectType: 'RecurringPayment',
      mode: 'test',
      createdAt: morning.toISOString(),
      data: {
        object: shown,
        previous: {},
        charge: {
          periodNumber: 1,
          type: 'Regular',
          dueAt: shown['nextPaymentDate'],
          amount: 75.5,
          currency: 'TRY',
        },
      },
    });
    const page = await call<{ items: { id: string }[] }>('GET', `/api/event?type=recurring_payment.upcoming`);
    expect(page.json.data.items.map((one) => one.id)).toEqual([event?.id]);
  });

  it('recurring_payment.upcoming is sent once for each due date by any number of runs', async () => {
    const { create, upcoming, call } = await begin({ upcomingChargeDays: 2 });
    const due = dueAfter(2);
    const { id } = await create({ startDate: due.toISOString() });
    await service.timeline.moveTo(due.getTime() - 2 * DAY);
    expect(await upcoming(id)).toHaveLength(1);
    await call('PUT', `/api/RecurringPayment/${id}`, { body: { amount: 120 } });
    await Promise.all([run(), run()]);
    await run();
    expect(await upcoming(id)).toHaveLength(1);
    // The due date of the next month has a separate announcement.
    await moveBy(32 * DAY);
    const dues = (await upcoming(id)).map(({ data }) => data.charge?.['dueAt']);
    expect(dues).toHaveLength(2);
    expect(new Set(dues).size).toBe(2);
  });

  it('recurring_payment.upcoming is off by default, and not sent for plans paused or cancelled', async () => {
    const own = await begin({ upcomingChargeDays: 3 });
    const other = await begin();
    const startDate = dueAfter(2).toISOString();
    const [paused, cancelled] = [await own.create({ startDate }), await own.create({ startDate })];
    const foreign = await other.create({ startDate });
    await own.call('POST', `/api/RecurringPayment/${paused.id}/pause`);
    await own.call('POST', `/api/RecurringPayment/${cancelled.id}/cancel`, { body: {} });
    const active = await own.create({ startDate });
    await moveBy(DAY);
    expect(await own.upcoming(active.id)).toHaveLength(1);
    expect(await own.upcoming(paused.id)).toEqual([]);
    expect(await own.upcoming(cancelled.id)).toEqual([]);
    expect(await other.upcoming(foreign.id)).toEqual([]);
  });

  it('recurring_payment.upcoming, if switched on, is sent from the next run on', async () => {
    const { create, upcoming, merchantId } = await begin();
    const { id } = await create({ startDate: dueAfter(4).toISOString() });
    await moveBy(DAY);
    await run();
    expect(await upcoming(id)).toEqual([]);
    await changeMerchant(merchantId, { upcomingChargeDays: 7 }, now());
    await run();
    expect(await upcoming(id)).toHaveLength(1);
  });

  it('recurring_payment.upcoming has the trial amount before the charge of a trial', async () => {
    const { create, upcoming } = await begin({ upcomingChargeDays: 3 });
    const trial = { hasTrialPeriod: true, trialPeriodDays: 14, trialAmount: 1.5 };
    const { id } = await create({ startDate: dueAfter(2).toISOString(), ...trial });
    await moveBy(DAY);
    const [event] = await upcoming(id);
    expect(event?.data.charge).toMatchObject({ periodNumber: 0, type: 'Trial', amount: 1.5 });
  });
});

describe('an announcement', () => {
  it('an announcement is sent a minute later, after the events of changes just before it', async () => {
    const { create, merchant, upcoming, merchantId, call } = await begin({ upcomingChargeDays: 3 });
    const receiver = await startReceiver(answerWith(200));
    const driver = webhooksOf({ ...harness, api: call, merchant });
    await driver.create(receiver.url, { eventTypes: ['recurring_payment.*'] }, merchant);
    const messages = () => receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    await service.timeline.setRunning(false);
    const { id } = await create({ startDate: dueAfter(2).toISOString() });
    // The stream is late: the announcement is recorded before the event of the creation.
    await run();
    expect((await eventsOf(merchantId, id)).map(({ type }) => type)).toEqual(['recurring_payment.upcoming']);
    await service.timeline.setRunning(true);
    await runDueEvents();
    // The announcement may be sent together with the creation, but not before it.
    expect(messages()[0]).toBe('recurring_payment.created');
    await moveBy(2 * MINUTE);
    expect(messages()).toEqual(['recurring_payment.created', 'recurring_payment.upcoming']);
    expect(await upcoming(id)).toHaveLength(1);
  });

  it('an announcement waits a minute, so that a change just before it can be captured', async () => {
    const { create, merchant, call } = await begin({ upcomingChargeDays: 3 });
    await create({ startDate: dueAfter(2).toISOString() });
    await runDueEvents();
    const receiver = await startReceiver(answerWith(200));
    const driver = webhooksOf({ ...harness, api: call, merchant });
    await driver.create(receiver.url, { eventTypes: ['recurring_payment.upcoming'] }, merchant);
    await run();
    service.rescheduleTimers();
    await moveBy(20 * SECOND);
    expect(receiver.received).toEqual([]);
    await moveBy(MINUTE);
    expect(receiver.received).toHaveLength(1);
  });

  it('an announcement that fails or has no time left is made by the next run, the others now', async () => {
    const { create, upcoming, merchantId } = await begin({ upcomingChargeDays: 5 });
    const other = await begin({ upcomingChargeDays: 5 });
    const startDate = dueAfter(3).toISOString();
    const ids = [await create({ startDate }), await create({ startDate }), await create({ startDate })];
    const theirs = await other.create({ startDate });
    const key = entityKey(merchantId, 'RECURRING', ids[1]?.id ?? '');
    const setFingerprint = (cardFingerprint: unknown) =>
      table.send(
        new UpdateCommand({
          TableName: tableName(),
          Key: key,
          UpdateExpression: 'SET cardFingerprint = :fingerprint',
          ExpressionAttributeValues: { ':fingerprint': cardFingerprint },
        }),
      );
    expect(await run(1000)).toMatchObject({ announced: 0 });
    await setFingerprint(99);
    expect((await run()).failed).toBe(1);
    const counts = async () => await Promise.all(ids.map(async ({ id }) => (await upcoming(id)).length));
    expect(await counts()).toEqual([1, 0, 1]);
    expect(await other.upcoming(theirs.id)).toHaveLength(1);
    expect(logs.some((line) => line.includes('recurring payment not announced'))).toBe(true);
    await setFingerprint('v1_fingerprint');
    expect(await run()).toEqual({ announced: 1, failed: 0 });
    expect(await counts()).toEqual([1, 1, 1]);
  });
});

describe('api_key.expiring', () => {
  it('api_key.expiring is sent 60, 30 and seven days before the end of a key, once each, without the key', async () => {
    const { merchantId, announced } = await begin();
    const expiresAt = dueAfter(70);
    const { keyId, apiKey } = await issueKey(merchantId, now(), { keyId: randomUUID(), expiresAt });
    const revoked = await issueKey(merchantId, now(), { keyId: randomUUID(), expiresAt });
    await revokeKey(merchantId, revoked.keyId, now());
    await runDueEvents();
    service.rescheduleTimers();
    const mornings: string[] = [];
    for (const days of [60, 30, 7]) {
      const morning = expiresAt.getTime() - days * DAY - 6 * HOUR;
      await service.timeline.moveTo(morning - MINUTE);
      expect(await announced(keyId, 'api_key.expiring')).toHaveLength(mornings.length);
      await service.timeline.moveTo(morning);
      await run();
      mornings.push(new Date(morning).toISOString());
    }
    await moveBy(10 * DAY);
    const events = await announced(keyId, 'api_key.expiring');
    // Announcements have no order among themselves: the key has not changed.
    expect(events.map(({ createdAt }) => createdAt).sort()).toEqual(mornings);
    for (const { objectType, data } of events) {
      expect(objectType).toBe('ApiKey');
      expect(data).toMatchObject({
        object: {
          id: keyId,
          lastFour: apiKey.slice(-4),
          expiresAt: expiresAt.toISOString(),
          revokedAt: null,
        },
        previous: {},
      });
    }
    expect(JSON.stringify(events)).not.toContain(apiKey);
    expect(await announced(revoked.keyId, 'api_key.expiring')).toEqual([]);
  });
});
