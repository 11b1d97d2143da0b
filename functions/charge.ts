// Invoked by EventBridge Scheduler for one attempt of one period, or for a share of a backlog. The claim in
// the table decides whether there is anything to do, so duplicated events and Lambda's own retries are
// ignored.
import { whileLeased } from '#flows/lease.ts';
import { type ChargeResult, chargeRecurringPayment } from '#flows/recurring-payment/charge.ts';
import { makeShare } from '#flows/sweep/charge-shares.ts';
import { isChargeShare, readChargeEvent, readChargeShare } from '#schedule/schedule.ts';
import { type Invocation, withInvocation } from '#telemetry/request-context.ts';

/** Nothing is started that the function's timeout could interrupt: a call to a bank may take 20 seconds. */
const LAST_START_MS = 45_000;

export async function handler(
  event: unknown,
  context: Invocation,
): Promise<{ end: ChargeResult } | { made: number }> {
  if (isChargeShare(event)) {
    const share = readChargeShare(event);
    const hasTime = () => context.getRemainingTimeInMillis() >= LAST_START_MS;
    const make = () => whileLeased(() => makeShare(share, hasTime), 0);
    return { made: await withInvocation(context, make) };
  }
  const { periodNumber, attemptNumber, contextKeys, ...charge } = readChargeEvent(event);
  const invocation = { kind: 'schedule' as const, periodNumber, attemptNumber };
  const currency = contextKeys?.currency;
  const keys = contextKeys && currency !== undefined ? { contextKeys: { ...contextKeys, currency } } : {};
  const request = { ...charge, ...keys, invocation, now: new Date() };
  const make = () => whileLeased<ChargeResult>(() => chargeRecurringPayment(request), 'deferred');
  return { end: await withInvocation(context, make) };
}
