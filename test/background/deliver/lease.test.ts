// Two senders have one lane, because the claim of the first has ended during its call: the events of the
// object stay in order, and the first sender sends none of the next ones (events.md 4).
import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { entityKey } from '#store/table/keys.ts';
import { table, tableName } from '#store/table/table.ts';
import { loadDeliveriesOf } from '#store/webhook/delivery.ts';
import { MINUTE, SECOND, startHarness } from '../../harness/harness.ts';
import { eventsIn, webhookOfOwnMerchant } from '../../webhook/own-merchant.ts';
import { answerWith } from '../../webhook/receiver.ts';

const harness = await startHarness();
const { clock, timeline } = harness.service;

it('a sender whose claim has ended during its call does not go on with the lane', async () => {
  const { happen, trigger, receiver, deliveriesOf } = await webhookOfOwnMerchant(harness);
  await timeline.setRunning(false);
  const first = await happen({ objectId: 'a', sequence: 1 });
  const next = await happen({ objectId: 'a', sequence: 2 });
  const answers: (() => void)[] = [];
  receiver.answers((answer) => void answers.push(() => void answer.writeHead(200).end()));
  const received = async (calls: number) => {
    while (answers.length < calls) await sleep(5);
  };
  const overtaken = trigger(first.keys);
  await received(1);
  clock.jumpTo(clock.nowMs() + MINUTE + SECOND);
  const second = trigger(first.keys);
  await received(2);
  answers[0]?.();
  await overtaken;
  expect(eventsIn(receiver.received)).toEqual(['a-1', 'a-1']);
  receiver.answers(answerWith(200));
  answers[1]?.();
  await second;
  expect(eventsIn(receiver.received)).toEqual(['a-1', 'a-1', 'a-2']);
  for (const { id } of [first, next]) {
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'Delivered' }]);
  }
});

it('an event that is gone is given up without a try, and the next one of its object is sent', async () => {
  const { happen, trigger, receiver, merchantId } = await webhookOfOwnMerchant(harness);
  const gone = await happen({ objectId: 'gone', sequence: 1 });
  const next = await happen({ objectId: 'gone', sequence: 2 });
  const Key = entityKey(merchantId, 'EVENT', gone.id);
  await table.send(new DeleteCommand({ TableName: tableName(), Key }));
  await trigger(next.keys);
  expect(eventsIn(receiver.received)).toEqual(['gone-2']);
  expect(await loadDeliveriesOf(merchantId, gone.id)).toMatchObject([{ state: 'Undelivered', tries: 0 }]);
});
