// Bugs in recurring payments: due dates, charges, retries, commands, cards.
import { inFile } from './planted-bug.ts';

const deferral = inFile('domain/recurring-payment/charge-deferral.ts');
const limit = inFile('domain/recurring-payment/period/card-limit.ts');
const decision = inFile('domain/recurring-payment/charge-decision.ts');
const due = inFile('domain/recurring-payment/period/due-charge.ts');
const outcome = inFile('domain/recurring-payment/charge-outcome.ts');
const command = inFile('domain/recurring-payment/command.ts');
const plan = inFile('domain/recurring-payment/plan.ts');
const period = inFile('domain/recurring-payment/billing-period.ts');
const hold = inFile('domain/recurring-payment/attempt-hold.ts');

const DECISION = 'domain/recurring-payment/charge-decision';
const OUTCOME = 'domain/recurring-payment/charge-outcome';
const COMMAND = 'domain/recurring-payment/command';

export const RECURRING_PAYMENT_BUGS = [
  deferral(
    'a charge that waits for its card waits beyond the next due date',
    'const atMs = Math.min(allowedFromMs, nextDueMs);',
    'const atMs = allowedFromMs;',
    'domain/recurring-payment/charge-decision.no-charge',
  ),
  deferral(
    'a charge that waits for its card again loses its planned time',
    'plannedAtMs: Math.min(plannedAtMs, dueMs), atMs',
    'plannedAtMs: due.atMs, atMs',
    'domain/recurring-payment/charge-decision.no-charge',
  ),
  limit(
    'a requested charge waits for the previous card after a new one',
    'if (first === undefined || !isLimited(first)) return record;',
    'return record;',
    'flows/recurring-payment/card-limit',
  ),
  decision(
    'a due date that came while the card was limited is missed',
    'Math.max(dueDateOf(record.plan, periodNumber) + record.spreadMs, action.atMs)',
    'dueDateOf(record.plan, periodNumber) + record.spreadMs',
    'domain/recurring-payment/charge-decision.no-charge',
  ),
  due(
    'an attempt in flight does not stop the next one',
    "if (record.openAttempt) return { kind: 'ignore', reason: 'AttemptInFlight' };",
    '',
    DECISION,
  ),
  due(
    'a schedule of an older attempt charges',
    'invocation.periodNumber === action.periodNumber && invocation.attemptNumber === action.attemptNumber',
    'invocation.periodNumber === action.periodNumber',
    DECISION,
  ),
  due(
    'a charge is made an hour early',
    'EARLY_TOLERANCE_MS = MINUTE_MS',
    'EARLY_TOLERANCE_MS = 60 * MINUTE_MS',
    DECISION,
  ),
  decision(
    'a due date of eight days ago is charged',
    'MAX_CATCH_UP_MS = 7 * DAY_MS',
    'MAX_CATCH_UP_MS = 9 * DAY_MS',
    `${DECISION}.no-charge`,
    DECISION,
  ),
  decision(
    'of several due dates the oldest is charged',
    'Math.max(action.periodNumber, Math.min(newestDue, lastPeriodOf(record)))',
    'action.periodNumber',
    DECISION,
    `${DECISION}.no-charge`,
  ),
  decision(
    'the spread of a due date is forgotten',
    'newestPeriodDue(plan, nowMs - spreadMs)',
    'newestPeriodDue(plan, nowMs)',
    DECISION,
    'journeys/recurring-outage',
  ),
  decision(
    'an inactive customer is charged',
    'if (!customerIsActive) {',
    'if (!customerIsActive && isUnpaid) {',
    `${DECISION}.no-charge`,
  ),
  decision(
    'the caps on tries of a card are passed over',
    'card.allowedFromMs > nowMs',
    'false',
    `${DECISION}.no-charge`,
    'flows/recurring-payment/charge.cards',
  ),
  outcome('a trial counts as a payment', "(open.type === 'Regular' ? 1 : 0)", '1', OUTCOME),
  outcome('a success keeps the streak of failures', 'failureStreak: 0,', '', OUTCOME),
  outcome(
    'one retry more than agreed',
    'failureStreak > maxRetryAttempts',
    'failureStreak > maxRetryAttempts + 1',
    OUTCOME,
  ),
  outcome('a hard decline is retried', "if (declineCategory !== 'Soft') return 'HardDecline';", '', OUTCOME),
  outcome(
    'a retry falls on the next due date',
    'due && retryAtMs >= due.atMs',
    'due && retryAtMs > due.atMs',
    OUTCOME,
    'domain/recurring-payment/recurring-payment',
  ),
  outcome('a revoked plan goes on', "declineCategory === 'Revoked' && isLive(record)", 'false', OUTCOME),
  outcome(
    'a late answer changes a paused plan',
    'record.openPeriod?.number !== open.periodNumber',
    'false',
    `${OUTCOME}.pending`,
  ),
  command(
    'resume charges the due date that passed',
    'Math.max(record.nextPeriodNumber, newestDue + 1)',
    'Math.max(record.nextPeriodNumber, newestDue)',
    COMMAND,
  ),
  command('resume keeps old failures', 'failureStreak: 0,', '', COMMAND),
  inFile('domain/recurring-payment/card-renewal.ts')(
    'a renewed card is charged although the next due date has come',
    ' || duesThrough(plan, nowMs) >= record.nextPeriodNumber',
    '',
    COMMAND,
  ),
  inFile('domain/recurring-payment/recurring-payment.ts')(
    'pause leaves the planned retry',
    '  openPeriod: undefined,\n  nextAction: undefined,\n',
    '  openPeriod: undefined,\n',
    COMMAND,
  ),
  inFile('domain/recurring-payment/planned-terms.ts')(
    'a change holds for periods that have begun',
    'fromPeriodNumber <= periodNumber',
    'fromPeriodNumber <= periodNumber + 1',
    'endpoints/recurring-payment/changed-plan',
  ),
  inFile('domain/recurring-payment/card-renewal.ts')(
    'a new card does not pay the open period',
    'nextStep(withCardTried(replaced, nowMs))',
    'nextStep(replaced)',
    'domain/recurring-payment/replace-card',
  ),
  plan(
    'the total limit may be passed by one charge',
    'collected.totalCollectedMinor + amountMinor',
    'collected.totalCollectedMinor',
    'domain/recurring-payment/plan',
  ),
  plan(
    'one payment more than the limit',
    'collected.successfulPaymentCount >= maxPaymentCount',
    'collected.successfulPaymentCount > maxPaymentCount',
    'domain/recurring-payment/plan',
  ),
  plan(
    'the last day of a plan is not charged',
    'endOfLocalDay(localDay(plan.endDateMs, plan.timeZone), plan.timeZone)',
    'startOfLocalDay(localDay(plan.endDateMs, plan.timeZone), plan.timeZone)',
    'domain/recurring-payment/plan',
  ),
  period(
    'a due date counts only after its instant',
    'dueDate(newest + 1) <= instantMs',
    'dueDate(newest + 1) < instantMs',
    'domain/recurring-payment/billing-period',
  ),
  period(
    'a quarter has four months',
    "quarterly: { unit: 'months', count: 3 }",
    "quarterly: { unit: 'months', count: 4 }",
    'domain/recurring-payment/billing-period',
  ),
  hold(
    'a held attempt has used a try',
    'openPeriod: isFirst ? undefined : { number: periodNumber, attempts: attemptNumber - 1 }',
    'openPeriod: { number: periodNumber, attempts: attemptNumber }',
    'domain/recurring-payment/attempt-hold',
    'flows/recurring-payment/merchant-fault',
  ),
];
