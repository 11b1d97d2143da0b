// Woken by EventBridge Scheduler for one attempt of one period. The claim in the table decides whether
// there is anything to do, so an alarm that rings twice, or a try that AWS repeats by itself, does no harm.

import { type ChargeEnd, chargeRecurringPayment } from '#flows/recurring-charge.ts';
import type { ChargeAlarm } from '#schedule/schedule.ts';

export async function handler(event: ChargeAlarm): Promise<{ end: ChargeEnd }> {
  const { merchantId, recurringPaymentId, periodNumber, attemptNumber } = event;
  const alarm = { kind: 'schedule' as const, periodNumber, attemptNumber };
  return { end: await chargeRecurringPayment({ merchantId, recurringPaymentId, alarm, now: new Date() }) };
}
