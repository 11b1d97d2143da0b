// Runs the reconciliation once a day of the local clock, when the previous day can be compared. It stops
// after a day on which no function ran, so that ten years pass without thousands of empty runs.
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import type { TimedEvents } from './timeline.ts';

/** 03:05 in Istanbul, which has kept UTC+3 since 2016. */
const AT_MS = HOUR_MS / 12;

type ReconcileTimer = TimedEvents & {
  /** Called after a function has run: there may be orders to compare. */
  noteWork(): void;
};

export function createReconcileTimer(nowMs: () => number, reconcile: () => Promise<void>): ReconcileTimer {
  let workedMs = nowMs();
  let nextMs: number | undefined = nextRunAfter(workedMs);
  return {
    name: 'reconcile',
    noteWork: () => {
      workedMs = nowMs();
      nextMs ??= nextRunAfter(workedMs);
    },
    nextDueMs: () => nextMs,
    async fireDue(dueMs) {
      if (nextMs === undefined || nextMs > dueMs) return 0;
      await reconcile();
      // The next run compares changes since midnight.
      nextMs = workedMs > nextMs - DAY_MS ? nextRunAfter(nowMs()) : undefined;
      return 1;
    },
  };
}

const nextRunAfter = (instantMs: number) => Math.floor((instantMs - AT_MS) / DAY_MS + 1) * DAY_MS + AT_MS;
