// Invokes the targets of due schedules, retries refused invocations, and writes dead letters for the others.
import type { Clock } from '../../time/clock.ts';
import type { DueQueue } from '../../time/due-queue.ts';
import type { Book, Waiting } from './book.ts';
import type { ScheduleDefinition } from './definition.ts';
import { type DeadLetter, deadLetterOf, type Invocation, retryOf } from './invocation.ts';

/** A fault that a test injects into an invocation; `twice` delivers both at once. */
export type Fate = 'deliver' | 'twice' | 'drop' | { delayMs: number };

export type FiringOptions = {
  clock: Clock;
  /** Rejects if the target cannot be invoked. An asynchronous invocation that fails later is not refused. */
  invoke: (targetArn: string, payload: string) => Promise<void>;
  faults?: (definition: ScheduleDefinition) => Fate;
};

export function createFiring(book: Book, { clock, invoke, faults }: FiringOptions) {
  const deadLetters: DeadLetter[] = [];

  /** Returns the retry to make, if any. */
  const deliver = async (
    definition: ScheduleDefinition,
    invocation: Invocation,
  ): Promise<Invocation | undefined> => {
    try {
      await invoke(definition.Target.Arn, definition.Target.Input);
    } catch (error) {
      const retry = retryOf(invocation, definition.Target, clock.nowMs());
      if (typeof retry !== 'string') return retry;
      deadLetters.push(
        deadLetterOf(definition, invocation, { error, exhausted: retry, atMs: clock.nowMs() }),
      );
    }
    return undefined;
  };

  /** Returns how often the target was invoked. */
  const fire = async (waiting: Waiting): Promise<number> => {
    const { invocation } = waiting;
    const definition = book.current(waiting)?.definition;
    if (definition === undefined) return 0;
    const fate = invocation.delayed ? 'deliver' : (faults?.(definition) ?? 'deliver');
    if (fate === 'drop') {
      book.replace(waiting, undefined);
      return 0;
    }
    if (typeof fate === 'object') {
      book.replace(waiting, { ...invocation, dueMs: clock.nowMs() + fate.delayMs, delayed: true });
      return 0;
    }
    const deliveries = [deliver(definition, invocation)];
    if (fate === 'twice') deliveries.push(deliver(definition, invocation));
    const [retry] = await Promise.all(deliveries);
    book.replace(waiting, retry);
    return deliveries.length;
  };

  return {
    deadLetters,
    async fireDue(nowMs: number): Promise<number> {
      let fired = 0;
      for (let due = book.queue.peek(); due !== undefined && due.dueMs <= nowMs; due = book.queue.peek()) {
        for (const count of await sideBySide(takeDueAt(book.queue, due.dueMs), fire)) fired += count;
      }
      return fired;
    },
  };
}

/** All that is due at the instant; schedules that it creates for the same instant come after it. */
function takeDueAt(queue: DueQueue<Waiting>, dueMs: number): Waiting[] {
  const taken: Waiting[] = [];
  for (let due = queue.peek(); due?.dueMs === dueMs; due = queue.peek()) {
    queue.pop();
    taken.push(due.item);
  }
  return taken;
}

/** Fewer than this are invoked one after another, so that a short run is repeatable. */
const PARALLEL_FROM = 17;
/** More are invoked side by side, as AWS does, as far as one machine has use for it. */
const SIDE_BY_SIDE = 8;

async function sideBySide<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) results.push(await work(item));
  };
  await Promise.all(Array.from({ length: items.length < PARALLEL_FROM ? 1 : SIDE_BY_SIDE }, lane));
  return results;
}
