// A simple model of the rules of recurring payments: a list of all due dates with a state for each, without
// any code of functions/. The random walk compares the product with it.
import { listPeriods, type ModelPlan, type Period } from './period-list.ts';

const DAY = 86_400_000;

export type Model = {
  readonly plan: ModelPlan;
  readonly periods: readonly Period[];
  status: string;
  planned?: { period: Period; attempt: number; atMs: number; isRetry?: true; isLimited?: true } | undefined;
  inFlight?: { period: Period; attempt: number; cardIsRenewed?: boolean; isRequested?: true } | undefined;
  /** Charges of ended periods that the merchant has requested, made one after the other. */
  requested: { period: Period; atMs: number; isLimited?: true }[];
  streak: number;
  count: number;
  total: number;
  resumed: boolean;
};
export type CallOutcome = 'changed' | 'unchanged' | 'rejected';

type Sale = { periodNumber: number; attemptNumber: number; amountMinor: number };
export type BankAnswer = 'approved' | 'soft' | 'hard' | 'revoked';
/** The circumstances of a charge invocation. */
export type Circumstances = {
  nowMs: number;
  customerIsActive: boolean;
  cardIsUsable: boolean;
  allowedFromMs: number;
};

const NO_BOUND = Number.POSITIVE_INFINITY;
export const untouched = ({ periods }: Model) => periods.filter((period) => period.state === undefined);
export const isTerminal = ({ status }: Model) => status === 'Cancelled' || status === 'Completed';
export const openPeriod = ({ periods }: Model) => periods.find((period) => period.state === 'Open');

export function modelOf(plan: ModelPlan, horizon: number): Model {
  const periods = listPeriods(plan, horizon);
  const model: Model = {
    plan,
    periods,
    status: '',
    streak: 0,
    count: 0,
    total: 0,
    resumed: false,
    requested: [],
  };
  planNext(model, plan.trial ? 'Trialing' : 'Active');
  return model;
}

/** The next due date if it may still be charged (recurring-payments.md R4 to R6). */
export function nextPossible(model: Model): Period | undefined {
  const [next] = untouched(model);
  return next?.isAllowed && !isFull(model, next.amountMinor) ? next : undefined;
}

export function planNext(model: Model, status: string): void {
  const next = nextPossible(model);
  model.status = next ? status : 'Completed';
  model.planned = next && { period: next, attempt: 1, atMs: next.dueAtMs };
}

/** A period with an attempt in flight stays open until the bank's answer. */
export function failOpenPeriod(model: Model): void {
  const open = openPeriod(model);
  if (open && model.inFlight?.period !== open) open.state = 'Failed';
}

export function stop(model: Model, status: string): void {
  failOpenPeriod(model);
  model.planned = undefined;
  model.status = status;
}

/** Returns the sale that is sent to the bank, if any (recurring-payments.md R8, R12, R14 and R19). */
export function chargeModel(model: Model, circumstances: Circumstances): Sale | undefined {
  const { planned } = model;
  const { nowMs } = circumstances;
  if (model.inFlight || !planned || nowMs < planned.atMs - 60_000) return undefined;
  const isLapsed = (untouched(model)[0]?.dueAtMs ?? 0) <= nowMs || !circumstances.customerIsActive;
  if (model.status === 'Unpaid' && isLapsed) model.planned = undefined;
  else if (!circumstances.customerIsActive) stop(model, 'Paused');
  else if (planned.period.state === 'Open' && !untouched(model).some((period) => isDue(period, nowMs))) {
    return sellWithin(model, circumstances, planned.period, planned.attempt);
  } else return chargeNewestDue(model, circumstances);
  return undefined;
}

export const isDue = (period: Period, nowMs: number) => period.isAllowed && period.dueAtMs <= nowMs;

/** Only the newest due date is charged, and only for seven days (recurring-payments.md R19). */
function chargeNewestDue(model: Model, circumstances: Circumstances): Sale | undefined {
  const { planned } = model;
  const dueNow = untouched(model).filter(
    (period) => period === planned?.period || isDue(period, circumstances.nowMs),
  );
  const newest = dueNow.at(-1);
  if (!planned || !newest) return undefined;
  const plannedMs = newest === planned.period ? planned.atMs : Math.max(newest.dueAtMs, planned.atMs);
  if (circumstances.nowMs - plannedMs <= 7 * DAY) return sellWithin(model, circumstances, newest, 1);
  closeOlder(model, newest);
  newest.state = 'Missed';
  planNext(model, model.status);
  return undefined;
}

function closeOlder(model: Model, newest: Period): void {
  failOpenPeriod(model);
  for (const period of untouched(model)) if (period.dueAtMs < newest.dueAtMs) period.state = 'Missed';
}

/** True if a charge of this amount would exceed a limit of the plan, with any due date. */
export const isFull = ({ plan, count, total }: Model, amountMinor: number): boolean =>
  count >= (plan.maxPaymentCount ?? NO_BOUND) ||
  total + amountMinor > (plan.totalAmountLimitMinor ?? NO_BOUND);

