// One invocation of a schedule's target: its due time and its retries.
import { randomUUID } from 'node:crypto';
import { localArn } from '../aws-json.ts';
import { instantOf, type ScheduleDefinition } from './definition.ts';

/** The snapshot file contains these field names. */
export type ScheduledInvocation = {
  executionId: string;
  /** The time of the invocation: later than scheduled for a retry or an injected delay. */
  dueMs: number;
  /** 1 for the first attempt. */
  attempt: number;
  firstTriedMs?: number;
  /** True if a delay was injected. */
  delayed?: true;
};

const MAX_RETRY_DELAY_MS = 5 * 60_000;

export function scheduleArn({ GroupName, Name }: { GroupName: string; Name: string }): string {
  return localArn('scheduler', `schedule/${GroupName}/${Name}`);
}

/** The first attempt. It is due at once if its time has passed. */
export function firstInvocation({ ScheduleExpression }: ScheduleDefinition): ScheduledInvocation {
  const dueMs = instantOf(ScheduleExpression);
  if (dueMs === undefined) throw new Error(`Not a one-time schedule expression: ${ScheduleExpression}`);
  return { executionId: randomUUID(), dueMs, attempt: 1 };
}

/** The next attempt, unless a limit of the retry policy has been reached. */
export function retryOf(
  invocation: ScheduledInvocation,
  { RetryPolicy: policy }: ScheduleDefinition['Target'],
  nowMs: number,
): ScheduledInvocation | undefined {
  if (invocation.attempt > policy.MaximumRetryAttempts) return undefined;
  const firstTriedMs = invocation.firstTriedMs ?? nowMs;
  const dueMs = nowMs + Math.min(MAX_RETRY_DELAY_MS, 60_000 * 2 ** (invocation.attempt - 1));
  if (dueMs > firstTriedMs + policy.MaximumEventAgeInSeconds * 1000) return undefined;
  return { ...invocation, attempt: invocation.attempt + 1, dueMs, firstTriedMs };
}
