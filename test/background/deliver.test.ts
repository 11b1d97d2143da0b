// Events reach their receivers in order for each object, however the receivers answer.
import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND, startHarness } from '../harness/harness.ts';
import { eventsIn, webhookOfOwnMerchant } from '../webhook/own-merchant.ts';
import { answerWith, close, startReceiver } from '../webhook/receiver.ts';

const ANSWER_TIMEOUT_MS = 15 * SECOND;

const harness = await startHarness();
const { moveBy } = harness;

const begin = (more?: object) => webhookOfOwnMerchant(harness, more);

describe('an event', () => {
  it('an event is sent once, signed, with the body that its GET shows, and its try can be read', async () => {
    const { announce, receiver, webhook, deliveriesOf } = await begin();
    receiver.answers(answerWith(200, {}, 'thank you'));
    const id = await announce({ objectId: 'a', sequence: 1 });
    const [got, ...more] = receiver.received;
    expect(more).toEqual([]);
    const headers = got?.headers as Record<string, string>;
    // The library compares the timestamp with the system clock, which is the clock of the service here.
    const event = new Webhook(webhook.secret).verify(String(got?.body), headers);
    expect(event).toMatchObject({ id, type: 'payment.succeeded', objectId: 'a', sequence: 1 });
    expect(headers).toMatchObject({ 'webhook-id': id, 'content-type': 'application/json' });
    expect(await deliveriesOf(id)).toMatchObject([
      { webhookId: webhook.id, state: 'Delivered', tries: [{ status: 200, answer: 'thank you' }] },
    ]);
  });

  it('an event is sent once although it is announced five times at once and again later', async () => {
    const { happen, trigger, receiver } = await begin();
    const { keys } = await happen({ objectId: 'a', sequence: 1 });
    await Promise.all(Array.from({ length: 5 }, () => trigger([...keys, ...keys])));
    await trigger(keys);
    await moveBy(HOUR);
    expect(eventsIn(receiver.received)).toEqual(['a-1']);
  });

  it('an event that was never announced is found within two minutes', async () => {
    const { happen, receiver } = await begin();
    await happen({ objectId: 'a', sequence: 1 });
    await moveBy(MINUTE);
    expect(receiver.received).toEqual([]);
    await moveBy(MINUTE);
    expect(eventsIn(receiver.received)).toEqual(['a-1']);
  });

  it('events announced out of order, also many at once, are sent in order for each object', async () => {
    const { happen, trigger, receiver } = await begin();
    const made = [];
    for (let sequence = 1; sequence <= 8; sequence += 1) made.push(await happen({ objectId: 'a', sequence }));
    const keys = made.flatMap((one) => one.keys).reverse();
    await Promise.all(keys.map((key) => trigger([key])));
    expect(eventsIn(receiver.received)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((sequence) => `a-${sequence}`));
  });

  it('an event is sent only to webhooks that listen to its type', async () => {
    const { announce, create, receiver } = await begin({ eventTypes: ['refund.*', 'payment.failed'] });
    const other = await startReceiver();
    await create(other.url, { eventTypes: ['payment.succeeded'] });
    await announce({ objectId: 'a', sequence: 1 });
    await announce({ objectId: 'a', sequence: 2, type: 'payment.failed' });
    await announce({ objectId: 'a', sequence: 3, type: 'refund.completed' });
    expect([eventsIn(receiver.received), eventsIn(other.received)]).toEqual([['a-2', 'a-3'], ['a-1']]);
  });
});

