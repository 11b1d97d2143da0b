// Fires due work in order when time moves: always the earliest first, each at its due time, including work
// that firing creates. One run at a time: a moving clock and the live loop together would fire work twice or
// out of order.
import type { Clock } from './clock.ts';

/** A source of due work, such as a scheduler, a retry queue or the sweep. */
export type TimedEvents = {
  name: string;
  /** The time of the earliest due work; undefined if there is none. */
  nextDueMs(): number | undefined | Promise<number | undefined>;
  /**
   * Fires all work that is due at this instant, earliest first, awaits it, and returns the number of
   * invocations.
   */
  fireDue(nowMs: number): Promise<number>;
};

/** The runs of a function that works on rows of the table. */
export type TableTimer = TimedEvents & {
  /** Called after a function or command has run that may have written rows with work. */
  reschedule(): void;
};

export type Timeline = {
  add(source: TimedEvents): void;
  /** Moves time forward and fires work that falls due on the way. Returns the number of invocations. */
  moveTo(instantMs: number): Promise<number>;
  /** Starts the live loop, which fires due work as real time passes. */
  start(): void;
  /** Ends the live loop after the current firing has ended. */
  stop(): Promise<void>;
  /**
   * `false` simulates an outage: after the current firing, time moves and nothing fires. `true` ends the
   * outage and fires overdue work. Work that is firing must not await an outage.
   */
  setRunning(running: boolean): Promise<number>;
};

type TimelineOptions = {
  tickMs?: number;
  /** Called if a source throws. The other sources continue, and the next run reads the source again. */
  onError?: (sourceName: string, error: unknown) => void;
};

type Due = { source: TimedEvents; dueMs: number };

export function createTimeline(clock: Clock, options: TimelineOptions = {}): Timeline {
  const { tickMs = 100, onError = printError } = options;
  const sources: TimedEvents[] = [];
  const mutex = createMutex();
  let running = true;
  let ticker: NodeJS.Timeout | undefined;

  const fireUpTo = (targetMs: number) =>
    fireInOrder({ sources, clock, targetMs, onError, isRunning: () => running });

  async function moveTo(instantMs: number): Promise<number> {
    if (!Number.isFinite(instantMs)) throw new RangeError(`not an instant: ${instantMs}`);
    return await mutex.run(async () => {
      // Holds the clock, so that the same work fires at the same times regardless of its duration.
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

  const currentFiring = () => mutex.run(async () => {});

  function tick(): void {
    if (!running || mutex.busy()) return;
    void mutex.run(() => fireUpTo(clock.nowMs()));
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
      await currentFiring();
    },
    async setRunning(next) {
      running = next;
      if (next) return await moveTo(clock.nowMs());
      await currentFiring();
      return 0;
    },
  };
}

type Run = {
  sources: readonly TimedEvents[];
  clock: Clock;
  targetMs: number;
  onError: (sourceName: string, error: unknown) => void;
  isRunning: () => boolean;
};

/**
 * Fires everything due up to the target. A source that throws or makes no progress is skipped in this run.
 */
async function fireInOrder({ sources, clock, targetMs, onError, isRunning }: Run): Promise<number> {
  const skipped = new Set<TimedEvents>();
  let fired = 0;
  while (isRunning()) {
    const due = await earliestDue(sources, skipped, onError);
    if (due === undefined || due.dueMs > targetMs) break;
    clock.jumpTo(due.dueMs);
    try {
      const count = await due.source.fireDue(due.dueMs);
      fired += count;
      if (count === 0 && (await isStuck(due))) skipped.add(due.source);
    } catch (error) {
      skipped.add(due.source);
      onError(due.source.name, error);
    }
  }
  return fired;
}

async function earliestDue(
  sources: readonly TimedEvents[],
  skipped: Set<TimedEvents>,
  onError: (sourceName: string, error: unknown) => void,
): Promise<Due | undefined> {
  let earliest: Due | undefined;
  for (const source of sources) {
    if (skipped.has(source)) continue;
    try {
      const next = source.nextDueMs();
      // Most sources return a number; awaiting it would double the time of a step.
      const dueMs = next instanceof Promise ? await next : next;
      if (dueMs !== undefined && (earliest === undefined || dueMs < earliest.dueMs)) {
        earliest = { source, dueMs };
      }
    } catch (error) {
      skipped.add(source);
      onError(source.name, error);
    }
  }
  return earliest;
}

async function isStuck(due: Due): Promise<boolean> {
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
