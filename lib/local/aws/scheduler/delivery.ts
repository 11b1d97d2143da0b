// Invokes the targets of due schedules, retries failed invocations, and stores dead letters.
import type { Clock } from '../../time/clock.ts';
import type { DueQueue } from '../../time/due-queue.ts';
import type { ScheduleDefinition } from './definition.ts';
import { retryOf, type ScheduledInvocation } from './invocation.ts';
import type { QueuedInvocation, ScheduleStore } from './schedule-store.ts';

/**
 * How an invocation is delivered; a test can inject faults. `twice` makes two invocations at the same time.
 */
export type DeliveryResult = 'deliver' | 'twice' | 'drop' | { delayMs: number };

export type DeliveryOptions = {
  clock: Clock;
  /**
   * Rejects if the target cannot be invoked. If an accepted asynchronous invocation fails later, it does not.
   */
  invoke: (targetArn: string, payload: string) => Promise<void>;
  faults?: (definition: ScheduleDefinition) => DeliveryResult;
};

export function createDelivery(store: ScheduleStore, { clock, invoke, faults }: DeliveryOptions) {
  const deadLetters: ScheduleDefinition[] = [];

  /** Returns the retry, if any. */
  const deliver = async (
    definition: ScheduleDefinition,
    invocation: ScheduledInvocation,
  ): Promise<ScheduledInvocation | undefined> => {
    try {
      await invoke(definition.Target.Arn, definition.Target.Input);
      return undefined;
    } catch {
      const retry = retryOf(invocation, definition.Target, clock.nowMs());
      if (retry === undefined) deadLetters.push(definition);
      return retry;
    }
  };

  /** Returns the number of invocations of the target. */
  const fire = async (waiting: QueuedInvocation): Promise<number> => {
    const { invocation } = waiting;
    const definition = store.current(waiting)?.definition;
    if (definition === undefined) return 0;
    const result = invocation.delayed ? 'deliver' : (faults?.(definition) ?? 'deliver');
    if (result === 'drop') {
      store.replace(waiting, undefined);
      return 0;
    }
    if (typeof result === 'object') {
      store.replace(waiting, { ...invocation, dueMs: clock.nowMs() + result.delayMs, delayed: true });
      return 0;
    }
    const deliveries = [deliver(definition, invocation)];
    if (result === 'twice') deliveries.push(deliver(definition, invocation));
    const [retry] = await Promise.all(deliveries);
    store.replace(waiting, retry);
    return deliveries.length;
  };

  return {
    deadLetters,
    async fireDue(nowMs: number): Promise<number> {
      let fired = 0;
      for (let due = store.queue.peek(); due !== undefined && due.dueMs <= nowMs; due = store.queue.peek()) {
        for (const count of await runAll(takeDueAt(store.queue, due.dueMs), fire)) fired += count;
      }
      return fired;
    },
  };
}

/**
 * Removes and returns all invocations that are due at the instant. Schedules that they create for the same
 * instant run later.
 */
function takeDueAt(queue: DueQueue<QueuedInvocation>, dueMs: number): QueuedInvocation[] {
  const items: QueuedInvocation[] = [];
  for (let due = queue.peek(); due?.dueMs === dueMs; due = queue.peek()) {
    queue.pop();
    items.push(due.item);
  }
  return items;
}

/** Fewer invocations than this run one after another, so that a short run is repeatable. */
const PARALLEL_FROM = 17;
/** The concurrency of larger numbers of invocations; one machine benefits from no more. */
const CONCURRENCY = 8;

async function runAll<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) results.push(await work(item));
  };
  await Promise.all(Array.from({ length: items.length < PARALLEL_FROM ? 1 : CONCURRENCY }, worker));
  return results;
}
