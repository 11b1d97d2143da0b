// Decides in which order due work happens when time moves: always the earliest first, each at its own
// instant, together with what it sets off. One run at a time, because a moving clock and a live loop that
// both fire would do things twice or in the wrong order.
import type { Clock } from './clock.ts';

/** A source of due work: a scheduler, a retry queue, a sweep. */
export type TimedSource = {
  name: string;
  /** The instant of the earliest waiting work, undefined if none waits. */
  nextDueMs(): number | undefined | Promise<number | undefined>;
  /** Fires all that is due by then, earliest first; awaits what that sets off; counts the invocations. */
  fireDue(nowMs: number): Promise<number>;
};

export type Timeline = {
  add(source: TimedSource): void;
  /** Moves time forward, firing on the way all that falls due; answers how many invocations there were. */
  moveTo(instantMs: number): Promise<number>;
  /** Lets due work fire by itself as real time flows. */
  start(): void;
  /** Ends the live loop after what is firing now has ended. */
  stop(): Promise<void>;
  /** `false` is an outage: time moves and nothing fires. `true` ends it and fires all that is overdue. */
  setRunning(running: boolean): Promise<number>;
  running(): boolean;
};

type TimelineOptions = {
  tickMs?: number;
  /** Told when a source throws; the others go on, the source is asked again in the next run. */
  onError?: (sourceName: string, error: unknown) => void;
};

type Due = { source: TimedSource; dueMs: number };

export function createTimeline(clock: Clock, options: TimelineOptions = {}): Timeline {
  const { tickMs = 100, onError = printError } = options;
  const sources: TimedSource[] = [];
  const exclusively = createMutex();
  let running = true;
  let ticker: NodeJS.Timeout | undefined;

  const fireUpTo = (targetMs: number) =>
    fireInOrder({ sources, clock, targetMs, onError, mayGoOn: () => running });

  async function moveTo(instantMs: number): Promise<number> {
    if (!Number.isFinite(instantMs)) throw new RangeError(`not an instant: ${instantMs}`);
    return await exclusively.run(async () => {
      // Held, so that the same plan gives the same instants however long the machine takes over it.
      const release = clock.hold();
      try {
        const targetMs = Math.max(instantMs, clock.nowMs());
        const fired = await fireUpTo(targetMs);
        clock.jumpTo(targetMs);
        return fired;
      } finally {
        release();
      }
    });
  }

  function tick(): void {
    if (!running || exclusively.busy()) return;
    void exclusively.run(() => fireUpTo(clock.nowMs()));
  }

  return {
    add: (source) => void sources.push(source),
    moveTo,
    start() {
      ticker ??= setInterval(tick, tickMs).unref();
    },
    async stop() {
      clearInterval(ticker);
      ticker = undefined;
      await exclusively.run(async () => {});
    },
    async setRunning(next) {
      running = next;
      return next ? await moveTo(clock.nowMs()) : 0;
    },
    running: () => running,
  };
}

type Run = {
  sources: readonly TimedSource[];
  clock: Clock;
  targetMs: number;
  onError: (sourceName: string, error: unknown) => void;
  mayGoOn: () => boolean;
};

/** Fires everything due up to the target; who throws or makes no headway is left out of this run. */
async function fireInOrder({ sources, clock, targetMs, onError, mayGoOn }: Run): Promise<number> {
  const benched = new Set<TimedSource>();
  let fired = 0;
  while (mayGoOn()) {
    const due = await earliestDue(sources, benched, onError);
    if (due === undefined || due.dueMs > targetMs) break;
    clock.jumpTo(due.dueMs);
    try {
      const count = await due.source.fireDue(due.dueMs);
      fired += count;
      if (count === 0 && (await nothingChanged(due))) benched.add(due.source);
    } catch (error) {
      benched.add(due.source);
      onError(due.source.name, error);
    }
  }
  return fired;
}

async function earliestDue(
  sources: readonly TimedSource[],
  benched: Set<TimedSource>,
  onError: (sourceName: string, error: unknown) => void,
): Promise<Due | undefined> {
  let earliest: Due | undefined;
  for (const source of sources) {
    if (benched.has(source)) continue;
    try {
      const answer = source.nextDueMs();
      // Most sources answer at once; awaiting plain numbers would double the price of a step.
      const dueMs = answer instanceof Promise ? await answer : answer;
      if (dueMs !== undefined && (earliest === undefined || dueMs < earliest.dueMs)) {
        earliest = { source, dueMs };
      }
    } catch (error) {
      benched.add(source);
      onError(source.name, error);
    }
  }
  return earliest;
}

async function nothingChanged(due: Due): Promise<boolean> {
  const nextMs = await due.source.nextDueMs();
  return nextMs !== undefined && nextMs <= due.dueMs;
}

function createMutex() {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    busy: () => waiting > 0,
    run<Result>(work: () => Promise<Result>): Promise<Result> {
      waiting += 1;
      const result = last.then(work).finally(() => {
        waiting -= 1;
      });
      last = result.catch(() => {});
      return result;
    },
  };
}

function printError(sourceName: string, error: unknown): void {
  console.error(`${sourceName} failed while firing what was due:`, error);
}
