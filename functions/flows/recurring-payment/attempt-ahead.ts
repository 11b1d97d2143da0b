// The attempt that the next claim of a period makes. Of a period that began before the takeover of its table
// the bank may know more, so it is asked first (payments.md 2.6).
import { possibleOrderIds } from '#domain/recurring-payment/attempt-name.ts';
import type { Attempt } from '#domain/recurring-payment/recurring-payment.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { type AskedAttempt, askAhead } from '../ask-ahead.ts';
import { connectAll } from '../bank-connection.ts';
import { takenOverMs } from '../epoch.ts';

/** A card that has expired or is blocked reaches no bank; the attempt with the next card does. */
const UNKNOWN_ATTEMPTS = 2;
/** A charge is made at most so much before its due date. */
const EARLY_MS = MINUTE_MS;

type AttemptPlan = Pick<Attempt, 'periodNumber' | 'attemptNumber' | 'asks' | 'dueAtMs'>;

type RecurringName = { merchantId: string; id: string };

/** The claim that follows `attempt` if a bank of the merchant knows it, or a later one. */
export async function attemptAhead(
  { merchantId, id }: RecurringName,
  attempt: AttemptPlan,
): Promise<AskedAttempt> {
  const { periodNumber, attemptNumber: from, dueAtMs } = attempt;
  const sinceMs = await takenOverMs();
  if (sinceMs === undefined || dueAtMs - EARLY_MS >= sinceMs) return { kind: 'free', attemptNumber: from };
  const idsOf = (attemptNumber: number) =>
    possibleOrderIds(id, attemptNumber === from ? attempt : { periodNumber, attemptNumber });
  return await askAhead(await connectAll(merchantId), { from, unknown: UNKNOWN_ATTEMPTS, idsOf });
}
