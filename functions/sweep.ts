// Runs every five minutes: recovers payments, refunds and charges whose outcome is unknown, and makes overdue
// charges. In each minute in between it recovers only buyers' payments and refunds. Each minute it asks banks
// that do not answer, and those of live accounts. It selects rows by an inequality on time, so a missed sweep
// loses nothing.
import { defined } from '#domain/defined.ts';
import { mustReviewAt } from '#domain/payment/payment.ts';
import { connectBank, connectBankOf } from '#flows/bank-connection.ts';
import { accessTo, type BankAccess, refreshBreaker } from '#flows/bank-gate.ts';
import { probeBank } from '#flows/bank-probe.ts';
import { whileLeased } from '#flows/lease.ts';
import { recoverPayment } from '#flows/payment/payment-recovery.ts';
import { recheckSale } from '#flows/payment/recheck.ts';
import { recoverHeldCharges, releaseLimitedCharges } from '#flows/recurring-payment/held-charges.ts';
import { recoverRecurringPayment } from '#flows/recurring-payment/recovery.ts';
import { recheckRefund } from '#flows/refund/recheck.ts';
import { recoverRefund } from '#flows/refund/refund-recovery.ts';
import { type BankQueue, openBankQueue, type SweptRow } from '#flows/sweep/bank-queue.ts';
import { shareOut } from '#flows/sweep/charge-shares.ts';
import { measureNewStage } from '#flows/sweep/new-stage.ts';
import { oneByOne } from '#flows/sweep/one-by-one.ts';
import { type RowOffer, readShard } from '#flows/sweep/shard-reader.ts';
import { type DueItem, readDue, readSwept } from '#store/due.ts';
import { firstReviews, type SweptPage, sweptBuyersPages, sweptPages } from '#store/table/due.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { type Invocation, withInvocation, withSeparateCorrelation } from '#telemetry/request-context.ts';

/** Most rows in manual review that one sweep reads. */
const MOST_REVIEWS = 200;
/** Nothing is started that the function's timeout could interrupt: a call to a bank may take 20 seconds. */
const LAST_START_MS = 45_000;

type Tally = { found: number; settled: number; deferred: number };
/** The value of `only` in the event of the minutes in between. */
const BUYERS = 'buyers';

export async function handler(event: unknown, context: Invocation): Promise<Tally> {
  const isBuyersOnly = (event as { only?: unknown } | null)?.only === BUYERS;
  const idle = { found: 0, settled: 0, deferred: 0 };
  return await withInvocation(context, async () => {
    const swept = whileLeased(() => sweep(context, isBuyersOnly), idle);
    const [tally] = await Promise.all([swept, measureNewStage()]);
    return tally;
  });
}

async function sweep(clock: Invocation, isBuyersOnly: boolean): Promise<Tally> {
  const now = new Date();
  const tally: Tally = { found: 0, settled: 0, deferred: 0 };
  const hasTime = () => clock.getRemainingTimeInMillis() >= LAST_START_MS;
  const probeOnce = probing();
  const recover = oneByOne((row) => recoverRow(row, tally, probeOnce), hasTime);
  const queues = new Map<string, BankQueue>();
  const queueOf = ({ address }: BankAccess): BankQueue => {
    const probe = () => probeOnce(address);
    const bank = accessTo(address);
    const queue = queues.get(address) ?? openBankQueue({ bank, probe, recover, shareOut, hasTime });
    queues.set(address, queue);
    return queue;
  };
  const reading = { now, hasTime, tally, queueOf };
  const pages = isBuyersOnly ? sweptBuyersPages(now) : sweptPages(now);
  const readers = pages.map((shard) => readShard(shard, hasTime, (page) => offerPage(page, reading)));
  const [overdue] = await Promise.all([
    Promise.all(readers),
    ...(isBuyersOnly ? [] : [readReviews(reading)]),
  ]);
  reportOverdue(overdue.reduce((sum, one) => sum + one, 0));
  await Promise.all([...queues].map(([bank, queue]) => finishQueue(bank, queue, tally)));
  if (!hasTime()) log('warn', 'sweep ran out of time', tally);
  log('info', 'sweep', tally);
  return tally;
}

type Probe = (address: string) => Promise<void>;
/** Whoever needs the bank's answer too waits for the inquiry under way: a second one would not be made. */
function probing(): Probe {
  const begun = new Map<string, Promise<void>>();
  return (address) => {
    const probe = begun.get(address) ?? probeBank(address);
    begun.set(address, probe);
    return probe;
  };
}

async function finishQueue(bank: string, queue: BankQueue, tally: Tally): Promise<void> {
  const { deferred } = await queue.finish();
  tally.deferred += deferred;
  if (deferred === 0) return;
  log('warn', 'sweep waits for a bank', { bank, found: deferred });
  if (await accessTo(bank).isShut()) measure({ BanksDown: 1 }, { bank });
}

type ReadableItem = Exclude<DueItem, { noun: 'UNREADABLE' }>;
type SweepRun = {
  now: Date;
  hasTime(): boolean;
  tally: Tally;
  queueOf(access: BankAccess): BankQueue;
};

async function offerPage(page: SweptPage, reading: SweepRun): Promise<RowOffer[]> {
  const due = readSwept(page);
  reading.tally.found += due.length;
  return await Promise.all(due.map((one) => offerRow(one, reading)));
}

