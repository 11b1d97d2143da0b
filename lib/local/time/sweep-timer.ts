// Runs the sweep every five minutes of the local clock. A sweep without due work changes nothing, so only the
// sweeps after the earliest due time run: ten years pass without a million empty sweeps.
import { earliestDueAt } from '#store/table/due.ts';
import type { TimedSource } from './timeline.ts';

const SWEEP_INTERVAL_MS = 5 * 60_000;

type SweepTimer = TimedSource & {
  /** A function ran and may have written due work: the next sweep time is computed again from the table. */
  touch(): void;
};

export function createSweepTimer(nowMs: () => number, sweep: () => Promise<void>): SweepTimer {
  let lastBeatMs = nowMs();
  /** The next sweep with due work; undefined if the table contains nothing due. */
  let nextBeatMs: number | undefined = nextSweepAfter(lastBeatMs + 1);
  let isKnown = false;

  // Any number of functions can run between two sweeps. The table is read only when a sweep is due.
  const look = async () => {
    isKnown = true;
    const dueAt = await earliestDueAt();
    const beatMs =
      dueAt === undefined ? undefined : nextSweepAfter(Math.max(Date.parse(dueAt), lastBeatMs + 1));
    // If a function ran during the read, the sweep time set by it is not later.
    if (isKnown) nextBeatMs = beatMs;
  };
  return {
    name: 'sweep',
    touch: () => {
      const soonestMs = nextSweepAfter(Math.max(nowMs(), lastBeatMs + 1));
      nextBeatMs = Math.min(nextBeatMs ?? soonestMs, soonestMs);
      isKnown = false;
    },
    nextDueMs: () => nextBeatMs,
    async fireDue(dueMs) {
      if (!isKnown) await look();
      if (nextBeatMs === undefined || nextBeatMs > dueMs) return 0;
      lastBeatMs = dueMs;
      nextBeatMs = undefined;
      await sweep();
      return 1;
    },
  };
}

const nextSweepAfter = (instantMs: number) => Math.ceil(instantMs / SWEEP_INTERVAL_MS) * SWEEP_INTERVAL_MS;
