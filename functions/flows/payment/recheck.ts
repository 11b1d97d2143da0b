// Asks again about a sale that counted as never received. If the bank made it, its money is refunded, or it
// counts as the payment of its period (payments.md 5). The claim is one conditional write: of two sweeps that
// find the sale, one refunds it.
import { randomUUID } from 'node:crypto';
import type { Approved } from '#acquirer/acquirer.ts';
import { defined } from '#domain/defined.ts';
import { type Payment, saleBeganMs } from '#domain/payment/payment.ts';
import { nextRecheckAt, openRecheck, type Recheck, recheckedInVain } from '#domain/payment/recheck.ts';
import { lateSaleRefund } from '#domain/refund/late-sale.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { writeLateSaleRefund, writeRecheck } from '#store/payment/recheck.ts';
import { writeNewRefund } from '#store/refund/refund.ts';
import { commit } from '#store/table/commit.ts';
import { commitWithRetry } from '#store/table/commit-retry.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { inquireSale } from '../inquire-sale.ts';
import { reportRefusal } from '../merchant-refusal.ts';
import { correlateWithOrder } from '../order-correlation.ts';
import { countLateCharge } from '../recurring-payment/late-charge.ts';
import { type NextInquiry, plannedInquiry } from '../sale-inquiry.ts';
import { paymentLabels, reportReview } from './payment-labels.ts';

export async function recheckSale(
  merchantId: string,
  paymentReferenceNumber: string,
  now: Date,
): Promise<'finalized' | 'waiting'> {
  const payment = await loadPayment(merchantId, paymentReferenceNumber);
  const before = payment && openRecheck(payment);
  if (payment === undefined || before === undefined) return 'finalized';
  correlateWithOrder(payment);
  const { inquiries } = before;
  const sinceMs = nextRecheckAt(before)?.getTime();
  const asked = await inquireSale(
    { payment, sentAtMs: saleBeganMs(payment), sender: 'background', inquiries, sinceMs },
    now,
  );
  if ('again' in asked) {
    if (asked.refusal) reportRefusal(asked.refusal, paymentLabels(payment));
    if (asked.again !== 'whenBankAnswers') await planAgain(payment, before, asked.again, now);
    return 'waiting';
  }
  if (asked.outcome.kind === 'approved') return await endLateSale(payment, before, asked.outcome, now);
  const next = recheckedInVain(before);
  await commit([writeRecheck(payment, before, next, nextRecheckAt(next))]);
  return 'finalized';
}

/** The bank's answer decided nothing. After the last inquiry a person must look. */
async function planAgain(payment: Payment, before: Recheck, again: NextInquiry, now: Date): Promise<void> {
  const { inquiries, ...next } = plannedInquiry(again, payment.review, now);
  const at = 'review' in next ? next.review : new Date(next.inquiryAt);
  const { kind } = await commit([writeRecheck(payment, before, { ...before, inquiries }, at)]);
  if (kind === 'conflict' || at instanceof Date || payment.review !== undefined) return;
  reportReview(payment);
}

async function endLateSale(
  payment: Payment,
  before: Recheck,
  { hostReference: bankReferenceNumber, authorizationCode }: Approved,
  now: Date,
): Promise<'finalized' | 'waiting'> {
  const late = {
    bankReferenceNumber,
    ...defined({ authorizationCode }),
    recheck: { ...before, foundAt: now.toISOString(), bankReferenceNumber },
  };
  const ended = (await countLateCharge(payment, before, late, now))
    ? 'counts for its period'
    : await giveBack(payment, before, late, now);
  if (ended === undefined) return 'waiting';
  const which = { ...paymentLabels(payment), outcome: ended };
  log('error', 'a sale that counted as never received was made', which);
  measure({ LateSales: 1 }, which);
  return 'finalized';
}

/** Undefined if another sweep has claimed the refund. The next sweep sends it, under its own claim. */
async function giveBack(
  payment: Payment,
  before: Recheck,
  late: { bankReferenceNumber: string; recheck: Recheck },
  now: Date,
): Promise<'given back' | undefined> {
  const refund = lateSaleRefund(payment, randomUUID(), now);
  const recheck = { ...late.recheck, refundId: refund.refundId };
  const writes = [
    writeLateSaleRefund(payment, before, { ...late, recheck }, refund),
    ...writeNewRefund(refund),
  ];
  const { kind } = await commitWithRetry(() => commit(writes));
  return kind === 'committed' ? 'given back' : undefined;
}
