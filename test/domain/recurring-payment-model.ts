// The rules of recurring payments as a plain bookkeeper would apply them: a list of all due dates, a state
// for each, no cleverness, no code of the product. The random walk holds the product against it.
import { type CountedPlan, countCharges } from './calendar-by-counting.ts';

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
type Planned = { period: Period; attempt: number; atMs: number };

export type Sale = { periodNumber: number; attemptNumber: number; amountMinor: number };
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

export function modelOf(plan: ModelPlan, horizon: number) {
  const periods = listPeriods(plan, horizon);
  const model = {
    status: plan.trial ? 'Trialing' : 'Active',
    periods,
    planned: undefined as Planned | undefined,
    inFlight: undefined as { period: Period; attempt: number } | undefined,
    streak: 0,
    count: 0,
    total: 0,
    resumed: false,
  };
  const untouched = () => periods.filter((period) => period.state === undefined);
  const openPeriod = () => periods.find((period) => period.state === 'Open');
  const isTerminal = () => model.status === 'Cancelled' || model.status === 'Completed';
  const isCharging = () => ['Trialing', 'Active', 'PastDue'].includes(model.status);

  /** Rules 5 and 6: whether the next due date may still be charged. */
  function nextPossible(): Period | undefined {
    const [next] = untouched();
    if (!next?.allowed) return undefined;
    if (next.number > 0 && model.count >= (plan.maxPaymentCount ?? Number.POSITIVE_INFINITY))
      return undefined;
    if (model.total + next.amountMinor > (plan.totalAmountLimitMinor ?? Number.POSITIVE_INFINITY))
      return undefined;
    return next;
  }
  function goOn(status: string): void {
    const next = nextPossible();
    model.status = next ? status : 'Completed';
    model.planned = next && { period: next, attempt: 1, atMs: next.dueAtMs };
  }
  /** An open period that is in flight stays open until its answer comes, whatever else is decided. */
  function failOpenPeriod(): void {
    const open = openPeriod();
    if (open && model.inFlight?.period !== open) open.state = 'Failed';
  }

  goOn(model.status);

  return {
    ...{ model, openPeriod, isTerminal, isCharging },

    /** Rules 8, 12, 14 and 19: the sale that is sent to the bank, if any. */
    ring({ nowMs, customerIsActive, cardIsUsable, allowedFromMs }: World): Sale | undefined {
      const { planned } = model;
      if (model.inFlight || !planned || nowMs < planned.atMs - 60_000) return undefined;
      if (model.status === 'Unpaid' && (untouched()[0]?.dueAtMs ?? 0) <= nowMs) {
        model.planned = undefined;
        return undefined;
      }
      if (!customerIsActive) {
        model.planned = undefined;
        if (model.status === 'Unpaid') return undefined;
        failOpenPeriod();
        model.status = 'Paused';
        return undefined;
      }
      const come = untouched().filter(
        (period) => period === planned.period || (period.allowed && period.dueAtMs <= nowMs),
      );
      const newest = come.at(-1);
      if (newest) {
        const since = newest === planned.period ? planned.atMs : newest.dueAtMs;
        const tooOld = nowMs - since > 7 * DAY;
        if (!tooOld && cardIsUsable && allowedFromMs > nowMs) {
          planned.atMs = allowedFromMs;
          return undefined;
        }
        failOpenPeriod();
        for (const period of come) period.state = 'Missed';
        if (tooOld) {
          goOn(model.status);
          return undefined;
        }
        newest.state = 'Open';
        model.planned = { period: newest, attempt: 1, atMs: nowMs };
      } else if (cardIsUsable && allowedFromMs > nowMs) {
        planned.atMs = allowedFromMs;
        return undefined;
      }
      const { period, attempt } = model.planned ?? planned;
      period.tries = attempt;
      model.inFlight = { period, attempt };
      model.planned = undefined;
      if (!cardIsUsable) {
        this.land('hard', nowMs);
        return undefined;
      }
      return { periodNumber: period.number, attemptNumber: attempt, amountMinor: period.amountMinor };
    },

    /** The bank's answer, rules 6 and 10 to 13. */
    land(answer: 'approved' | 'soft' | 'hard' | 'revoked', nowMs: number): void {
      const { inFlight } = model;
      if (!inFlight) return;
      const { period, attempt } = inFlight;
      const untied = isTerminal() || model.status === 'Paused' || this.model.planned !== undefined;
      model.inFlight = undefined;
      if (answer === 'approved') {
        period.state = 'Paid';
        if (period.number > 0) model.count += 1;
        model.total += period.amountMinor;
        model.streak = 0;
        if (!untied) goOn(period.number === 0 ? 'Trialing' : 'Active');
        else if (!isTerminal() && !nextPossible()) goOn('Completed');
        return;
      }
      if (answer === 'revoked' && !isTerminal()) {
        period.state = 'Failed';
        model.status = 'Cancelled';
        model.planned = undefined;
        return;
      }
      if (untied) {
        period.state = 'Failed';
        return;
      }
      model.streak += 1;
      if (answer === 'hard' || model.status === 'Unpaid' || model.streak > plan.maxRetryAttempts) {
        model.status = 'Unpaid';
        return;
      }
      model.status = 'PastDue';
      const retryAtMs = Math.max(nowMs, period.dueAtMs) + plan.retryIntervalHours * 3_600_000;
      const next = untouched()[0];
      model.planned =
        next?.allowed && retryAtMs >= next.dueAtMs
          ? { period: next, attempt: 1, atMs: next.dueAtMs }
          : { period, attempt: attempt + 1, atMs: retryAtMs };
    },

    pause(): 'changed' | 'unchanged' | 'refused' {
      if (model.status === 'Paused') return 'unchanged';
      if (!isCharging()) return 'refused';
      failOpenPeriod();
      model.planned = undefined;
      model.status = 'Paused';
      return 'changed';
    },

    resume(nowMs: number): 'changed' | 'unchanged' | 'refused' {
      if (model.status !== 'Paused' && model.status !== 'Unpaid') {
        return model.resumed && model.status !== 'Cancelled' ? 'unchanged' : 'refused';
      }
      failOpenPeriod();
      for (const period of untouched())
        if (period.allowed && period.dueAtMs <= nowMs) period.state = 'Skipped';
      model.streak = 0;
      model.resumed = true;
      goOn(
        plan.trial && nowMs < (periods.find(({ number }) => number === 1)?.dueAtMs ?? 0)
          ? 'Trialing'
          : 'Active',
      );
      return 'changed';
    },

    cancel(): 'changed' | 'unchanged' | 'refused' {
      if (model.status === 'Cancelled') return 'unchanged';
      if (isTerminal()) return 'refused';
      failOpenPeriod();
      model.planned = undefined;
      model.status = 'Cancelled';
      return 'changed';
    },

    cardUpdated(nowMs: number): 'changed' | 'unchanged' {
      const owing = openPeriod();
      const nextDueMs = untouched()[0]?.dueAtMs ?? 0;
      const owes = model.status === 'PastDue' || model.status === 'Unpaid';
      if (!owes || !owing || model.inFlight || nextDueMs <= nowMs) return 'unchanged';
      model.planned = { period: owing, attempt: owing.tries + 1, atMs: nowMs };
      return 'changed';
    },
  };
}
