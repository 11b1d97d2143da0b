// Measures what one dead webhook among a hundred merchants costs the others, and how often each row and
// partition is written for many events of one merchant. Recording and delivery are the deployed code, the
// table is the embedded one, the merchants' servers are on this machine. What stands between is modelled
// as deployed (lib/cloud/events/bells.ts): a queue, and a hundred invocations at once of ten messages each.
// Run on a machine that does nothing else: npm run bench:webhooks [-- EVENTS]
import './patient-calls.ts';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Event, eventId } from '#domain/event/event.ts';
import { recordEvents } from '#store/event/feed.ts';
import { shardOf } from '#store/table/list-shards.ts';
import { newDeliveries } from '#store/webhook/delivery.ts';
import { loadWebhooks } from '#store/webhook/webhook.ts';
import { openHarness } from '../../harness/harness.ts';
import { countWrites } from './key-writes.ts';

const MERCHANTS = 100;
/** Odd. The median of the rounds counts, because other work on the machine delays some of them. */
const ROUNDS = 5;
const EVENTS_A_ROUND = 1_000;
const EVERY_MS = 25;
const MOST_INVOCATIONS = 100;
const MESSAGES_AT_ONCE = 10;
const EVENTS = Number(process.argv[2] ?? 2_000);
const EVENTS_OF_AN_OBJECT = 5;
const LIST_SHARDS = 8;
const RECORDED_AT_ONCE = 100;

const print = (line: string) => void process.stdout.write(`${line}\n`);
const { service, api, close, now } = await openHarness();

/** When the servers got each event. */
const receivedAt = new Map<string, number>();
const alive = createServer((request, answer) => {
  receivedAt.set(String(request.headers['webhook-id']), performance.now());
  request.resume().once('end', () => void answer.writeHead(200).end());
}).listen(0);
/** Accepts a call and never answers: the worst, because it takes as long as we wait. */
const dead = createServer((request) => void request.resume()).listen(0);
await Promise.all([once(alive, 'listening'), once(dead, 'listening')]);
const urlOf = (server: typeof alive) => `http://localhost:${(server.address() as AddressInfo).port}/events`;

const queue: string[] = [];
let invocations = 0;
/** As Lambda's mapping of the queue does. */
function invoke(): void {
  while (invocations < MOST_INVOCATIONS && queue.length > 0) {
    invocations += 1;
    const Records = queue.splice(0, MESSAGES_AT_ONCE).map((body, at) => ({ messageId: String(at), body }));
    void service.lambdas.invoke('deliver', { Records }).finally(() => {
      invocations -= 1;
      invoke();
    });
  }
}

async function addMerchant(url: string): Promise<string> {
  const { merchantId, apiKey } = await service.addMerchant();
  const { status } = await api('POST', '/api/webhook', { body: { url }, key: apiKey });
  if (status !== 201) throw new Error('No webhook was made.');
  return merchantId;
}

function newEvent(merchantId: string, objectId: string, sequence: number): Event {
  const type = 'payment.succeeded';
  return {
    ...{
      id: eventId({ objectId: `${merchantId}-${objectId}`, sequence, type }),
      merchantId,
      type,
      objectType: 'Payment',
    },
    ...{ objectId, sequence, ordinal: 0, mode: 'test', createdAt: now().toISOString() },
    data: { object: { objectId, amount: 149.9, currency: 'TRY', status: 'Successful' }, previous: {} },
  };
}

/** Records events as capture does, and announces their deliveries. */
async function record(merchantId: string, events: readonly Event[], shard = 0): Promise<void> {
  const webhooks = await loadWebhooks(merchantId);
  const announced: string[] = [];
  const beside = (event: Event) => {
    const writes = newDeliveries(event, webhooks, now());
    for (const write of writes) {
      if (write.kind !== 'put' || write.item['state'] !== 'Due') continue;
      announced.push(JSON.stringify({ pk: write.item.pk, sk: write.item.sk }));
    }
    return writes;
  };
  await recordEvents(events, { merchantId, shard, now: now(), beside });
  queue.push(...announced);
  invoke();
}

