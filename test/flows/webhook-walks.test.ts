// Random walks: capture receives the stream's records twice, in halves, late and mixed, deliveries are
// announced in any order, twice or never, receivers answer, fail, redirect or close, and both functions
// crash.
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Event } from '#domain/event/event.ts';
import { eventsOf } from '../drivers/events.ts';
import { FAULTS, type Fault, openFaults } from '../harness/faults.ts';
import { DAY, HOUR, MINUTE, SECOND, startHarness } from '../harness/harness.ts';
import { rounds } from '../harness/thoroughness.ts';
import { openAnnouncements } from '../webhook/announcements.ts';
import { openStream, READ_IN } from '../webhook/stream.ts';
import { recordJourney } from '../webhook/stream-records.ts';
import { startWatchedReceiver } from '../webhook/watched-receiver.ts';
import { webhooksOf } from '../webhook/webhooks.ts';

const journey = await recordJourney();
const faults = openFaults();
const harness = await startHarness({ around: faults.around });
const { service, moveBy } = harness;
const { createNew, load, trigger } = webhooksOf(harness);

/** Faults without outages, whose repeats take seconds; webhook-crashes.test.ts has outages at every call. */
const BRIEF = FAULTS.filter((fault) => !fault.includes('outage'));
/** Half of the invocations meet a fault; a batch makes about six calls, a delivery about nine. */
const faultAt = (faults: readonly Fault[], most: number) =>
  fc.option(fc.record({ fault: fc.constantFrom(...faults), call: fc.integer({ min: 1, max: most }) }), {
    freq: 2,
  });
const ANNOUNCED = ['one', 'in order', 'reversed', 'twice', 'at once', 'never'] as const;
const sendingFault = faultAt(BRIEF, 10);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      read: fc.constantFrom(...READ_IN),
      shard: fc.nat(1),
      count: fc.integer({ min: 1, max: 12 }),
      fault: faultAt([...BRIEF, 'outage'], 6),
      /** Announces deliveries of earlier batches at the same time. */
      isAnnouncing: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      announced: fc.constantFrom(...ANNOUNCED),
      most: fc.integer({ min: 1, max: 5 }),
      sendingFault,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      webhook: fc.nat(1),
      answer: fc.constantFrom(200, 200, 500, 302, 'close' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      waitMs: fc.constantFrom(SECOND, 6 * SECOND, 2 * MINUTE, 2 * HOUR),
      sendingFault,
    }),
  },
);
const steps = fc.array(step, { minLength: 8, maxLength: 20 });
const lastSteps = fc.array(step, { minLength: 4, maxLength: 10 });
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** A walk takes seconds; `WALKS=200` runs 200 walks, `SEED=7` draws other ones. */
const WALKS = Number(process.env['WALKS'] ?? rounds(4, 3));
const SEED = Number(process.env['SEED'] ?? 1);
const TYPES = [['*'], ['payment.*', 'customer.deleted', 'refund.completed']];

const plain = ({ id, type, objectId, sequence, ordinal, createdAt, data }: Event) => ({
  id,
  type,
  objectId,
  sequence,
  ordinal,
  createdAt,
  data,
});
const recordedOf = async (merchantId: string) =>
  await Promise.all(
    journey(merchantId).map(async ({ objectId }) => (await eventsOf(merchantId, objectId)).map(plain)),
  );

/** The events of a merchant whose records capture receives once, one after the other. */
let undisturbed: ReturnType<typeof plain>[][] = [];
beforeAll(async () => {
  const { merchantId } = await service.addMerchant();
  for (const { records } of journey(merchantId)) {
    for (const record of records) await service.lambdas.invoke('capture', { Records: [record] });
  }
  undisturbed = await recordedOf(merchantId);
});

/** `isCalm`: the delivering function meets no fault, and sends nothing twice. */
async function walk(steps: readonly Step[], lastSteps: readonly Step[], isCalm: boolean): Promise<void> {
  const owner = await service.addMerchant();
  const { merchantId } = owner;
  const receivers = await Promise.all(TYPES.map((types) => startWatchedReceiver(undisturbed, types)));
  const webhooks = [];
  for (const [at, eventTypes] of TYPES.entries()) {
    webhooks.push(await createNew(receivers[at]?.url ?? '', { eventTypes }, owner));
  }
  const announcements = openAnnouncements({ merchantId, webhooks, events: undisturbed.flat(), trigger });
  const { read, readRest } = openStream(journey(merchantId), async (Records) => {
    const answer = await service.lambdas.invoke('capture', { Records });
    service.rescheduleTimers();
    return answer;
  });
  const take = async (one: Step): Promise<void> => {
    if ('sendingFault' in one && one.sendingFault && !isCalm) {
      faults.arm('deliver', one.sendingFault.call, one.sendingFault.fault);
    }
    if ('read' in one) {
      if (one.fault) faults.arm('capture', one.fault.call, one.fault.fault);
      await Promise.all([read(one), one.isAnnouncing && announcements.make('at once', 3)]);
      await announcements.look();
    } else if ('announced' in one) await announcements.make(one.announced, one.most);
    else if ('answer' in one) receivers[one.webhook]?.answers(one.answer);
    else await moveBy(one.waitMs);
  };
  for (const one of steps) await take(one);
  await readRest();
  await announcements.look();
  // From here on no later event of an object triggers the delivery of an earlier one.
  for (const one of lastSteps) await take(one);
  for (const receiver of receivers) receiver.answers(200);
  await moveBy(DAY);
  expect(await recordedOf(merchantId)).toEqual(undisturbed);
  expect(await followFeed(owner.apiKey)).toEqual(undisturbed.map((own) => own.map(({ id }) => id)));
  for (const [at, receiver] of receivers.entries()) {
    receiver.stop();
    expect(receiver.wrong()).toEqual([]);
    expect(receiver.missed()).toEqual([]);
    if (isCalm) expect(receiver.again()).toEqual([]);
    expect(await load(webhooks[at]?.id ?? '', merchantId)).toMatchObject({ state: 'Active', failures: 0 });
  }
  expect(await announcements.undelivered()).toEqual([]);
}

/** Returns, for each object, the event ids that a reader of the feed gets from its beginning. */
async function followFeed(key: string): Promise<string[][]> {
  type Page = { items: { id: string; objectId: string }[]; nextCursor: string };
  const seen: Page['items'] = [];
  let cursor = '';
  for (;;) {
    const path = `/api/event?order=oldest&limit=10${cursor}`;
    const { items, nextCursor } = (await harness.api<Page>('GET', path, { key })).json.data;
    if (items.length === 0) break;
    seen.push(...items);
    cursor = `&cursor=${nextCursor}`;
  }
  return undisturbed.map(([first]) => {
    const own = seen.filter(({ objectId }) => objectId === first?.objectId);
    return own.map(({ id }) => id);
  });
}

it(
  'no event is lost or changed, each object keeps its order, and a repeated event has the same id',
  async () => {
    const types = undisturbed.flat().map(({ type }) => type);
    expect(new Set(types).size).toBe(7);
    const erased = undisturbed.find((own) => own.at(-1)?.type === 'customer.deleted');
    expect(JSON.stringify(erased)).not.toContain('Ayşe');
    const walksOf = fc.asyncProperty(steps, lastSteps, fc.boolean(), walk);
    await fc.assert(walksOf, { seed: SEED, numRuns: WALKS, endOnFailure: true });
  },
  WALKS * 30 * SECOND,
);
