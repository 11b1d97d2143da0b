// Runs the sweep every five minutes of the local clock. A sweep without due work changes nothing, so only the
// sweeps after the earliest due time run: ten years pass without a million empty sweeps.
import { earliestDueAt } from '../aws/earliest-due.ts';
import type { TimedEvents } from './timeline.ts';

const SWEEP_INTERVAL_MS = 5 * 60_000;

type SweepTimer = TimedEvents & {
  /** A function ran and may have written due work: the next sweep time is computed again from the table. */
  reschedule(): void;
};

export function createSweepTimer(nowMs: () => number, sweep: () => Promise<void>): SweepTimer {
  let lastSweepMs = nowMs();
  /** The next sweep with due work; undefined if the table contains nothing due. */
  let nextSweepMs: number | undefined = nextSweepAfter(lastSweepMs + 1);
  let isCurrent = false;

  // Any number of functions can run between two sweeps. The table is read only when a sweep is due.
  const findNextSweep = async () => {
    isCurrent = true;
    const dueAt = await earliestDueAt();
    const sweepMs =
      dueAt === undefined ? undefined : nextSweepAfter(Math.max(Date.parse(dueAt), lastSweepMs + 1));
    // If a function ran during the read, the sweep time set by it is not later.
    if (isCurrent) nextSweepMs = sweepMs;
  };
  return {
    name: 'sweep',
    reschedule: () => {
      const soonestMs = nextSweepAfter(Math.max(nowMs(), lastSweepMs + 1));
      nextSweepMs = Math.min(nextSweepMs ?? soonestMs, soonestMs);
      isCurrent = false;
    },
    nextDueMs: () => nextSweepMs,
    async fireDue(dueMs) {
      if (!isCurrent) await findNextSweep();
      if (nextSweepMs === undefined || nextSweepMs > dueMs) return 0;
      lastSweepMs = dueMs;
      nextSweepMs = undefined;
      await sweep();
      return 1;
    },
  };
}

const nextSweepAfter = (instantMs: number) => Math.ceil(instantMs / SWEEP_INTERVAL_MS) * SWEEP_INTERVAL_MS;
