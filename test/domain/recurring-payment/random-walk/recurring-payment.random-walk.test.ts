// Random histories of recurring payments: triggers on time, late, early, duplicated and lost, every answer of
// the bank, every command of the merchant, in any order. After each event the product must equal the model
// and keep its invariants. fast-check prints the seed and the shortest history that fails.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ChargeInvocation, decideCharge } from '#domain/recurring-payment/charge-decision.ts';
import { recordFailure, recordSuccess } from '#domain/recurring-payment/charge-outcome.ts';
import {
  type CommandOutcome,
  cancel,
  cardUpdated,
  pause,
  resume,
} from '#domain/recurring-payment/command.ts';
import { Rejection } from '#domain/rejection.ts';
import { isThorough, rounds } from '../../../harness/thoroughness.ts';
import { HARD, REVOKED, SOFT } from '../recurring-payment-builder.ts';
import { CHANGES, expectInvariants, expectSameAsModel, type History, historyOf } from './random-history.ts';
import { type Answer, anyEvents, anyPlan, type Event } from './random-history-events.ts';
import {
  type Circumstances,
  cancelModel,
  cardUpdatedModel,
  chargeModel,
  type Model,
  type ModelPlan,
  modelOf,
  pauseModel,
  recordAnswerInModel,
  resumeModel,
} from './recurring-payment-model.ts';

const MINUTE = 60_000;
/** Number of due dates in the model, and a time span in which no daily plan needs more. */
const HORIZON = 500;
const MAX_DURATION_MS = 450 * 24 * 60 * MINUTE;

/** The product, the model, and the circumstances of both. */
type Run = { history: History; model: Model; circumstances: Circumstances };

const DECLINES = { soft: SOFT, hard: HARD, revoked: REVOKED };

function runHistory(plan: ModelPlan, events: readonly Event[]): History {
  const history = historyOf(plan);
  const circumstances = {
    nowMs: history.createdAtMs,
    customerIsActive: true,
    cardIsUsable: true,
    allowedFromMs: 0,
  };
  const run = { history, model: modelOf(plan, HORIZON), circumstances };
  for (const event of events) {
    applyEvent(run, event);
    expectInvariants(history, plan);
    expectSameAsModel(history, run.model);
  }
  return history;
}

function applyEvent(run: Run, event: Event): void {
  const { history, model, circumstances } = run;
  const { nowMs } = circumstances;
  const plannedMs = history.record().nextAction?.atMs ?? nowMs;
  switch (event.kind) {
    case 'trigger': {
      const invocation = plannedSchedule(history);
      moveTo(run, plannedMs + event.lateMs);
      charge(run, invocation, event.answer);
      if (event.repeat) expectIgnored(run, invocation);
      break;
    }
    case 'earlyTrigger':
      moveTo(run, plannedMs - event.earlyMs);
      charge(run, plannedSchedule(history), 'approved');
      break;
    case 'foreignTrigger':
      expectIgnored(run, { kind: 'schedule', periodNumber: 9999, attemptNumber: 1 });
      break;
    case 'wait':
      moveTo(run, nowMs + event.ms);
      break;
    case 'sweep':
      charge(run, { kind: 'sweep' }, event.answer);
      break;
    case 'answer':
      recordAnswer(run, event.answer);
      break;
    case 'pause':
      command(history, () => pause(history.record(), nowMs), pauseModel(model));
      break;
    case 'resume':
      command(history, () => resume(history.record(), nowMs), resumeModel(model, nowMs));
      break;
    case 'cancel':
      command(history, () => cancel(history.record(), nowMs), cancelModel(model));
      break;
    case 'cardUpdated':
      circumstances.cardIsUsable = true;
      command(history, () => cardUpdated(history.record(), nowMs), cardUpdatedModel(model, nowMs));
      break;
    case 'customer':
      circumstances.customerIsActive = !circumstances.customerIsActive;
      break;
    case 'card':
      circumstances.cardIsUsable = !circumstances.cardIsUsable;
      break;
    case 'capUntil':
      circumstances.allowedFromMs = nowMs + event.inMs;
      break;
  }
}

/** Moves time forward only, and not beyond the model's list of due dates. */
function moveTo({ circumstances, history }: Run, ms: number): void {
  circumstances.nowMs = Math.min(Math.max(circumstances.nowMs, ms), history.createdAtMs + MAX_DURATION_MS);
}

