// Two transactions on one row at the same instant: one of them is refused, by its condition or unjudged.
// Whoever lost waits a moment, a different one each time, so that the same two do not meet again.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Committed } from '#store/table/commit.ts';

export const MAX_CONTENTION_TRIES = 6;
const LONGEST_PAUSE_MS = 50;

/** Resolves after a pause that grows with the tries that were made. */
export async function waitAfterContention(tries: number): Promise<void> {
  await sleep(Math.random() * LONGEST_PAUSE_MS * tries);
}

/**
 * Commits again what was cancelled unjudged; what conditions say is an answer. Still `contended` in the end
 * where the row is fought over for longer.
 */
export async function commitWithRetry(attempt: () => Promise<Committed>): Promise<Committed> {
  for (let tries = 1; ; tries += 1) {
    const result = await attempt();
    if (result.kind === 'committed' || !result.contended || tries === MAX_CONTENTION_TRIES) return result;
    await waitAfterContention(tries);
  }
}
