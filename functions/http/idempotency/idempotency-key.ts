// Idempotency-Key (api.md 7): one key, one effect, one answer. The first request commits a success together
// with its effect; other answers follow in a second write. A repeated request gets that answer byte for byte.
// Between the claim of a refund and its answer it gets REQUEST_IN_PROGRESS; after a crash it continues the
// work of the first request.

import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { merchantDigestTexts } from '#domain/digest-key.ts';
import { MAX_IDEMPOTENCY_KEY } from '#domain/limits.ts';
import { Rejection } from '#domain/rejection.ts';
import type { RejectionCode } from '#domain/rejection-table.ts';
import { type IdempotencyClaim, type IdempotencyItem, loadIdempotency } from '#store/idempotency.ts';
import type { Caller } from '../caller.ts';
import { jsonResponse } from '../envelope.ts';
import { type AnswerKeys, answerKeysOf, keysOfOwner, openAnswer } from './answer-seal.ts';

export const VISIBLE_ASCII = new RegExp(`^[\\x21-\\x7e]{1,${MAX_IDEMPOTENCY_KEY}}$`);
/** Longer than any function runs: a request without an answer by then has crashed. */
const CRASHED_AFTER_MS = 60_000;

/** A secret is repeated for so long, for a caller whose connection broke (api.md 7.11). */
const SHOWN_FOR_MS = 60_000;

function withoutSecret(body: string, name: string): string {
  const answer = JSON.parse(body) as { data: Record<string, unknown> };
  return JSON.stringify(name in answer.data ? { ...answer, data: { ...answer.data, [name]: null } } : answer);
}

/** A claim with the keys that encrypt and decrypt the stored answer. */
export type KeyedClaim = IdempotencyClaim & { answerKeys: AnswerKeys };

/**
 * The claim of a request's key; undefined if the request has none. An answer that shows a secret once is repeated
 * to its own API key alone: `revoke` then knows who has seen it. Throws IDEMPOTENCY_KEY_INVALID.
 */
export function readIdempotencyKey(
  event: APIGatewayProxyEvent,
  key: string | undefined,
  { merchantId, keyId, digestKey }: Caller,
  { shownOnce }: { shownOnce?: string },
): KeyedClaim | undefined {
  if (key === undefined) return undefined;
  if (!VISIBLE_ASCII.test(key)) throw new Rejection('IDEMPOTENCY_KEY_INVALID');
  const macs = (...parts: string[]) => merchantDigestTexts(digestKey, parts.join('\n'));
  const [digest, ...otherDigests] = macs('idempotency', event.httpMethod, event.path, key);
  const [fingerprint, ...otherFingerprints] = macs('body', ...(shownOnce ? [keyId] : []), event.body ?? '');
  const answerKeys = answerKeysOf(digestKey);
  return { merchantId, digest, otherDigests, fingerprint, otherFingerprints, answerKeys };
}

type Earlier =
  | { kind: 'none' }
  | { kind: 'answered'; response: APIGatewayProxyResult }
  /** An earlier request began and never answered; `item.subject` is the id of the object that it created. */
  | { kind: 'crashed'; item: IdempotencyItem };

/** The owners of the personal data in an endpoint's answers. */
export type AnswerOwners = {
  /** The rejection of a repeated call after the owner, and the answer with it, was erased. */
  erased: RejectionCode;
  /** Undefined if the owner is erased. */
  loadSecret(merchantId: string, id: string): Promise<Uint8Array | undefined>;
};

async function ownersKeys({ merchantId, answerKeys }: KeyedClaim, id: string, owners?: AnswerOwners) {
  if (owners === undefined) throw new Error('The endpoint does not tell the owners of its answers.');
  const secret = await owners.loadSecret(merchantId, id);
  if (secret === undefined) throw new Rejection(owners.erased);
  return keysOfOwner(answerKeys, secret);
}

/** Throws IDEMPOTENCY_KEY_REUSED or REQUEST_IN_PROGRESS. */
export async function earlierAnswer(
  claim: KeyedClaim,
  now: Date,
  requestId: string,
  { owners, shownOnce }: { owners?: AnswerOwners; shownOnce?: string },
): Promise<Earlier> {
  const item = await loadIdempotency(claim, now);
  if (item === undefined) return { kind: 'none' };
  const fingerprints = [claim.fingerprint, ...(claim.otherFingerprints ?? [])];
  if (!fingerprints.includes(item.fingerprint)) throw new Rejection('IDEMPOTENCY_KEY_REUSED');
  if (item.answer) {
    const { status, sealed, language, owner } = item.answer;
    const keys = owner === undefined ? claim.answerKeys : await ownersKeys(claim, owner, owners);
    const stored = openAnswer(sealed, keys, item.pk);
    const isFresh = now.getTime() <= Date.parse(item.startedAt) + SHOWN_FOR_MS;
    const body = shownOnce === undefined || isFresh ? stored : withoutSecret(stored, shownOnce);
    const replayed = { 'Idempotent-Replayed': 'true' };
    return { kind: 'answered', response: jsonResponse(status, body, { language, requestId }, replayed) };
  }
  if (now.getTime() < Date.parse(item.startedAt) + CRASHED_AFTER_MS) {
    throw new Rejection('REQUEST_IN_PROGRESS');
  }
  return { kind: 'crashed', item };
}
