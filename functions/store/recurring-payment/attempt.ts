// The attempts of a recurring payment: one row for each, in its partition.
import { defined } from '#domain/defined.ts';
import { attemptName } from '#domain/recurring-payment/attempt-name.ts';
import type { Attempt, RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { optional, text, type ValueOf, yes } from '#domain/shape.ts';
import { ABSENT, type Condition, type Write } from '../table/commit.ts';
import { brokenIn, type Invariants, requireSound, reviewOf } from '../table/invariants.ts';
import { ATTEMPT_SORTS, attemptKey, entityKey } from '../table/keys.ts';
import { type Kind, reviewEntry } from '../table/kind.ts';
import { loadRow, moneyRow, newItem, type Stored } from '../table/row.ts';
import { everyPage, type Item, queryChildren } from '../table/table.ts';
import { attemptShape } from './record.ts';

export type AttemptItem = Stored & StoredAttempt;

const INVARIANTS: Invariants<StoredAttempt> = {
  number: ({ attempt }) => attempt.attemptNumber > 0,
  payment: ({ attempt: { result }, paymentReferenceNumber }) =>
    result.status !== 'Succeeded' || result.paymentReferenceNumber === paymentReferenceNumber,
};

const fields = () => ({
  id: text,
  attempt: attemptShape(),
  /** Absent if the bank was not called. */
  paymentReferenceNumber: optional(text),
  /** The attempt was taken back and does not count; if it is made again, it replaces the row. */
  isHeld: optional(yes),
});
type StoredAttempt = ValueOf<typeof fields>;

export const ATTEMPT_ROW = /* @__PURE__ */ moneyRow<StoredAttempt>('attempt', INVARIANTS, fields);

export const attemptKind = () =>
  ({
    keys: [{ ...entityKey('{m}', 'RECURRING', '{id}'), sk: `${ATTEMPT_SORTS.from}{period}#{attempt}` }],
    readBy: 'merchant, newest period',
    indexes: { due: [reviewEntry('ATTEMPT')] },
    events: 'those of its recurring payment: charged and charge_failed',
    read: ATTEMPT_ROW.find,
    brokenIn: brokenIn(ATTEMPT_ROW),
  }) satisfies Kind;

export type AttemptDetails = {
  /** The payment of the step's attempt, if the bank is called. */
  paymentReferenceNumber?: string | undefined;
  /** The step takes the attempt back. */
  isHeld?: true | undefined;
  /** The step's attempt had failed, and has succeeded after all. */
  hasFailed?: true | undefined;
};

/**
 * A held attempt may be claimed again, but not under the number of an earlier claim: that is in its order
 * id.
 */
function newOrHeld({ asks = 0 }: Attempt): Condition {
  if (asks === 0) return ABSENT;
  const isLater = '(attribute_not_exists(#attempt.#asks) OR #attempt.#asks < :asks)';
  return {
    expression: `attribute_not_exists(#pk) OR (#isHeld = :held AND ${isLater})`,
    values: { ':held': true, ':asks': asks },
  };
}
const STILL_PROCESSING = {
  expression: '#attempt.#result.#status = :processing AND attribute_not_exists(#isHeld)',
  values: { ':processing': 'Processing' },
};
const STILL_FAILED = {
  expression: '#attempt.#result.#status = :failed AND attribute_not_exists(#isHeld)',
  values: { ':failed': 'Failed' },
};

/** A conflict if the attempt was claimed before (see `askAgain`), or has ended. */
export function writeAttempt(
  { merchantId, record: { id, openAttempt } }: { merchantId: string; record: RecurringPayment },
  attempt: Attempt,
  details: AttemptDetails,
): Write {
  const isEnd = openAttempt && attemptName(id, openAttempt) === attemptName(id, attempt);
  const { paymentReferenceNumber, isHeld, hasFailed } = details;
  const stored: StoredAttempt = {
    id: attemptName(id, attempt),
    attempt,
    ...defined({ paymentReferenceNumber }),
    ...(isHeld && { isHeld }),
  };
  const key = attemptKey(merchantId, id, attempt);
  if (attempt.result.status === 'Processing') requireSound(ATTEMPT_ROW, stored, key);
  const attributes = { ...ATTEMPT_ROW.attributes(stored), ...reviewOf(ATTEMPT_ROW, stored, key) };
  // The row is not read before its end, so it is updated: attributes that a newer version has written stay.
  if (hasFailed) return { what: 'attempt', kind: 'update', key, set: attributes, condition: STILL_FAILED };
  return isEnd
    ? { what: 'attempt', kind: 'update', key, set: attributes, condition: STILL_PROCESSING }
    : { what: 'attempt', kind: 'put', item: newItem(key, attributes), condition: newOrHeld(attempt) };
}

export const loadAttempt = (
  merchantId: string,
  id: string,
  attempt: Pick<Attempt, 'periodNumber' | 'attemptNumber'>,
): Promise<AttemptItem | undefined> => loadRow(ATTEMPT_ROW, attemptKey(merchantId, id, attempt));

/** Attempts after the sort key `after`, of the newest period first, without held ones. A consistent read. */
export async function listAttempts(
  merchantId: string,
  id: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<{ items: AttemptItem[]; next: string | undefined }> {
  // One row more than wanted shows if there are more; `after` itself is read again and left out.
  const read: Item[] = [];
  const pages = everyPage(queryChildren, {
    partition: entityKey(merchantId, 'RECURRING', id).pk,
    from: ATTEMPT_SORTS.from,
    to: after ?? ATTEMPT_SORTS.to,
    limit: limit + 2,
  });
  for await (const page of pages) {
    read.push(...page);
    if (read.length >= limit + 2) break;
  }
  const rows = read.filter(({ sk }) => sk !== after).map(ATTEMPT_ROW.read);
  const items = rows.slice(0, limit);
  const next = rows.length > limit ? items.at(-1)?.sk : undefined;
  return { items: items.filter(({ isHeld }) => isHeld === undefined), next };
}
