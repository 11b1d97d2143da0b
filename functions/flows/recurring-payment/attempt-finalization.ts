// Finalizes an attempt with the bank's answer, in one transaction: attempt, payment, recurring payment, and
// the card's tries. If the first worker and the sweep both finalize, the second changes nothing.
import type { Approved } from '#acquirer/acquirer.ts';
import { declineSigns } from '#domain/payment/merchant-fault.ts';
import type { Payment } from '#domain/payment/payment.ts';
import { type Decline, recordFailure, recordSuccess } from '#domain/recurring-payment/charge-outcome.ts';
import type { Attempt, RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { writeCardAnswer } from '#store/card/card-tries.ts';
import { writePaymentOutcome } from '#store/payment/payment-writes.ts';
import { type RecurringPaymentItem, writeStep } from '#store/recurring-payment/recurring-payment.ts';
import { untilCommitted } from '#store/table/commit-retry.ts';
import { joinUpdates } from '#store/table/join-updates.ts';
import { measure } from '#telemetry/metric.ts';
import { writeHardDecline } from '../hard-decline.ts';
import { type FinalSaleOutcome, otherCardOf, paymentOutcome } from '../payment-outcome.ts';
import { holdRefusedAttempt, liftHoldAfter, refusalOfMerchant } from './attempt-hold.ts';
import { attemptLabels, cardTryOf, isSentAgain, reloaded } from './attempt-sale.ts';
import { scheduleNextCharge } from './charge-schedule.ts';

type FinalAttempt = { attempt: Attempt; payment: Payment; outcome: FinalSaleOutcome };

/**
 * `item`: the recurring payment as it was last read. Throws if every try of the transaction fails. An attempt
 * with an answer about the merchant's settings is held if possible, and not finalized.
 */
export async function finalizeAttempt(
  item: RecurringPaymentItem,
  final: FinalAttempt,
  now: Date,
): Promise<'finalized' | 'held'> {
  const refusal = refusalOfMerchant(final.outcome);
  if (refusal && (await holdRefusedAttempt(item, { ...final, ...refusal }, now))) return 'held';
  await finalize(item, final, now);
  return 'finalized';
}

async function finalize(item: RecurringPaymentItem, final: FinalAttempt, now: Date): Promise<void> {
  const { paymentReferenceNumber } = final.payment;
  const done = await untilCommitted({
    // The record was changed meanwhile, for example by a pause: the answer is recorded on the new one.
    load: async (conflict) => (conflict === undefined ? item : await reloaded(item)),
    decide: async (current) => {
      const isOvertaken = isSentAgain(item, current) && final.outcome.kind !== 'approved';
      const step = isOvertaken ? undefined : finalizedStep(current, final, now);
      if (step === undefined) return { result: undefined };
      // The end of a charge of an ended plan releases its card, and the decline may block the same one.
      const writes = joinUpdates([
        ...writeStep(current, step, { paymentReferenceNumber }),
        writePaymentOutcome(final.payment, paymentOutcome(final.payment, final.outcome, now)),
        writeCardAnswer(cardTryOf(current, final.attempt), cardAnswerOf(final)),
        ...(await writeHardDecline(sentCardOf(current, final), final.outcome, now)),
      ]);
      return { writes, result: { current, record: step.record } };
    },
    lost: 'The attempt could not be finalized.',
  });
  if (done === undefined) return;
  const { current, record } = done;
  reportFinalization(current, final, record);
  await scheduleNextCharge({ ...current, record }, now);
  await liftHoldAfter(current, final, now);
}

/**
 * The bank may have taken the money of this attempt before, from another card: then this one was not tried.
 */
const cardAnswerOf = ({ payment, outcome }: FinalAttempt) =>
  otherCardOf(payment, outcome) === undefined ? outcome.kind : 'notSent';

function reportFinalization(
  item: RecurringPaymentItem,
  { attempt, outcome }: FinalAttempt,
  { state }: RecurringPayment,
): void {
  const { amountMinor, currency } = attempt;
  measure(
    {
      ChargesSucceeded: outcome.kind === 'approved' ? 1 : 0,
      ChargesDeclined: outcome.kind === 'declined' ? 1 : 0,
      ...declineSigns(outcome, { isAgain: attempt.attemptNumber > 1 }),
      ...(outcome.kind === 'approved' && { TakenMinor: amountMinor }),
    },
    {
      ...attemptLabels(item, attempt),
      currency,
      recurringPaymentStatus: state.status,
      ...(outcome.kind === 'declined' && { bankResponseCode: outcome.code, errorCode: outcome.errorCode }),
    },
  );
}

function finalizedStep(
  { record }: RecurringPaymentItem,
  { attempt, payment, outcome }: FinalAttempt,
  now: Date,
) {
  const nowMs = now.getTime();
  if (outcome.kind === 'approved') {
    const { paymentReferenceNumber } = payment;
    return recordSuccess(record, attempt, { paymentReferenceNumber, nowMs });
  }
  return recordFailure(record, attempt, declineOf(outcome, nowMs));
}

function declineOf(outcome: Exclude<FinalSaleOutcome, Approved>, nowMs: number): Decline {
  if (outcome.kind === 'notSent') return { declineCategory: 'Soft', errorCode: 'BANK_UNAVAILABLE', nowMs };
  return {
    declineCategory: outcome.declineCategory,
    errorCode: outcome.errorCode,
    bankResponseCode: outcome.code,
    nowMs,
  };
}

const sentCardOf = ({ record, pendingSale }: RecurringPaymentItem, { payment }: FinalAttempt) => ({
  ...payment,
  cardStorageId: payment.cardStorageId ?? record.cardStorageId,
  sealVersion: pendingSale?.sealVersion,
});
