// Shares out a backlog of overdue charges: an invocation of the charge function makes each share, so that the
// sweep, one small function, does not limit the rate. A share is a trigger like any other: the claim of each
// charge decides, and charges that a share leaves are due for the next sweep.
import { randomUUID } from 'node:crypto';
import { type ChargeShare, startChargeShare } from '#schedule/schedule.ts';
import { log } from '#telemetry/log.ts';
import { withSeparateCorrelation } from '#telemetry/request-context.ts';
import { chargeRecurringPayment } from '../recurring-payment/charge.ts';
import type { SweptRow } from './bank-queue.ts';

/** Never throws: the charges of a share that is not started are due for the next sweep. */
export async function shareOut(shares: readonly (readonly SweptRow[])[]): Promise<void> {
  const nowMs = Date.now();
  const filled = shares.filter(({ length }) => length > 0);
  const started = await Promise.allSettled(
    filled.map(async (rows) => {
      const overdue = rows.map(({ merchantId, id }) => ({ merchantId, recurringPaymentId: id }));
      await startChargeShare(`share-${randomUUID()}`, { overdue }, nowMs);
    }),
  );
  for (const one of started) {
    if (one.status === 'rejected') log('error', 'overdue charges not shared out', {}, one.reason);
  }
  const found = filled.reduce((sum, { length }) => sum + length, 0);
  log('info', 'overdue charges shared out', { found });
}

/** Makes the charges in turn until the time is over; whose bank is down stay due. Returns their number. */
export async function makeShare({ overdue }: ChargeShare, hasTime: () => boolean): Promise<number> {
  let made = 0;
  for (const charge of overdue) {
    if (!hasTime()) break;
    const invocation = { kind: 'sweep' as const };
    try {
      const request = { ...charge, invocation, now: new Date() };
      const result = await withSeparateCorrelation(() => chargeRecurringPayment(request));
      if (result !== 'ignored' && result !== 'deferred') made += 1;
    } catch (error) {
      log('error', 'overdue charge not finished', charge, error);
    }
  }
  return made;
}
