// Recovers a payment of a page, or a single charge, whose answer was lost: the bank's history finalizes it, or it waits for the
// next inquiry.
import { arrivesWithinMs } from '#domain/bank/landing.ts';
import { awaitsIssuer, type Payment, posOf, saleBeganMs } from '#domain/payment/payment.ts';
import { writePaymentInquiry } from '#store/payment/inquiry.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { writeNextPos } from '#store/payment/payment-writes.ts';
import { commit } from '#store/table/commit.ts';
import { connectAll } from '../bank-connection.ts';
import { isOfEarlierEpoch } from '../epoch.ts';
import { inquireSale } from '../inquire-sale.ts';
import { reportRefusal } from '../merchant-refusal.ts';
import { correlateWithOrder } from '../order-correlation.ts';
import { type NextInquiry, plannedInquiry } from '../sale-inquiry.ts';
import { recoverAuthorization } from './authorization-recovery.ts';
import { expireChallenge, isChallengeOver } from './challenge-end.ts';
import { finalizePayment } from './payment-finalization.ts';
import { paymentLabels, reportReview, reportSale } from './payment-labels.ts';
import { finalizeCharge } from './single-charge-finalization.ts';

/**
 * Inquires at the bank about a payment whose answer was lost, and finalizes it if the bank's history decides.
 */
export async function recoverPayment(
  merchantId: string,
  paymentReferenceNumber: string,
  now: Date,
): Promise<'finalized' | 'waiting'> {
  const payment = await loadPayment(merchantId, paymentReferenceNumber);
  if (payment === undefined) return 'finalized';
  correlateWithOrder(payment);
  if (payment.status === 'Authorized') return await recoverAuthorization(payment, now);
  if (payment.status !== 'Processing') return 'finalized';
  // Before a takeover the buyer may have come back from the issuer and paid, and only the bank knows it.
  const isLost = awaitsIssuer(payment) && isChallengeOver(payment, now) && (await isOfEarlierEpoch(payment));
  if (awaitsIssuer(payment) && !isLost) return await expireChallenge(payment, now);
  const { inquiries } = payment;
  const asked = await inquireSale(
    { payment, sentAtMs: saleBeganMs(payment), sender: 'endpoint', inquiries },
    now,
  );
  reportSale(payment, asked.outcome);
  if (!('again' in asked)) {
    if (isLost && asked.outcome.kind === 'notSent') return await expireChallenge(payment, now);
    if (asked.outcome.kind === 'notSent' && (await mayHaveMovedOn(payment, now))) return 'waiting';
    if (payment.source === 'Charge') await finalizeCharge(payment, asked.outcome, now);
    else await finalizePayment({ payment }, asked.outcome, now);
    return 'finalized';
  }
  const { again, refusal } = asked;
  if (again !== 'whenBankAnswers') await scheduleNextInquiry(payment, again, now);
  if (refusal) reportRefusal(refusal, paymentLabels(payment));
  return 'waiting';
}

async function scheduleNextInquiry(payment: Payment, again: NextInquiry, now: Date): Promise<void> {
  const { kind } = await commit([writePaymentInquiry(payment, plannedInquiry(again, payment.review, now))]);
  if (kind === 'committed' && again.atMs === undefined && payment.review === undefined) reportReview(payment);
}

/**
 * True if another POS knows the sale, to which the payment belongs from now on, or may yet know it. Asked only of
 * a payment that is older than the takeover of its table, which may have lost that it moved on (next-pos.ts).
 */
async function mayHaveMovedOn(payment: Payment, now: Date): Promise<boolean> {
  if (payment.threeDSecure || payment.installment > 1 || !(await isOfEarlierEpoch(payment))) return false;
  const others = (await connectAll(payment.merchantId)).filter(({ posId }) => posId !== posOf(payment));
  const asked = await Promise.all(
    others.map(async ({ posId, bank }) => {
      const { kind } = await bank.inquire(payment.bankOrderId);
      const landedMs = saleBeganMs(payment) + arrivesWithinMs('endpoint', bank.landingTimeMs);
      return { posId, kind, isNever: kind === 'notFound' && now.getTime() >= landedMs };
    }),
  );
  const taker = asked.find(({ kind }) => kind === 'found');
  if (taker) await commit([writeNextPos(payment, { posId: taker.posId, posReason: 'GateOpen' })]);
  return asked.some(({ isNever }) => !isNever);
}
