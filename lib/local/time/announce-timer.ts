// Runs the announcing function only on mornings of the local clock that have an announcement, so that a year
// passes without hundreds of empty runs. The deployed function runs each morning.
import { type Announcement, CARDS, nextAnnouncements, runFrom } from '../aws/next-announcement.ts';
import type { TableTimer } from './timeline.ts';

export function createAnnounceTimer(nowMs: () => number, announce: () => Promise<void>): TableTimer {
  /** The next run. Until the table has been read, this is the next morning. */
  let nextMs: number | undefined = runFrom(nowMs() + 1);
  let isCurrent = false;
  let soon: Announcement[] = [];
  const announced = new Set<string>();

  // Any number of functions can run between two mornings. The table is read only when a morning has come.
  const findNextRun = async (fromMs: number) => {
    isCurrent = true;
    const found = (await nextAnnouncements(fromMs)).filter(({ name }) => !announced.has(name));
    if (!isCurrent) return;
    nextMs = found.length === 0 ? undefined : Math.min(...found.map(({ runMs }) => runMs));
    soon = found.filter(({ runMs }) => runMs === nextMs);
  };
  return {
    name: 'announce',
    reschedule: () => {
      isCurrent = false;
      for (const name of announced) if (name.startsWith(CARDS)) announced.delete(name);
      const morningMs = runFrom(nowMs() + 1);
      nextMs = Math.min(nextMs ?? morningMs, morningMs);
    },
    nextDueMs: () => nextMs,
    async fireDue(dueMs) {
      if (nextMs === undefined || nextMs > dueMs) return 0;
      if (!isCurrent) await findNextRun(nextMs);
      if (nextMs === undefined || nextMs > dueMs) return 0;
      const now = soon;
      const ranMs = nextMs;
      nextMs = runFrom(ranMs + 1);
      isCurrent = false;
      await announce();
      for (const { name } of now) announced.add(name);
      return 1;
    },
  };
}