/**
 * Measures the manual reviews in every whole sweep, so that the alarm stays on until all are resolved. The
 * sweep asks the bank again about due reviews, because it may answer by now, but not about refunds that were
 * never sent. Never throws.
 */
async function readReviews(reading: SweepRun): Promise<void> {
  try {
    const reviews = (await firstReviews(MOST_REVIEWS)).map(readDue);
    if (reviews.length > 0) measure({ ReviewsWaiting: reviews.length }, {});
    const due = reviews.filter(({ dueAt }) => dueAt <= reading.now.toISOString());
    const asked = due.filter((one) => one.noun !== 'REFUND' || one.sentAt !== undefined);
    reading.tally.found += asked.length;
    await Promise.all(asked.map((one) => offerRow(one, reading, { cannotWait: false })));
  } catch (error) {
    log('error', 'reviews not counted', {}, error);
  }
}

/**
 * Puts a row into the queue of its bank, which may refuse it. A row whose bank cannot be connected fails
 * alone. A charge with an open attempt is not overdue, because the bank was called, and one whose bank is
 * down waits for it.
 */
async function offerRow(
  due: DueItem,
  { now, queueOf }: SweepRun,
  urgency: Partial<Pick<SweptRow, 'cannotWait'>> = {},
): Promise<RowOffer> {
  const isUnreadable = due.noun === 'UNREADABLE' && due.item.sk === 'RECURRING';
  const isCharge = isUnreadable || (due.noun === 'RECURRING' && !due.hasOpenAttempt);
  try {
    if (due.noun === 'UNREADABLE') throw new Error('The due row does not fit.', { cause: due.error });
    const access = await accessOf(due);
    const isOverdue = isCharge && !(await access.isShut());
    return { isOverdue, isRefused: !queueOf(access).offer({ ...rowOf(due, now), access, ...urgency }) };
  } catch (error) {
    log('error', 'sweep could not recover', {}, error);
    return { isOverdue: isCharge, isRefused: false };
  }
}

/** A row uses the POS that it names. A hold, or a charge that was not sent, uses the current POS. */
async function accessOf(due: ReadableItem): Promise<BankAccess> {
  if (due.noun === 'BANK') {
    // This container may not know yet that the bank is down.
    await refreshBreaker(due.address, 0);
    return accessTo(due.address);
  }
  const { noun, merchantId, posId, sentAt } = due;
  const isNew = noun === 'HOLD' || noun === 'TRIES' || (noun === 'RECURRING' && sentAt === undefined);
  const sentTo = { merchantId, ...defined({ posId }) };
  return (await (isNew ? connectBank(merchantId) : connectBankOf(sentTo))).access;
}

function rowOf(due: ReadableItem, now: Date): Omit<SweptRow, 'access'> {
  const { noun, merchantId, sentAt, asksNoBank, isResolved } = due;
  const mustReview = sentAt !== undefined && mustReviewAt(Date.parse(sentAt), now.getTime());
  const row = { noun, merchantId, asksNoBank, cannotWait: isResolved || mustReview };
  switch (noun) {
    case 'PAYMENT':
      return {
        ...row,
        noun: due.isRecheck ? 'RECHECK' : noun,
        id: due.paymentReferenceNumber,
        isBuyers: !due.isRecheck,
      };
    case 'REFUND':
      return {
        ...row,
        noun: due.isRecheck ? 'REFUND_RECHECK' : noun,
        id: due.refundId,
        group: due.transactionId,
        isBuyers: !due.isRecheck,
      };
    case 'RECURRING':
      return { ...row, id: due.recurringPaymentId, isBuyers: due.hasOpenAttempt };
    case 'HOLD':
      return { ...row, id: due.scope, isBuyers: false };
    case 'TRIES':
      return { ...row, id: due.cardFingerprint, isBuyers: false };
    case 'BANK':
      return { ...row, id: due.address, isBuyers: true };
  }
}

/** Measured before charges are made, so that a sweep that times out still reports the backlog. */
function reportOverdue(count: number): void {
  if (count > 0) measure({ ChargesOverdue: count }, {});
}

/** Never throws, so that other rows are recovered. A sweep takes minutes, so each row has its own `now`. */
async function recoverRow(row: SweptRow, tally: Tally, probe: Probe): Promise<void> {
  try {
    const ended = await withSeparateCorrelation(() => recover(row, new Date(), probe));
    if (ended === 'finalized') tally.settled += 1;
  } catch (error) {
    log('error', 'sweep could not recover', {}, error);
  }
}

async function recover(
  { noun, merchantId, id }: SweptRow,
  now: Date,
  probe: Probe,
): Promise<'finalized' | 'waiting'> {
  switch (noun) {
    case 'PAYMENT':
      return await recoverPayment(merchantId, id, now);
    case 'RECHECK':
      return await recheckSale(merchantId, id, now);
    case 'REFUND':
      return await recoverRefund(merchantId, id, now);
    case 'REFUND_RECHECK':
      return await recheckRefund(merchantId, id, now);
    case 'RECURRING':
      return await recoverRecurringPayment(merchantId, id, now);
    case 'HOLD':
      return await recoverHeldCharges(merchantId, id, now);
    case 'TRIES':
      return await releaseLimitedCharges(merchantId, id, now);
    case 'BANK':
      await probe(id);
      return 'waiting';
  }
}
