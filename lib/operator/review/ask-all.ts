// Makes everything due whose outcome is not known, so that the next sweep asks the banks about all of it:
// after a bank's fault that it only now has mended, or to hasten what was planned for hours later.
import { reviewedRefund } from '#domain/refund/refund-progress.ts';
import { refundStep } from '#domain/refund/refund-step.ts';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import { PAYMENT, writePaymentDue, writePaymentReview } from '#store/payment/payment.ts';
import {
  RECURRING_PAYMENT,
  type RecurringPaymentItem,
  writePendingSale,
} from '#store/recurring-payment/recurring-payment.ts';
import { readRefund } from '#store/refund/refund.ts';
import { writeRefundStep } from '#store/refund/refund-transition.ts';
import { commit, type Write } from '#store/table/commit.ts';
import { type DueItem, duePages, reviewPages } from '#store/table/due.ts';
import { REVIEW_PARTITION } from '#store/table/keys.ts';

/** No inquiry is planned later than the longest delay between two. */
const HORIZON_MS = DAY_MS + HOUR_MS;
const ROWS_PER_READ = 100;

/** `changed`: rows that a sweep or a merchant changed at the same moment, so that they are left alone. */
type AskedAll = { asked: number; changed: number };

/** `merchantId`: only the rows of this merchant. */
export async function askAll(now: Date, merchantId?: string): Promise<AskedAll> {
  const result: AskedAll = { asked: 0, changed: 0 };
  const until = new Date(now.getTime() + HORIZON_MS);
  for (const pages of [...duePages(until, ROWS_PER_READ), reviewPages()]) {
    for await (const page of pages) {
      for (const due of page) {
        const writes = isOf(due, merchantId) ? writesFor(due, now) : [];
        if (writes.length === 0) continue;
        if ((await commit(writes)).kind === 'committed') result.asked += 1;
        else result.changed += 1;
      }
    }
  }
  return result;
}

const isOf = (due: DueItem, merchantId: string | undefined) =>
  due.noun !== 'UNREADABLE' && (merchantId === undefined || due.merchantId === merchantId);

/** None for what is due already, for a charge that is only planned, and for what waits for no answer. */
function writesFor(due: DueItem, now: Date): Write[] {
  const at = now.toISOString();
  const isInReview = due.item['duePk'] === REVIEW_PARTITION;
  if (!isInReview && due.dueAt <= at) return [];
  switch (due.noun) {
    case 'PAYMENT': {
      const payment = PAYMENT.read(due.item);
      // Nor a second look: its outcome is known, and it has its time.
      const isDecided = !isInReview && payment.status !== 'Processing';
      if (payment.step === 'Challenge' || isDecided) return [];
      return [isInReview ? writePaymentReview(payment, at) : writePaymentDue(payment, at, due.dueAt)];
    }
    case 'REFUND': {
      const stored = readRefund(due.item);
      // It waits for the bank's batch to close.
      if (!isInReview && stored.refund.sent === undefined) return [];
      const step = refundStep(stored.refund, reviewedRefund(stored.refund, undefined, now), 'Continue');
      return writeRefundStep(stored, undefined, step);
    }
    case 'RECURRING':
      return chargeWrites(RECURRING_PAYMENT.read(due.item), at);
    // A probe asks by itself (recurring-payments.md R27).
    case 'HOLD':
    case 'UNREADABLE':
      return [];
  }
}

function chargeWrites(item: RecurringPaymentItem, at: string): Write[] {
  const { pendingSale, record } = item;
  if (record.openAttempt === undefined || pendingSale === undefined) return [];
  return [writePendingSale(item, { ...pendingSale, inquiryAt: at })];
}
