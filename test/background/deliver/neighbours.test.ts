// Receivers of one merchant that answer a byte at a time, however often they are made anew, delay nobody
// else's events: a neighbour hears of each change within five seconds, and each of them holds one call until
// it has answered.
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startHarness } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';
import { webhookOfOwnMerchant } from '../../webhook/own-merchant.ts';
import { startReceiver } from '../../webhook/receiver.ts';

const harness = await startHarness({ events: true });
const WEBHOOKS = 15;
const HEARD_WITHIN_MS = 5_000;

/** Answers a byte each second. */
const drip = (answer: ServerResponse): void => {
  answer.writeHead(200);
  const dripping = setInterval(() => answer.write('.'), 1_000);
  answer.on('close', () => clearInterval(dripping));
};

it('a neighbour hears within five seconds beside dripping receivers that are made anew', async () => {
  const bad = await webhookOfOwnMerchant(harness);
  const neighbour = await webhookOfOwnMerchant(harness);
  const receiver = await startReceiver();
  const happens = ({ api }: Pick<typeof bad, 'api'>) =>
    api('POST', '/api/customer', { body: { fullName: 'Ayşe Yılmaz' } });
  const ofCustomers = { eventTypes: ['customer.*'] };
  /** How long the neighbour waits for an event, and the calls that the other webhooks got by then. */
  async function besideNewWebhooks(round: string): Promise<{ heardMs: number; calls: number }> {
    const made = [];
    for (let at = 0; at < WEBHOOKS; at += 1)
      made.push(await bad.createNew(`${receiver.url}/${round}`, ofCustomers, bad.merchant));
    for (let at = 0; at < 3; at += 1) await happens(bad);
    await sleep(300);
    const before = neighbour.receiver.received.length;
    const beganMs = performance.now();
    await happens(neighbour);
    await expect.poll(() => neighbour.receiver.received.length).toBeGreaterThan(before);
    const heardMs = performance.now() - beganMs;
    // By then each delivery would have been tried.
    await sleep(1_000);
    // A call to a webhook of an earlier round may still arrive.
    const calls = receiver.received.filter(({ path }) => path.endsWith(`/${round}`)).length;
    for (const { id } of made) await bad.api('DELETE', `/api/webhook/${id}`);
    return { heardMs, calls };
  }
  const { heardMs: besideAnswersMs } = await besideNewWebhooks('answering');
  // A machine on which everybody waits is no neighbour's fault.
  const withinMs = Math.max(HEARD_WITHIN_MS, 3 * besideAnswersMs);
  receiver.answers(drip);
  for (let round = 0; round < rounds(4, 2); round += 1) {
    const { heardMs, calls } = await besideNewWebhooks(`round-${round}`);
    expect(heardMs).toBeLessThan(withinMs);
    // None of these calls has ended.
    expect(calls).toBeLessThanOrEqual(WEBHOOKS);
  }
  receiver.stop();
});
