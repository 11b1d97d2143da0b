// The EventBridge schedule of a recurring payment's next charge. The table holds the truth and the sweep
// makes overdue charges, so a failure to create or delete a schedule is logged and never fails the call.
import { attemptName } from '#domain/recurring-payment/attempt-name.ts';
import {
  isLive,
  type NextAction,
  type RecurringPayment,
} from '#domain/recurring-payment/recurring-payment.ts';
import { SECOND_MS } from '#domain/time/duration.ts';
import { createChargeSchedule, deleteChargeSchedule } from '#schedule/schedule.ts';
import { chargeContextKeysOf } from '#store/recurring-payment/charge-context.ts';
import type { RecurringPaymentItem } from '#store/recurring-payment/recurring-payment.ts';
import { log } from '#telemetry/log.ts';

type NamedAction = Pick<NextAction, 'periodNumber' | 'attemptNumber' | 'atMs'> & Partial<NextAction>;

/**
 * The attempt's name. If the attempt is moved to another time, the time becomes part of the name: its earlier
 * schedule may be triggering or deleting itself at this moment.
 */
function scheduleName(id: string, action: NamedAction, isMoved: boolean): string {
  const moved = isMoved || action.trigger === 'CardUpdate';
  return attemptName(id, action) + (moved ? `-${Math.ceil(action.atMs / SECOND_MS)}` : '');
}

type ScheduledCharge = Pick<RecurringPaymentItem, 'merchantId' | 'cardFingerprint' | 'record'>;

/** Creates the schedules for the record's next action and for its requested charge, if there are any. */
export async function scheduleNextCharge(charge: ScheduledCharge, now: Date, isMoved = false): Promise<void> {
  const { nextAction, requestedCharges: [requested] = [] } = charge.record;
  await Promise.all([
    nextAction && scheduleCharge(charge, nextAction, { now, isMoved }),
    requested && scheduleCharge(charge, requested, { now, isMoved: true }),
  ]);
}

async function scheduleCharge(
  charge: ScheduledCharge,
  action: NamedAction,
  { now, isMoved }: { now: Date; isMoved: boolean },
): Promise<void> {
  const { merchantId, record } = charge;
  const { id } = record;
  const { periodNumber, attemptNumber, atMs } = action;
  const labels = { merchantId, recurringPaymentId: id, periodNumber, attemptNumber };
  const contextKeys = chargeContextKeysOf(charge);
  try {
    await createChargeSchedule(
      scheduleName(id, action, isMoved),
      { ...labels, contextKeys },
      { atMs, nowMs: now.getTime() },
    );
    log('info', 'charge scheduled', { ...labels, plannedFor: new Date(atMs).toISOString() });
  } catch (error) {
    log('error', 'charge not scheduled: the sweep will make it', labels, error);
  }
}

/**
 * Deletes the schedule of an attempt that cannot come back: a dropped retry, or any attempt of a recurring
 * payment that has ended. Schedules of moved attempts and of requested charges stay, and so does the schedule
 * of a due date during a pause, because a resume creates it again under the same name; if one of them
 * triggers meanwhile, the charge function ignores it.
 */
export async function deleteAbandonedSchedule(
  { merchantId, record }: RecurringPaymentItem,
  after: RecurringPayment,
): Promise<void> {
  const { id, nextAction: action } = record;
  if (action === undefined || (isLive(after) && action.trigger === 'Schedule')) return;
  try {
    await deleteChargeSchedule(scheduleName(id, action, false));
  } catch (error) {
    const { periodNumber, attemptNumber } = action;
    const labels = { merchantId, recurringPaymentId: id, periodNumber, attemptNumber };
    log('warn', 'charge schedule not deleted: its trigger will be ignored', labels, error);
  }
}
