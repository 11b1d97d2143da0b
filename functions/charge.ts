// Invoked by EventBridge Scheduler for one attempt of one period. The claim in the table decides whether
// there is anything to do, so duplicated events and Lambda's own retries are ignored.

import { type ChargeResult, chargeRecurringPayment } from '#flows/recurring-payment/charge.ts';
import { readChargeEvent } from '#schedule/schedule.ts';
import { withRequest } from '#telemetry/request-context.ts';

export async function handler(
  event: unknown,
  { awsRequestId }: { awsRequestId: string },
): Promise<{ end: ChargeResult }> {
  const { periodNumber, attemptNumber, contextKeys, ...charge } = readChargeEvent(event);
  const invocation = { kind: 'schedule' as const, periodNumber, attemptNumber };
  const currency = contextKeys?.currency;
  const keys = contextKeys && currency !== undefined ? { contextKeys: { ...contextKeys, currency } } : {};
  const request = { ...charge, ...keys, invocation, now: new Date() };
  return { end: await withRequest(awsRequestId, () => chargeRecurringPayment(request)) };
}
