// The incidents of docs/incidents.md in the delivery of events, played on the running service: its metrics
// and logs are evaluated by the synthesised alarms.
import { expect, it } from 'vitest';
import { MOST_WEBHOOKS } from '#domain/limits.ts';
import type { LocalMerchant } from '../../../../../lib/local/local-merchant.ts';
import { MINUTE } from '../../../../harness/harness.ts';
import { answerWith, startReceiver } from '../../../../webhook/receiver.ts';
import { webhooksOf } from '../../../../webhook/webhooks.ts';
import { ALARMS } from './alarm-evaluator.ts';
import { expectMessages, startIncidentPlayer } from './incident-player.ts';

const player = await startIncidentPlayer(async (_, run) => await run());
const { service, play, moveBy, api } = player;
const { create, happen, trigger, load } = webhooksOf(player);
const minutesOf = (name: string) => ALARMS.get(name)?.minutes ?? Number.NaN;

let objects = 0;
/** Records an event of a new object. */
async function event({ merchantId }: LocalMerchant, isAnnounced = true): Promise<void> {
  objects += 1;
  const { keys } = await happen({ objectId: `object-${objects}`, sequence: 1, merchantId });
  if (isAnnounced) await trigger(keys);
}
async function eventEachMinute(owners: readonly LocalMerchant[], minutes: number, isAnnounced = true) {
  for (let minute = 0; minute < minutes; minute += 1) {
    for (const owner of owners) await event(owner, isAnnounced);
    await moveBy(MINUTE);
  }
}

/** Creates merchants with a webhook each, whose server answers with this status. */
async function merchantsWith(count: number, status: number, webhooksOfEach = 1) {
  const receiver = await startReceiver(answerWith(status));
  const owners: LocalMerchant[] = [];
  const ids: { id: string; owner: LocalMerchant }[] = [];
  for (let at = 0; at < count; at += 1) {
    const owner = await service.addMerchant();
    owners.push(owner);
    for (let more = 0; more < webhooksOfEach; more += 1) {
      ids.push({ id: (await create(receiver.url, {}, owner)).id, owner });
    }
  }
  const remove = async () => {
    for (const { id, owner } of ids) await api('DELETE', `/api/webhook/${id}`, { key: owner.apiKey });
  };
  const statesOf = async () =>
    await Promise.all(ids.map(async ({ id, owner }) => (await load(id, owner.merchantId)).state));
  return { owners, receiver, remove, statesOf };
}

it('no alarm fires while events are sent', async () => {
  const { owners, receiver, remove } = await merchantsWith(2, 200);
  const fired = await play(30, async () => await eventEachMinute(owners, 20));
  expect(fired).toEqual({ urgent: {}, morning: {} });
  expect(receiver.received).toHaveLength(40);
  await remove();
});

it('every webhook of one merchant that fails fires no alarm', async () => {
  const { owners, remove, statesOf } = await merchantsWith(1, 500, MOST_WEBHOOKS);
  const fired = await play(60, async () => await eventEachMinute(owners, 10));
  expect(fired).toEqual({ urgent: {}, morning: {} });
  expect(new Set(await statesOf())).toEqual(new Set(['Failing']));
  await remove();
});

it('webhooks of two merchants that fail while no try succeeds fire an alarm', async () => {
  const dead = await merchantsWith(2, 500);
  const { urgent, morning } = await play(30, async () => await eventEachMinute(dead.owners, 10));
  expect(urgent).toEqual({});
  expectMessages(morning, { 'webhooks-fail': minutesOf('webhooks-fail') });
  await dead.remove();
});

it('webhooks of five merchants that fail while most tries succeed fire no alarm', async () => {
  const dead = await merchantsWith(5, 500);
  const well = await merchantsWith(1, 200);
  const busy = Array.from({ length: 20 }, () => well.owners).flat();
  const fired = await play(30, async () => await eventEachMinute([...dead.owners, ...busy], 10));
  expect(fired).toEqual({ urgent: {}, morning: {} });
  await dead.remove();
  await well.remove();
});

it('events that are not announced fire the alarm of late deliveries', async () => {
  const { owners, receiver, remove } = await merchantsWith(1, 200);
  const { urgent, morning } = await play(40, async () => await eventEachMinute(owners, 18, false));
  expect(urgent).toEqual({});
  expectMessages(morning, { 'deliveries-late': minutesOf('deliveries-late') });
  expect(receiver.received).toHaveLength(18);
  await remove();
});

it('a single event that was not announced fires no alarm', async () => {
  const { owners, receiver, remove } = await merchantsWith(1, 200);
  const fired = await play(30, async () => await eventEachMinute(owners, 1, false));
  expect(fired).toEqual({ urgent: {}, morning: {} });
  expect(receiver.received).toHaveLength(1);
  await remove();
});

it('a stopped delivery fires an alarm although nothing fails', async () => {
  const { urgent, morning } = await play(30, async () => {}, ['deliver']);
  expect(urgent).toEqual({});
  expectMessages(morning, { 'deliveries-late': minutesOf('deliveries-late') });
});
