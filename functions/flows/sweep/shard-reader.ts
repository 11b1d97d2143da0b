// Reads a shard of due rows, oldest first, as far as there is room for them: of a backlog of millions, a
// sweep reads what it can work off.
import { log } from '#telemetry/log.ts';

/** `isOverdue`: a charge that should have been made. `isRefused`: the queue of its bank is full. */
export type RowOffer = { isOverdue: boolean; isRefused: boolean };

/**
 * Reads until a page finds no room in any queue: the rest is due for the next sweep. Waits for no recovery,
 * so that rows that fail or hang do not delay others. Returns how many charges are overdue. Never throws.
 */
export async function readShard<Page>(
  pages: AsyncIterable<Page>,
  hasTime: () => boolean,
  offer: (page: Page) => Promise<RowOffer[]>,
): Promise<number> {
  let overdue = 0;
  try {
    for await (const page of pages) {
      if (!hasTime()) break;
      const offered = await offer(page);
      overdue += offered.filter(({ isOverdue }) => isOverdue).length;
      if (offered.length > 0 && offered.every(({ isRefused }) => isRefused)) break;
    }
  } catch (error) {
    log('error', 'sweep could not read a shard', {}, error);
  }
  return overdue;
}
