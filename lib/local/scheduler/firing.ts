// Fires what is due: invokes targets, tries again what they refuse, and gives up into the dead letters.
import type { Clock } from '../clock.ts';
import type { DueQueue } from '../due-queue.ts';
import type { Book, Waiting } from './book.ts';
import type { ScheduleDefinition } from './definition.ts';
import {
  type DeadLetter,
  deadLetterOf,
  nextOccasion,
  type Occasion,
  payloadOf,
  retryOf,
} from './occasion.ts';

/** What a test may have happen to a trigger on its way; `twice` delivers both at once. */
export type Fate = 'deliver' | 'twice' | 'drop' | { delayMs: number };

export type FiringOptions = {
  clock: Clock;
  /** Rejects when the target cannot be invoked; what becomes of the invocation is the target's affair. */
  invoke: (targetArn: string, payload: string) => Promise<void>;
  faults?: (definition: ScheduleDefinition) => Fate;
};

export function createFiring(book: Book, { clock, invoke, faults }: FiringOptions) {
  const deadLetters: DeadLetter[] = [];

  /** Answers the retry to make, if any. */
  const deliver = async (definition: ScheduleDefinition, occasion: Occasion): Promise<Occasion[]> => {
    try {
      await invoke(definition.Target.Arn, payloadOf(definition, occasion));
      return [];
    } catch (error) {
      const retry = retryOf(occasion, definition.Target, clock.nowMs());
      if (typeof retry !== 'string') return [retry];
      const letter = deadLetterOf(definition, occasion, { error, exhausted: retry, atMs: clock.nowMs() });
      if (letter !== undefined) deadLetters.push(letter);
      return [];
    }
  };

  /** Answers how often the target was invoked. */
  const fire = async (waiting: Waiting): Promise<number> => {
    const { occasion } = waiting;
    const schedule = book.current(waiting);
    if (schedule === undefined) return 0;
    const { definition } = schedule;
    const successor = nextOccasion(schedule, occasion, clock.nowMs());
    const fate = occasion.delayed ? 'deliver' : (faults?.(definition) ?? 'deliver');
    if (fate === 'drop') {
      book.settle(waiting, successor);
      return 0;
    }
    if (typeof fate === 'object') {
      const dueMs = clock.nowMs() + fate.delayMs;
      book.settle(waiting, [{ ...occasion, dueMs, delayed: true }, ...successor]);
      return 0;
    }
    const deliveries = [deliver(definition, occasion)];
    if (fate === 'twice') deliveries.push(deliver(definition, occasion));
    const [retries = []] = await Promise.all(deliveries);
    book.settle(waiting, [...retries, ...successor]);
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

/** All that rings at the instant; what that sets off at the same instant rings after it. */
function takeDueAt(queue: DueQueue<Waiting>, dueMs: number): Waiting[] {
  const taken: Waiting[] = [];
  for (let due = queue.peek(); due?.dueMs === dueMs; due = queue.peek()) {
    queue.pop();
    taken.push(due.item);
  }
  return taken;
}

/** A handful fires in order, so that a small story happens the same way each time it is told. */
const HERD = 17;
/** A herd fires together, as it does at AWS, as far as one machine has use for it. */
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
  await Promise.all(Array.from({ length: items.length < HERD ? 1 : SIDE_BY_SIDE }, lane));
  return results;
}
