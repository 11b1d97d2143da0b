// Makes all rows with an unknown outcome due, so that the next sweep asks the banks about them: after a bank
// has repaired a fault, or to hasten inquiries that are planned for hours later.

import { paymentWaiting } from '#domain/payment/payment.ts';
import { reviewedRefund } from '#domain/refund/refund-progress.ts';
import { refundStep } from '#domain/refund/refund-step.ts';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import { paymentReferenceOf } from '#flows/recurring-payment/attempt-sale.ts';
import { type DueItem, readDue } from '#store/due.ts';
import { writePaymentDue, writePaymentReview } from '#store/payment/inquiry.ts';
import { PAYMENT } from '#store/payment/payment.ts';
import { RECURRING_PAYMENT, type RecurringPaymentItem } from '#store/recurring-payment/recurring-payment.ts';
import { readRefund } from '#store/refund/refund.ts';
import { writeRefundStep } from '#store/refund/refund-transition.ts';
import { commit, type Write } from '#store/table/commit.ts';
import { duePages, reviewPages } from '#store/table/due.ts';
import { REVIEW_PARTITION } from '#store/table/keys.ts';
import type { ReviewTarget } from '../review.ts';
import { writeAskedCharge } from './asked-charge.ts';
import { brokenRow } from './broken-rows.ts';

/** No inquiry is planned later than this: the longest delay between two inquiries. */
const HORIZON_MS = DAY_MS + HOUR_MS;
const ROWS_PER_READ = 100;

/** `changed`: rows that were skipped because a sweep or a merchant changed them at the same moment. */
type AskedAll = { asked: ReviewTarget[]; changed: number };

/** `merchantId` limits the inquiries to one merchant. */
export async function askAll(now: Date, merchantId?: string): Promise<AskedAll> {
  const result: AskedAll = { asked: [], changed: 0 };
  const until = new Date(now.getTime() + HORIZON_MS);
  for (const pages of [...duePages(until, ROWS_PER_READ), reviewPages()]) {
    for await (const page of pages) {
      for (const due of page.filter((item) => brokenRow(item) === undefined).map(readDue)) {
        const asking = isOf(due, merchantId) ? askingFor(due, now) : undefined;
        if (asking === undefined) continue;
        if ((await commit(asking.writes)).kind === 'committed') result.asked.push(asking.target);
        else result.changed += 1;
      }
    }
  }
  return result;
}

const isOf = (due: DueItem, merchantId: string | undefined) =>
  due.noun !== 'UNREADABLE' && (merchantId === undefined || due.merchantId === merchantId);

type ReviewQuestion = { target: ReviewTarget; writes: Write[] };

/**
 * Undefined for a row that is already due, a charge that is only planned, and a row that awaits no bank
 * answer.
 */
function askingFor(due: DueItem, now: Date): ReviewQuestion | undefined {
  const at = now.toISOString();
  const isInReview = due.item['duePk'] === REVIEW_PARTITION;
  if (!isInReview && due.dueAt <= at) return undefined;
  switch (due.noun) {
    case 'PAYMENT': {
      const payment = PAYMENT.read(due.item);
      // A payment with a known outcome may be due for a second inquiry, which keeps its planned time.
      const isDecided = !isInReview && paymentWaiting(payment) === undefined;
      if (payment.step === 'Challenge' || isDecided) return undefined;
      const { merchantId, paymentReferenceNumber } = payment;
      const write = isInReview ? writePaymentReview(payment, at) : writePaymentDue(payment, at, due.dueAt);
      return { target: { merchantId, paymentReferenceNumber }, writes: [write] };
    }
    case 'REFUND': {
      const stored = readRefund(due.item);
      const { status, sent } = stored.refund;
      // A refund that has ended keeps the time of its look. One that was not sent waits for the bank's batch
      // to close, or for a person: nothing of it is at the bank.
      if (status !== 'Processing' || sent === undefined) return undefined;
      const { merchantId, refundId } = stored.refund;
      const step = refundStep(stored.refund, reviewedRefund(stored.refund, undefined, now), 'Continue');
      return { target: { merchantId, refundId }, writes: writeRefundStep(stored, undefined, step) };
    }
    case 'RECURRING':
      return askingForCharge(RECURRING_PAYMENT.read(due.item), at);
    // A hold and a bank are probed on their own schedules (recurring-payments.md R27, payments.md 4.2).
    case 'HOLD':
    case 'TRIES':
    case 'BANK':
    case 'UNREADABLE':
      return undefined;
  }
}

function askingForCharge(item: RecurringPaymentItem, at: string): ReviewQuestion | undefined {
  const { merchantId, pendingSale, record } = item;
  const { id, openAttempt: attempt } = record;
  if (attempt === undefined || pendingSale === undefined) return undefined;
  const target = { merchantId, paymentReferenceNumber: paymentReferenceOf(id, attempt) };
  return { target, writes: writeAskedCharge(item, { attempt, pendingSale }, at) };
}
