// The metrics of the delivering function: results of merchants' servers, and events that wait for us.
import { expect, it } from 'vitest';
import { openFaults } from '../../harness/faults.ts';
import { DAY, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { answerWith, close, startReceiver } from '../../webhook/receiver.ts';
import { webhooksOf } from '../../webhook/webhooks.ts';

type Line = Record<string, unknown>;
const lines: Line[] = [];
const faults = openFaults();
const harness = await startHarness({
  around: faults.around,
  onMetrics: (text) => void lines.push(JSON.parse(text) as Line),
});
const { service, api, moveBy } = harness;
// The timer is stopped: a run of it could meet a run of the test, skip the rows that this one is sending, and
// find them again a minute later.
await service.timeline.stop();
const { create, announce, happen } = webhooksOf(harness);

/** Returns the lines with a metric that are written during the call. */
async function written(name: string, during: () => Promise<unknown>): Promise<Line[]> {
  lines.length = 0;
  await during();
  return lines.filter((line) => name in line);
}
const measured = async (name: string, during: () => Promise<unknown>) =>
  (await written(name, during)).map((line) => line[name]);
const run = async () => await service.lambdas.invoke('deliver', {});

async function begin(status = 200) {
  const receiver = await startReceiver(answerWith(status));
  const { id } = await create(receiver.url);
  const remove = async () => void (await api('DELETE', `/api/webhook/${id}`));
  return { receiver, id, remove };
}
let objects = 0;
const one = () => {
  objects += 1;
  return { objectId: `object-${objects}`, sequence: 1 };
};

it('each try is measured once, with its webhook, and as failed if the receiver did not accept', async () => {
  const { receiver, id: webhookId, remove } = await begin();
  const taken = await written('DeliveriesFailed', () => announce(one()));
  expect(taken).toMatchObject([{ DeliveriesFailed: 0, merchantId: harness.merchant.merchantId, webhookId }]);
  receiver.answers(answerWith(503));
  expect(await written('DeliveriesFailed', () => announce(one()))).toMatchObject([
    { DeliveriesFailed: 1, webhookId, status: 503 },
  ]);
  receiver.answers(close);
  expect(await written('DeliveriesFailed', () => announce(one()))).toMatchObject([
    { DeliveriesFailed: 1, reason: 'CONNECTION_CLOSED' },
  ]);
  await remove();
});

it('no delivery waits for us without events, while they are sent, or while a server is dead', async () => {
  expect(await measured('DeliveryWait', run)).toEqual([0]);
  const { receiver, remove } = await begin();
  await announce(one());
  expect(await measured('DeliveryWait', run)).toEqual([0]);
  receiver.answers(answerWith(500));
  const { objectId } = one();
  for (let sequence = 1; sequence <= 5; sequence += 1) await announce({ objectId, sequence });
  const waits = await measured('DeliveryWait', async () => await moveBy(DAY));
  expect(waits.length).toBeGreaterThan(5);
  expect(new Set(waits)).toEqual(new Set([0]));
  await remove();
});

it('an unannounced event waits since it happened, and a retry since it was due', async () => {
  const { receiver, remove } = await begin();
  await happen(one());
  expect(await measured('DeliveryWait', async () => await moveBy(2 * MINUTE))).toEqual([120]);
  expect(receiver.received).toHaveLength(1);
  receiver.answers(answerWith(500));
  await announce(one());
  await service.timeline.setRunning(false);
  await moveBy(10 * MINUTE);
  const [wait] = await measured('DeliveryWait', async () => await service.timeline.setRunning(true));
  // The retry was due five seconds after the try.
  expect(wait).toBeGreaterThan(590);
  expect(wait).toBeLessThanOrEqual(595);
  await remove();
});

it('a run that could not read the due rows does not report that none waits', async () => {
  faults.arm('deliver', 'table', 'outage');
  const waits = await measured('DeliveryWait', run);
  expect(waits).toEqual([]);
  expect(await measured('DeliveryWait', run)).toEqual([0]);
});

it('failing webhooks are counted in each run, their merchants when they begin to fail', async () => {
  const { receiver, remove } = await begin(500);
  const counts = async () => {
    const [{ WebhooksFailing, MerchantsFailing } = {}] = await written('WebhooksFailing', run);
    return [WebhooksFailing, MerchantsFailing];
  };
  expect(await counts()).toEqual([0, 0]);
  for (let at = 0; at < 3; at += 1) await announce(one());
  expect(await counts()).toEqual([1, 1]);
  await moveBy(HOUR);
  expect(await counts()).toEqual([1, 1]);
  await moveBy(DAY);
  expect(await counts()).toEqual([1, 0]);
  receiver.answers(answerWith(200));
  await moveBy(DAY);
  expect(await counts()).toEqual([0, 0]);
  receiver.answers(answerWith(500));
  for (let at = 0; at < 3; at += 1) await announce(one());
  expect(await counts()).toEqual([1, 1]);
  await remove();
  expect(await counts()).toEqual([0, 0]);
});

it('a webhook that answers 410 is measured as disabled, one that its merchant disables is not', async () => {
  const gone = await begin(410);
  const byServer = await written('WebhooksDisabled', async () => {
    await announce(one());
    await announce(one());
  });
  expect(byServer).toMatchObject([{ WebhooksDisabled: 1, webhookId: gone.id, reason: 'Gone' }]);
  const { id, remove } = await begin();
  const byMerchant = await measured('WebhooksDisabled', async () => {
    await api('PUT', `/api/webhook/${id}`, { body: { isActive: false } });
    await moveBy(HOUR);
  });
  expect(byMerchant).toEqual([]);
  await remove();
  await gone.remove();
});

it('an event refused for five days counts as given up, one of a deleted webhook does not', async () => {
  const { receiver, remove } = await begin();
  receiver.answers((answer, { body }) => {
    answer.writeHead(body.includes('"objectId":"refused"') ? 500 : 200).end();
  });
  const givenUp = await written('DeliveriesGivenUp', async () => {
    await announce({ objectId: 'refused', sequence: 1 });
    for (let hours = 0; hours <= 6 * 24; hours += 16) {
      await announce(one());
      await moveBy(16 * HOUR);
    }
  });
  expect(givenUp).toMatchObject([{ DeliveriesGivenUp: 1, DeliveriesFailed: 1, status: 500 }]);
  receiver.answers(answerWith(500));
  await announce(one());
  const ofDeleted = await measured('DeliveriesGivenUp', async () => {
    await remove();
    await moveBy(6 * DAY);
  });
  expect(ofDeleted).toEqual([]);
});
