// Compares recurring payments with their attempts, their payments, and the past due dates, which are
// calculated here independently.
import { Temporal } from 'temporal-polyfill';
import { isPaid, minorOf, sumOf } from '../../books/compare.ts';
import type { AttemptRow, Books, MerchantBooks } from '../books.ts';
import type { Outage } from '../journal.ts';

type Plan = MerchantBooks['plans'][number];

/** `left`: recurring payments that no caller changed, with cards that the bank approves. */
type Circumstances = { nowMs: number; outages: readonly Outage[]; left: ReadonlySet<string> };

const SLACK_MS = 30 * 60_000;

/**
 * `outages`: periods in which due dates may be missed. `changed`: recurring payments that callers paused,
 * resumed, cancelled or changed, whose periods may have been skipped.
 */
export function auditPeriods({ merchants, nowMs, sent }: Books, outages: readonly Outage[]): string[] {
  const changed = new Set(sent.map(({ path }) => /^\/api\/RecurringPayment\/([^/]+)/.exec(path)?.[1] ?? ''));
  return merchants.flatMap(({ plans, payments }) => {
    const paid = new Map(payments.filter(isPaid).map((one) => [one.paymentReferenceNumber, one]));
    const left = new Set(plans.filter((plan) => isLeft(plan, changed)).map(({ id }) => id));
    const charged = Map.groupBy(paid.values(), ({ recurringPaymentId }) => recurringPaymentId);
    return plans.flatMap((plan) => {
      const succeeded = plan.attempts.filter(({ status }) => status === 'Succeeded');
      const references = (charged.get(plan.id) ?? []).map((one) => one.paymentReferenceNumber).sort();
      const named = succeeded.map((one) => String(one.paymentReferenceNumber)).sort();
      return [
        ...(references.join() === named.join()
          ? []
          : [`attempts name the payments [${named.join()}], charged are [${references.join()}]`]),
        ...attemptViolations(plan, succeeded),
        ...counterViolations(plan, succeeded),
        ...dueDateViolations(plan, { nowMs, outages, left }),
      ].map((violation) => `recurring payment ${plan.id} (${plan.subscriptionName}): ${violation}`);
    });
  });
}

/** A card that is declined repeatedly waits for its limit of attempts (recurring-payments.md R12). */
const isLeft = ({ id, maskedCardNumber }: Plan, changed: ReadonlySet<string>) =>
  !changed.has(id) && maskedCardNumber.startsWith('400000');

function attemptViolations({ attempts }: Plan, succeeded: readonly AttemptRow[]): string[] {
  const twice = (rows: readonly AttemptRow[], nameOf: (row: AttemptRow) => string) =>
    [...Map.groupBy(rows, nameOf)].filter(([, of]) => of.length > 1).map(([name]) => name);
  return [
    ...twice(succeeded, ({ periodNumber }) => `period ${periodNumber} was paid twice`),
    ...twice(attempts, (row) => `attempt ${row.attemptNumber} of period ${row.periodNumber} was made twice`),
    ...attempts
      .filter(({ status }) => status === 'Processing')
      .map(({ periodNumber }) => `the attempt of period ${periodNumber} never ended`),
  ];
}

function counterViolations(plan: Plan, succeeded: readonly AttemptRow[]): string[] {
  const regular = succeeded.filter(({ type }) => type === 'Regular').length;
  const collected = sumOf(succeeded.map(({ amount }) => amount));
  const { successfulPaymentCount, totalCollectedAmount, maxPaymentCount, totalAmountLimit } = plan;
  return [
    ...(successfulPaymentCount === regular ? [] : [`it counts ${successfulPaymentCount} of ${regular}`]),
    ...(minorOf(totalCollectedAmount) === collected
      ? []
      : [`it collected ${totalCollectedAmount}, not ${collected} minor units`]),
    ...(maxPaymentCount !== null && regular > maxPaymentCount ? ['more than maxPaymentCount'] : []),
    ...(totalAmountLimit !== null && collected > minorOf(totalAmountLimit) ? ['over its limit'] : []),
  ];
}

/** The due date of a period: the anchor plus intervals on the clock of Istanbul. Period 0 is the trial. */
function dueMs(plan: Plan, periodNumber: number): number {
  if (periodNumber === 0) return Date.parse(plan.startDate);
  const anchor = Temporal.Instant.from(plan.trialEndDate ?? plan.startDate);
  const count = (periodNumber - 1) * plan.frequencyInterval;
  const unit = { daily: 'days', weekly: 'weeks', monthly: 'months' }[plan.frequency] ?? plan.frequency;
  return anchor.toZonedDateTimeISO('Europe/Istanbul').add({ [unit]: count }).epochMilliseconds;
}

/** Every past due date must have an attempt, and each attempt must have the due date of its period. */
function dueDateViolations(plan: Plan, circumstances: Circumstances): string[] {
  const { nowMs, outages, left } = circumstances;
  const wrong = plan.attempts
    .filter(({ periodNumber, dueDate }) => Date.parse(dueDate) !== dueMs(plan, periodNumber))
    .map(({ periodNumber, dueDate }) => `period ${periodNumber} is due on ${dueDate}`);
  if (!left.has(plan.id)) return wrong;
  const attempted = new Set(plan.attempts.map(({ periodNumber }) => periodNumber));
  const isCharging = ['Trialing', 'Active', 'PastDue'].includes(plan.status);
  const newest = isCharging ? newestPeriod(plan, nowMs - SLACK_MS) : Math.max(0, ...attempted);
  const first = plan.trialAmount ? 0 : 1;
  const periods = Array.from({ length: Math.max(0, newest + 1 - first) }, (_, at) => first + at);
  const missed = periods.filter((period) => !attempted.has(period));
  return [
    ...wrong,
    ...missed
      .filter((period) => !outages.some((outage) => isMissedIn(outage, plan, period)))
      .map((period) => `period ${period} of ${plan.status} was never attempted`),
    ...(isCharging && plan.currentPeriodNumber < newest
      ? [`it is in period ${plan.currentPeriodNumber}, ${newest} has come`]
      : []),
    ...(isCharging && plan.nextPaymentDate === null ? ['nothing is planned'] : []),
  ];
}

/** The newest period that has begun and that the end date allows. */
function newestPeriod(plan: Plan, nowMs: number): number {
  const endMs = plan.endDate === null ? Number.POSITIVE_INFINITY : Date.parse(plan.endDate);
  let period = 0;
  while (dueMs(plan, period + 1) <= Math.min(nowMs, endMs)) period += 1;
  return period;
}

/**
 * After an outage only the newest due date is charged (recurring-payments.md R19). A start date earlier on
 * the day of creation is charged at once.
 */
const isMissedIn = ({ fromMs, toMs }: Outage, plan: Plan, period: number) =>
  Math.max(dueMs(plan, period), Date.parse(plan.createdAt)) >= fromMs - SLACK_MS &&
  dueMs(plan, period + 1) <= toMs + SLACK_MS;
