// The endpoint of one merchant never delays the events of other merchants, and no row is written more often
// than its own events need.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { onTrial } from '#domain/webhook/webhook.ts';
import { webhookKey, webhooksPartition } from '#store/table/keys.ts';
import { changeWebhook } from '#store/webhook/webhook.ts';
import { watchWrites } from '../../bench/webhooks/written-rows.ts';
import { DAY, MINUTE, startHarness } from '../../harness/harness.ts';
import { eventsIn, webhookOfOwnMerchant } from '../../webhook/own-merchant.ts';
import { answerWith, hang, startReceiver } from '../../webhook/receiver.ts';

const harness = await startHarness();
const { moveBy } = harness;
const begin = () => webhookOfOwnMerchant(harness);

/** Waits as long as a busy machine takes; a test that waits in vain ends by its timeout. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20);
}

it('the events of all other endpoints are delivered in one batch with an endpoint that hangs', async () => {
  const dead = await begin();
  dead.receiver.answers(hang);
  const others = [await begin(), await begin()];
  const secondOfItsOwn = await startReceiver();
  await dead.create(secondOfItsOwn.url, {}, dead.merchant);
  const keys = (await dead.happen({ objectId: 'a', sequence: 1 })).keys;
  const made = [];
  for (const one of others) {
    const event = await one.happen({ objectId: 'b', sequence: 1 });
    keys.push(...event.keys);
    made.push({ ...event, deliveriesOf: one.deliveriesOf });
  }
  const batch = dead.trigger(keys);
  for (const { id, deliveriesOf } of made) {
    await until(async () => (await deliveriesOf(id))[0]?.state === 'Delivered');
  }
  await until(async () => secondOfItsOwn.received.length === 1);
  expect(dead.receiver.received).toHaveLength(1);
  dead.receiver.stop();
  await batch;
});

it('an endpoint that turns slow blocks no further invocation; one caller sends the rest', async () => {
  const slow = await begin();
  slow.receiver.answers(hang);
  const first = await slow.happen({ objectId: 'a', sequence: 1 });
  const held = slow.trigger(first.keys);
  await until(async () => (await slow.load(slow.webhook.id)).slowSince !== undefined);
  // Events that happen while the endpoint is known to be slow are not due: one caller sends them later.
  const announced = await slow.happen({ objectId: 'b', sequence: 1 });
  expect(announced.keys).toEqual([]);
  const later = await slow.happen({ objectId: 'a', sequence: 2 });
  expect(later.keys).toEqual([]);
  await slow.trigger(first.keys);
  expect(slow.receiver.received).toHaveLength(1);
  slow.receiver.answers(answerWith(200));
  slow.receiver.drop();
  await held;
  await moveBy(DAY);
  const got = eventsIn(slow.receiver.received);
  expect(new Set(got)).toEqual(new Set(['a-1', 'a-2', 'b-1']));
  expect(got.lastIndexOf('a-1')).toBeLessThan(got.indexOf('a-2'));
  expect(await slow.load(slow.webhook.id)).toMatchObject({ state: 'Active', failures: 0 });
  expect(await slow.load(slow.webhook.id)).not.toHaveProperty('slowSince');
});

it('a new receiver holds one call until it has answered, and then gets all that waits', async () => {
  const { happen, trigger, load, createNew, merchant } = await begin();
  const receiver = await startReceiver();
  const webhook = await createNew(receiver.url, {}, merchant);
  const happenAll = async (sequence: number) => {
    const keys = [];
    for (const objectId of ['a', 'b', 'c', 'd', 'e'])
      keys.push(...(await happen({ objectId, sequence })).keys);
    return keys;
  };
  receiver.answers(hang);
  const held = trigger(await happenAll(1));
  await until(async () => receiver.received.length > 0);
  await sleep(500);
  expect(receiver.received).toHaveLength(1);
  receiver.answers(answerWith(200));
  receiver.drop();
  await held;
  await moveBy(DAY);
  expect(new Set(eventsIn(receiver.received))).toEqual(new Set(['a-1', 'b-1', 'c-1', 'd-1', 'e-1']));
  expect(await load(webhook.id)).not.toHaveProperty('isUnproven');
  const before = receiver.received.length;
  receiver.answers(hang);
  const many = trigger(await happenAll(2));
  await until(async () => receiver.received.length === before + 5);
  receiver.answers(answerWith(200));
  receiver.drop();
  await many;
});

it('what waited for a trial whose sender crashed is sent when its claim ends', async () => {
  const { happen, trigger, load, createNew, merchant } = await begin();
  const receiver = await startReceiver();
  const webhook = await createNew(receiver.url, {}, merchant);
  const { keys } = await happen({ objectId: 'a', sequence: 1 });
  await changeWebhook(await load(webhook.id), (one) => onTrial(one, harness.now().getTime()));
  await trigger(keys);
  expect(receiver.received).toHaveLength(0);
  await moveBy(2 * MINUTE);
  expect(eventsIn(receiver.received)).toEqual(['a-1']);
});

it('one caller sends the events of a slow endpoint until its answers are quick', async () => {
  const { happen, trigger, receiver, webhook, load, merchantId } = await begin();
  receiver.answers(hang);
  const held = trigger((await happen({ objectId: 'a', sequence: 1 })).keys);
  await until(async () => (await load(webhook.id)).slowSince !== undefined);
  receiver.answers(answerWith(200));
  const one = trigger([webhookKey(merchantId, webhook.id)]);
  for (let sequence = 1; sequence <= 3; sequence += 1) await happen({ objectId: 'b', sequence });
  await until(async () => eventsIn(receiver.received).includes('b-3'));
  expect(eventsIn(receiver.received)).toEqual(['a-1', 'b-1', 'b-2', 'b-3']);
  await one;
  expect(await load(webhook.id)).not.toHaveProperty('slowSince');
  receiver.drop();
  await held;
});

it('every row is written a bounded number of times for many events of one merchant', async () => {
  const EVENTS = 40;
  const { happen, trigger, receiver, merchantId, webhook } = await begin();
  const writes = new Map<string, number>();
  const unwatch = watchWrites((written, isDone) => {
    for (const { key } of isDone ? written : []) {
      if (!key.pk.includes(merchantId)) continue;
      writes.set(`${key.pk} ${key.sk}`, (writes.get(`${key.pk} ${key.sk}`) ?? 0) + 1);
    }
  });
  for (let at = 0; at < EVENTS; at += 1) {
    await trigger((await happen({ objectId: `object-${at % 10}`, sequence: at + 1 })).keys);
  }
  unwatch();
  expect(receiver.received).toHaveLength(EVENTS);
  const mostOf = (part: string) =>
    Math.max(...[...writes].filter(([row]) => row.includes(part)).map(([, number]) => number));
  // A delivery is created, claimed and delivered. A webhook that works is written once a minute.
  expect([mostOf('#DELIVERY#'), mostOf(' EVENT')]).toEqual([3, 1]);
  // The first try is in the row of its delivery.
  expect([...writes.keys()].filter((row) => row.includes(' TRY#'))).toEqual([]);
  const ofWebhook = writes.get(`${webhooksPartition(merchantId)} ${webhook.id}`) ?? 0;
  expect(ofWebhook).toBeLessThan(EVENTS / 4);
});
