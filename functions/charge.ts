// Woken by EventBridge Scheduler for one attempt of one period. The claim in the table decides whether
// there is anything to do, so an alarm that rings twice, or a try that AWS repeats by itself, does no harm.

import { type ChargeResult, chargeRecurringPayment } from '#flows/recurring-payment/charge.ts';
import type { ChargeEvent } from '#schedule/schedule.ts';
import { withRequest } from '#telemetry/request-context.ts';

export async function handler(
  event: ChargeEvent,
  { awsRequestId }: { awsRequestId: string },
): Promise<{ end: ChargeResult }> {
  const { merchantId, recurringPaymentId, periodNumber, attemptNumber, means } = event;
  const invocation = { kind: 'schedule' as const, periodNumber, attemptNumber };
  const request = {
    merchantId,
    recurringPaymentId,
    invocation,
    now: new Date(),
    ...(means && { contextKeys: means }),
  };
  return { end: await withRequest(awsRequestId, () => chargeRecurringPayment(request)) };
}
