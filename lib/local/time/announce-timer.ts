// Runs the announcing function on the mornings of the local clock on which it has something to say: a year
// passes without hundreds of empty runs. A deployed one runs each morning.
import { CARDS, nextAnnouncements, runFrom, type Said } from '../aws/next-announcement.ts';
import type { TimedEvents } from './timeline.ts';

type AnnounceTimer = TimedEvents & {
  /** A function ran, or a command: there may be something else to announce. */
  reschedule(): void;
};

export function createAnnounceTimer(nowMs: () => number, announce: () => Promise<void>): AnnounceTimer {
  /** The next run; until the table was read, the next morning. */
  let nextMs: number | undefined = runFrom(nowMs() + 1);
  let isCurrent = false;
  let soon: Said[] = [];
  const said = new Set<string>();

  // Any number of functions can run between two mornings. The table is read only when a morning has come.
  const findNextRun = async (fromMs: number) => {
    isCurrent = true;
    const found = (await nextAnnouncements(fromMs)).filter(({ name }) => !said.has(name));
    if (!isCurrent) return;
    nextMs = found.length === 0 ? undefined : Math.min(...found.map(({ runMs }) => runMs));
    soon = found.filter(({ runMs }) => runMs === nextMs);
  };
  return {
    name: 'announce',
    reschedule: () => {
      isCurrent = false;
      for (const name of said) if (name.startsWith(CARDS)) said.delete(name);
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
      for (const { name } of now) said.add(name);
      return 1;
    },
  };
}
