// The local timer of deliveries reads the table only as often as it must, because each read covers the whole
// index of due rows.
import { expect, it } from 'vitest';
import { table } from '#store/table/table.ts';
import { createDeliveryTimer } from '../../../../lib/local/time/delivery-timer.ts';
import { MINUTE, startHarness } from '../../../harness/harness.ts';
import { answerWith, startReceiver } from '../../../webhook/receiver.ts';
import { webhooksOf } from '../../../webhook/webhooks.ts';

const harness = await startHarness();
const { create, happen } = webhooksOf(harness);
await create((await startReceiver(answerWith(200))).url);

let reads = 0;
let onRead = () => {};
table.middlewareStack.add(
  (next) => async (args) => {
    if ((args.input as { IndexName?: string }).IndexName === 'due') {
      reads += 1;
      onRead();
    }
    return await next(args);
  },
  { step: 'initialize', name: 'reads of what is due' },
);
const looksDuring = async (work: () => unknown) => {
  reads = 0;
  await work();
  return reads;
};

let objects = 0;
/**
 * Creates a timer with a due row. The timeline of the service is stopped, so that its own timer reads
 * nothing.
 */
async function dueTimer() {
  await harness.service.timeline.setRunning(false);
  objects += 1;
  await happen({ objectId: `object-${objects}`, sequence: 1 });
  const nowMs = () => harness.now().getTime() + 10 * MINUTE;
  let fired = 0;
  const timer = createDeliveryTimer({ nowMs, isHeld: () => true }, async () => {
    fired += 1;
    timer.reschedule();
  });
  const dueMs = (await timer.nextDueMs()) ?? Number.NaN;
  return { timer, dueMs, nowMs, fired: () => fired };
}

it('a firing reads the table once, and rows that it leaves due are fired a minute later', async () => {
  const { timer, dueMs, nowMs, fired } = await dueTimer();
  const beganMs = nowMs();
  expect(await looksDuring(() => timer.fireDue(dueMs))).toBe(1);
  expect(fired()).toBe(1);
  let nextMs: number | undefined;
  expect(await looksDuring(async () => (nextMs = await timer.nextDueMs()))).toBe(0);
  expect(nextMs).toBeGreaterThanOrEqual(beganMs + MINUTE);
});

it('a write during the read makes another read necessary', async () => {
  const { timer, dueMs } = await dueTimer();
  onRead = () => timer.reschedule();
  await timer.fireDue(dueMs);
  onRead = () => {};
  expect(await looksDuring(() => timer.nextDueMs())).toBe(1);
  expect(await looksDuring(() => timer.nextDueMs())).toBe(0);
});

it('a read that fails is repeated', async () => {
  const { timer, dueMs } = await dueTimer();
  onRead = () => {
    throw new Error('The table cannot be read.');
  };
  await expect(timer.fireDue(dueMs)).rejects.toThrow('cannot be read');
  await expect(timer.nextDueMs()).rejects.toThrow('cannot be read');
  onRead = () => {};
  expect(await looksDuring(() => timer.nextDueMs())).toBe(1);
});