function charge(run: Run, invocation: ChargeInvocation, answer: Answer): void {
  const { history, model, circumstances } = run;
  const decision = decide(run, invocation);
  const sale = chargeModel(model, circumstances);
  expect(decision.kind === 'charge').toBe(sale !== undefined);
  if (decision.kind !== 'ignore') history.write(decision.step);
  if (decision.kind !== 'charge') return;
  expect(decision.step.attempt).toMatchObject(sale ?? {});
  expectSameAsModel(history, model);
  if (answer !== 'unknown') recordAnswer(run, answer);
}

function decide({ history, circumstances }: Run, invocation: ChargeInvocation) {
  const { cardIsUsable, allowedFromMs } = circumstances;
  const card = cardIsUsable
    ? ({ kind: 'chargeable', allowedFromMs } as const)
    : ({ kind: 'expired' } as const);
  return decideCharge(history.record(), invocation, { ...circumstances, card });
}

function recordAnswer(
  { history, model, circumstances: { nowMs } }: Run,
  answer: Exclude<Answer, 'unknown'>,
): void {
  const open = history.record().openAttempt;
  if (!open) return;
  const record = () =>
    answer === 'approved'
      ? recordSuccess(history.record(), open, { paymentReferenceNumber: 'PAY-1', nowMs })
      : recordFailure(history.record(), open, { ...DECLINES[answer], nowMs });
  const step = record();
  if (step) history.write(step);
  expect(record(), 'a second answer changes nothing').toBeUndefined();
  recordAnswerInModel(model, answer, nowMs);
}

function command(history: History, run: () => CommandOutcome, expected: string): void {
  const outcome = outcomeOf(run);
  expect(outcome === 'rejected' ? outcome : outcome.kind).toBe(expected);
  if (outcome !== 'rejected' && outcome.kind === 'changed') history.write(outcome.step);
}

function outcomeOf(run: () => CommandOutcome): CommandOutcome | 'rejected' {
  try {
    return run();
  } catch (error) {
    if (error instanceof Rejection && error.code === 'RECURRING_PAYMENT_INVALID_STATE') return 'rejected';
    throw error;
  }
}

function plannedSchedule(history: History): ChargeInvocation {
  const { periodNumber = -1, attemptNumber = -1 } = history.record().nextAction ?? {};
  return { kind: 'schedule', periodNumber, attemptNumber };
}

/** A postponed attempt keeps its number, so a repeated trigger is ignored until the attempt is due. */
function expectIgnored(run: Run, invocation: ChargeInvocation): void {
  const planned = plannedSchedule(run.history);
  const plannedMs = run.history.record().nextAction?.atMs ?? Number.POSITIVE_INFINITY;
  const isDue =
    JSON.stringify(planned) === JSON.stringify(invocation) && run.circumstances.nowMs >= plannedMs - MINUTE;
  if (!isDue) expect(decide(run, invocation).kind).toBe('ignore');
}

it('random histories of a recurring payment equal the model and keep the invariants', () => {
  const seen = new Set<string>();
  const changes = new Set<string>();
  const histories = fc.property(
    anyPlan,
    fc.array(anyEvents, { minLength: 5, maxLength: 60, size: 'max' }),
    (plan, events) => {
      const history = runHistory(plan, events);
      for (const status of history.statuses) seen.add(status);
      for (const change of history.changes) changes.add(change);
      for (const outcome of history.outcomes.values()) seen.add(outcome);
      for (const attempt of history.attempts.values()) seen.add(attempt.trigger);
    },
  );
  fc.assert(histories, { numRuns: rounds(1000, 50) });
  if (!isThorough) return;
  // Histories that do not reach every state, outcome and trigger would prove little.
  const states = ['Trialing', 'Active', 'PastDue', 'Unpaid', 'Paused', 'Cancelled', 'Completed'];
  const ends = ['Paid', 'Failed', 'Skipped', 'Missed'];
  const triggers = ['Schedule', 'Retry', 'CardUpdate', 'CatchUp'];
  expect([...seen].sort()).toEqual([...states, ...ends, ...triggers].sort());
  expect([...changes].sort()).toEqual([...CHANGES].sort());
});
