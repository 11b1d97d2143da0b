// Woken by EventBridge Scheduler for one attempt of one period. The claim in the table decides whether
// there is anything to do, so an alarm that rings twice, or a try that AWS repeats by itself, does no harm.

import { type ChargeEnd, chargeRecurringPayment } from '#flows/recurring-charge.ts';
import type { ChargeAlarm } from '#schedule/schedule.ts';
import { onTrail } from '#telemetry/trail.ts';

export async function handler(
  event: ChargeAlarm,
  { awsRequestId }: { awsRequestId: string },
): Promise<{ end: ChargeEnd }> {
  const { merchantId, recurringPaymentId, periodNumber, attemptNumber, means } = event;
  const alarm = { kind: 'schedule' as const, periodNumber, attemptNumber };
  const ring = { merchantId, recurringPaymentId, alarm, now: new Date(), ...(means && { means }) };
  return { end: await onTrail(awsRequestId, () => chargeRecurringPayment(ring)) };
}