function sellWithin(model: Model, circumstances: Circumstances, period: Period, attempt: number) {
  if (!isFull(model, period.amountMinor)) return sell(model, circumstances, period, attempt);
  stop(model, 'Completed');
  return undefined;
}

/** Until the next due date at the latest: only the newest is charged (recurring-payments.md R12). */
function limit(model: Model, allowedFromMs: number, period: Period, attempt: number): undefined {
  const { planned } = model;
  const isOlder = planned !== undefined && planned.period !== period;
  if (isOlder) closeOlder(model, period);
  const next = untouched(model).find((one) => one !== period && one.isAllowed);
  const atMs = Math.min(allowedFromMs, next?.dueAtMs ?? NO_BOUND);
  model.planned = isOlder
    ? { period, attempt, atMs, isLimited: true }
    : planned && { ...planned, atMs, isLimited: true };
}

/** Card limits postpone an attempt, an unusable card fails it (recurring-payments.md R12 and R14). */
function sell(model: Model, circumstances: Circumstances, period: Period, attempt: number): Sale | undefined {
  const { nowMs, cardIsUsable, allowedFromMs } = circumstances;
  if (cardIsUsable && allowedFromMs > nowMs) return limit(model, allowedFromMs, period, attempt);
  if (period.state !== 'Open') closeOlder(model, period);
  period.state = 'Open';
  period.attempts = attempt;
  model.inFlight = { period, attempt };
  model.planned = undefined;
  if (cardIsUsable) {
    return { periodNumber: period.number, attemptNumber: attempt, amountMinor: period.amountMinor };
  }
  recordAnswerInModel(model, 'hard', nowMs);
  return undefined;
}

/** True if a pause, resume or cancel has released the period of the attempt in flight. */
export const isReleased = (model: Model) =>
  isTerminal(model) || model.status === 'Paused' || model.planned !== undefined;

/**
 * Records the bank's answer (recurring-payments.md R6, R10 to R13). In a released period it plans nothing.
 */
export function recordAnswerInModel(model: Model, answer: BankAnswer, nowMs: number): void {
  const { inFlight } = model;
  if (!inFlight) return;
  const { period, attempt, cardIsRenewed } = inFlight;
  const released = isReleased(model);
  model.inFlight = undefined;
  if (answer === 'approved') {
    period.state = 'Paid';
    if (period.number > 0) model.count += 1;
    model.total += period.amountMinor;
    model.streak = 0;
    if (!released) planNext(model, period.number === 0 ? 'Trialing' : 'Active');
    else if (!isTerminal(model) && !nextPossible(model)) stop(model, 'Completed');
  } else if (answer === 'revoked' && !isTerminal(model)) {
    stop(model, 'Cancelled');
    model.requested = [];
    period.state = 'Failed';
  } else if (released) period.state = 'Failed';
  else {
    failModel(model, { period, attempt, isHard: answer === 'hard', nowMs });
    if (cardIsRenewed) cardUpdatedModel(model, nowMs);
  }
}

type Decline = { period: Period; attempt: number; isHard: boolean; nowMs: number };

function failModel(model: Model, { period, attempt, isHard, nowMs }: Decline): void {
  const { retryIntervalHours } = model.plan;
  const { maxRetries = model.plan.maxRetryAttempts } = period;
  model.streak += 1;
  if (isHard || model.status === 'Unpaid' || model.streak > maxRetries) {
    model.status = 'Unpaid';
    return;
  }
  model.status = 'PastDue';
  const retryAtMs = Math.max(nowMs, period.dueAtMs) + retryIntervalHours * 3_600_000;
  const next = nextPossible(model);
  model.planned =
    next && retryAtMs >= next.dueAtMs
      ? { period: next, attempt: 1, atMs: next.dueAtMs }
      : { period, attempt: attempt + 1, atMs: retryAtMs, isRetry: true };
}

/** Implements recurring-payments.md R12 and R13. An attempt in flight is awaited first. */
export function cardUpdatedModel(model: Model, nowMs: number): CallOutcome {
  const [request] = model.requested;
  const isRequestDue = request?.isLimited === true;
  if (isRequestDue) model.requested[0] = { period: request.period, atMs: nowMs };
  return tryCard(model, nowMs) === 'changed' || isRequestDue ? 'changed' : 'unchanged';
}

function tryCard(model: Model, nowMs: number): CallOutcome {
  const open = openPeriod(model);
  const isOverdue = model.status === 'PastDue' || model.status === 'Unpaid';
  const isNextDue = (untouched(model)[0]?.dueAtMs ?? 0) <= nowMs;
  if (model.inFlight) {
    const isKnown = model.inFlight.cardIsRenewed;
    model.inFlight.cardIsRenewed = true;
    return isKnown ? 'unchanged' : 'changed';
  }
  if (model.planned?.isLimited) {
    const { period, attempt } = model.planned;
    model.planned = { period, attempt, atMs: nowMs };
    return 'changed';
  }
  if (!isOverdue || !open || isNextDue) return 'unchanged';
  model.planned = { period: open, attempt: open.attempts + 1, atMs: nowMs };
  return 'changed';
}
