// Runs the sweep every five minutes of the local clock, and each minute for buyers' payments and refunds. A
// sweep without due work changes nothing, so only sweeps after the earliest due time run: ten years pass
// without a million empty sweeps.
import { earliestDueAfter } from '../aws/earliest-due.ts';
import type { TableTimer } from './timeline.ts';

const MINUTE_MS = 60_000;
const SWEEP_INTERVAL_MS = 5 * MINUTE_MS;

/** The event that a deployed schedule sends to the sweep. The schedule of the minutes between sets `only`. */
type SweepEvent = { only?: 'buyers' };

export function createSweepTimer(
  nowMs: () => number,
  sweep: (event: SweepEvent) => Promise<void>,
): TableTimer {
  let lastSweepMs = nowMs();
  /** The next sweep with due work; undefined if the table contains nothing due. */
  let nextSweepMs: number | undefined = nextAfter(lastSweepMs + 1, MINUTE_MS);
  /** From this instant on the next sweep is a full one. */
  let nextWholeMs = Number.POSITIVE_INFINITY;
  let isCurrent = false;

  const sweepFor = (dueAt: string | undefined, intervalMs: number) =>
    dueAt === undefined
      ? Number.POSITIVE_INFINITY
      : nextAfter(Math.max(Date.parse(dueAt), lastSweepMs + 1), intervalMs);

  // Any number of functions can run between two sweeps. The table is read only when a sweep is due.
  const findNextSweep = async () => {
    isCurrent = true;
    const { any, buyers } = await earliestDueAfter(new Date(lastSweepMs).toISOString());
    nextWholeMs = sweepFor(any, SWEEP_INTERVAL_MS);
    const sweepMs = Math.min(nextWholeMs, sweepFor(buyers, MINUTE_MS));
    // If a function ran during the read, the sweep time set by it is not later.
    if (isCurrent) nextSweepMs = Number.isFinite(sweepMs) ? sweepMs : undefined;
  };
  return {
    name: 'sweep',
    reschedule: () => {
      const soonestMs = nextAfter(Math.max(nowMs(), lastSweepMs + 1), MINUTE_MS);
      nextSweepMs = Math.min(nextSweepMs ?? soonestMs, soonestMs);
      isCurrent = false;
    },
    nextDueMs: () => nextSweepMs,
    async fireDue(dueMs) {
      if (!isCurrent) await findNextSweep();
      if (nextSweepMs === undefined || nextSweepMs > dueMs) return 0;
      // After an outage a single sweep does the work of all missed sweeps.
      lastSweepMs = Math.max(dueMs, nowMs());
      nextSweepMs = undefined;
      await sweep(lastSweepMs >= nextWholeMs ? {} : { only: 'buyers' });
      return 1;
    },
  };
}

const nextAfter = (instantMs: number, intervalMs: number) => Math.ceil(instantMs / intervalMs) * intervalMs;
