// An event that was not sent when its webhook is deleted is never sent, and its merchant sees that at once.
import { expect, it } from 'vitest';
import { costOf, counted } from '../../harness/costs.ts';
import { DAY, startHarness } from '../../harness/harness.ts';
import { webhookOfOwnMerchant } from '../../webhook/own-merchant.ts';
import { answerWith, startReceiver } from '../../webhook/receiver.ts';

const harness = await startHarness({ around: counted });
const { moveBy } = harness;

/** Begins with an event that waits for a failing webhook and was delivered to another one. */
async function begin() {
  const one = await webhookOfOwnMerchant(harness);
  const other = await one.create((await startReceiver()).url);
  one.receiver.answers(answerWith(500));
  for (const objectId of ['a', 'b', 'c']) await one.announce({ objectId, sequence: 1 });
  expect((await one.load(one.webhook.id)).state).toBe('Failing');
  const { id, keys } = await one.happen({ objectId: 'parked', sequence: 1 });
  await one.trigger(keys);
  const statesOf = async () => {
    const states = (await one.deliveriesOf(id)).map(({ webhookId, state }) => [webhookId, state]);
    return Object.fromEntries(states);
  };
  const remove = async (webhookId: string) => {
    expect((await one.api('DELETE', `/api/webhook/${webhookId}`)).status).toBe(200);
  };
  return { ...one, id, other, statesOf, remove };
}

it('an event that waits for a failing webhook is Undelivered once the webhook is deleted', async () => {
  const { webhook, other, receiver, statesOf, remove } = await begin();
  expect(await statesOf()).toEqual({ [webhook.id]: 'Waiting', [other.id]: 'Delivered' });
  await remove(webhook.id);
  receiver.received.splice(0);
  for (const pauseMs of [0, DAY]) {
    await moveBy(pauseMs);
    expect(await statesOf()).toEqual({ [webhook.id]: 'Undelivered', [other.id]: 'Delivered' });
  }
  expect(receiver.received).toEqual([]);
});

it('an event that waits for a retry, or was never announced, is Undelivered too', async () => {
  const { happen, announce, webhook, other, receiver, deliveriesOf, remove } = await begin();
  await remove(other.id);
  receiver.answers(answerWith(200));
  await moveBy(DAY);
  receiver.answers(answerWith(500));
  const tried = await announce({ objectId: 'tried', sequence: 1 });
  const due = await happen({ objectId: 'due', sequence: 1 });
  const shown = async () => (await Promise.all([tried, due.id].map(deliveriesOf))).flat();
  expect(await shown()).toMatchObject([{ state: 'Waiting', tries: [{ status: 500 }] }, { state: 'Due' }]);
  await remove(webhook.id);
  expect(await shown()).toMatchObject([
    { state: 'Undelivered', nextTryAt: null, tries: [{ status: 500 }] },
    { state: 'Undelivered', nextTryAt: null, tries: [] },
  ]);
});

it('a webhook is looked up for waiting events only: a delivered event costs no more', async () => {
  const { id, api, webhook, announce, remove } = await begin();
  const costOfShowing = async (event: string) =>
    await costOf(() => api('GET', `/api/event/${event}/deliveries`), 'event-deliveries');
  const waiting = await costOfShowing(id);
  await remove(webhook.id);
  const delivered = await costOfShowing(await announce({ objectId: 'taken', sequence: 1 }));
  expect([delivered.rounds, waiting.rounds]).toEqual([2, 3]);
});
