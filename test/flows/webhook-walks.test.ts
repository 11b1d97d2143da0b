// Random walks: events of three objects, announced in time, late, twice or never, to a receiver that answers,
// fails, redirects or closes, while the delivering function crashes or loses calls.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FAULTS, openFaults } from '../harness/faults.ts';
import { DAY, HOUR, MINUTE, SECOND, startHarness } from '../harness/harness.ts';
import { rounds } from '../harness/thoroughness.ts';
import { answerWith, close, startReceiver } from '../webhook/receiver.ts';
import { webhooksOf } from '../webhook/webhooks.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
const { create, happen, ring, load, deliveriesOf } = webhooksOf(harness);

/** An outage takes seconds of the SDK's repeats; webhook-crashes.test.ts has those at every call. */
const BRIEF = FAULTS.filter((fault) => !fault.includes('outage'));
const ANNOUNCED = ['at once', 'late', 'twice', 'never'] as const;
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ object: fc.nat(2), announced: fc.constantFrom(...ANNOUNCED) }) },
  { weight: 2, arbitrary: fc.record({ answer: fc.constantFrom(200, 200, 500, 302, 'close' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ fault: fc.constantFrom(...BRIEF), call: fc.integer({ min: 1, max: 12 }) }),
  },
  { weight: 2, arbitrary: fc.record({ waitMs: fc.constantFrom(SECOND, 6 * SECOND, 2 * MINUTE, 2 * HOUR) }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** A walk takes seconds; `WALKS=200` runs more of them. */
const WALKS = Number(process.env['WALKS'] ?? rounds(8, 3));
let walks = 0;

/** What the receiver took, and every event that came before an earlier one of its object was taken. */
function watch(receiver: Awaited<ReturnType<typeof startReceiver>>) {
  const taken = new Map<string, Set<number>>();
  const wrong: string[] = [];
  const ids = new Map<string, Set<string>>();
  let answer: number | 'close' = 200;
  receiver.answers((response, received) => {
    const { objectId, sequence } = JSON.parse(received.body) as { objectId: string; sequence: number };
    const before = taken.get(objectId) ?? new Set();
    taken.set(objectId, before);
    for (let earlier = 1; earlier < sequence; earlier += 1) {
      if (!before.has(earlier)) wrong.push(`${objectId}: ${sequence} before ${earlier}`);
    }
    const key = `${objectId}#${sequence}`;
    ids.set(key, (ids.get(key) ?? new Set()).add(String(received.headers['webhook-id'])));
    if (answer === 'close') return close(response, received);
    if (answer === 200) before.add(sequence);
    answerWith(answer, answer === 302 ? { location: receiver.url } : {})(response, received);
  });
  const answers = (next: number | 'close') => {
    answer = next;
  };
  return { answers, wrong, ids };
}

async function walk(steps: readonly Step[]): Promise<void> {
  walks += 1;
  const receiver = await startReceiver();
  const { answers, wrong, ids } = watch(receiver);
  const webhook = await create(receiver.url);
  const sequences = [0, 0, 0];
  const made: { id: string; key: string }[] = [];
  let late: { pk: string; sk: string }[] = [];
  const announce = async (keys: typeof late) => await ring(keys).catch(() => undefined);
  for (const one of steps) {
    if ('answer' in one) answers(one.answer);
    else if ('fault' in one) faults.arm('deliver', one.call, one.fault);
    else if ('waitMs' in one) {
      const keys = late.reverse();
      late = [];
      if (keys.length > 0) await announce(keys);
      await harness.moveBy(one.waitMs);
    } else {
      const sequence = (sequences[one.object] ?? 0) + 1;
      sequences[one.object] = sequence;
      const objectId = `walk-${walks}-${one.object}`;
      const { id, keys } = await happen({ objectId, sequence });
      made.push({ id, key: `${objectId}#${sequence}` });
      if (one.announced === 'late') late.push(...keys);
      if (one.announced === 'at once') await announce(keys);
      if (one.announced === 'twice') await Promise.all([announce(keys), announce([...keys, ...keys])]);
    }
  }
  answers(200);
  await harness.moveBy(DAY);
  expect(wrong).toEqual([]);
  for (const { id, key } of made) {
    expect([key, [...(ids.get(key) ?? [])]]).toEqual([key, [id]]);
    expect(await deliveriesOf(id)).toContainEqual(
      expect.objectContaining({ webhookId: webhook.id, state: 'Delivered' }),
    );
  }
  expect(await load(webhook.id)).toMatchObject({ state: 'Active' });
  await harness.api('DELETE', `/api/webhook/${webhook.id}`);
}

it(
  'no event is lost, the order of each object holds, and a doubled one has the same id',
  async () => {
    const walksOf = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), walk);
    await fc.assert(walksOf, { seed: 1, numRuns: WALKS, endOnFailure: true });
  },
  WALKS * 30 * SECOND,
);
