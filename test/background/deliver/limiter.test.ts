// However many deliveries are due, an invocation has a bounded number of open calls: Lambda limits the open
// files, and a call takes memory.
import { expect, it } from 'vitest';
import { limiter } from '#flows/pool.ts';
import { workLane } from '#flows/webhook/lane.ts';
import { SECOND, startHarness } from '../../harness/harness.ts';
import { eventsIn, webhookOfOwnMerchant } from '../../webhook/own-merchant.ts';

const harness = await startHarness();

it('no more calls are open at once than the invocation allows, and the other lanes wait', async () => {
  const AT_ONCE = 2;
  const { happen, receiver, webhook, merchantId } = await webhookOfOwnMerchant(harness);
  const objects = ['a', 'b', 'c', 'd', 'e', 'f'];
  const open: (() => void)[] = [];
  let mostOpen = 0;
  // Two calls are answered together after half a second, so that a third open call would be seen.
  receiver.answers((answer) => {
    open.push(() => void answer.writeHead(200).end());
    mostOpen = Math.max(mostOpen, open.length);
    if (open.length !== AT_ONCE) return;
    setTimeout(() => {
      for (const end of open.splice(0)) end();
    }, SECOND / 2);
  });
  for (const objectId of objects) await happen({ objectId, sequence: 1 });
  const how = {
    hasTime: () => true,
    bodyOf: JSON.stringify,
    sending: { allowsLocalhost: true, aheadMs: 0 },
    waitsMs: 0,
    limited: limiter(AT_ONCE),
  };
  await Promise.all(
    objects.map((lane) => workLane({ merchantId, webhookId: webhook.id, lane, reason: 'release' }, how)),
  );
  expect(eventsIn(receiver.received).sort()).toEqual(objects.map((object) => `${object}-1`));
  expect(mostOpen).toBe(AT_ONCE);
});

it('a turn that fails is free for the next lane', async () => {
  const limited = limiter(1);
  const failing = limited(() => Promise.reject(new Error('failed')));
  const next = limited(() => Promise.resolve('next'));
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('next');
});
