// Invoked by EventBridge Scheduler for one attempt of one period. The claim in the table decides whether
// there is anything to do, so duplicated events and Lambda's own retries are ignored.

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
