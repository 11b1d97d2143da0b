// A webhook that was disabled misses no event of that time, however late the event was recorded.
import { expect, it } from 'vitest';
import { HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { eventsIn, webhookOfOwnMerchant } from '../../webhook/own-merchant.ts';
import { recordEvent } from '../../webhook/webhooks.ts';

const harness = await startHarness();
const { moveBy, now } = harness;
const begin = () => webhookOfOwnMerchant(harness);

it('a webhook that was disabled gets events that were recorded hours late, and none twice', async () => {
  const { happen, announce, receiver, webhook, api: own } = await begin();
  const path = `/api/webhook/${webhook.id}`;
  await announce({ objectId: 'a', sequence: 1 });
  await moveBy(HOUR);
  const changedAt = now();
  await moveBy(20 * HOUR);
  await own('PUT', path, { body: { isActive: false } });
  await moveBy(2 * HOUR);
  await happen({ objectId: 'a', sequence: 2, at: changedAt });
  await happen({ objectId: 'b', sequence: 1, at: changedAt });
  await moveBy(HOUR);
  await own('PUT', path, { body: { isActive: true } });
  await moveBy(5 * MINUTE);
  expect(eventsIn(receiver.received).sort()).toEqual(['a-1', 'a-2', 'b-1']);
});

it('a new webhook that is disabled gets no earlier events, unless the call asks for them', async () => {
  const { receiver, webhook, merchant, api: own } = await begin();
  const path = `/api/webhook/${webhook.id}`;
  const before = new Date(now().getTime() - 5 * MINUTE);
  await recordEvent(merchant.apiKey, before);
  await own('PUT', path, { body: { isActive: false } });
  await own('PUT', path, { body: { isActive: true } });
  await moveBy(5 * MINUTE);
  expect(receiver.received).toEqual([]);
  await own('PUT', path, { body: { isActive: false } });
  await own('PUT', `${path}?from=${before.toISOString()}`, { body: { isActive: true } });
  await moveBy(5 * MINUTE);
  expect(eventsIn(receiver.received)).toEqual(['sample-1']);
});
