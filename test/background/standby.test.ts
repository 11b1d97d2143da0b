// A standby beside the holder of the lease, on the rows of one table, as a replica has them: before a switch
// it records, announces and sends nothing, after it every event is sent, and none twice (events.md 3.2).
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { type Lease, takenOver } from '#domain/lease.ts';
import { forgetLease } from '#flows/lease.ts';
import { setting } from '#setting.ts';
import { loadLease } from '#store/lease.ts';
import { entityKey } from '#store/table/keys.ts';
import { table } from '#store/table/table.ts';
import { loadDeliveriesOf } from '#store/webhook/delivery.ts';
import { changeOf, eventsOf } from '../drivers/events.ts';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { DAY, MINUTE, SECOND, startHarness } from '../harness/harness.ts';
import { everyRow } from '../harness/traces.ts';
import { eventsIn, webhookOfOwnMerchant } from '../webhook/own-merchant.ts';
import { answerWith } from '../webhook/receiver.ts';

const lines: string[] = [];
const harness = await startHarness({ onMetrics: (text) => void lines.push(text) });
const { service, moveBy, now } = harness;
await service.timeline.setRunning(false);
const here = (await loadLease()) as Lease;
let held = here;

/** What the row says, from the next read on. */
async function storeLease(lease: Lease): Promise<void> {
  const Item = { pk: 'LEASE', ...lease };
  await table.send(new PutCommand({ TableName: setting('LEASE_TABLE_NAME'), Item }));
  forgetLease();
}
/** This process is the other of two Regions: the one that does not have the lease. */
async function asStandby<Result>(work: () => Promise<Result>): Promise<Result> {
  await storeLease({ ...held, region: 'eu-west-1' });
  try {
    return await work();
  } finally {
    await storeLease(held);
  }
}
/** From here on this process is the Region that has taken over. */
async function switchRegion(): Promise<void> {
  held = { ...takenOver(held, undefined, held, now().getTime()) };
  service.clock.jumpTo(held.validFromMs);
  await storeLease(held);
}

type Change = Awaited<ReturnType<typeof changeOf>>;
const capture = async (Records: readonly Change[]) =>
  (await service.lambdas.invoke('capture', { Records })) as {
    batchItemFailures: { itemIdentifier: string }[];
  };
/** The run of a minute in which every delivery is due. */
async function deliver(): Promise<unknown> {
  service.clock.jumpTo(service.clock.nowMs() + 3 * MINUTE);
  return await service.lambdas.invoke('deliver', {});
}
const rows = async () => (await everyRow()).map((row) => JSON.parse(row) as unknown);

/** New customers of a merchant with a webhook, as changes of the stream that nobody has captured yet. */
async function changesOf(count: number) {
  const own = await webhookOfOwnMerchant(harness);
  const references: string[] = [];
  const changes: Change[] = [];
  for (let at = 1; at <= count; at += 1) {
    const body = { fullName: 'Ayşe Yılmaz', email: `${at}@example.com` };
    const { id } = (await own.api<{ id: string }>('POST', '/api/customer', { body })).json.data;
    const { dynamodb, ...change } = await changeOf(entityKey(own.merchantId, 'CUSTOMER', id));
    references.push(id);
    const ApproximateCreationDateTime = now().getTime() / SECOND;
    const numbered = { ...dynamodb, ApproximateCreationDateTime, SequenceNumber: String(at) };
    changes.push({ ...change, dynamodb: numbered });
  }
  const recorded = async () =>
    (await Promise.all(references.map((one) => eventsOf(own.merchantId, one)))).map(({ length }) => length);
  const received = () =>
    own.receiver.received.map(({ body }) => (JSON.parse(body) as { objectId: string }).objectId);
  return { ...own, references, changes, recorded, received };
}

