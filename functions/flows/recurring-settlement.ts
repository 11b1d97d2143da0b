// Ends an attempt with what the bank said, in one transaction: attempt, payment, recurring payment, the
// card's tries. Whoever comes second, the first worker or the sweep, finds it settled and changes nothing.
import type { Approved } from '#acquirer/acquirer.ts';
import { type Decline, settleFailure, settleSuccess } from '#domain/charge-settlement.ts';
import type { Payment } from '#domain/payment.ts';
import { type Attempt, attemptName, type RecurringPayment } from '#domain/recurring-payment.ts';
import { loadCard, loadSealedCard, writeCardRefusal } from '#store/card.ts';
import { writeCardAnswer } from '#store/card-tries.ts';
import { commit, type Write } from '#store/commit.ts';
import { writePaymentOutcome } from '#store/payment.ts';
import { loadRecurringPayment, type RecurringPaymentItem, writeStep } from '#store/recurring-payment.ts';
import { measure } from '#telemetry/metric.ts';
import { planNextCharge } from './charge-alarm.ts';
import { afterContention, MOST_TRIES } from './contention.ts';
import { paymentOutcome, type SaleEnd } from './payment-outcome.ts';
import { nameAttempt } from './recurring-sale.ts';

export type Ending = { attempt: Attempt; payment: Payment; end: SaleEnd };

/** `item`: the recurring payment as last seen. Throws where the transaction fails again and again. */
export async function settleAttempt(item: RecurringPaymentItem, ending: Ending, now: Date): Promise<void> {
  const { merchantId, record } = item;
  let current: RecurringPaymentItem | undefined = item;
  for (let tries = 1; current !== undefined; tries += 1) {
    const step = settle(current, ending, now);
    if (step === undefined) return;
    const { paymentReferenceNumber } = ending.payment;
    const result = await commit([
      ...writeStep(current, step, { paymentReferenceNumber }),
      writePaymentOutcome(ending.payment, paymentOutcome(ending.end, now)),
      writeCardAnswer(cardTryOf(current, ending.attempt), ending.end.kind),
      ...(await cardRefusal(current, ending.end, now)),
    ]);
    if (result.kind === 'committed') {
      reportEnd(current, ending, step.record);
      return await planNextCharge({ ...current, record: step.record }, now);
    }
    if (tries === MOST_TRIES) break;
    // Paused, resumed, cancelled or settled meanwhile: what the bank said is recorded on what is there now.
    await afterContention(tries);
    current = await loadRecurringPayment(merchantId, record.id);
  }
  throw new Error('The attempt could not be settled.');
}

function reportEnd(
  item: RecurringPaymentItem,
  { attempt, end }: Ending,
  { standing }: RecurringPayment,
): void {
  const { amountMinor, currency } = attempt;
  measure(
    {
      ChargesSucceeded: end.kind === 'approved' ? 1 : 0,
      ChargesDeclined: end.kind === 'declined' ? 1 : 0,
      ...(end.kind === 'approved' && { TakenMinor: amountMinor }),
    },
    {
      ...nameAttempt(item, attempt),
      currency,
      recurringPaymentStatus: standing.status,
      ...(end.kind === 'declined' && { bankResponseCode: end.code, errorCode: end.errorCode }),
    },
  );
}

function settle({ record }: RecurringPaymentItem, { attempt, payment, end }: Ending, now: Date) {
  const nowMs = now.getTime();
  if (end.kind === 'approved') {
    const { paymentReferenceNumber } = payment;
    return settleSuccess(record, attempt, { paymentReferenceNumber, nowMs });
  }
  return settleFailure(record, attempt, declineOf(end, nowMs));
}

function declineOf(end: Exclude<SaleEnd, Approved>, nowMs: number): Decline {
  if (end.kind === 'notSent') return { category: 'Soft', errorCode: 'BANK_UNAVAILABLE', nowMs };
  return { category: end.retry, errorCode: end.errorCode, bankResponseCode: end.code, nowMs };
}

export const cardTryOf = (
  { merchantId, cardFingerprint, record }: RecurringPaymentItem,
  attempt: Attempt,
) => ({
  merchantId,
  cardFingerprint,
  name: attemptName(record.id, attempt),
  triedAtMs: attempt.attemptedAtMs,
});

/**
 * A hard decline is held against the card, so that its other recurring payments stop; unless the merchant's
 * settings were at fault, or the card was renewed while the bank was being asked.
 */
async function cardRefusal(
  { merchantId, record, flight }: RecurringPaymentItem,
  end: SaleEnd,
  now: Date,
): Promise<Write[]> {
  if (end.kind !== 'declined' || end.retry !== 'Hard' || end.merchantAtFault) return [];
  const [card, sealed] = await Promise.all([
    loadCard(merchantId, record.cardStorageId, now),
    loadSealedCard(merchantId, record.cardStorageId),
  ]);
  const isRenewed = sealed?.version !== flight?.sealVersion;
  return card === undefined || isRenewed ? [] : [writeCardRefusal(card, end.errorCode, now)];
}
