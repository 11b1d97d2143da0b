// The only place that tries a write again after another caller was faster. The pause before each further try
// is random, so that the same callers rarely meet again. No try begins that Lambda would end: its caller could
// not know whether it was done (api.md 2.4).
import { setTimeout as sleep } from 'node:timers/promises';
import { Rejection } from '#domain/rejection.ts';
import { invocationEndMs } from '#telemetry/request-context.ts';
import { type CommitConflict, type CommitResult, commit, type Write } from './commit.ts';

/** All pauses together take 2.5 seconds on average and 5 at most. */
const MOST_TRIES = 20;
const LONGEST_FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 300;

/** The time that a further try is given: that of the longest, and as much for its answer. */
const SHARE_OF_LONGEST = 2;

/**
 * Repeats `attempt` while its result is `isOvertaken` and the function has time. Returns the result of the last
 * try if all were.
 */
export async function whileOvertaken<Result>(
  attempt: () => Promise<Result>,
  isOvertaken: (result: Result) => boolean,
): Promise<Result> {
  let longestMs = 0;
  for (let tries = 1; ; tries += 1) {
    const startedMs = performance.now();
    const result = await attempt();
    if (tries === MOST_TRIES || !isOvertaken(result)) return result;
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - startedMs);
    const pauseMs = Math.random() * Math.min(LONGEST_FIRST_PAUSE_MS * tries, LONGEST_PAUSE_MS);
    const endMs = invocationEndMs() ?? Number.POSITIVE_INFINITY;
    if (nowMs + pauseMs + SHARE_OF_LONGEST * longestMs > endMs) return result;
    await sleep(pauseMs);
  }
}

/**
 * Repeats writes while no condition fails but another transaction uses the rows. A failed condition is
 * returned. The result is still `contended` if every try met another transaction.
 */
export const commitWithRetry = (attempt: () => Promise<CommitResult>): Promise<CommitResult> =>
  whileOvertaken(attempt, (result) => result.kind === 'conflict' && result.contended);

/** `result` is returned as soon as `writes` are committed, and at once if nothing is to be written. */
type ChangeDecision<Result> = { writes?: readonly Write[]; result: Result };

type RetriedChange<Read, Result> = {
  /** `conflict`: that of the last try; none at the first. */
  load: (conflict: CommitConflict | undefined) => Promise<Read>;
  decide: (read: Read) => ChangeDecision<Result> | Promise<ChangeDecision<Result>>;
  /** Throws if it knows a reason for a conflict that no further try can remove. */
  commit?: (writes: readonly Write[], result: Result) => Promise<CommitResult>;
  /** The message of the error for work that no caller can repeat; by default a CONCURRENT_UPDATE. */
  lost?: string;
};

/**
 * Loads, decides, commits; after a conflict again, on the rows as they are then stored.
 * @throws Rejection CONCURRENT_UPDATE, or an error with the message `lost`
 */
export async function untilCommitted<Read, Result>({
  load,
  decide,
  commit: commitAll = commit,
  lost,
}: RetriedChange<Read, Result>): Promise<Result> {
  let conflict: CommitConflict | undefined;
  const last = await whileOvertaken(
    async () => {
      const { writes, result } = await decide(await load(conflict));
      const committed = writes === undefined || (await commitAll(writes, result));
      conflict = committed === true || committed.kind === 'committed' ? undefined : committed;
      return { result };
    },
    () => conflict !== undefined,
  );
  if (conflict === undefined) return last.result;
  throw lost === undefined ? new Rejection('CONCURRENT_UPDATE') : new Error(lost);
}
