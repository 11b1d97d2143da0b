// A receiver that works again after days may refuse an event once more: that does not end the delivery.
import { expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { eventsIn, webhookOfOwnMerchant } from '../../webhook/own-merchant.ts';
import { answerWith } from '../../webhook/receiver.ts';

const harness = await startHarness();
const { moveBy } = harness;

it('an event tried before an outage of days does not end at the next refusal', async () => {
  const {
    happen,
    trigger,
    receiver,
    webhook,
    api: own,
    load,
    deliveriesOf,
  } = await webhookOfOwnMerchant(harness);
  receiver.answers(answerWith(503));
  const { id, keys } = await happen({ objectId: 'a', sequence: 1 });
  await trigger(keys);
  await moveBy(6 * DAY);
  expect(await load(webhook.id)).toMatchObject({ state: 'Disabled', disabledReason: 'FiveDays' });
  await own('PUT', `/api/webhook/${webhook.id}`, { body: { isActive: true } });
  await moveBy(5 * MINUTE);
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'Waiting' }]);
  receiver.received.splice(0);
  receiver.answers(answerWith(200));
  await moveBy(13 * HOUR);
  expect(eventsIn(receiver.received)).toEqual(['a-1']);
});
