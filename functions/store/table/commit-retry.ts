// Retries transactions that DynamoDB cancelled because another transaction used the same rows. The pause
// before a retry is random, so the same two transactions rarely meet again.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Committed } from './commit.ts';

export const MAX_CONTENTION_TRIES = 6;
const LONGEST_PAUSE_MS = 50;

/** Resolves after a random pause that grows with the number of tries. */
export async function waitAfterContention(tries: number): Promise<void> {
  await sleep(Math.random() * LONGEST_PAUSE_MS * tries);
}

/**
 * Retries while no condition fails but another transaction uses the rows. A failed condition is returned.
 * The result is still `contended` if every try met another transaction.
 */
export async function commitWithRetry(attempt: () => Promise<Committed>): Promise<Committed> {
  for (let tries = 1; ; tries += 1) {
    const result = await attempt();
    if (result.kind === 'committed' || !result.contended || tries === MAX_CONTENTION_TRIES) return result;
    await waitAfterContention(tries);
  }
}
