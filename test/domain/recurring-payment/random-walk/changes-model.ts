// The part of the model for a merchant's changes of a running recurring payment, and for periods that are
// charged or waived after their end.
import type { Period } from './period-list.ts';
import {
  type BankAnswer,
  type CallOutcome,
  type Circumstances,
  cardUpdatedModel,
  isFull,
  isTerminal,
  type Model,
  nextPossible,
  planNext,
  recordAnswerInModel,
  stop,
  untouched,
} from './recurring-payment-model.ts';

/** Implements recurring-payments.md R32, with a card that the recurring payment does not have yet. */
export function replaceCardModel(model: Model, nowMs: number): CallOutcome {
  if (isTerminal(model)) return 'rejected';
  cardUpdatedModel(model, nowMs);
  return 'changed';
}

const ENDED_UNPAID = ['Failed', 'Missed', 'Skipped'];
const endedUnpaid = ({ periods, requested }: Model): Period[] =>
  periods.filter(
    (period) => ENDED_UNPAID.includes(period.state ?? '') && !requested.some((one) => one.period === period),
  );

/** The periods whose charge waits for the limits on the card, and the requests behind such a charge. */
const limitedPeriods = ({ planned, requested, inFlight }: Model): Period[] => [
  ...(planned?.isLimited ? [planned.period] : []),
  ...(requested[0]?.isLimited && !inFlight ? requested.map(({ period }) => period) : []),
];
/** The periods that the merchant can charge or waive. */
export const requestable = (model: Model): Period[] => [...endedUnpaid(model), ...limitedPeriods(model)];

type ModelChange = { amountMinor: number; maxRetryAttempts: number; effectiveFromMs: number };

/**
 * Implements recurring-payments.md R36: other terms for all periods that fall due from the change on. A term
 * that the next period has already stays as it is, unless neither of the two differs.
 */
export function changeModel(model: Model, change: ModelChange, nowMs: number): CallOutcome {
  const { effectiveFromMs } = change;
  if (isTerminal(model)) return 'rejected';
  const later = untouched(model).filter(
    ({ number, dueAtMs }) => number > 0 && dueAtMs > nowMs && dueAtMs >= effectiveFromMs,
  );
  const retriesOf = ({ maxRetries = model.plan.maxRetryAttempts }: Period) => maxRetries;
  const [next] = untouched(model);
  // The trial has an amount of its own; the record shows that of the regular charges.
  const shownAmount = next && next.number > 0 ? next.amountMinor : model.plan.amountMinor;
  const isOtherAmount = change.amountMinor !== shownAmount;
  const isOtherRetries = change.maxRetryAttempts !== (next ? retriesOf(next) : Number.NaN);
  const isBack = !isOtherAmount && !isOtherRetries;
  const termsOf = (one: Period) => ({
    amountMinor: isOtherAmount || isBack ? change.amountMinor : one.amountMinor,
    maxRetries: isOtherRetries || isBack ? change.maxRetryAttempts : retriesOf(one),
  });
  const isSame = (one: Period) => {
    const { amountMinor, maxRetries } = termsOf(one);
    return one.amountMinor === amountMinor && retriesOf(one) === maxRetries;
  };
  if (later.every(isSame)) return 'unchanged';
  const [first] = later;
  if (!first?.isAllowed || isFull(model, termsOf(first).amountMinor)) return 'rejected';
  for (const one of later) Object.assign(one, termsOf(one));
  const due = nextPossible(model);
  const { planned } = model;
  // An attempt after a card update stays planned: if a due date comes first, the due date is charged instead.
  if (planned?.isRetry && due && due.dueAtMs <= planned.atMs)
    model.planned = { period: due, attempt: 1, atMs: due.dueAtMs };
  return 'changed';
}

/** Implements recurring-payments.md R34. */
export function requestModel(model: Model, period: Period, nowMs: number): CallOutcome {
  const { planned, requested } = model;
  const [first] = requested;
  if (planned?.isLimited && planned.period === period) {
    const { isLimited: _, ...due } = planned;
    model.planned = { ...due, atMs: nowMs };
    return 'changed';
  }
  if (first?.isLimited && first.period === period) {
    requested[0] = { period, atMs: nowMs };
    return 'changed';
  }
  if (requested.some((one) => one.period === period)) return 'unchanged';
  if (model.status === 'Cancelled' || isFull(model, period.amountMinor)) return 'rejected';
  model.requested.push({ period, atMs: nowMs });
  return 'changed';
}

/** Implements recurring-payments.md R35. */
export function waiveModel(model: Model, period: Period): void {
  period.state = 'Waived';
  model.requested = model.requested.filter((one) => one.period !== period);
  if (model.planned?.period !== period) return;
  model.planned = undefined;
  if (model.status !== 'Unpaid') planNext(model, model.status);
}

/** Makes the requested charge: returns its period if the bank is asked. */
export function chargeRequestModel(model: Model, circumstances: Circumstances): Period | undefined {
  const [next] = model.requested;
  const { nowMs, customerIsActive, cardIsUsable, allowedFromMs } = circumstances;
  if (model.inFlight || next === undefined || next.atMs > nowMs + 60_000) return undefined;
  if (!customerIsActive || isFull(model, next.period.amountMinor)) model.requested.shift();
  else if (cardIsUsable && allowedFromMs > nowMs)
    Object.assign(next, { atMs: allowedFromMs, isLimited: true });
  else {
    next.period.attempts += 1;
    if (!cardIsUsable) model.requested.shift();
    else {
      // The wait ends with the claim, which may come after the limits opened.
      if (next.isLimited) next.atMs = nowMs;
      delete next.isLimited;
      model.inFlight = { period: next.period, attempt: next.period.attempts, isRequested: true };
      return next.period;
    }
  }
  return undefined;
}

/** Records the bank's answer about the attempt in flight, requested or not. */
export function recordAnyAnswer(model: Model, answer: BankAnswer, nowMs: number): void {
  if (model.inFlight?.isRequested) recordRequestAnswer(model, answer, nowMs);
  else recordAnswerInModel(model, answer, nowMs);
}

/** A decline changes nothing; a success may be the last one that a limit allows. */
function recordRequestAnswer(model: Model, answer: BankAnswer, nowMs: number): void {
  const { period, cardIsRenewed } = model.inFlight ?? {};
  if (period === undefined) return;
  model.inFlight = undefined;
  model.requested.shift();
  if (answer === 'approved') {
    period.state = 'Paid';
    if (period.number > 0) model.count += 1;
    model.total += period.amountMinor;
    if (!isTerminal(model) && isFull(model, untouched(model)[0]?.amountMinor ?? 0)) stop(model, 'Completed');
  } else if (answer === 'revoked' && !isTerminal(model)) {
    stop(model, 'Cancelled');
    model.requested = [];
  }
  if (cardIsRenewed && !isTerminal(model)) cardUpdatedModel(model, nowMs);
}

/** The sum of the periods that have fallen due and are not paid. */
export const owedInModel = ({ periods }: Model): number =>
  periods
    .filter(({ state }) => state === 'Failed' || state === 'Missed')
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
