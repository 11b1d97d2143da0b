// Charges a stored card once without its holder: claim, call the bank, record (payments.md 10). The claim is
// stored before the bank is called, in one transaction with order, the card's try and the idempotency key. If
// the answer is lost, the sweep recovers the payment (payment-recovery.ts).
import type { KnownConsent } from '#domain/card/mandate.ts';
import { bankSaleOf, type Payment, saleBeganMs } from '#domain/payment/payment.ts';
import type { DeclineCategory } from '#domain/recurring-payment/recurring-payment.ts';
import { Rejection } from '#domain/rejection.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { commit } from '#store/table/commit.ts';
import { log } from '#telemetry/log.ts';
import { inquireLostSale } from '../inquire-sale.ts';
import { requireLease } from '../lease.ts';
import { refusedSettings, SETTINGS_REFUSED } from '../merchant-refusal.ts';
import type { FinalSaleOutcome } from '../payment-outcome.ts';
import { sellRouted } from './next-pos.ts';
import { paymentLabels, reportSale } from './payment-labels.ts';
import {
  type ChargeCall,
  type ClaimedCharge,
  claimCharge,
  type SingleCharge,
} from './single-charge-claim.ts';
import { finalizeCharge } from './single-charge-finalization.ts';

type AnswerOf<Answer> = (
  payment: Payment,
  consent: KnownConsent,
  declineCategory?: DeclineCategory,
) => Answer;

/**
 * Returns `answerOf` the payment as it is stored then; that of a paid one is stored with it.
 * @throws Rejection: why nothing was claimed; BANK_UNAVAILABLE if the bank refused the merchant's settings;
 * those of `answerOf`
 */
export async function chargeOnce<Answer>(
  call: ChargeCall<Answer>,
  charge: SingleCharge,
  answerOf: AnswerOf<Answer>,
): Promise<Answer> {
  const { caller, begunSubject } = call;
  const begun = begunSubject && (await loadPayment(caller.merchantId, begunSubject));
  if (begun) return await answerBegun(call, begun, answerOf);
  await requireLease();
  const claimed = await claimCharge(call, charge);
  const sold = await sell(claimed);
  const { outcome } = sold;
  const { consent } = claimed;
  if (outcome.kind === 'unknown') return answerOf(sold.payment, consent);
  const payment = await record(call, { ...claimed, payment: sold.payment }, outcome, answerOf);
  const isRefused = payment.status === 'Failed' && refusedSettings(outcome) !== undefined;
  if (isRefused) throw new Rejection('BANK_UNAVAILABLE').advising(SETTINGS_REFUSED);
  const declineCategory = outcome.kind === 'declined' ? outcome.declineCategory : undefined;
  return answerOf(payment, consent, declineCategory);
}

/**
 * An earlier call with this key crashed after its claim; the sweep recovers the payment. If the bank never
 * received the sale, a further call with the key starts over.
 */
async function answerBegun<Answer>(
  call: ChargeCall<Answer>,
  payment: Payment,
  answerOf: AnswerOf<Answer>,
): Promise<Answer> {
  if (payment.errorCode === 'BANK_UNAVAILABLE') await call.commitUndone([]);
  return answerOf(payment, 'known');
}

/** The holder is absent, so there is no CVV. What the bank has sold already is not sent again. */
async function sell({ card, isSold, ...claimed }: ClaimedCharge): ReturnType<typeof sellRouted> {
  if (!isSold)
    return await sellRouted(claimed, (bank, payment) => bank.sale({ ...bankSaleOf(payment), card }));
  const { payment } = claimed;
  const sent = { sentAtMs: saleBeganMs(payment), sender: 'endpoint' } as const;
  const outcome = await inquireLostSale(payment, sent, new Date());
  reportSale(payment, outcome);
  if (outcome.kind === 'approved') return { payment, outcome };
  return { payment, outcome: { kind: 'unknown', reason: 'the bank has another sale' } };
}

/**
 * Records the outcome with the answer of the call. A call that took nothing may start over with its key. If
 * the outcome cannot be stored now, the payment is returned as Processing, and the sweep stores it.
 */
async function record<Answer>(
  call: ChargeCall<Answer>,
  { payment, consent }: ClaimedCharge,
  outcome: FinalSaleOutcome,
  answerOf: AnswerOf<Answer>,
): Promise<Payment> {
  const isUnsent = outcome.kind === 'notSent' || refusedSettings(outcome) !== undefined;
  try {
    return await finalizeCharge(payment, outcome, new Date(), async (writes, ended) => {
      if (outcome.kind === 'approved') return await call.commit(writes, answerOf(ended, consent));
      return isUnsent ? await call.commitUndone(writes) : await commit(writes);
    });
  } catch (error) {
    log('error', 'payment not finalized: the sweep will do it', paymentLabels(payment), error);
    return payment;
  }
}
