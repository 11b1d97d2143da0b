// One invocation of a schedule's target: its due time, retries and dead letter.
import { randomUUID } from 'node:crypto';
import { localArn } from '../aws-json.ts';
import { instantOf, type ScheduleDefinition } from './definition.ts';

/** The snapshot file contains these field names. */
export type ScheduledInvocation = {
  executionId: string;
  /** The time of the schedule expression. */
  scheduledMs: number;
  /** The time of the invocation: later than scheduled for a retry or an injected delay. */
  dueMs: number;
  /** 1 for the first attempt. */
  attempt: number;
  firstTriedMs?: number;
  /** True if a delay was injected. */
  delayed?: true;
};

export type DeadLetter = {
  queueArn: string;
  body: string;
  attributes: Record<string, string>;
  atMs: number;
};

const MAX_RETRY_DELAY_MS = 5 * 60_000;

export function scheduleArn({ GroupName, Name }: { GroupName: string; Name: string }): string {
  return localArn('scheduler', `schedule/${GroupName}/${Name}`);
}

/** The first attempt. It is due at once if its time has passed. */
export function firstInvocation({ ScheduleExpression }: ScheduleDefinition): ScheduledInvocation {
  const scheduledMs = instantOf(ScheduleExpression);
  if (scheduledMs === undefined) throw new Error(`Not a one-time schedule expression: ${ScheduleExpression}`);
  return { executionId: randomUUID(), scheduledMs, dueMs: scheduledMs, attempt: 1 };
}

/** Returns the next attempt, or the limit of the retry policy that has been reached. */
export function retryOf(
  invocation: ScheduledInvocation,
  { RetryPolicy: policy }: ScheduleDefinition['Target'],
  nowMs: number,
): ScheduledInvocation | 'MaximumRetryAttempts' | 'MaximumEventAgeInSeconds' {
  if (invocation.attempt > policy.MaximumRetryAttempts) return 'MaximumRetryAttempts';
  const firstTriedMs = invocation.firstTriedMs ?? nowMs;
  const dueMs = nowMs + Math.min(MAX_RETRY_DELAY_MS, 60_000 * 2 ** (invocation.attempt - 1));
  if (dueMs > firstTriedMs + policy.MaximumEventAgeInSeconds * 1000) return 'MaximumEventAgeInSeconds';
  return { ...invocation, attempt: invocation.attempt + 1, dueMs, firstTriedMs };
}

/** The message that AWS would send to the dead-letter queue. */
export function deadLetterOf(
  definition: ScheduleDefinition,
  { attempt, executionId, scheduledMs }: ScheduledInvocation,
  { error, exhausted, atMs }: { error: unknown; exhausted: string; atMs: number },
): DeadLetter {
  const { Arn, DeadLetterConfig, Input } = definition.Target;
  return {
    queueArn: DeadLetterConfig.Arn,
    body: Input,
    attributes: {
      ERROR_CODE: error instanceof Error ? error.name : 'Error',
      ERROR_MESSAGE: error instanceof Error ? error.message : String(error),
      EXECUTION_ID: executionId,
      EXHAUSTED_RETRY_CONDITION: exhausted,
      IS_PAYLOAD_TRUNCATED: 'false',
      RETRY_ATTEMPTS: String(attempt - 1),
      SCHEDULED_TIME: new Date(scheduledMs).toISOString().replace('.000Z', 'Z'),
      SCHEDULE_ARN: scheduleArn(definition),
      TARGET_ARN: Arn,
    },
    atMs,
  };
}
