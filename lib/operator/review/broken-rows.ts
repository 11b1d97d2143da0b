// The rows about money that break an invariant (payments.md 7), found by a scan of the whole table; and rows
// that waited for a person for this reason and hold again, which leave the review.
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { nextLookAt } from '#domain/payment/authorization.ts';
import { paymentWaiting } from '#domain/payment/payment.ts';
import { openRecheck } from '#domain/payment/recheck.ts';
import { PAYMENT } from '#store/payment/payment.ts';
import { isInReview, RECURRING_PAYMENT, writeLiveStep } from '#store/recurring-payment/recurring-payment.ts';
import { readRefund, writeRefund } from '#store/refund/refund.ts';
import { change, commit, type Write } from '#store/table/commit.ts';
import { dueAttributes, REVIEW_PARTITION } from '#store/table/keys.ts';
import type { RowName } from '#store/table/row-name.ts';
import { type Item, itemOf, table, tableName } from '#store/table/table.ts';
import { kindNamed, kindOf } from './kind-of.ts';

export type BrokenRow = { kind: RowName; row: string; broken: string[] };

/** Undefined if the row is sound, or knows nothing of money. */
export function brokenRow(item: Item): BrokenRow | undefined {
  const kind = kindOf(item);
  const broken = (kind && kindNamed(kind).brokenIn?.(item)) ?? [];
  return kind && broken.length > 0 ? { kind, row: `${item.pk} ${item.sk}`, broken } : undefined;
}

/** `released`: the number of rows that hold again and have left the review. */
export async function checkRows(): Promise<{ broken: BrokenRow[]; read: number; released: number }> {
  const result = { broken: [] as BrokenRow[], read: 0, released: 0 };
  for await (const item of allRows()) {
    result.read += 1;
    const found = brokenRow(item);
    if (found !== undefined) result.broken.push(found);
    const release = found === undefined && item['duePk'] === REVIEW_PARTITION ? releaseOf(item) : undefined;
    if (release && (await commit(release)).kind === 'committed') result.released += 1;
  }
  return result;
}

/** The writes that take a row out of the review; undefined if it waits there for another reason. */
function releaseOf(item: Item): Write[] | undefined {
  switch (item.sk) {
    case 'PAYMENT': {
      const payment = PAYMENT.read(item);
      const { status, authorization, paymentReferenceNumber: id } = payment;
      if (paymentWaiting(payment) !== undefined || openRecheck(payment) !== undefined) return undefined;
      // What is still reserved has an end.
      return status === 'Authorized' && authorization
        ? [change('payment', payment, dueAttributes('PAYMENT', id, nextLookAt(authorization)))]
        : [change('payment', payment, {}, ['duePk', 'dueSk'])];
    }
    case 'REFUND': {
      const stored = readRefund(item);
      return stored.refund.manualReview ? undefined : [writeRefund(stored, stored.refund)];
    }
    case 'RECURRING': {
      const plan = RECURRING_PAYMENT.read(item);
      const record = { ...plan.record, version: plan.record.version + 1 };
      return isInReview(plan) ? undefined : writeLiveStep(plan, { record, closedPeriods: [] });
    }
    default: {
      const [kind, { pk, sk, version }] = [kindOf(item), item];
      return kind && [change(kind, { pk, sk, version: Number(version) }, {}, ['duePk', 'dueSk'])];
    }
  }
}

async function* allRows(): AsyncGenerator<Item> {
  const scan = { TableName: tableName(), ConsistentRead: true };
  for await (const { Items = [] } of paginateScan({ client: table }, scan)) yield* Items.map(itemOf);
}
