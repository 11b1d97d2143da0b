// Events reach their receivers in order for each object, whatever the receivers do.
import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND, startHarness } from '../harness/harness.ts';
import { told, webhookOfOwnMerchant } from '../webhook/own-merchant.ts';
import { answerWith, close, startReceiver } from '../webhook/receiver.ts';

const ANSWER_TIMEOUT_MS = 15 * SECOND;

const harness = await startHarness();
const { moveBy } = harness;

const begin = (more?: object) => webhookOfOwnMerchant(harness, more);

describe('an event', () => {
  it('an event is sent once, signed, with the body that its GET shows, and its try can be read', async () => {
    const { tell, receiver, webhook, deliveriesOf } = await begin();
    receiver.answers(answerWith(200, {}, 'thank you'));
    const id = await tell({ objectId: 'a', sequence: 1 });
    const [got, ...more] = receiver.received;
    expect(more).toEqual([]);
    const headers = got?.headers as Record<string, string>;
    // The library compares the timestamp with the clock, which is that of the service.
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
    expect(told(receiver.received)).toEqual(['a-1']);
  });

  it('an event that was never announced is found within two minutes', async () => {
    const { happen, receiver } = await begin();
    await happen({ objectId: 'a', sequence: 1 });
    await moveBy(MINUTE);
    expect(receiver.received).toEqual([]);
    await moveBy(MINUTE);
    expect(told(receiver.received)).toEqual(['a-1']);
  });

  it('announced out of order, events of an object are sent in order, also many at once', async () => {
    const { happen, trigger, receiver } = await begin();
    const made = [];
    for (let sequence = 1; sequence <= 8; sequence += 1) made.push(await happen({ objectId: 'a', sequence }));
    const keys = made.flatMap((one) => one.keys).reverse();
    await Promise.all(keys.map((key) => trigger([key])));
    expect(told(receiver.received)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((sequence) => `a-${sequence}`));
  });

  it('an event goes only to webhooks that want its type', async () => {
    const { tell, create, receiver } = await begin({ eventTypes: ['refund.*', 'payment.failed'] });
    const other = await startReceiver();
    await create(other.url, { eventTypes: ['payment.succeeded'] });
    await tell({ objectId: 'a', sequence: 1 });
    await tell({ objectId: 'a', sequence: 2, type: 'payment.failed' });
    await tell({ objectId: 'a', sequence: 3, type: 'refund.completed' });
    expect([told(receiver.received), told(other.received)]).toEqual([['a-2', 'a-3'], ['a-1']]);
  });
});

