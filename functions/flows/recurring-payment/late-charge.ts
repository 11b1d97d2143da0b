// Records a charge that the bank made although it counted as never received. If its period is still open and
// was not tried again, it is the payment of the period (recurring-payments.md R31).
import type { Payment } from '#domain/payment/payment.ts';
import type { Recheck } from '#domain/payment/recheck.ts';
import { recordLateSuccess } from '#domain/recurring-payment/charge-outcome.ts';
import type { Attempt } from '#domain/recurring-payment/recurring-payment.ts';
import { loadCard } from '#store/card/card.ts';
import { writeCardAnswer } from '#store/card/card-tries.ts';
import { type LateSale, writeLateSuccess } from '#store/payment/recheck.ts';
import { loadAttempt } from '#store/recurring-payment/attempt.ts';
import {
  loadRecurringPayment,
  type RecurringPaymentItem,
  writeStep,
} from '#store/recurring-payment/recurring-payment.ts';
import type { Write } from '#store/table/commit.ts';
import { untilCommitted } from '#store/table/commit-retry.ts';
import { measure } from '#telemetry/metric.ts';
import { attemptLabels, cardTryOf } from './attempt-sale.ts';
import { scheduleNextCharge } from './charge-schedule.ts';

/**
 * False if the payment belongs to no recurring payment, if its period is closed or being tried again, or if
 * the attempt itself was taken back. The version of the recurring payment is a condition of the transaction,
 * so that no attempt begins meanwhile.
 */
export async function countLateCharge(
  payment: Payment,
  before: Recheck,
  late: LateSale,
  now: Date,
): Promise<boolean> {
  const { merchantId, recurringPaymentId } = payment;
  if (recurringPaymentId === undefined) return false;
  const { paymentReferenceNumber, chargedMinor, currency } = payment;
  const counted = await untilCommitted({
    load: () => loadRecurringPayment(merchantId, recurringPaymentId),
    decide: async (item) => {
      const step = item && (await lateStep(item, payment, now));
      if (item === undefined || step === undefined) return { result: undefined };
      const writes = [
        ...writeStep(item, step, { paymentReferenceNumber, hasFailed: true }),
        writeLateSuccess(payment, before, late, now.toISOString()),
        ...(await writeCardApproval(item, step.attempt, payment, now)),
      ];
      return { writes, result: { item, step } };
    },
    lost: 'The late charge could not be recorded.',
  });
  if (counted === undefined) return false;
  const { item, step } = counted;
  const which = { ...attemptLabels(item, step.attempt), currency };
  measure({ ChargesSucceeded: 1, TakenMinor: chargedMinor }, which);
  await scheduleNextCharge({ ...item, record: step.record }, now);
  return true;
}

/** Records the approval for the charged card, unless the card was replaced and deleted since. */
async function writeCardApproval(
  item: RecurringPaymentItem,
  attempt: Attempt,
  { cardStorageId }: Payment,
  now: Date,
): Promise<Write[]> {
  const { merchantId, record } = item;
  const isReplaced = cardStorageId !== undefined && cardStorageId !== record.cardStorageId;
  const charged = isReplaced ? await loadCard(merchantId, cardStorageId, now) : item;
  if (charged === undefined) return [];
  const cardFingerprint = 'fingerprint' in charged ? charged.fingerprint : charged.cardFingerprint;
  return [writeCardAnswer({ ...cardTryOf(item, attempt), cardFingerprint }, 'approved')];
}

async function lateStep({ merchantId, record }: RecurringPaymentItem, payment: Payment, now: Date) {
  const { id, openPeriod } = record;
  if (openPeriod === undefined) return undefined;
  const { number: periodNumber, attempts: attemptNumber } = openPeriod;
  const last = await loadAttempt(merchantId, id, { periodNumber, attemptNumber });
  const { paymentReferenceNumber } = payment;
  if (last?.paymentReferenceNumber !== paymentReferenceNumber || last.isHeld) return undefined;
  return recordLateSuccess(record, last.attempt, { paymentReferenceNumber, nowMs: now.getTime() });
}
