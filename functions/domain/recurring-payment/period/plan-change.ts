// A merchant changes a running plan: amount, end, limits and retries for periods that have not begun, the
// name at once. No due date moves, because only the terms change (recurring-payments.md R36 and R37).

import { MOST_PLAN_CHANGES } from '#domain/limits.ts';
import { duesThrough } from '#domain/recurring-payment/billing-period.ts';
import type { CommandOutcome } from '#domain/recurring-payment/command.ts';
import { requireLive } from '#domain/recurring-payment/period/invalid-state.ts';
import { limitUnreachable } from '#domain/recurring-payment/plan.ts';
import {
  boundOf,
  type ChangedTerms,
  chargesFrom,
  type PlanChange,
  planFor,
  withTerms,
} from '#domain/recurring-payment/planned-terms.ts';
import { nextDue, type RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { Rejection } from '#domain/rejection.ts';

type WantedTerms = { readonly [Name in keyof ChangedTerms]?: ChangedTerms[Name] | undefined };
export type ChangeRequest = WantedTerms & {
  subscriptionName?: string | undefined;
  /** The terms apply to periods that fall due from this instant on; absent: to all that have not begun. */
  effectiveFromMs?: number | undefined;
};

/**
 * Unchanged if nothing would differ.
 * @throws Rejection RECURRING_PAYMENT_INVALID_STATE, LIMIT_UNREACHABLE, TOO_MANY_PLAN_CHANGES
 */
export function changePlan(record: RecurringPayment, request: ChangeRequest, nowMs: number): CommandOutcome {
  requireLive(record);
  const { subscriptionName = record.subscriptionName, effectiveFromMs, ...wanted } = request;
  const fromPeriodNumber = firstPeriodFrom(record, Math.max(effectiveFromMs ?? nowMs, nowMs + 1), nowMs);
  const isRenamed = subscriptionName !== record.subscriptionName;
  const isDated = effectiveFromMs !== undefined && !isRenamed;
  const terms = differing(record, fromPeriodNumber, meantTerms(record, wanted, isDated));
  const isChanged = Object.keys(terms).length > 0;
  if (!isRenamed && !isChanged) return { kind: 'unchanged' };
  const names = isRenamed ? { before: record.subscriptionName, after: subscriptionName } : undefined;
  const change: PlanChange = { requestedAtMs: nowMs, fromPeriodNumber, terms, names };
  const changed = withChange({ ...record, subscriptionName, version: record.version + 1 }, change);
  const limitReached = isChanged ? boundOf(changed, fromPeriodNumber) : undefined;
  if (limitReached) throw limitUnreachable(limitReached);
  return { kind: 'changed', step: { record: replanned(changed), closedPeriods: [] } };
}

/** The first period that has not begun, and that falls due at this instant or later. */
function firstPeriodFrom(
  { plan, nextPeriodNumber }: RecurringPayment,
  fromMs: number,
  nowMs: number,
): number {
  const begun = Math.max(nextPeriodNumber - 1, duesThrough(plan, nowMs));
  return Math.max(1, begun + 1, duesThrough(plan, fromMs - 1) + 1);
}

/**
 * The terms that the caller wants to change: those that differ from the record as it is shown. Programs send
 * whole objects, so a value that is shown leaves a change to come as it is. `isDated`: the caller names the
 * instant; if no value differs, these are to hold from then on, and take back what was to come.
 */
function meantTerms(record: RecurringPayment, wanted: WantedTerms, isDated: boolean): WantedTerms {
  const changed = others(wanted, [planFor(record, record.nextPeriodNumber)]);
  return isDated && Object.keys(changed).length === 0 ? wanted : changed;
}

/** The requested terms that differ from the terms of any period from this one on. */
function differing(record: RecurringPayment, from: number, wanted: WantedTerms): ChangedTerms {
  const starts = (record.changes ?? []).map(({ fromPeriodNumber }) => fromPeriodNumber);
  const plans = [from, ...starts.filter((start) => start > from)].map((start) => planFor(record, start));
  return others(wanted, plans);
}

/** The terms that are sent and that one of these plans does not have. */
function others(wanted: WantedTerms, plans: readonly Record<string, unknown>[]): ChangedTerms {
  const sent = Object.entries(wanted).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    sent.filter(([name, value]) => plans.some((plan) => (plan[name] ?? null) !== value)),
  );
}

/**
 * Adds a change, in the order of periods. An earlier request for a later period loses the terms that this
 * change sets: the newest request counts.
 */
function withChange(record: RecurringPayment, change: PlanChange): RecurringPayment {
  const { fromPeriodNumber: from, terms } = change;
  const kept = (record.changes ?? []).map((one) => {
    if (one.fromPeriodNumber <= from) return one;
    const others = Object.entries(one.terms).filter(([name]) => !(name in terms));
    return { ...one, terms: Object.fromEntries(others) };
  });
  const effective = kept.filter(({ terms: left, names }) => names ?? Object.keys(left).length > 0);
  const changes = [...effective, change].sort((one, other) => one.fromPeriodNumber - other.fromPeriodNumber);
  const [oldest, ...rest] = changes;
  if (oldest === undefined || changes.length <= MOST_PLAN_CHANGES) return { ...record, changes };
  // With a further one the oldest becomes part of the plan itself, unless it is still to come.
  const isToCome = oldest.fromPeriodNumber >= record.nextPeriodNumber;
  if (isToCome && Object.keys(oldest.terms).length > 0)
    throw new Rejection('TOO_MANY_PLAN_CHANGES').at('effectiveFrom');
  return { ...record, plan: withTerms(record.plan, oldest), changes: rest };
}

/** A plan whose end has moved may have a due date before its next retry: that due date is then charged. */
function replanned(record: RecurringPayment): RecurringPayment {
  const { nextAction, nextPeriodNumber } = record;
  if (nextAction?.trigger !== 'Retry' || boundOf(record, nextPeriodNumber)) return record;
  const due = nextDue(record);
  return due.atMs <= nextAction.atMs ? { ...record, nextAction: due, held: undefined } : record;
}

/** The charges of the periods that have not begun. */
export function comingCharges(record: RecurringPayment, { nowMs, limit }: { nowMs: number; limit: number }) {
  const first = Math.max(record.nextPeriodNumber, duesThrough(record.plan, nowMs) + 1);
  return chargesFrom(first, record, limit);
}
