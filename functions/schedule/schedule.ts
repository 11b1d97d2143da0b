// EventBridge Scheduler as an alarm clock: one-time alarms, in UTC so that nobody else interprets a zone,
// each gone after it has rung. An alarm decides nothing; one that is lost, late or doubled harms nothing.
import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
} from '@aws-sdk/client-scheduler';
import { SECOND_MS } from '#domain/time/duration.ts';
import { setting } from '#setting.ts';

const scheduler = new SchedulerClient();

/** What the charge function is woken with. */
export type ChargeEvent = {
  merchantId: string;
  recurringPaymentId: string;
  periodNumber: number;
  attemptNumber: number;
  /**
   * Where its means lie, so that they are read together with the record, which has the last word. An alarm
   * may have waited for years: those from before this was told lack it.
   */
  means?: { customerId: string; cardStorageId: string; cardFingerprint: string };
};

/** Delivery is tried again for half an hour; by then the sweep has long found what is overdue. */
const RETRY_POLICY = { MaximumEventAgeInSeconds: 1800, MaximumRetryAttempts: 20 };

/**
 * Rings once, at `atMs` or up to a minute later, and soon where that has passed. An alarm of the same name is
 * this one: planning again changes nothing. At most 64 letters, digits and hyphens make a name.
 */
export async function createChargeSchedule(
  name: string,
  event: ChargeEvent,
  { atMs, nowMs }: { atMs: number; nowMs: number },
): Promise<void> {
  const command = new CreateScheduleCommand({
    Name: name,
    GroupName: setting('SCHEDULE_GROUP'),
    ScheduleExpression: `at(${wholeSecond(Math.max(atMs, nowMs + SECOND_MS))})`,
    ScheduleExpressionTimezone: 'UTC',
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
    Target: {
      Arn: setting('CHARGE_FUNCTION_ARN'),
      RoleArn: setting('SCHEDULER_ROLE_ARN'),
      Input: JSON.stringify(event),
      DeadLetterConfig: { Arn: setting('SCHEDULE_DEAD_LETTER_ARN') },
      RetryPolicy: RETRY_POLICY,
    },
  });
  try {
    await scheduler.send(command);
  } catch (error) {
    if (!(error instanceof ConflictException)) throw error;
  }
}

/** One that has rung, or never was, is dropped already. */
export async function deleteChargeSchedule(name: string): Promise<void> {
  try {
    await scheduler.send(new DeleteScheduleCommand({ Name: name, GroupName: setting('SCHEDULE_GROUP') }));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
}

/** `2026-11-20T09:00:00`: rounded up, because an alarm must not ring before its moment. */
function wholeSecond(instantMs: number): string {
  return new Date(Math.ceil(instantMs / SECOND_MS) * SECOND_MS).toISOString().slice(0, 19);
}
