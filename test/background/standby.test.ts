// A standby beside the holder of the lease, on the rows of one table, as a replica has them: before a switch
// it records, announces and sends nothing, after it every event is sent, and none twice (events.md 3.2).
import { afterEach, expect, it } from 'vitest';
import { type Lease, TAKEOVER_MS, takenOver } from '#domain/lease.ts';
import { forgetLease } from '#flows/lease.ts';
import { loadLease, saveLease } from '#store/lease.ts';
import { entityKey } from '#store/table/keys.ts';
import { loadDeliveriesOf } from '#store/webhook/delivery.ts';
import { changeOf, eventsOf } from '../drivers/events.ts';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { DAY, MINUTE, startHarness } from '../harness/harness.ts';
import { everyRow } from '../harness/traces.ts';
import { eventsIn, webhookOfOwnMerchant } from '../webhook/own-merchant.ts';
import { answerWith } from '../webhook/receiver.ts';

const lines: string[] = [];
const harness = await startHarness({ onMetrics: (text) => void lines.push(text) });
const { service, moveBy, now } = harness;
await service.timeline.setRunning(false);
const here = (await loadLease()) as Lease;
const THERE = { ...here, region: 'eu-west-1' };

/** An operator gives the lease away, or back; this process goes on in its own Region. */
async function giveTo(place: Lease): Promise<void> {
  const before = await loadLease();
  if (before?.region !== place.region) {
    expect(await saveLease(before, takenOver(before, undefined, place, now().getTime()))).toBe(true);
    service.clock.jumpTo(service.clock.nowMs() + TAKEOVER_MS);
  }
  forgetLease();
}
/** What this Region does while another one has the lease. */
async function asStandby<Result>(work: () => Promise<Result>): Promise<Result> {
  await giveTo(THERE);
  try {
    return await work();
  } finally {
    await giveTo(here);
  }
}
afterEach(async () => await giveTo(here));

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
    changes.push({ ...change, dynamodb: { ...dynamodb, SequenceNumber: String(at) } });
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
  // The lease is of the second Region from here on: this process goes on as that one, then as the first one.
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
  receiver.answers(async (answer) => {
    await giveTo(THERE);
    answer.writeHead(200).end();
  });
  await trigger(first.keys);
  expect(eventsIn(receiver.received)).toEqual(['a-1']);
  receiver.answers(answerWith(200));
  await giveTo(here);
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
