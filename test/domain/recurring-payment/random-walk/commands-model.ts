// The part of the model for the merchant's commands: pause, resume and cancel.
import {
  type CallOutcome,
  failOpenPeriod,
  isDue,
  isTerminal,
  type Model,
  planNext,
  stop,
  untouched,
} from './recurring-payment-model.ts';

/** Implements recurring-payments.md R15 and R18. */
export function pauseModel(model: Model): CallOutcome {
  if (model.status === 'Paused') return 'unchanged';
  if (!['Trialing', 'Active', 'PastDue'].includes(model.status)) return 'rejected';
  stop(model, 'Paused');
  return 'changed';
}

/** Implements recurring-payments.md R16 and R18. */
export function resumeModel(model: Model, nowMs: number): CallOutcome {
  if (model.status !== 'Paused' && model.status !== 'Unpaid') {
    return model.resumed && model.status !== 'Cancelled' ? 'unchanged' : 'rejected';
  }
  failOpenPeriod(model);
  for (const period of untouched(model)) if (isDue(period, nowMs)) period.state = 'Skipped';
  model.streak = 0;
  model.resumed = true;
  const firstRegularMs = model.periods.find(({ number }) => number === 1)?.dueAtMs ?? 0;
  planNext(model, model.plan.trial && nowMs < firstRegularMs ? 'Trialing' : 'Active');
  return 'changed';
}

/** Implements recurring-payments.md R17 and R18. */
export function cancelModel(model: Model): CallOutcome {
  if (model.status === 'Cancelled') return 'unchanged';
  if (isTerminal(model)) return 'rejected';
  stop(model, 'Cancelled');
  model.requested = model.requested.filter(({ period }) => period === model.inFlight?.period);
  return 'changed';
}
