// Random lives of recurring payments: alarms on time, late, early, doubled and lost, every answer of a bank,
// every call of a merchant, in any order. After each step the product must agree with the plain model and
// keep its promises. fast-check prints the seed and the shortest life that breaks one.
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
import { CHANGES, expectPromisesKept, expectSameAsModel, type Life, lifeOf } from './random-history.ts';
import { type Answer, anyEvents, anyPlan, type Event } from './random-history-events.ts';
import {
  cancelModel,
  cardUpdatedModel,
  landModel,
  type Model,
  type ModelPlan,
  modelOf,
  pauseModel,
  resumeModel,
  ringModel,
  type World,
} from './recurring-payment-model.ts';

const MINUTE = 60_000;
/** Due dates that the model lists, and the time in which no daily plan outlives the list. */
const HORIZON = 500;
const LIFETIME_MS = 450 * 24 * 60 * MINUTE;

/** The product, the model and the world around both. */
type Walk = { life: Life; model: Model; world: World };

const DECLINES = { soft: SOFT, hard: HARD, revoked: REVOKED };

function walk(plan: ModelPlan, events: readonly Event[]): Life {
  const life = lifeOf(plan);
  const world = { nowMs: life.createdAtMs, customerIsActive: true, cardIsUsable: true, allowedFromMs: 0 };
  const walking = { life, model: modelOf(plan, HORIZON), world };
  for (const event of events) {
    happen(walking, event);
    expectPromisesKept(life, plan);
    expectSameAsModel(life, walking.model);
  }
  return life;
}

function happen(walking: Walk, event: Event): void {
  const { life, model, world } = walking;
  const { nowMs } = world;
  const plannedMs = life.record().nextAction?.atMs ?? nowMs;
  switch (event.kind) {
    case 'alarm': {
      const alarm = meantAlarm(life);
      moveTo(walking, plannedMs + event.lateMs);
      ring(walking, alarm, event.answer);
      if (event.repeat) expectIgnored(walking, alarm);
      break;
    }
    case 'earlyAlarm':
      moveTo(walking, plannedMs - event.earlyMs);
      ring(walking, meantAlarm(life), 'approved');
      break;
    case 'wrongAlarm':
      expectIgnored(walking, { kind: 'schedule', periodNumber: 9999, attemptNumber: 1 });
      break;
    case 'sleep':
      moveTo(walking, nowMs + event.ms);
      break;
    case 'sweep':
      ring(walking, { kind: 'sweep' }, event.answer);
      break;
    case 'answer':
      land(walking, event.answer);
      break;
    case 'pause':
      command(life, () => pause(life.record(), nowMs), pauseModel(model));
      break;
    case 'resume':
      command(life, () => resume(life.record(), nowMs), resumeModel(model, nowMs));
      break;
    case 'cancel':
      command(life, () => cancel(life.record(), nowMs), cancelModel(model));
      break;
    case 'cardUpdated':
      world.cardIsUsable = true;
      command(life, () => cardUpdated(life.record(), nowMs), cardUpdatedModel(model, nowMs));
      break;
    case 'customer':
      world.customerIsActive = !world.customerIsActive;
      break;
    case 'card':
      world.cardIsUsable = !world.cardIsUsable;
      break;
    case 'capUntil':
      world.allowedFromMs = nowMs + event.inMs;
      break;
  }
}

/** Time goes forward only, and no further than the model's list of due dates reaches. */
function moveTo({ world, life }: Walk, ms: number): void {
  world.nowMs = Math.min(Math.max(world.nowMs, ms), life.createdAtMs + LIFETIME_MS);
}

function ring(walking: Walk, alarm: ChargeInvocation, answer: Answer): void {
  const { life, model, world } = walking;
  const decision = decide(walking, alarm);
  const sale = ringModel(model, world);
  expect(decision.kind === 'charge').toBe(sale !== undefined);
  if (decision.kind !== 'ignore') life.write(decision.step);
  if (decision.kind !== 'charge') return;
  expect(decision.step.attempt).toMatchObject(sale ?? {});
  expectSameAsModel(life, model);
  if (answer !== 'unknown') land(walking, answer);
}

function decide({ life, world }: Walk, alarm: ChargeInvocation) {
  const { cardIsUsable, allowedFromMs } = world;
  const card = cardIsUsable
    ? ({ kind: 'chargeable', allowedFromMs } as const)
    : ({ kind: 'expired' } as const);
  return decideCharge(life.record(), alarm, { ...world, card });
}

function land({ life, model, world: { nowMs } }: Walk, answer: Exclude<Answer, 'unknown'>): void {
  const open = life.record().openAttempt;
  if (!open) return;
  const settle = () =>
    answer === 'approved'
      ? recordSuccess(life.record(), open, { paymentReferenceNumber: 'PAY-1', nowMs })
      : recordFailure(life.record(), open, { ...DECLINES[answer], nowMs });
  const step = settle();
  if (step) life.write(step);
  expect(settle(), 'a second answer changes nothing').toBeUndefined();
  landModel(model, answer, nowMs);
}

function command(life: Life, run: () => CommandOutcome, expected: string): void {
  const outcome = tried(run);
  expect(outcome === 'refused' ? outcome : outcome.kind).toBe(expected);
  if (outcome !== 'refused' && outcome.kind === 'changed') life.write(outcome.step);
}

function tried(run: () => CommandOutcome): CommandOutcome | 'refused' {
  try {
    return run();
  } catch (error) {
    if (error instanceof Rejection && error.code === 'RECURRING_PAYMENT_INVALID_STATE') return 'refused';
    throw error;
  }
}

function meantAlarm(life: Life): ChargeInvocation {
  const { periodNumber = -1, attemptNumber = -1 } = life.record().nextAction ?? {};
  return { kind: 'schedule', periodNumber, attemptNumber };
}

/** A try that was put off keeps its name, so its repeated alarm is ignored until its moment has come. */
function expectIgnored(walking: Walk, alarm: ChargeInvocation): void {
  const meant = meantAlarm(walking.life);
  const plannedMs = walking.life.record().nextAction?.atMs ?? Number.POSITIVE_INFINITY;
  const isDue = JSON.stringify(meant) === JSON.stringify(alarm) && walking.world.nowMs >= plannedMs - MINUTE;
  if (!isDue) expect(decide(walking, alarm).kind).toBe('ignore');
}

it('a thousand random lives agree with the rules step by step and break no promise', () => {
  const seen = new Set<string>();
  const changes = new Set<string>();
  const lives = fc.property(
    anyPlan,
    fc.array(anyEvents, { minLength: 5, maxLength: 60, size: 'max' }),
    (plan, events) => {
      const life = walk(plan, events);
      for (const status of life.statuses) seen.add(status);
      for (const change of life.changes) changes.add(change);
      for (const outcome of life.outcomes.values()) seen.add(outcome);
      for (const attempt of life.attempts.values()) seen.add(attempt.trigger);
    },
  );
  fc.assert(lives, { numRuns: rounds(1000, 250) });
  if (!isThorough) return;
  // A walk that never gets anywhere would prove nothing.
  const states = ['Trialing', 'Active', 'PastDue', 'Unpaid', 'Paused', 'Cancelled', 'Completed'];
  const ends = ['Paid', 'Failed', 'Skipped', 'Missed'];
  const triggers = ['Schedule', 'Retry', 'CardUpdate', 'CatchUp'];
  expect([...seen].sort()).toEqual([...states, ...ends, ...triggers].sort());
  expect([...changes].sort()).toEqual([...CHANGES].sort());
});
