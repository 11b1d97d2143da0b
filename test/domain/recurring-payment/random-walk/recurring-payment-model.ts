// The rules of recurring payments as a plain bookkeeper would apply them: a list of all due dates, a state
// for each, no cleverness, no code of the product. The random walk holds the product against it.
import { type CountedPlan, countCharges } from '../../time/calendar-by-counting.ts';

const DAY = 86_400_000;

export type ModelPlan = CountedPlan & { maxRetryAttempts: number; retryIntervalHours: number };
type PeriodState = 'Open' | 'Paid' | 'Failed' | 'Skipped' | 'Missed';
type Period = {
  number: number;
  dueAtMs: number;
  amountMinor: number;
  /** Rule 4: the end date allows this due date. */
  allowed: boolean;
  state?: PeriodState;
  tries: number;
};
export type Model = {
  readonly plan: ModelPlan;
  readonly periods: readonly Period[];
  status: string;
  planned?: { period: Period; attempt: number; atMs: number } | undefined;
  inFlight?: { period: Period; attempt: number; cardIsRenewed?: boolean } | undefined;
  streak: number;
  count: number;
  total: number;
  resumed: boolean;
};
export type CallOutcome = 'changed' | 'unchanged' | 'refused';

type Sale = { periodNumber: number; attemptNumber: number; amountMinor: number };
export type BankAnswer = 'approved' | 'soft' | 'hard' | 'revoked';
/** What the world is like when an alarm rings. */
export type World = {
  nowMs: number;
  customerIsActive: boolean;
  cardIsUsable: boolean;
  allowedFromMs: number;
};

const listed = new Map<
  string,
  { number: number; dueAtMs: number; amountMinor: number; allowed: boolean }[]
>();

/** Every due date up to the horizon; walking the calendar is slow, so equal plans share the list. */
function listPeriods(plan: ModelPlan, horizon: number): Period[] {
  const { frequency, frequencyInterval, timeZone, startDateMs, endDateMs, amountMinor, trial } = plan;
  const calendar = { frequency, frequencyInterval, timeZone, startDateMs, amountMinor, trial };
  const key = JSON.stringify([calendar, endDateMs, horizon]);
  let rows = listed.get(key);
  if (!rows) {
    const allowed = countCharges({ ...calendar, endDateMs }, horizon).charges.length;
    rows = countCharges(calendar, horizon).charges.map((charge, i) => ({
      number: charge.periodNumber,
      dueAtMs: charge.dueAtMs,
      amountMinor: charge.amountMinor,
      allowed: i < allowed,
    }));
    listed.set(key, rows);
  }
  return rows.map((row) => ({ ...row, tries: 0 }));
}

const NO_BOUND = Number.POSITIVE_INFINITY;
export const untouched = ({ periods }: Model) => periods.filter((period) => period.state === undefined);
export const isTerminal = ({ status }: Model) => status === 'Cancelled' || status === 'Completed';
export const openPeriod = ({ periods }: Model) => periods.find((period) => period.state === 'Open');

export function modelOf(plan: ModelPlan, horizon: number): Model {
  const periods = listPeriods(plan, horizon);
  const model: Model = { plan, periods, status: '', streak: 0, count: 0, total: 0, resumed: false };
  goOn(model, plan.trial ? 'Trialing' : 'Active');
  return model;
}

/** Rules 4 to 6: whether the next due date may still be charged. */
function nextPossible(model: Model): Period | undefined {
  const { plan, count, total } = model;
  const [next] = untouched(model);
  if (!next?.allowed || count >= (plan.maxPaymentCount ?? NO_BOUND)) return undefined;
  return total + next.amountMinor > (plan.totalAmountLimitMinor ?? NO_BOUND) ? undefined : next;
}

function goOn(model: Model, status: string): void {
  const next = nextPossible(model);
  model.status = next ? status : 'Completed';
  model.planned = next && { period: next, attempt: 1, atMs: next.dueAtMs };
}

/** A period in flight stays open until its answer comes, whatever else is decided. */
function failOpenPeriod(model: Model): void {
  const open = openPeriod(model);
  if (open && model.inFlight?.period !== open) open.state = 'Failed';
}

function stop(model: Model, status: string): void {
  failOpenPeriod(model);
  model.planned = undefined;
  model.status = status;
}

/** Rules 8, 12, 14 and 19: the sale that is sent to the bank, if any. */
export function ringModel(model: Model, world: World): Sale | undefined {
  const { planned } = model;
  const { nowMs } = world;
  if (model.inFlight || !planned || nowMs < planned.atMs - 60_000) return undefined;
  const lapses = (untouched(model)[0]?.dueAtMs ?? 0) <= nowMs || !world.customerIsActive;
  if (model.status === 'Unpaid' && lapses) model.planned = undefined;
  else if (!world.customerIsActive) stop(model, 'Paused');
  else if (planned.period.state === 'Open' && !untouched(model).some((period) => hasCome(period, nowMs))) {
    return sell(model, world, planned.period, planned.attempt);
  } else return ringForDueDate(model, world);
  return undefined;
}

export const hasCome = (period: Period, nowMs: number) => period.allowed && period.dueAtMs <= nowMs;

