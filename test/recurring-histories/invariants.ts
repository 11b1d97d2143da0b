// Observes every write of a recurring payment to the table, including those between two steps of a test, and
// checks that the rules allow it.
import { deepStrictEqual, ok } from 'node:assert/strict';
import { type ClosedPeriods, isCharging, isLive } from '#domain/recurring-payment/recurring-payment.ts';
import type { AttemptItem } from '#store/recurring-payment/attempt.ts';
import { RECURRING_PAYMENT, type RecurringPaymentItem } from '#store/recurring-payment/recurring-payment.ts';
import { type Item, itemOf, table } from '#store/table/table.ts';

/** The allowed transitions of the status. A successful retry of the trial charge leads back to Trialing. */
const TRANSITIONS: Record<string, readonly string[]> = {
  Trialing: ['Active', 'PastDue', 'Unpaid', 'Paused', 'Cancelled', 'Completed'],
  Active: ['PastDue', 'Unpaid', 'Paused', 'Cancelled', 'Completed'],
  PastDue: ['Trialing', 'Active', 'Unpaid', 'Paused', 'Cancelled', 'Completed'],
  Unpaid: ['Trialing', 'Active', 'Cancelled', 'Completed'],
  Paused: ['Trialing', 'Active', 'Cancelled', 'Completed'],
  Cancelled: [],
  Completed: [],
};

export type TableObserver = {
  /** The statuses, triggers and outcomes of periods that were written. */
  seen: Set<string>;
  /** Throws the first violation of this recurring payment, if there is one. */
  expectNoFault(id: string): void;
};

export function observeTable(): TableObserver {
  const last = new Map<string, RecurringPaymentItem>();
  const faults = new Map<string, unknown>();
  const seen = new Set<string>();
  table.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      for (const item of written(args.input)) {
        collectSeen(item, seen);
        if (!isRecurringPayment(item)) continue;
        const current = RECURRING_PAYMENT.read(item);
        const { id } = current.record;
        try {
          check(current, last.get(id), String(item['duePk']).startsWith('DUE#'));
        } catch (fault) {
          if (!faults.has(id)) faults.set(id, fault);
        }
        last.set(id, current);
      }
      return result;
    },
    { step: 'initialize', name: 'observer' },
  );
  return {
    seen,
    expectNoFault: (id) => {
      if (faults.has(id)) throw faults.get(id);
    },
  };
}

type Put = { Item?: Record<string, unknown> };
/** The items that a successful call has put into the table, in their long form. */
function written(input: object): Item[] {
  const { Item: single, TransactItems = [] } = input as Put & { TransactItems?: { Put?: Put }[] };
  const items = [single, ...TransactItems.map(({ Put: put }) => put?.Item)];
  return items.filter((item) => item !== undefined).map(itemOf);
}

const isRecurringPayment = (item: Item) => item.sk === 'RECURRING';

function collectSeen(item: Item, seen: Set<string>): void {
  if (isRecurringPayment(item)) seen.add(RECURRING_PAYMENT.read(item).record.state.status);
  const { attempt, outcome } = item as Partial<AttemptItem & ClosedPeriods>;
  if (attempt) seen.add(attempt.trigger);
  if (outcome) seen.add(outcome);
}

function check(item: RecurringPaymentItem, before: RecurringPaymentItem | undefined, isSwept: boolean): void {
  const { record, version, pendingSale } = item;
  const { status } = record.state;
  deepStrictEqual(
    [version, record.version],
    Array(2).fill((before?.version ?? 0) + 1),
    'versions rise by one',
  );
  const from = before?.record.state.status ?? status;
  ok(from === status || TRANSITIONS[from]?.includes(status), `${from} never becomes ${status}`);
  // A recurring payment that is charged always has a next action, and the sweep finds it once it is due.
  if (isCharging(record)) ok(record.nextAction ?? record.openAttempt, `${status} and nothing is planned`);
  if (!isLive(record) || status === 'Paused') ok(!record.nextAction, `${status} and something is planned`);
  const isPlanned = record.nextAction !== undefined || record.requestedCharges !== undefined;
  const isDue = record.openAttempt ? pendingSale?.inquiryAt !== undefined : isPlanned;
  deepStrictEqual(isSwept, isDue, 'the sweep looks at what is due and at nothing else');
  const counted = record.successfulPaymentCount;
  ok(counted <= (record.plan.maxPaymentCount ?? counted), 'the count holds');
  const collected = record.totalCollectedMinor;
  ok(collected <= (record.plan.totalAmountLimitMinor ?? collected), 'the total holds');
}
