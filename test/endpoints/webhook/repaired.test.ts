// A merchant who has repaired a receiver need not wait for the next probe, which may be twelve hours away.
import { expect, it } from 'vitest';
import { DAY, SECOND, startHarness } from '../../harness/harness.ts';
import { eventsIn, webhookOfOwnMerchant } from '../../webhook/own-merchant.ts';
import { answerWith, startReceiver } from '../../webhook/receiver.ts';

const harness = await startHarness();
const { moveBy } = harness;

/** Creates a webhook that has failed for a day, with one waiting event. */
async function failing() {
  const one = await webhookOfOwnMerchant(harness);
  one.receiver.answers(answerWith(500));
  await one.announce({ objectId: 'a', sequence: 1 });
  await moveBy(DAY);
  one.receiver.received.splice(0);
  expect(await one.load(one.webhook.id)).toMatchObject({ state: 'Failing' });
  return { ...one, path: `/api/webhook/${one.webhook.id}` };
}

it('a failing webhook that is enabled is tried at once, and gets the waiting event', async () => {
  const { api, path, receiver } = await failing();
  receiver.answers(answerWith(200));
  await api('PUT', path, { body: { isActive: true } });
  await moveBy(SECOND);
  expect(eventsIn(receiver.received)).toEqual(['a-1']);
});

it('a failing webhook that is enabled with another address is tried there at once', async () => {
  const { api, path } = await failing();
  const repaired = await startReceiver();
  await api('PUT', path, { body: { url: repaired.url, isActive: true } });
  await moveBy(SECOND);
  expect(eventsIn(repaired.received)).toEqual(['a-1']);
});
