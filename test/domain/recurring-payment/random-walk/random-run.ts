// Applies the events of a random history to the product and to the model at the same time.
import { expect } from 'vitest';
import { cardUpdated, replaceCard } from '#domain/recurring-payment/card-renewal.ts';
import { decideCharge } from '#domain/recurring-payment/charge-decision.ts';
import { recordFailure, recordSuccess } from '#domain/recurring-payment/charge-outcome.ts';
import { cancel, pause, resume } from '#domain/recurring-payment/command.ts';
import type { ChargeInvocation } from '#domain/recurring-payment/period/due-charge.ts';
import type { RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { HARD, REVOKED, SOFT } from '../recurring-payment-builder.ts';
import { chargeRequestModel, recordAnyAnswer, replaceCardModel } from './changes-model.ts';
import { cancelModel, pauseModel, resumeModel } from './commands-model.ts';
import type { ModelPlan } from './period-list.ts';
import { change, command, type Run, request } from './random-commands.ts';
import { expectInvariants, expectSameAsModel, type History, historyOf } from './random-history.ts';
import type { Answer, Event } from './random-history-events.ts';
import { cardUpdatedModel, chargeModel, modelOf } from './recurring-payment-model.ts';

const MINUTE = 60_000;
/** Number of due dates in the model, and a time span in which no daily plan needs more. */
const HORIZON = 500;
const MAX_DURATION_MS = 450 * 24 * 60 * MINUTE;

const DECLINES = { soft: SOFT, hard: HARD, revoked: REVOKED };

export function runHistory(plan: ModelPlan, events: readonly Event[]): History {
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
  switch (event.kind) {
    case 'trigger': {
      const invocation = plannedSchedule(history);
      moveTo(run, plannedMs(run) + event.lateMs);
      charge(run, invocation, event.answer);
      if (event.repeat) expectIgnored(run, invocation);
      break;
    }
    case 'earlyTrigger':
      moveTo(run, plannedMs(run) - event.earlyMs);
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
    case 'replaceCard':
      circumstances.cardIsUsable = true;
      command(history, () => replaceByNewCard(history.record(), nowMs), replaceCardModel(model, nowMs));
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
    case 'requestCharge':
    case 'waive':
    case 'requestTrigger':
    case 'change':
      applyPeriodEvent(run, event);
  }
}

const replaceByNewCard = (record: RecurringPayment, nowMs: number) =>
  replaceCard(
    record,
    { cardStorageId: `card-${record.version}`, maskedCardNumber: '460345******0000' },
    nowMs,
  );

const plannedMs = ({ history, circumstances }: Run) =>
  history.record().nextAction?.atMs ?? circumstances.nowMs;

function applyPeriodEvent(run: Run, event: Event): void {
  if (event.kind === 'requestCharge' || event.kind === 'waive') request(run, event);
  if (event.kind === 'change') change(run, event);
  if (event.kind === 'requestTrigger') charge(run, requestedSchedule(run.history), event.answer);
}

function requestedSale({ model, circumstances }: Run) {
  const period = chargeRequestModel(model, circumstances);
  if (period === undefined) return undefined;
  const { number: periodNumber, attempts: attemptNumber, amountMinor } = period;
  return { periodNumber, attemptNumber, amountMinor };
}

/** Moves time forward only, and not beyond the model's list of due dates. */
function moveTo({ circumstances, history }: Run, ms: number): void {
  circumstances.nowMs = Math.min(Math.max(circumstances.nowMs, ms), history.createdAtMs + MAX_DURATION_MS);
}

function charge(run: Run, invocation: ChargeInvocation, answer: Answer): void {
  const { history, model, circumstances } = run;
  const decision = decide(run, invocation);
  const isRequested = invocation.kind === 'schedule' && isNextRequest(history, invocation);
  const isPlanned = (model.planned?.atMs ?? Number.POSITIVE_INFINITY) <= circumstances.nowMs + MINUTE;
  const isOfRequest = isRequested || (invocation.kind === 'sweep' && !isPlanned);
  const sale = isOfRequest ? requestedSale(run) : chargeModel(model, circumstances);
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
  recordAnyAnswer(model, answer, nowMs);
}

function requestedSchedule(history: History): ChargeInvocation {
  const [next] = history.record().requestedCharges ?? [];
  const { periodNumber = -1, attemptNumber = -1 } = next ?? {};
  return { kind: 'schedule', periodNumber, attemptNumber };
}

const isNextRequest = (history: History, invocation: ChargeInvocation) =>
  JSON.stringify(requestedSchedule(history)) === JSON.stringify(invocation);

function plannedSchedule(history: History): ChargeInvocation {
  const { periodNumber = -1, attemptNumber = -1 } = history.record().nextAction ?? {};
  return { kind: 'schedule', periodNumber, attemptNumber };
}

// A postponed attempt keeps its number, so a repeated trigger is ignored until the attempt is due.
function expectIgnored(run: Run, invocation: ChargeInvocation): void {
  const planned = plannedSchedule(run.history);
  const plannedMs = run.history.record().nextAction?.atMs ?? Number.POSITIVE_INFINITY;
  const isDue =
    JSON.stringify(planned) === JSON.stringify(invocation) && run.circumstances.nowMs >= plannedMs - MINUTE;
  if (!isDue) expect(decide(run, invocation).kind).toBe('ignore');
}
