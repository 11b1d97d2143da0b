// What was answered to an Idempotency-Key. Written in the same transaction as the effect it speaks of, so
// that there is never one without the other.
import type { Language } from '#domain/language.ts';
import { integer, object, oneOf, optional, text } from '#domain/shape.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { change, create, type Write } from './table/commit.ts';
import { idempotencyKey } from './table/keys.ts';
import { loadRow, newItem, row, type Stored } from './table/row.ts';

type StoredAnswer = { status: number; body: string; language: Language };
type IdempotencyRecord = {
  /** A keyed MAC of the request body: a plain hash of a card could be reversed by trying all cards. */
  fingerprint: string;
  startedAt: string;
  /** While it runs: what the work had made, so that a repeat goes on with it instead of starting over. */
  subject?: string;
  answer?: StoredAnswer;
  expiresAtSeconds: number;
};
export type IdempotencyItem = Stored & IdempotencyRecord;

const IDEMPOTENCY = /* @__PURE__ */ row<IdempotencyRecord>('idempotency', () => ({
  fingerprint: text,
  startedAt: text,
  subject: optional(text),
  answer: optional(object({ status: integer, body: text, language: oneOf(['tr', 'en']) })),
  expiresAtSeconds: integer,
}));

export type IdempotencyClaim = { merchantId: string; digest: string; fingerprint: string };

const KEPT_DAYS = 30;

/** The record of a key, if it is not older than 30 days by our clock. */
export async function loadIdempotency(
  claim: IdempotencyClaim,
  now: Date,
): Promise<IdempotencyItem | undefined> {
  const item = await loadRow(IDEMPOTENCY, idempotencyKey(claim.merchantId, claim.digest));
  const isKept = item !== undefined && Date.parse(item.startedAt) + KEPT_DAYS * DAY_MS > now.getTime();
  return isKept ? item : undefined;
}

function newRecord(claim: IdempotencyClaim, now: Date): IdempotencyRecord {
  return {
    fingerprint: claim.fingerprint,
    startedAt: now.toISOString(),
    expiresAtSeconds: Math.ceil(now.getTime() / 1000) + KEPT_DAYS * 86_400,
  };
}

/** A record whose thirty days are over may still lie in the table; it gives way as if it were not there. */
function fresh({ merchantId, digest }: IdempotencyClaim, record: IdempotencyRecord, now: Date): Write {
  const item = newItem(idempotencyKey(merchantId, digest), IDEMPOTENCY.attributes(record));
  const expression = 'attribute_not_exists(#pk) OR #startedAt <= :oldest';
  const oldest = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString();
  return { ...create('idempotency', item), condition: { expression, values: { ':oldest': oldest } } };
}

/** The work has begun and made `subject`; a bank will be asked before there is an answer. */
export const writeRunning = (claim: IdempotencyClaim, subject: string, now: Date): Write =>
  fresh(claim, { ...newRecord(claim, now), subject }, now);

/** The answer, once and for all. `running` is the record of the begun work, where there was one. */
export function writeAnswer(
  claim: IdempotencyClaim,
  answer: StoredAnswer,
  now: Date,
  running?: IdempotencyItem,
): Write {
  return running
    ? change('idempotency', running, { answer })
    : fresh(claim, { ...newRecord(claim, now), answer }, now);
}

/** As if the key had never come: its work was undone, and a repeat may start over. */
export const writeForgotten = (running: IdempotencyItem): Write =>
  change('idempotency', running, { startedAt: new Date(0).toISOString() });

/** The record as `writeRunning` leaves it, for the answer that follows. */
export const runningItem = (claim: IdempotencyClaim, subject: string, now: Date): IdempotencyItem => ({
  ...idempotencyKey(claim.merchantId, claim.digest),
  version: 1,
  ...newRecord(claim, now),
  subject,
});
