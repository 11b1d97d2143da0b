// The merchant's commands of a random history, and the requests about periods that have ended.
import { expect } from 'vitest';
import type { CommandOutcome } from '#domain/recurring-payment/command.ts';
import {
  type PeriodRequest,
  requestCharge,
  waivePeriod,
} from '#domain/recurring-payment/period/charge-request.ts';
import { changePlan } from '#domain/recurring-payment/period/plan-change.ts';
import { Rejection } from '#domain/rejection.ts';
import { changeModel, requestable, requestModel, waiveModel } from './changes-model.ts';
import type { History } from './random-history.ts';
import type { Event } from './random-history-events.ts';
import type { Circumstances, Model } from './recurring-payment-model.ts';

/** The product, the model, and the circumstances of both. */
export type Run = { history: History; model: Model; circumstances: Circumstances };
const REJECTED = ['RECURRING_PAYMENT_INVALID_STATE', 'PERIOD_NOT_CHARGEABLE', 'LIMIT_UNREACHABLE'];
type ChangeEvent = Extract<Event, { kind: 'change' }>;
type RequestEvent = { kind: 'requestCharge' | 'waive'; which: number };

export function change({ history, model, circumstances: { nowMs } }: Run, event: ChangeEvent): void {
  const { amountMinor, maxRetryAttempts, inMs } = event;
  const request = { amountMinor, maxRetryAttempts, effectiveFromMs: nowMs + inMs };
  command(history, () => changePlan(history.record(), request, nowMs), changeModel(model, request, nowMs));
}

/** Charges or waives one of the periods that have ended unpaid or wait, as the store would read it. */
export function request(
  { history, model, circumstances: { nowMs } }: Run,
  { kind, which }: RequestEvent,
): void {
  const ended = requestable(model);
  const period = ended[Math.floor(which * (ended.length - 1))];
  if (period === undefined) return;
  const { number } = period;
  const lastAttempt = [...history.attempts.values()].filter((one) => one.periodNumber === number).at(-1);
  const facts = { record: history.record(), run: history.runs.get(number), lastAttempt };
  if (kind === 'waive') {
    const waived = waivePeriod(number, facts, { nowMs });
    if (waived.kind === 'changed') history.write(waived.step);
    history.outcomes.set(number, 'Waived');
    waiveModel(model, period);
    return;
  }
  if (model.requested.length >= 10) return;
  command(history, () => requestCharge(number, facts, nowMs), requestModel(model, period, nowMs));
}

export function command(history: History, run: () => CommandOutcome | PeriodRequest, expected: string): void {
  const outcome = outcomeOf(run);
  expect(outcome === 'rejected' ? outcome : outcome.kind).toBe(expected);
  if (outcome !== 'rejected' && outcome.kind === 'changed') history.write(outcome.step);
}

function outcomeOf<Outcome>(run: () => Outcome): Outcome | 'rejected' {
  try {
    return run();
  } catch (error) {
    if (error instanceof Rejection && REJECTED.includes(error.code)) return 'rejected';
    throw error;
  }
}