it('a standby writes and sends nothing, and its stream waits at the first unrecorded event', async () => {
  const { changes, recorded, received } = await changesOf(3);
  expect(await capture(changes.slice(0, 1))).toEqual({ batchItemFailures: [] });
  const before = await rows();
  await asStandby(async () => {
    expect(await capture(changes)).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] });
    expect(await capture(changes.slice(0, 1))).toEqual({ batchItemFailures: [] });
    expect(await deliver()).toEqual({ found: 0 });
    const message = { messageId: '1', body: JSON.stringify({ pk: 'unread', sk: 'unread' }) };
    expect(await service.lambdas.invoke('deliver', { Records: [message] })).toEqual({
      batchItemFailures: [],
    });
  });
  expect(await rows()).toEqual(before);
  expect([await recorded(), received()]).toEqual([[1, 0, 0], []]);
});

it('nothing waits for a standby, and its alarm of deliveries is quiet', async () => {
  lines.length = 0;
  await asStandby(deliver);
  expect(lines.filter((line) => line.includes('"DeliveryWait":0'))).toHaveLength(1);
});

it('two captures of the same change at the same time record one event and one delivery', async () => {
  const { changes, recorded, received, merchantId, references } = await changesOf(1);
  await Promise.all([capture(changes), capture(changes)]);
  expect(await recorded()).toEqual([1]);
  const [event] = await eventsOf(merchantId, String(references[0]));
  expect(await loadDeliveriesOf(merchantId, String(event?.id))).toHaveLength(1);
  await Promise.all([deliver(), deliver()]);
  expect(received()).toEqual(references);
});

it('a switch while events are recorded and sent loses none, and none is sent twice', async () => {
  const { changes, references, recorded, received } = await changesOf(12);
  // The first Region records some, sends fewer, and is gone. The second one has followed its stream.
  expect(await asStandby(() => capture(changes))).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
  await capture(changes.slice(0, 5));
  await deliver();
  await capture(changes.slice(4, 8));
  expect(await asStandby(() => capture(changes))).toEqual({ batchItemFailures: [{ itemIdentifier: '9' }] });
  await switchRegion();
  expect(await capture(changes)).toEqual({ batchItemFailures: [] });
  await deliver();
  await asStandby(async () => {
    expect(await capture(changes.slice(4))).toEqual({ batchItemFailures: [] });
    await deliver();
  });
  await deliver();
  expect(await recorded()).toEqual(references.map(() => 1));
  expect(received().toSorted()).toEqual(references.toSorted());
});

it('a run whose lease is taken during a call sends no further event', async () => {
  const { happen, trigger, receiver } = await webhookOfOwnMerchant(harness);
  const first = await happen({ objectId: 'a', sequence: 1 });
  await happen({ objectId: 'a', sequence: 2 });
  receiver.answers(
    (answer) =>
      void storeLease({ ...held, region: 'eu-west-1' }).then(() => void answer.writeHead(200).end()),
  );
  await trigger(first.keys);
  expect(eventsIn(receiver.received)).toEqual(['a-1']);
  receiver.answers(answerWith(200));
  await storeLease(held);
  await deliver();
  expect(eventsIn(receiver.received)).toEqual(['a-1', 'a-2']);
});

it('a standby announces nothing, and the holder what is to come, once', async () => {
  const owner = await service.addMerchant({ upcomingChargeDays: 3 });
  const api = ((method, path, request = {}) =>
    harness.api(method, path, { key: owner.apiKey, ...request })) as typeof harness.api;
  const { create } = recurringPaymentDriver({ ...harness, api });
  const { id } = await create({ startDate: new Date(now().getTime() + 2 * DAY).toISOString() });
  await moveBy(MINUTE);
  const announced = async () =>
    (await eventsOf(owner.merchantId, id)).filter(({ type }) => type === 'recurring_payment.upcoming').length;
  expect(await asStandby(() => service.lambdas.invoke('announce', {}))).toEqual({ announced: 0, failed: 0 });
  expect(await announced()).toBe(0);
  await service.lambdas.invoke('announce', {});
  await service.lambdas.invoke('announce', {});
  expect(await announced()).toBe(1);
});
