// The records of Idempotency-Keys. An answer is written in the same transaction as its effect, so that there
// is never one without the other.
import { IDEMPOTENCY_DAYS } from '#domain/limits.ts';
import { bytes, integer, object, oneOf, optional, text, type ValueOf } from '#domain/shape.ts';
import { DAY_MS, SECOND_MS } from '#domain/time/duration.ts';
import { change, create, type Write } from './table/commit.ts';
import { idempotencyKey } from './table/keys.ts';
import type { Kind } from './table/kind.ts';
import { loadRow, newItem, row, type Stored } from './table/row.ts';

const answerFields = () => ({
  status: integer,
  language: oneOf(['tr', 'en']),
  /** The encrypted body. */
  sealed: bytes,
  /** The id of the customer or card whose secret is needed to decrypt it. */
  owner: optional(text),
});
type StoredAnswer = ValueOf<typeof answerFields>;

export type IdempotencyItem = Stored & IdempotencyRecord;

const fields = () => ({
  /** A keyed MAC of the request body: the plain hash of a card could be reversed by trying all cards. */
  fingerprint: text,
  startedAt: text,
  /** While the call runs: the id of the object that it created, so that a repeated call continues with it. */
  subject: optional(text),
  answer: optional(object(answerFields())),
  expiresAtSeconds: integer,
});
type IdempotencyRecord = ValueOf<typeof fields>;

const IDEMPOTENCY = /* @__PURE__ */ row<IdempotencyRecord>('idempotency', fields);

export const idempotencyKind = () =>
  ({
    keys: [idempotencyKey('{m}', '{digest}')],
    readBy: 'repeated calls',
    grants: { idempotency: 'the answers of idempotency keys' },
    events: 'nothing: it repeats an answer',
    read: IDEMPOTENCY.find,
  }) satisfies Kind;

export type IdempotencyClaim = {
  merchantId: string;
  digest: string;
  fingerprint: string;
  /** Digests by other versions of the merchant's key: records are found under them, but never created. */
  otherDigests?: readonly string[];
  otherFingerprints?: readonly string[];
};

/** The row of a claim's record, to which its answer is bound. */
export const recordOf = ({ merchantId, digest }: IdempotencyClaim): string =>
  idempotencyKey(merchantId, digest).pk;

/** The record of a key, if by the clock it is still remembered. */
export async function loadIdempotency(
  claim: IdempotencyClaim,
  now: Date,
): Promise<IdempotencyItem | undefined> {
  for (const digest of [claim.digest, ...(claim.otherDigests ?? [])]) {
    const item = await loadRow(IDEMPOTENCY, idempotencyKey(claim.merchantId, digest));
    if (item && item.expiresAtSeconds * SECOND_MS > now.getTime()) return item;
  }
  return undefined;
}

/** `until`: ISO, if what the call created lasts for longer than records do. */
function newRecord(claim: IdempotencyClaim, now: Date, until?: string): IdempotencyRecord {
  const endMs = Math.max(now.getTime() + IDEMPOTENCY_DAYS * DAY_MS, Date.parse(until ?? now.toISOString()));
  return {
    fingerprint: claim.fingerprint,
    startedAt: now.toISOString(),
    expiresAtSeconds: Math.ceil(endMs / SECOND_MS),
  };
}

/** Replaces a record whose time is over and that the time-to-live has not removed yet. */
function fresh({ merchantId, digest }: IdempotencyClaim, record: IdempotencyRecord, now: Date): Write {
  const item = newItem(idempotencyKey(merchantId, digest), IDEMPOTENCY.attributes(record));
  const expression = 'attribute_not_exists(#pk) OR #expiresAtSeconds <= :now';
  const values = { ':now': Math.floor(now.getTime() / SECOND_MS) };
  return { ...create('idempotency', item), condition: { expression, values } };
}

/** The call has created `subject` and is going to call the bank before it has an answer. */
export const writeRunning = (claim: IdempotencyClaim, subject: string, now: Date): Write =>
  fresh(claim, { ...newRecord(claim, now), subject }, now);

/** The final answer. `running`: the record that `writeRunning` made, if any. `until`: see `newRecord`. */
export function writeAnswer(
  claim: IdempotencyClaim,
  answer: StoredAnswer,
  now: Date,
  { running, until }: { running?: IdempotencyItem | undefined; until?: string | undefined } = {},
): Write {
  return running
    ? change('idempotency', running, { answer })
    : fresh(claim, { ...newRecord(claim, now, until), answer }, now);
}

/** Forgets the key, because the work was undone: a repeated call starts over. */
export const writeForgotten = (running: IdempotencyItem): Write =>
  change('idempotency', running, {
    expiresAtSeconds: Math.floor(Date.parse(running.startedAt) / SECOND_MS),
  });

/** The record that `writeRunning` makes, for the answer that follows. */
export const runningItem = (claim: IdempotencyClaim, subject: string, now: Date): IdempotencyItem => ({
  ...idempotencyKey(claim.merchantId, claim.digest),
  version: 1,
  ...newRecord(claim, now),
  subject,
});
