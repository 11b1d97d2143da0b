// Measures how long the events of merchants with working servers wait because of one merchant without. Two
// services of a hundred merchants run at the same time, on the same processor, each with its own queue and
// executions; in one of them all servers work. The load of the machine is therefore the same for both.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Harness } from '../../harness/harness.ts';
import { webhooksOf } from '../../webhook/webhooks.ts';
import { quantile } from '../start-up.ts';
import { isTrigger, openQueue } from './delivery-queue.ts';
import type { paidOrders } from './paid-orders.ts';
import { HURTS, startServer, well } from './receivers.ts';
import { openStream } from './stream.ts';
import { watchWrites } from './written-rows.ts';

const MERCHANTS = 100;
/**
 * A tenth of the deployed executions and of their load, so that this machine can do the work: payments a
 * second of all merchants but one.
 */
const EXECUTIONS = 10;
const OTHERS_A_SECOND = 6;
const TICK_MS = 200;
const BEAT_MS = 30_000;

type Pay = Awaited<ReturnType<typeof paidOrders>>;
type World = Awaited<ReturnType<typeof openWorld>>;

/** Opens a service. `hurt` is the fault of the one merchant's server. */
async function openWorld(harness: Harness, hurt: keyof typeof HURTS | undefined) {
  const { service } = harness;
  const { create } = webhooksOf(harness);
  const happenedAt = new Map<string, number>();
  const waitedMs: number[] = [];
  const url = await startServer(well, (id) => {
    const at = happenedAt.get(id);
    if (happenedAt.delete(id)) waitedMs.push(performance.now() - (at ?? 0));
  });
  const merchants: string[] = [];
  for (let at = 0; at < MERCHANTS; at += 1) {
    const merchant = await service.addMerchant();
    const isHurt = at === 0 && hurt !== undefined;
    await create(isHurt ? await startServer(HURTS[hurt]) : url, {}, merchant);
    merchants.push(merchant.merchantId);
  }
  const [one = '', ...others] = merchants;
  const own = new Set(merchants);
  const queue = openQueue((event) => service.lambdas.invoke('deliver', event), EXECUTIONS);
  const unwatch = watchWrites((written, isDone) => {
    if (!isDone) return;
    for (const { item } of written) {
      const owner = item?.pk.split('#')[1] ?? '';
      if (item === undefined || !own.has(owner)) continue;
      if (item.sk === 'EVENT' && owner !== one) happenedAt.set(String(item['id']), performance.now());
      if (isTrigger(item)) queue.send({ pk: item.pk, sk: item.sk });
    }
  });
  return { one, others, queue, waitedMs, unwatch, lost: () => happenedAt.size };
}

type Load = { hurt: keyof typeof HURTS; itsShare: number; seconds: number };

/** Makes payments in even steps, each merchant in turn; one batch of the stream for each step. */
async function trade({ one, others }: World, { service }: Harness, pay: Pay, { itsShare, seconds }: Load) {
  const itsOwnASecond = (OTHERS_A_SECOND * itsShare) / (1 - itsShare);
  const steps = (seconds * 1000) / TICK_MS;
  const until = (aSecond: number, step: number) => Math.floor((aSecond * step * TICK_MS) / 1000);
  const startedMs = performance.now();
  const stream = openStream((event) => service.lambdas.invoke('capture', event));
  for (let step = 0; step < steps; step += 1) {
    const batch = [];
    for (let at = until(OTHERS_A_SECOND, step); at < until(OTHERS_A_SECOND, step + 1); at += 1) {
      batch.push(pay(others[at % others.length] ?? ''));
    }
    for (let at = until(itsOwnASecond, step); at < until(itsOwnASecond, step + 1); at += 1) {
      batch.push(pay(one));
    }
    stream.put(batch);
    await sleep(Math.max(0, startedMs + (step + 1) * TICK_MS - performance.now()));
  }
  await stream.end();
}

export type Isolation = {
  events: number;
  p50: [well: number, hurt: number];
  p99: [well: number, hurt: number];
  mostRunning: [well: number, hurt: number];
};

/** Measures both services. `itsShare` is the one merchant's share of all events. */
export async function measureIsolation(harness: Harness, pay: Pay, load: Load): Promise<Isolation> {
  const worlds = [await openWorld(harness, undefined), await openWorld(harness, load.hurt)] as const;
  const beat = setInterval(() => void harness.service.lambdas.invoke('deliver', {}).catch(() => {}), BEAT_MS);
  await Promise.all(worlds.map((world) => trade(world, harness, pay, load)));
  // After these tries every waiting event has been accepted, or a trigger was lost.
  for (let tries = 0; worlds.some((world) => world.lost() > 0) && tries < 300; tries += 1) await sleep(100);
  clearInterval(beat);
  await Promise.all(worlds.map(({ queue }) => queue.end()));
  for (const { unwatch, lost, queue } of worlds) {
    unwatch();
    if (lost() > 0 || queue.state().failed > 0) throw new Error(`${lost()} events did not arrive.`);
  }
  const of = (figure: (world: World) => number) => worlds.map(figure) as [number, number];
  return {
    events: worlds[1].waitedMs.length,
    p50: of(({ waitedMs }) => quantile(waitedMs, 0.5)),
    p99: of(({ waitedMs }) => quantile(waitedMs, 0.99)),
    mostRunning: of(({ queue }) => queue.state().mostRunning),
  };
}
