// Reads the periods of a recurring payment: the record, its attempts and the runs that closed periods are
// read at the same time, and combined for each period.
import { isUuid } from '#domain/id.ts';
import {
  newestPeriodBegun,
  type Period,
  type PeriodFacts,
  periodOf,
} from '#domain/recurring-payment/period/period.ts';
import { firstPeriodNumber } from '#domain/recurring-payment/plan.ts';
import { entityKey, periodSorts } from '../table/keys.ts';
import type { Item } from '../table/table.ts';
import { queryChildren } from '../table/table.ts';
import { ATTEMPT_ROW, type AttemptItem } from './attempt.ts';
import { CLOSED_PERIODS, ENDED_PERIOD, type EndedPeriodItem, loadEndedPeriod } from './closed-periods.ts';
import { loadRecurringPayment, type RecurringPaymentItem } from './recurring-payment.ts';

/** Newest first, at most `limit` rows of one kind, of periods up to `through`. */
async function rowsThrough(
  [merchantId, id]: readonly [string, string],
  kind: keyof typeof periodSorts,
  { through, limit, from }: { through: number | undefined; limit: number; from?: number },
): Promise<Item[]> {
  const { pk: partition } = entityKey(merchantId, 'RECURRING', id);
  const page = await queryChildren({ partition, ...periodSorts[kind](from, through), limit });
  return page.items;
}

export type ReadPeriod = PeriodFacts & { item: RecurringPaymentItem; endedItem: EndedPeriodItem | undefined };

/** The stored facts of one period; undefined if there is no such recurring payment. */
export async function loadPeriod(
  merchantId: string,
  id: string,
  periodNumber: number,
): Promise<ReadPeriod | undefined> {
  if (!isUuid(id)) return undefined;
  const one = { through: periodNumber, limit: 1 };
  const [item, endedItem, [run], attempts] = await Promise.all([
    loadRecurringPayment(merchantId, id),
    loadEndedPeriod(merchantId, id, periodNumber),
    rowsThrough([merchantId, id], 'runs', one),
    rowsThrough([merchantId, id], 'attempts', { ...one, from: periodNumber, limit: 2 }),
  ]);
  if (item === undefined) return undefined;
  const closed = run && CLOSED_PERIODS.read(run);
  const isClosed = closed !== undefined && closed.lastPeriodNumber >= periodNumber;
  const last = attempts.map(ATTEMPT_ROW.read).find(({ isHeld }) => isHeld === undefined);
  return {
    item,
    endedItem,
    record: item.record,
    ...(isClosed && { run: closed }),
    ...factsOf(last),
    ...(endedItem && { ended: endedItem }),
  };
}

const factsOf = (last: AttemptItem | undefined) =>
  last && { lastAttempt: last.attempt, paymentReferenceNumber: last.paymentReferenceNumber };

type PeriodPage = { item: RecurringPaymentItem; periods: Period[]; next: number | undefined };

/**
 * The periods that have begun, newest first, from `through` back; `next`: the newest of the next page. The
 * last attempt of a period decides its state and is read first, so a page ends at the oldest row read.
 */
export async function listPeriods(
  merchantId: string,
  id: string,
  { limit, through, now }: { limit: number; through: number | undefined; now: Date },
): Promise<PeriodPage | undefined> {
  if (!isUuid(id)) return undefined;
  const most = { through, limit: 2 * limit + 2 };
  const [item, attempts, runs, ended] = await Promise.all([
    loadRecurringPayment(merchantId, id),
    rowsThrough([merchantId, id], 'attempts', most),
    rowsThrough([merchantId, id], 'runs', most),
    rowsThrough([merchantId, id], 'ended', most),
  ]);
  if (item === undefined) return undefined;
  const read = {
    attempts: attempts.map(ATTEMPT_ROW.read),
    runs: runs.map(CLOSED_PERIODS.read),
    ended: ended.map(ENDED_PERIOD.read),
  };
  const { record } = item;
  const first = firstPeriodNumber(record.plan);
  const newest = Math.min(through ?? Number.POSITIVE_INFINITY, newestPeriodBegun(record, now.getTime()));
  const isFull = ({ length }: readonly unknown[]) => length === most.limit;
  const oldest = Math.max(
    first,
    newest - limit + 1,
    isFull(attempts) ? (read.attempts.at(-1)?.attempt.periodNumber ?? first) : first,
    isFull(runs) ? (read.runs.at(-1)?.firstPeriodNumber ?? first) : first,
    isFull(ended) ? (read.ended.at(-1)?.periodNumber ?? first) : first,
  );
  const periods: Period[] = [];
  for (let number = newest; number >= oldest; number -= 1) {
    const last = read.attempts.find(({ attempt, isHeld }) => !isHeld && attempt.periodNumber === number);
    const run = read.runs.find((one) => one.firstPeriodNumber <= number && number <= one.lastPeriodNumber);
    const waived = read.ended.find(({ periodNumber }) => periodNumber === number);
    periods.push(periodOf(number, { record, run, ended: waived, ...factsOf(last) }));
  }
  return { item, periods, next: oldest > first ? oldest - 1 : undefined };
}
