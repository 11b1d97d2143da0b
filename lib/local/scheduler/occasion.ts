// One occasion is one firing of a schedule: when it is due, what it carries, and what becomes of it when its
// target refuses.
import { createHash, randomUUID } from 'node:crypto';
import { localAccount, localArn, localRegion } from '../aws-json.ts';
import type { ScheduleDefinition } from './definition.ts';
import { type Expression, parseExpression } from './expression.ts';

export type Occasion = {
  executionId: string;
  /** The instant the expression names; `dueMs`, when we really try, is later in a window or a retry. */
  scheduledMs: number;
  dueMs: number;
  /** 1 for the first try. */
  attempt: number;
  firstTriedMs?: number;
  /** A delay was injected already. */
  delayed?: true;
};

export type StoredSchedule = {
  definition: ScheduleDefinition;
  createdAtMs: number;
  modifiedAtMs: number;
  /** Where a rate counts from. */
  anchorMs: number;
  /** Changes with every update and tells an old firing from one of the present definition. */
  revision: string;
  waiting: Occasion[];
};

export type DeadLetter = {
  queueArn: string;
  body: string;
  attributes: Record<string, string>;
  atMs: number;
};

const longestRetryDelayMs = 5 * 60_000;

export function scheduleArn({ GroupName, Name }: { GroupName: string; Name: string }): string {
  return localArn('scheduler', `schedule/${GroupName}/${Name}`);
}

/** The first occasion of a schedule as it is now defined; a one-time schedule that is past is due at once. */
export function firstOccasion(schedule: Omit<StoredSchedule, 'waiting'>, nowMs: number): Occasion[] {
  const { definition } = schedule;
  if (definition.State === 'DISABLED') return [];
  const startMs = (definition.StartDate ?? 0) * 1000;
  return occasionFrom(definition, expressionOf(schedule), Math.max(nowMs, startMs));
}

/**
 * The occasion after this one. Those missed in between (an outage, a machine asleep) are not made up for one
 * by one: the one that fires late stands for all of them.
 */
export function nextOccasion(schedule: StoredSchedule, done: Occasion, nowMs: number): Occasion[] {
  const expression = expressionOf(schedule);
  // The successor of a retried or delayed occasion was planned when that happened.
  if (expression.oneTime || done.attempt > 1 || done.delayed) return [];
  return occasionFrom(schedule.definition, expression, Math.max(done.scheduledMs, nowMs) + 1);
}

/** The next try after a refusal, or which of the two limits has been reached. */
export function retryOf(
  occasion: Occasion,
  { RetryPolicy: policy }: ScheduleDefinition['Target'],
  nowMs: number,
): Occasion | 'MaximumRetryAttempts' | 'MaximumEventAgeInSeconds' {
  if (occasion.attempt > policy.MaximumRetryAttempts) return 'MaximumRetryAttempts';
  const firstTriedMs = occasion.firstTriedMs ?? nowMs;
  const dueMs = nowMs + Math.min(longestRetryDelayMs, 60_000 * 2 ** (occasion.attempt - 1));
  if (dueMs > firstTriedMs + policy.MaximumEventAgeInSeconds * 1000) return 'MaximumEventAgeInSeconds';
  return { ...occasion, attempt: occasion.attempt + 1, dueMs, firstTriedMs };
}

/** The target's input, context attributes filled in, or the event that AWS sends where there is none. */
export function payloadOf(definition: ScheduleDefinition, occasion: Occasion): string {
  const arn = scheduleArn(definition);
  const time = scheduledTime(occasion);
  const { Input } = definition.Target;
  if (Input === undefined) {
    return JSON.stringify({
      version: '0',
      id: occasion.executionId,
      'detail-type': 'Scheduled Event',
      source: 'aws.scheduler',
      account: localAccount,
      time,
      region: localRegion,
      resources: [arn],
      detail: '{}',
    });
  }
  return Input.replaceAll('<aws.scheduler.schedule-arn>', arn)
    .replaceAll('<aws.scheduler.scheduled-time>', time)
    .replaceAll('<aws.scheduler.execution-id>', occasion.executionId)
    .replaceAll('<aws.scheduler.attempt-number>', String(occasion.attempt));
}

/** What AWS puts into the dead-letter queue; nothing where none is configured. */
export function deadLetterOf(
  definition: ScheduleDefinition,
  occasion: Occasion,
  failure: { error: unknown; exhausted: string; atMs: number },
): DeadLetter | undefined {
  const queueArn = definition.Target.DeadLetterConfig?.Arn;
  if (queueArn === undefined) return undefined;
  const { error, exhausted, atMs } = failure;
  return {
    queueArn,
    body: payloadOf(definition, occasion),
    attributes: {
      ERROR_CODE: error instanceof Error ? error.name : 'Error',
      ERROR_MESSAGE: error instanceof Error ? error.message : String(error),
      EXECUTION_ID: occasion.executionId,
      EXHAUSTED_RETRY_CONDITION: exhausted,
      IS_PAYLOAD_TRUNCATED: 'false',
      RETRY_ATTEMPTS: String(occasion.attempt - 1),
      SCHEDULED_TIME: scheduledTime(occasion),
      SCHEDULE_ARN: scheduleArn(definition),
      TARGET_ARN: definition.Target.Arn,
    },
    atMs,
  };
}

function expressionOf({ definition, anchorMs }: Omit<StoredSchedule, 'waiting'>): Expression {
  return parseExpression(definition.ScheduleExpression, definition.ScheduleExpressionTimezone, anchorMs);
}

function occasionFrom(definition: ScheduleDefinition, expression: Expression, fromMs: number): Occasion[] {
  const scheduledMs = expression.nextAtOrAfter(fromMs);
  if (scheduledMs === undefined) return [];
  // Dates bound recurring schedules only.
  const endMs =
    expression.oneTime || definition.EndDate === undefined ? undefined : definition.EndDate * 1000;
  if (endMs !== undefined && scheduledMs > endMs) return [];
  const dueMs = scheduledMs + withinWindowMs(definition, scheduledMs);
  return [{ executionId: randomUUID(), scheduledMs, dueMs, attempt: 1 }];
}

/** Anywhere in the flexible window, but at the same place each time: runs must be repeatable. */
function withinWindowMs(definition: ScheduleDefinition, scheduledMs: number): number {
  const minutes = definition.FlexibleTimeWindow.MaximumWindowInMinutes ?? 0;
  if (minutes === 0) return 0;
  const digest = createHash('sha256')
    .update(`${scheduleArn(definition)} ${scheduledMs}`)
    .digest();
  return digest.readUInt32BE(0) % (minutes * 60_000);
}

function scheduledTime(occasion: Occasion): string {
  return new Date(occasion.scheduledMs).toISOString().replace(/\.\d{3}Z$/, 'Z');
}