/** The delays of the 99 merchants whose servers work, in milliseconds, ascending. */
async function delaysWith(first: typeof alive): Promise<number[]> {
  const merchants = [await addMerchant(urlOf(first))];
  while (merchants.length < MERCHANTS) merchants.push(await addMerchant(urlOf(alive)));
  const happenedAt = new Map<string, number>();
  const recording: Promise<void>[] = [];
  const beganAt = performance.now();
  for (let at = 0; at < EVENTS_A_ROUND; at += 1) {
    await sleep(Math.max(0, beganAt + at * EVERY_MS - performance.now()));
    const merchantId = merchants[at % MERCHANTS] ?? '';
    const event = newEvent(merchantId, `object-${at}`, 1);
    if (at % MERCHANTS !== 0) happenedAt.set(event.id, performance.now());
    recording.push(record(merchantId, [event]));
  }
  await Promise.all(recording);
  const isAllThere = () => [...happenedAt.keys()].every((id) => receivedAt.has(id));
  for (let waits = 0; !isAllThere() && waits < 600; waits += 1) await sleep(100);
  if (!isAllThere()) throw new Error('An event of a merchant whose server works has not arrived.');
  return [...happenedAt].map(([id, at]) => (receivedAt.get(id) ?? 0) - at).sort((one, other) => one - other);
}

/** Of the rounds' quantiles. */
function medianOf(delays: readonly (readonly number[])[], part: number): number {
  const quantiles = delays.map((sorted) => sorted[Math.floor(sorted.length * part)] ?? 0);
  return quantiles.sort((one, other) => one - other)[Math.floor(quantiles.length / 2)] ?? 0;
}

print(`${MERCHANTS} merchants, ${1000 / EVERY_MS} events a second; delays of the 99 whose servers work:`);
await delaysWith(alive); // The first round compiles the code.
const rounds: Record<'without' | 'with', number[][]> = { without: [], with: [] };
for (let round = 1; round <= ROUNDS; round += 1) {
  rounds.without.push(await delaysWith(alive));
  rounds.with.push(await delaysWith(dead));
}
for (const part of [0.5, 0.99]) {
  const [without, withDead] = [medianOf(rounds.without, part), medianOf(rounds.with, part)];
  const times = (withDead / without).toFixed(2);
  const both = `${without.toFixed(0)} ms without, ${withDead.toFixed(0)} ms with one that is dead`;
  print(`  p${part * 100}: ${both}: ${times} times`);
}

const merchantId = await addMerchant(urlOf(alive));
const before = receivedAt.size;
const rows = await countWrites(merchantId, async () => {
  const events = Array.from({ length: EVENTS }, (_, at) =>
    newEvent(merchantId, `many-${Math.floor(at / EVENTS_OF_AN_OBJECT)}`, (at % EVENTS_OF_AN_OBJECT) + 1),
  );
  for (let at = 0; at < EVENTS; at += RECORDED_AT_ONCE) {
    const some = events.slice(at, at + RECORDED_AT_ONCE);
    const shards = Map.groupBy(some, ({ objectId }) => shardOf(objectId, LIST_SHARDS));
    await Promise.all([...shards].map(([shard, ofShard]) => record(merchantId, ofShard, shard)));
    while (queue.length > 0) await sleep(10);
  }
  while (invocations > 0) await sleep(10);
});
print(
  `\n${EVENTS} events of one merchant, ${EVENTS_OF_AN_OBJECT} of each object, ${LIST_SHARDS} list shards:`,
);
print(`${receivedAt.size - before} have arrived at its server.\n`);
for (const row of rows) print(row);
alive.close();
dead.closeAllConnections();
dead.close();
await close();
process.exit();
