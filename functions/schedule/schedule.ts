// Charge schedules: one-time schedules of EventBridge Scheduler, in UTC, deleted after they have fired. A
// schedule decides nothing, so one that is lost, late or delivered twice does no harm.
import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
} from '@aws-sdk/client-scheduler';
import { AWS_CLIENT } from '#aws-client.ts';
import { listOf, natural, object, objectOf, optional, text, type ValueOf } from '#domain/shape.ts';
import { SECOND_MS } from '#domain/time/duration.ts';
import { setting } from '#setting.ts';

const scheduler = new SchedulerClient(AWS_CLIENT);

/** The input that a schedule passes to the charge function. */
const chargeEventFields = () => ({
  merchantId: text,
  recurringPaymentId: text,
  periodNumber: natural,
  attemptNumber: natural,
  /**
   * The keys of the rows that the charge needs, so that it reads them together with the record. The record
   * decides. Schedules can be years old: the oldest have no keys, or no currency.
   */
  contextKeys: optional(
    object({ customerId: text, cardStorageId: text, cardFingerprint: text, currency: optional(text) }),
  ),
});
type ChargeEvent = ValueOf<typeof chargeEventFields>;
const chargeEvent = () => objectOf<ChargeEvent>(chargeEventFields());

export const readChargeEvent = (event: unknown): ChargeEvent => chargeEvent().read(event, 'charge event');

/** A share of a backlog: overdue charges that one invocation makes one after the other. */
export type ChargeShare = ValueOf<typeof chargeShareFields>;
const chargeShareFields = () => ({
  overdue: listOf(object({ merchantId: text, recurringPaymentId: text })),
});
const chargeShare = () => objectOf<ChargeShare>(chargeShareFields());

export const isChargeShare = (event: unknown): boolean =>
  typeof event === 'object' && event !== null && 'overdue' in event;
export const readChargeShare = (event: unknown): ChargeShare => chargeShare().read(event, 'charge share');

/** Delivery is retried for half an hour; by then the sweep has found the overdue charge. */
const RETRY_POLICY = { MaximumEventAgeInSeconds: 1800, MaximumRetryAttempts: 20 };

/**
 * The schedule fires once, at `atMs` or up to a minute later; at once if that time has passed. If a schedule
 * of this name exists, it stays as it is. A name has at most 64 letters, digits and hyphens.
 */
export async function createChargeSchedule(
  name: string,
  event: ChargeEvent,
  { atMs, nowMs }: { atMs: number; nowMs: number },
): Promise<void> {
  await createOnce(name, chargeEvent().write(event), wholeSecond(Math.max(atMs, nowMs + SECOND_MS)));
}

/** Invokes the charge function as soon as Scheduler can. The sweep finds the charges that it leaves. */
export async function startChargeShare(name: string, share: ChargeShare, nowMs: number): Promise<void> {
  await createOnce(name, chargeShare().write(share), wholeSecond(nowMs + SECOND_MS));
}

async function createOnce(name: string, input: object, at: string): Promise<void> {
  const command = new CreateScheduleCommand({
    Name: name,
    GroupName: setting('SCHEDULE_GROUP'),
    ScheduleExpression: `at(${at})`,
    ScheduleExpressionTimezone: 'UTC',
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
    Target: {
      Arn: setting('CHARGE_FUNCTION_ARN'),
      RoleArn: setting('SCHEDULER_ROLE_ARN'),
      Input: JSON.stringify(input),
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

/** Does nothing if the schedule has fired, or never existed. */
export async function deleteChargeSchedule(name: string): Promise<void> {
  try {
    await scheduler.send(new DeleteScheduleCommand({ Name: name, GroupName: setting('SCHEDULE_GROUP') }));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
}

/** `2026-11-20T09:00:00`: rounded up, because a schedule must not fire before its time. */
function wholeSecond(instantMs: number): string {
  return new Date(Math.ceil(instantMs / SECOND_MS) * SECOND_MS).toISOString().slice(0, 19);
}
