// Reopens recurring payments that became unpaid because the bank refused the merchant's own settings. The
// previous version treated such a refusal as a hard decline. Reopened payments wait with the merchant's held
// charges, and the sweep continues them at a limited rate.
import { readCode } from '#acquirer/nestpay/answer-codes.ts';
import { reopen } from '#domain/recurring-payment/attempt-hold.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { makeLiftedHold } from '#store/merchant-hold.ts';
import { loadAttempt } from '#store/recurring-payment/attempt.ts';
import {
  RECURRING_PAYMENT,
  type RecurringPaymentItem,
  writeStep,
} from '#store/recurring-payment/recurring-payment.ts';
import { commit } from '#store/table/commit.ts';
import { requireMerchant, rowsOfStatus } from '../stored.ts';

type ReopeningPlan = {
  merchantId: string;
  /** Limits the run to payments that became unpaid at or after this instant. */
  since: Date | undefined;
  now: Date;
  /** False: the recurring payments are only listed. */
  isConfirmed: boolean;
};
type Reopening = {
  found: { recurringPaymentId: string; code: string; unpaidSince: string }[];
  reopened: number;
  /** Payments that changed after they were read: run the command again. */
  changedMeanwhile: number;
};

/** A repeated run finds nothing, because reopened payments are no longer unpaid. */
export async function reopenRecurringPayments(plan: ReopeningPlan): Promise<Reopening> {
  const { merchantId, now, isConfirmed } = plan;
  const reopening: Reopening = { found: [], reopened: 0, changedMeanwhile: 0 };
  const currencies = new Set<RecurringPaymentItem['record']['plan']['currency']>();
  const merchant = await requireMerchant(merchantId);
  const unpaid = { noun: 'RECURRING', status: 'Unpaid' } as const;
  for await (const row of rowsOfStatus(merchant, unpaid, { since: merchant.createdAt, now })) {
    const item = RECURRING_PAYMENT.read(row);
    const refusal = await refusalOf(item, plan.since);
    const step = refusal && reopen(item.record, { code: refusal.code, nowMs: now.getTime() });
    if (refusal === undefined || step === undefined) continue;
    reopening.found.push({ recurringPaymentId: item.record.id, ...refusal });
    if (!isConfirmed) continue;
    if ((await commit(writeStep(item, step))).kind === 'committed') reopening.reopened += 1;
    else reopening.changedMeanwhile += 1;
    currencies.add(item.record.plan.currency);
  }
  const at = new Date(now.getTime() + MINUTE_MS);
  for (const scope of currencies) await makeLiftedHold({ merchantId, scope }, now, at);
  return reopening;
}

/** The refusal that made it unpaid, if it was about the merchant's settings. */
async function refusalOf({ merchantId, record }: RecurringPaymentItem, since: Date | undefined) {
  const { openPeriod, id } = record;
  if (openPeriod === undefined) return undefined;
  const last = { periodNumber: openPeriod.number, attemptNumber: openPeriod.attempts };
  const { attempt } = (await loadAttempt(merchantId, id, last)) ?? {};
  if (attempt?.result.status !== 'Failed') return undefined;
  const { bankResponseCode: code } = attempt.result;
  const isOld = since !== undefined && attempt.attemptedAtMs < since.getTime();
  if (code === undefined || isOld || readCode(code).merchantFault === undefined) return undefined;
  return { code, unpaidSince: new Date(attempt.attemptedAtMs).toISOString() };
}