describe('a receiver', () => {
  it.each([
    ['answers 500', answerWith(500), { status: 500 }],
    ['redirects', answerWith(302, { location: 'http://localhost:1/' }), { status: 302 }],
    ['closes the connection', close, { error: 'CONNECTION_CLOSED' }],
  ])(
    'that %s gets the event again by the timetable, with the same id, before the next of the object',
    async (_, behaviour, shown) => {
      const { tell, happen, trigger, receiver, deliveriesOf } = await begin();
      receiver.answers(behaviour);
      const id = await tell({ objectId: 'a', sequence: 1 });
      const later = await happen({ objectId: 'a', sequence: 2 });
      await trigger(later.keys);
      expect(told(receiver.received)).toEqual(['a-1']);
      expect(await deliveriesOf(id)).toMatchObject([{ state: 'Waiting', tries: [shown] }]);
      receiver.answers(answerWith(204));
      await moveBy(SECOND);
      expect(told(receiver.received)).toEqual(['a-1']);
      await moveBy(5 * SECOND);
      expect(told(receiver.received)).toEqual(['a-1', 'a-1', 'a-2']);
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
    },
  );

  it('a receiver that refuses the first of several events of an object gets the next after it', async () => {
    const { happen, trigger, receiver } = await begin();
    receiver.answers(answerWith(500));
    const made = [];
    for (let sequence = 1; sequence <= 3; sequence += 1) made.push(await happen({ objectId: 'a', sequence }));
    // The first one announced sends what is pending after it, too.
    await trigger(made[0]?.keys ?? []);
    expect(told(receiver.received)).toEqual(['a-1']);
    receiver.answers(answerWith(200));
    await moveBy(6 * SECOND);
    expect(told(receiver.received)).toEqual(['a-1', 'a-1', 'a-2', 'a-3']);
  });

  it('a receiver that answers too late gets the event again, with the same id and in order', async () => {
    const { tell, happen, trigger, receiver, deliveriesOf } = await begin();
    const late: ServerResponse[] = [];
    receiver.answers((answer) => void late.push(answer));
    const { setTimeout: wait } = globalThis;
    onTestFinished(() => void vi.restoreAllMocks());
    vi.spyOn(globalThis, 'setTimeout').mockImplementation((done: () => void, ms?: number) =>
      wait(done, ms === ANSWER_TIMEOUT_MS ? 200 : ms),
    );
    const id = await tell({ objectId: 'a', sequence: 1 });
    vi.restoreAllMocks();
    for (const answer of late) answer.writeHead(200).end();
    await trigger((await happen({ objectId: 'a', sequence: 2 })).keys);
    expect(await deliveriesOf(id)).toMatchObject([
      { state: 'Waiting', tries: [{ status: null, error: 'ANSWER_TIMEOUT' }] },
    ]);
    receiver.answers(answerWith(204));
    await moveBy(6 * SECOND);
    expect(told(receiver.received)).toEqual(['a-1', 'a-1', 'a-2']);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'Delivered', tries: [{}, {}] }]);
  });

  it('a receiver that asks for more time with Retry-After gets it', async () => {
    const { tell, receiver } = await begin();
    receiver.answers(answerWith(429, { 'retry-after': '600' }));
    await tell({ objectId: 'a', sequence: 1 });
    receiver.answers(answerWith(200));
    await moveBy(9 * MINUTE);
    expect(receiver.received).toHaveLength(1);
    await moveBy(MINUTE);
    expect(receiver.received).toHaveLength(2);
  });

  it('a receiver that refuses one event gets the others; that one is given up after five days', async () => {
    const { tell, receiver, load, webhook, deliveriesOf } = await begin();
    receiver.answers((answer, { body }) => {
      const isPoison = body.includes('"objectId":"poison"') && body.includes('"sequence":1,');
      answer.writeHead(isPoison ? 500 : 200).end();
    });
    const id = await tell({ objectId: 'poison', sequence: 1 });
    for (let hour = 1; hour <= 6 * 24; hour += 16) {
      await tell({ objectId: `good-${hour}`, sequence: 1 });
      await moveBy(16 * HOUR);
    }
    const good = told(receiver.received).filter((one) => one.startsWith('good'));
    expect(good).toHaveLength(9);
    expect((await load(webhook.id)).state).toBe('Active');
    const [delivery] = await deliveriesOf(id);
    expect(delivery).toMatchObject({ state: 'Undelivered' });
    expect(delivery?.tries.length).toBeGreaterThanOrEqual(14);
    await tell({ objectId: 'poison', sequence: 2 });
    expect(told(receiver.received).at(-1)).toBe('poison-2');
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
    // Three tries before it is left alone, then one probe at a time.
    expect(receiver.received.length).toBeLessThan(20);
    receiver.received.splice(0);
    receiver.answers(answerWith(200));
    await moveBy(12 * HOUR);
    const got = told(receiver.received);
    expect(got.toSorted()).toEqual(expected.toSorted());
    for (const objectId of ['a', 'b', 'c']) {
      const own = got.filter((one) => one.startsWith(`${objectId}-`));
      expect(own).toEqual(expected.filter((one) => one.startsWith(`${objectId}-`)));
    }
    expect(await load(webhook.id)).toMatchObject({ state: 'Active', failures: 0 });
    await moveBy(HOUR);
    expect(await load(webhook.id)).not.toHaveProperty('workAt');
  });

  it('without a success for five days is disabled, and enabled again it gets what it missed', async () => {
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
    expect(told(receiver.received)).toEqual([...expected, 'a-8']);
  });

  it('a receiver that answers 410 is disabled at once', async () => {
    const { tell, receiver, load, webhook } = await begin();
    receiver.answers(answerWith(410));
    await tell({ objectId: 'a', sequence: 1 });
    await tell({ objectId: 'a', sequence: 2 });
    await tell({ objectId: 'b', sequence: 1 });
    await moveBy(DAY);
    expect(await load(webhook.id)).toMatchObject({ state: 'Disabled', disabledReason: 'Gone' });
    expect(told(receiver.received)).toEqual(['a-1']);
  });
});

it('a webhook that is deleted gets nothing more, and nothing stays due for it', async () => {
  const { tell, happen, receiver, webhook, api: own, deliveriesOf } = await begin();
  receiver.answers(answerWith(500));
  const id = await tell({ objectId: 'a', sequence: 1 });
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
    await first.tell({ objectId: 'a', sequence });
    await second.tell({ objectId: 'a', sequence });
  }
  expect(told(other.received)).toHaveLength(5);
  expect(told(second.receiver.received)).toHaveLength(5);
});