/** Rule 19: of all due dates that have come only the newest is charged, and it not after seven days. */
function ringForDueDate(model: Model, world: World): Sale | undefined {
  const { planned } = model;
  const come = untouched(model).filter(
    (period) => period === planned?.period || hasCome(period, world.nowMs),
  );
  const newest = come.at(-1);
  if (!planned || !newest) return undefined;
  const since = newest === planned.period ? planned.atMs : newest.dueAtMs;
  if (world.nowMs - since <= 7 * DAY) return sell(model, world, newest, 1);
  closeOlder(model, newest);
  newest.state = 'Missed';
  goOn(model, model.status);
  return undefined;
}

function closeOlder(model: Model, newest: Period): void {
  failOpenPeriod(model);
  for (const period of untouched(model)) if (period.dueAtMs < newest.dueAtMs) period.state = 'Missed';
}

/** Rules 12 and 14: the caps make a try wait, an unusable card fails it without a sale. */
function sell(model: Model, world: World, period: Period, attempt: number): Sale | undefined {
  const { nowMs, cardIsUsable, allowedFromMs } = world;
  if (cardIsUsable && allowedFromMs > nowMs && model.planned) {
    model.planned.atMs = allowedFromMs;
    return undefined;
  }
  if (period.state !== 'Open') closeOlder(model, period);
  period.state = 'Open';
  period.tries = attempt;
  model.inFlight = { period, attempt };
  model.planned = undefined;
  if (cardIsUsable) {
    return { periodNumber: period.number, attemptNumber: attempt, amountMinor: period.amountMinor };
  }
  landModel(model, 'hard', nowMs);
  return undefined;
}

/** Whether a pause, resume or cancel has let go of what is in flight. */
export const isLetGo = (model: Model) =>
  isTerminal(model) || model.status === 'Paused' || model.planned !== undefined;

/** The answer of the bank (recurring-payments.md R6, R10 to R13). What a pause dropped changes no plan. */
export function landModel(model: Model, answer: BankAnswer, nowMs: number): void {
  const { inFlight } = model;
  if (!inFlight) return;
  const { period, attempt, cardIsRenewed } = inFlight;
  const letGo = isLetGo(model);
  model.inFlight = undefined;
  if (answer === 'approved') {
    period.state = 'Paid';
    if (period.number > 0) model.count += 1;
    model.total += period.amountMinor;
    model.streak = 0;
    if (!letGo) goOn(model, period.number === 0 ? 'Trialing' : 'Active');
    else if (!isTerminal(model) && !nextPossible(model)) stop(model, 'Completed');
  } else if (answer === 'revoked' && !isTerminal(model)) {
    stop(model, 'Cancelled');
    period.state = 'Failed';
  } else if (letGo) period.state = 'Failed';
  else {
    failModel(model, { period, attempt, isHard: answer === 'hard', nowMs });
    if (cardIsRenewed) cardUpdatedModel(model, nowMs);
  }
}

type Failure = { period: Period; attempt: number; isHard: boolean; nowMs: number };

function failModel(model: Model, { period, attempt, isHard, nowMs }: Failure): void {
  const { maxRetryAttempts, retryIntervalHours } = model.plan;
  model.streak += 1;
  if (isHard || model.status === 'Unpaid' || model.streak > maxRetryAttempts) {
    model.status = 'Unpaid';
    return;
  }
  model.status = 'PastDue';
  const retryAtMs = Math.max(nowMs, period.dueAtMs) + retryIntervalHours * 3_600_000;
  const next = untouched(model)[0];
  model.planned =
    next?.allowed && retryAtMs >= next.dueAtMs
      ? { period: next, attempt: 1, atMs: next.dueAtMs }
      : { period, attempt: attempt + 1, atMs: retryAtMs };
}

/** Rules 15 and 18. */
export function pauseModel(model: Model): CallOutcome {
  if (model.status === 'Paused') return 'unchanged';
  if (!['Trialing', 'Active', 'PastDue'].includes(model.status)) return 'refused';
  stop(model, 'Paused');
  return 'changed';
}

/** Rules 16 and 18. */
export function resumeModel(model: Model, nowMs: number): CallOutcome {
  if (model.status !== 'Paused' && model.status !== 'Unpaid') {
    return model.resumed && model.status !== 'Cancelled' ? 'unchanged' : 'refused';
  }
  failOpenPeriod(model);
  for (const period of untouched(model)) if (hasCome(period, nowMs)) period.state = 'Skipped';
  model.streak = 0;
  model.resumed = true;
  const firstRegularMs = model.periods.find(({ number }) => number === 1)?.dueAtMs ?? 0;
  goOn(model, model.plan.trial && nowMs < firstRegularMs ? 'Trialing' : 'Active');
  return 'changed';
}

/** Rules 17 and 18. */
export function cancelModel(model: Model): CallOutcome {
  if (model.status === 'Cancelled') return 'unchanged';
  if (isTerminal(model)) return 'refused';
  stop(model, 'Cancelled');
  return 'changed';
}

/** Rule 13; what is in flight is waited for. */
export function cardUpdatedModel(model: Model, nowMs: number): CallOutcome {
  const owing = openPeriod(model);
  const owes = model.status === 'PastDue' || model.status === 'Unpaid';
  const nextHasCome = (untouched(model)[0]?.dueAtMs ?? 0) <= nowMs;
  if (model.inFlight) {
    const isKnown = model.inFlight.cardIsRenewed;
    model.inFlight.cardIsRenewed = true;
    return isKnown ? 'unchanged' : 'changed';
  }
  if (!owes || !owing || nextHasCome) return 'unchanged';
  model.planned = { period: owing, attempt: owing.tries + 1, atMs: nowMs };
  return 'changed';
}
