// Receivers of one merchant that answer a byte at a time, however often they are made anew, delay nobody
// else's events: a neighbour hears of each change within five seconds, and each of them holds one call until
// it has answered.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startHarness } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';
import { webhookOfOwnMerchant } from '../../webhook/own-merchant.ts';
import { startReceiver } from '../../webhook/receiver.ts';

const harness = await startHarness({ events: true });
const WEBHOOKS = 15;
const HEARD_WITHIN_MS = 5_000;

it('a neighbour hears within five seconds beside dripping receivers that are made anew', async () => {
  const bad = await webhookOfOwnMerchant(harness);
  const neighbour = await webhookOfOwnMerchant(harness);
  const dripping = await startReceiver((answer) => {
    answer.writeHead(200);
    const drip = setInterval(() => answer.write('.'), 1_000);
    answer.on('close', () => clearInterval(drip));
  });
  const happens = ({ api }: Pick<typeof bad, 'api'>) =>
    api('POST', '/api/customer', { body: { fullName: 'Ayşe Yılmaz' } });
  const ofCustomers = { eventTypes: ['customer.*'] };
  const heard: number[] = [];
  const calls: number[] = [];
  for (let round = 0; round < rounds(4, 2); round += 1) {
    const made = [];
    const called = dripping.received.length;
    for (let at = 0; at < WEBHOOKS; at += 1)
      made.push(await bad.createNew(dripping.url, ofCustomers, bad.merchant));
    for (let at = 0; at < 3; at += 1) await happens(bad);
    await sleep(300);
    const before = neighbour.receiver.received.length;
    const beganMs = performance.now();
    await happens(neighbour);
    await expect.poll(() => neighbour.receiver.received.length).toBeGreaterThan(before);
    heard.push(performance.now() - beganMs);
    // By then each delivery would have been tried, but none of these calls has ended.
    await sleep(1_000);
    calls.push(dripping.received.length - called);
    for (const { id } of made) await bad.api('DELETE', `/api/webhook/${id}`);
  }
  dripping.stop();
  expect(heard.filter((ms) => ms > HEARD_WITHIN_MS)).toEqual([]);
  expect(calls.filter((held) => held > WEBHOOKS)).toEqual([]);
});
