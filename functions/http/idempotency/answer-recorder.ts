// Stores the answer of a request under its Idempotency-Key: a success in the same transaction as its effect,
// a 202, a rejection and the answer of a request without effect in a write of their own.
import type { Answer } from '#contract/answer.ts';
import type { Rejection } from '#domain/rejection.ts';
import {
  type IdempotencyItem,
  recordOf,
  runningItem,
  writeAnswer,
  writeForgotten,
  writeRunning,
} from '#store/idempotency.ts';
import { type CommitResult, commit, isConflictOn, type Write } from '#store/table/commit.ts';
import { type Rendering, successBody } from '../envelope.ts';
import { failureBody, rowOf } from '../failure.ts';
import { type AnswerKeys, keysOfOwner, sealAnswer } from './answer-seal.ts';
import type { KeyedClaim } from './idempotency-key.ts';

/** Another request with the same key has already stored its answer, which is used instead. */
export class AnsweredElsewhere extends Error {}

/** The keys for an answer, made with the owner's secret. A card that a page saved has none. */
function ownedBy(owner: Answer['owner'], keys: AnswerKeys) {
  if (owner?.secret === undefined) return { keys, of: {} };
  return { keys: keysOfOwner(keys, owner.secret), of: { owner: owner.id } };
}

async function withRecord(writes: readonly Write[], record: Write): Promise<CommitResult> {
  const result = await commit([...writes, record]);
  const isAnswered = result.kind === 'conflict' && isConflictOn(result, 'idempotency');
  if (isAnswered) throw new AnsweredElsewhere();
  return result;
}

/**
 * Commits the writes of one request together with its idempotency record. A body is made right before its
 * commit, or before the response, so that its timestamp is before no instant that it contains. Without a
 * claim (no Idempotency-Key) it commits the writes alone. `crashed`: the record of an earlier request that
 * never answered.
 */
export function createAnswerRecorder(
  claim: KeyedClaim | undefined,
  now: Date,
  rendering: Rendering,
  crashed: IdempotencyItem | undefined,
) {
  let running = crashed;
  let isStored = claim === undefined;
  let storedBody: string | undefined;
  const newBody = ({ message, data }: Answer) => successBody(message, data, new Date(), rendering.language);
  const answerWrite = (
    keyed: KeyedClaim,
    status: number,
    body: string,
    { owner, lastsUntil: until }: Pick<Answer, 'owner' | 'lastsUntil'> = {},
  ) => {
    const { answerKeys } = keyed;
    const { keys, of } = ownedBy(owner, answerKeys);
    const sealed = sealAnswer(body, keys, running?.pk ?? recordOf(keyed));
    const stored = { status, sealed, language: rendering.language, ...of };
    return writeAnswer(keyed, stored, now, { running, until });
  };

  const commitAnswer = async (writes: readonly Write[], answer: Answer): Promise<CommitResult> => {
    if (claim === undefined) return await commit(writes);
    const body = newBody(answer);
    const record = answerWrite(claim, answer.status ?? 200, body, answer);
    const result = await withRecord(writes, record);
    if (result.kind === 'committed') [isStored, storedBody] = [true, body];
    return result;
  };
  return {
    /** The body of the response: the stored one, byte for byte, if there is one. */
    bodyOf: (answer: Answer) => storedBody ?? newBody(answer),
    commits: {
      commit: commitAnswer,
      async commitBegun(writes: readonly Write[], subject: string): Promise<CommitResult> {
        if (claim === undefined || running) return await commit(writes);
        const result = await withRecord(writes, writeRunning(claim, subject, now));
        if (result.kind === 'committed') running = runningItem(claim, subject, now);
        return result;
      },
      async commitUndone(writes: readonly Write[]): Promise<CommitResult> {
        const result = running ? await withRecord(writes, writeForgotten(running)) : await commit(writes);
        // The call may start over, so the rejection that follows is not kept.
        isStored ||= result.kind === 'committed';
        return result;
      },
    },
    /** Stores the answer of work that had nothing to commit. */
    async store(answer: Answer): Promise<void> {
      if (!isStored) await commitAnswer([], answer);
    },
    /**
     * Stores the rejection of a business rule as an answer. Validation failures, refusals of a key, retryable
     * rejections and faults are not stored. Returns false if another request with the same key was answered
     * before.
     */
    async storeRejection(rejection: Rejection, at: Date): Promise<boolean> {
      const { status, retryable } = rowOf(rejection);
      if (claim === undefined || isStored || retryable || status < 404 || status >= 500) return true;
      const result = await commit([answerWrite(claim, status, failureBody(rejection, at, rendering))]);
      return result.kind === 'committed';
    },
  };
}
