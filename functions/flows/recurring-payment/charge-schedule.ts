// The alarm of a recurring payment's next charge. The table holds the truth and the sweep looks at what is
// overdue, so an alarm that cannot be set or dropped is worth a line in the log and never a failed call.
import {
  attemptName,
  isLive,
  type NextAction,
  type RecurringPayment,
} from '#domain/recurring-payment/recurring-payment.ts';
import { SECOND_MS } from '#domain/time/duration.ts';
import { createChargeSchedule, deleteChargeSchedule } from '#schedule/schedule.ts';
import { chargeContextKeysOf } from '#store/recurring-payment/charge-context.ts';
import type { RecurringPaymentItem } from '#store/recurring-payment/recurring-payment.ts';
import { log } from '#telemetry/log.ts';

/**
 * The attempt's name. Where the same attempt was planned for another moment before, its alarm may be
 * ringing or deleting itself right now; then the moment becomes part of the name.
 */
function scheduleName(id: string, action: NextAction, isMoved: boolean): string {
  const moved = isMoved || action.trigger === 'CardUpdate';
  return attemptName(id, action) + (moved ? `-${Math.ceil(action.atMs / SECOND_MS)}` : '');
}

type ScheduledCharge = Pick<RecurringPaymentItem, 'merchantId' | 'cardFingerprint' | 'record'>;

/** Sets the alarm for what the record plans, if it plans anything. */
export async function scheduleNextCharge(charge: ScheduledCharge, now: Date, isMoved = false): Promise<void> {
  const { merchantId, record } = charge;
  const { id, nextAction } = record;
  if (nextAction === undefined) return;
  const { periodNumber, attemptNumber, atMs } = nextAction;
  const alarm = { merchantId, recurringPaymentId: id, periodNumber, attemptNumber };
  const contextKeys = chargeContextKeysOf(charge);
  try {
    await createChargeSchedule(
      scheduleName(id, nextAction, isMoved),
      { ...alarm, means: contextKeys },
      { atMs, nowMs: now.getTime() },
    );
    log('info', 'charge planned', { ...alarm, plannedFor: new Date(atMs).toISOString() });
  } catch (error) {
    log('error', 'charge not planned: the sweep will find it', alarm, error);
  }
}

/**
 * Drops the alarm of an attempt that can never come back: a retry that was given up, anything of one that has
 * ended. A due date's alarm stays through a pause, because a resume plans it again under the same name; if it
 * rings meanwhile, it finds nothing to do.
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
    const given = { merchantId, recurringPaymentId: id, periodNumber, attemptNumber };
    log('warn', 'alarm not dropped: it will ring for nothing', given, error);
  }
}
