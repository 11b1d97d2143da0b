// Runs every five minutes: recovers payments, refunds and charges whose outcome is unknown, and charges what
// is overdue. It selects by an inequality on time, so a missed sweep loses nothing.
import { recoverPayment } from '#flows/payment/hosted-page-payment.ts';
import { recoverRecurringPayment } from '#flows/recurring-payment/recovery.ts';
import { recoverRefund } from '#flows/refund/refund-recovery.ts';
import { countReviews, type DueItem, duePages } from '#store/table/due.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { withRequest, withSeparateCorrelation } from '#telemetry/request-context.ts';

/** The concurrency per shard: after an outage, the backlog must not hit the banks all at once. */
const AT_ONCE = 25;
/** Nothing is started that the function's timeout could interrupt: a call to a bank may take 20 seconds. */
const LAST_START_MS = 45_000;

type Tally = { found: number; settled: number };
/** The part of Lambda's context that the sweep needs. */
type InvocationContext = { getRemainingTimeInMillis(): number };

export async function handler(
  _event: unknown,
  context: InvocationContext & { awsRequestId: string },
): Promise<Tally> {
  return await withRequest(context.awsRequestId, () => sweep(context));
}

async function sweep(clock: InvocationContext): Promise<Tally> {
  const now = new Date();
  const tally: Tally = { found: 0, settled: 0 };
  const shards = duePages(now, AT_ONCE).map((pages) => sweepShard(pages, { now, clock, tally }));
  await Promise.all([...shards, reportReviews()]);
  log('info', 'sweep', tally);
  return tally;
}

/** Measured by every sweep, so that the alarm stays on until a person has resolved them. Never throws. */
async function reportReviews(): Promise<void> {
  try {
    const waiting = await countReviews();
    if (waiting > 0) measure({ ReviewsWaiting: waiting }, {});
  } catch (error) {
    log('error', 'reviews not counted', {}, error);
  }
}

/** Reads page by page, so that rows that fail again and again do not delay the others. */
async function sweepShard(
  pages: AsyncIterable<DueItem[]>,
  { now, clock, tally }: { now: Date; clock: InvocationContext; tally: Tally },
): Promise<void> {
  for await (const due of pages) {
    tally.found += due.length;
    if (due.length > 0 && clock.getRemainingTimeInMillis() < LAST_START_MS) {
      log('warn', 'sweep ran out of time', { found: due.length });
      return;
    }
    reportOverdue(due);
    const results = await Promise.allSettled(
      due.map((one) => withSeparateCorrelation(() => recover(one, now))),
    );
    for (const result of results) {
      if (result.status === 'rejected') log('error', 'sweep could not recover', {}, result.reason);
      else if (result.value === 'finalized') tally.settled += 1;
    }
  }
}

/**
 * Measured before the work, so that a sweep that times out still reports the backlog. An open attempt is not
 * overdue, because the bank was called.
 */
function reportOverdue(due: readonly DueItem[]): void {
  const charges = due.filter((one) => one.noun === 'RECURRING' && !one.hasOpenAttempt);
  if (charges.length > 0) measure({ ChargesOverdue: charges.length }, {});
}

async function recover(due: DueItem, now: Date): Promise<'finalized' | 'waiting'> {
  switch (due.noun) {
    case 'PAYMENT':
      return await recoverPayment(due.merchantId, due.paymentReferenceNumber, now);
    case 'REFUND':
      return await recoverRefund(due.merchantId, due.refundId, now);
    case 'RECURRING':
      return await recoverRecurringPayment(due.merchantId, due.recurringPaymentId, now);
    case 'UNREADABLE':
      throw new Error('The due row does not fit.', { cause: due.error });
  }
}
