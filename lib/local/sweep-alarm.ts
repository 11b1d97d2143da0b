// The five-minute beat of the sweep. A beat that would find nothing changes nothing, so only beats after the
// instant at which something is due are played: ten years pass without a million empty ones.
import { earliestDueAt } from '#store/due.ts';
import type { Alarms } from './timeline.ts';

const BEAT_MS = 5 * 60_000;

export type SweepAlarm = Alarms & {
  /** Something ran and may have left work behind: the table is looked at again before the next beat. */
  touch(): void;
};

export function createSweepAlarm(nowMs: () => number, sweep: () => Promise<void>): SweepAlarm {
  let lastBeatMs = nowMs();
  let nextBeatMs: number | undefined;
  let isCurrent = false;

  const beatAfter = (instantMs: number) => Math.ceil(instantMs / BEAT_MS) * BEAT_MS;
  return {
    name: 'sweep',
    touch: () => {
      isCurrent = false;
    },
    async nextDueMs() {
      if (isCurrent) return nextBeatMs;
      isCurrent = true;
      const dueAt = await earliestDueAt();
      nextBeatMs = dueAt === undefined ? undefined : beatAfter(Math.max(Date.parse(dueAt), lastBeatMs + 1));
      return nextBeatMs;
    },
    async fireDue(dueMs) {
      if (nextBeatMs === undefined || nextBeatMs > dueMs) return 0;
      lastBeatMs = dueMs;
      isCurrent = false;
      await sweep();
      return 1;
    },
  };
}