describe('a receiver', () => {
  it.each([
    ['answers 500', answerWith(500), { status: 500 }],
    ['redirects', answerWith(302, { location: 'http://localhost:1/' }), { status: 302 }],
    ['closes the connection', close, { error: 'CONNECTION_CLOSED' }],
  ])(
    'a receiver that %s gets the event again by the timetable, before the object’s next event',
    async (_, behaviour, shown) => {
      const { announce, happen, trigger, receiver, deliveriesOf } = await begin();
      receiver.answers(behaviour);
      const id = await announce({ objectId: 'a', sequence: 1 });
      const later = await happen({ objectId: 'a', sequence: 2 });
      await trigger(later.keys);
      expect(eventsIn(receiver.received)).toEqual(['a-1']);
      expect(await deliveriesOf(id)).toMatchObject([{ state: 'Waiting', tries: [shown] }]);
      receiver.answers(answerWith(204));
      await moveBy(SECOND);
      expect(eventsIn(receiver.received)).toEqual(['a-1']);
      await moveBy(5 * SECOND);
      expect(eventsIn(receiver.received)).toEqual(['a-1', 'a-1', 'a-2']);
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
    },
  );

  it('a receiver that refuses the first of several events of an object gets the next after it', async () => {
    const { happen, trigger, receiver } = await begin();
    receiver.answers(answerWith(500));
    const made = [];
    for (let sequence = 1; sequence <= 3; sequence += 1) made.push(await happen({ objectId: 'a', sequence }));
    // The first announced event also triggers the pending events after it.
    await trigger(made[0]?.keys ?? []);
    expect(eventsIn(receiver.received)).toEqual(['a-1']);
    receiver.answers(answerWith(200));
    await moveBy(6 * SECOND);
    expect(eventsIn(receiver.received)).toEqual(['a-1', 'a-1', 'a-2', 'a-3']);
  });

  it('a receiver that answers too late gets the event again, with the same id and in order', async () => {
    const { announce, happen, trigger, receiver, deliveriesOf } = await begin();
    const late: ServerResponse[] = [];
    receiver.answers((answer) => void late.push(answer));
    const { setTimeout: wait } = globalThis;
    onTestFinished(() => void vi.restoreAllMocks());
    vi.spyOn(globalThis, 'setTimeout').mockImplementation((done: () => void, ms?: number) =>
      wait(done, ms === ANSWER_TIMEOUT_MS ? 200 : ms),
    );
    const id = await announce({ objectId: 'a', sequence: 1 });
    vi.restoreAllMocks();
    for (const answer of late) answer.writeHead(200).end();
    await trigger((await happen({ objectId: 'a', sequence: 2 })).keys);
    expect(await deliveriesOf(id)).toMatchObject([
      { state: 'Waiting', tries: [{ status: null, error: 'ANSWER_TIMEOUT' }] },
    ]);
    receiver.answers(answerWith(204));
    await moveBy(6 * SECOND);
    expect(eventsIn(receiver.received)).toEqual(['a-1', 'a-1', 'a-2']);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'Delivered', tries: [{}, {}] }]);
  });

  it('a receiver that asks for more time with Retry-After gets it', async () => {
    const { announce, receiver } = await begin();
    receiver.answers(answerWith(429, { 'retry-after': '600' }));
    await announce({ objectId: 'a', sequence: 1 });
    receiver.answers(answerWith(200));
    await moveBy(9 * MINUTE);
    expect(receiver.received).toHaveLength(1);
    await moveBy(MINUTE);
    expect(receiver.received).toHaveLength(2);
  });

  it('a receiver that refuses one event gets the others; that event ends after five days', async () => {
    const { announce, receiver, load, webhook, deliveriesOf } = await begin();
    receiver.answers((answer, { body }) => {
      const isPoison = body.includes('"objectId":"poison"') && body.includes('"sequence":1,');
      answer.writeHead(isPoison ? 500 : 200).end();
    });
    const id = await announce({ objectId: 'poison', sequence: 1 });
    for (let hour = 1; hour <= 6 * 24; hour += 16) {
      await announce({ objectId: `good-${hour}`, sequence: 1 });
      await moveBy(16 * HOUR);
    }
    const good = eventsIn(receiver.received).filter((one) => one.startsWith('good'));
    expect(good).toHaveLength(9);
    expect((await load(webhook.id)).state).toBe('Active');
    const [delivery] = await deliveriesOf(id);
    expect(delivery).toMatchObject({ state: 'Undelivered' });
    expect(delivery?.tries.length).toBeGreaterThanOrEqual(14);
    await announce({ objectId: 'poison', sequence: 2 });
    expect(eventsIn(receiver.received).at(-1)).toBe('poison-2');
  });

  it('a receiver that was dead for three days gets everything once, in order for each object', async () => {
    const { happen, trigger, receiver, load, webhook, api: own } = await begin();
    receiver.answers(answerWith(503));
    const expected: string[] = [];
    for (let sequence = 1; sequence <= 6; sequence += 1) {
      for (const objectId of ['a', 'b', 'c']) {
        await trigger((await happen({ objectId, sequence })).keys);
        expected.push(`${objectId}-${sequence}`);
      }
      await moveBy(12 * HOUR);
    }
    expect(await load(webhook.id)).toMatchObject({ state: 'Failing' });
    const shown = (await own('GET', `/api/webhook/${webhook.id}`)).json.data;
    expect(shown).toMatchObject({ state: 'Failing', waitingCount: 18 });
    // The receiver gets three tries before it is held, then one probe at a time.
    expect(receiver.received.length).toBeLessThan(20);
    receiver.received.splice(0);
    receiver.answers(answerWith(200));
    await moveBy(12 * HOUR);
    const got = eventsIn(receiver.received);
    expect(got.toSorted()).toEqual(expected.toSorted());
    for (const objectId of ['a', 'b', 'c']) {
      const own = got.filter((one) => one.startsWith(`${objectId}-`));
      expect(own).toEqual(expected.filter((one) => one.startsWith(`${objectId}-`)));
    }
    expect(await load(webhook.id)).toMatchObject({ state: 'Active', failures: 0 });
    await moveBy(HOUR);
    expect(await load(webhook.id)).not.toHaveProperty('workAt');
  });

  it('a receiver without a success for five days is disabled, and gets the events when enabled', async () => {
    const { happen, trigger, receiver, load, webhook, api: own } = await begin();
    receiver.answers(answerWith(500));
    const expected: string[] = [];
    for (let day = 1; day <= 7; day += 1) {
      await trigger((await happen({ objectId: 'a', sequence: day })).keys);
      expected.push(`a-${day}`);
      await moveBy(DAY);
    }
    expect(await load(webhook.id)).toMatchObject({ state: 'Disabled', disabledReason: 'FiveDays' });
    receiver.received.splice(0);
    receiver.answers(answerWith(200));
    await moveBy(DAY);
    expect(receiver.received).toEqual([]);
    await own('PUT', `/api/webhook/${webhook.id}`, { body: { isActive: true } });
    await trigger((await happen({ objectId: 'a', sequence: 8 })).keys);
    expect(receiver.received).toEqual([]);
    await moveBy(5 * MINUTE);
    expect(eventsIn(receiver.received)).toEqual([...expected, 'a-8']);
  });

  it('a receiver that answers 410 is disabled at once', async () => {
    const { announce, receiver, load, webhook } = await begin();
    receiver.answers(answerWith(410));
    await announce({ objectId: 'a', sequence: 1 });
    await announce({ objectId: 'a', sequence: 2 });
    await announce({ objectId: 'b', sequence: 1 });
    await moveBy(DAY);
    expect(await load(webhook.id)).toMatchObject({ state: 'Disabled', disabledReason: 'Gone' });
    expect(eventsIn(receiver.received)).toEqual(['a-1']);
  });
});

it('a webhook that is deleted gets no more events, and no row stays due for it', async () => {
  const { announce, happen, receiver, webhook, api: own, deliveriesOf } = await begin();
  receiver.answers(answerWith(500));
  const id = await announce({ objectId: 'a', sequence: 1 });
  await happen({ objectId: 'a', sequence: 2 });
  expect((await own('DELETE', `/api/webhook/${webhook.id}`)).status).toBe(200);
  await moveBy(DAY);
  expect(receiver.received).toHaveLength(1);
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'Undelivered' }]);
});

it('the dead webhook of a merchant delays no other webhook, of this merchant or of others', async () => {
  const first = await begin();
  const other = await startReceiver();
  await first.create(other.url);
  const second = await begin();
  first.receiver.answers(close);
  for (let sequence = 1; sequence <= 5; sequence += 1) {
    await first.announce({ objectId: 'a', sequence });
    await second.announce({ objectId: 'a', sequence });
  }
  expect(eventsIn(other.received)).toHaveLength(5);
  expect(eventsIn(second.receiver.received)).toHaveLength(5);
});
