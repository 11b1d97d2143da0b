// The five-minute beat of the sweep. A beat that would find nothing changes nothing, so only beats after the
// instant at which something is due are played: ten years pass without a million empty ones.
import { earliestDueAt } from '#store/table/due.ts';
import type { TimedSource } from './timeline.ts';

const SWEEP_INTERVAL_MS = 5 * 60_000;

type SweepTimer = TimedSource & {
  /** Something ran and may have left work behind: the next beat looks at the table. */
  touch(): void;
};

export function createSweepTimer(nowMs: () => number, sweep: () => Promise<void>): SweepTimer {
  let lastBeatMs = nowMs();
  /** The next beat that is worth a look; undefined where the table holds nothing to wait for. */
  let nextBeatMs: number | undefined = nextSweepAfter(lastBeatMs + 1);
  let isKnown = false;

  // Between two beats any number of functions may run. The table is asked only when a beat has come.
  const look = async () => {
    isKnown = true;
    const dueAt = await earliestDueAt();
    const beatMs =
      dueAt === undefined ? undefined : nextSweepAfter(Math.max(Date.parse(dueAt), lastBeatMs + 1));
    // Touched while it looked: the beat that this set comes no later.
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
