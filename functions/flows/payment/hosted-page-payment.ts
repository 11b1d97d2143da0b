// Takes money once for a hosted page: claim, call the bank, finalize. The claim is stored before the bank is
// called, with the instant of the sweep's first inquiry; after a crash, the bank's answer finalizes the
// payment.
import type { SaleOutcome } from '#acquirer/acquirer.ts';
import { defined } from '#domain/defined.ts';
import { awaitsIssuer, bankSaleOf, type Payment, saleBeganMs } from '#domain/payment/payment.ts';
import type { HostedPageItem } from '#store/payment/hosted-page.ts';
import { writePaymentInquiry } from '#store/payment/inquiry.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { commit } from '#store/table/commit.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { correlateWith } from '#telemetry/request-context.ts';
import type { Ahead } from '../ask-ahead.ts';
import { connectBank } from '../bank-connection.ts';
import { isOfEarlierEpoch } from '../epoch.ts';
import { inquireSale } from '../inquire-sale.ts';
import { reportRefusal } from '../merchant-refusal.ts';
import { type NextInquiry, plannedInquiry } from '../sale-inquiry.ts';
import { attemptOfPage } from './page-attempt.ts';
import { claimOne, type PaymentSubmission, type ShownSubmission, shownCardOf } from './page-claim.ts';
import {
  expireChallenge,
  finalizeForBuyer,
  finalizePayment,
  isChallengeOver,
} from './payment-finalization.ts';
import { paymentLabels } from './payment-labels.ts';

/**
 * Tries to pay a hosted page. Returns the page if the payment finalized it; `cardBusy` if other payments have
 * all its references. Otherwise (the page was busy, the bank declined, or its answer is unknown) the caller
 * reads the page again.
 */
export async function payHostedPage(
  submission: PaymentSubmission,
): Promise<HostedPageItem | 'cardBusy' | undefined> {
  const { page, card, cvv, payerAddress } = submission;
  // Before the claim: if the bank's settings cannot be opened, the page must stay open.
  const { bank, posId } = await connectBank(page.merchantId);
  const ahead = await attemptOfPage(page, bank);
  if (ahead.kind === 'unanswered') return { ...page, lastDecline: 'BANK_UNAVAILABLE' };
  const shown = { ...submission, shownCard: shownCardOf(card) };
  if (ahead.kind === 'sold') return await recordLostSale(shown, posId, ahead);
  const payment = await claimOne(shown, posId, ahead);
  if (payment === undefined || payment === 'cardBusy') return payment;
  const outcome = await bank.sale({
    ...bankSaleOf(payment),
    card,
    ...defined({ cvv, payerAddress }),
  });
  reportSale(payment, outcome);
  // The sweep recovers the payment.
  if (outcome.kind === 'unknown') return undefined;
  return await finalizeForBuyer({ payment, page }, outcome);
}

/**
 * Claims page and order for the sale that the bank has made already, and records it with the bank's card and
 * time. Nothing is sent; if the sale is not what the page sells, the sweep leaves it to a person.
 */
export async function recordLostSale(
  submission: ShownSubmission,
  posId: string,
  lost: Extract<Ahead, { kind: 'sold' }>,
): Promise<HostedPageItem | 'cardBusy' | undefined> {
  const { page, now } = submission;
  const payment = await claimOne(submission, posId, lost);
  if (payment === undefined || payment === 'cardBusy') return payment;
  const sent = { sentAtMs: saleBeganMs(payment), sender: 'endpoint', inquiries: 0, isLost: true } as const;
  const { outcome } = await inquireSale({ payment, ...sent }, now);
  reportSale(payment, outcome);
  return outcome.kind === 'approved' ? await finalizeForBuyer({ payment, page }, outcome) : undefined;
}

/**
 * Inquires at the bank about a payment whose answer was lost, and finalizes it if the bank's history decides.
 */
export async function recoverPayment(
  merchantId: string,
  paymentReferenceNumber: string,
  now: Date,
): Promise<'finalized' | 'waiting'> {
  const payment = await loadPayment(merchantId, paymentReferenceNumber);
  if (payment === undefined || payment.status !== 'Processing') return 'finalized';
  correlateWith(payment.correlationId);
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
    await finalizePayment({ payment }, asked.outcome, now);
    return 'finalized';
  }
  const { again, refusal } = asked;
  if (again !== 'whenBankAnswers') await scheduleNextInquiry(payment, again, now);
  if (refusal) reportRefusal(refusal, paymentLabels(payment));
  return 'waiting';
}

async function scheduleNextInquiry(payment: Payment, again: NextInquiry, now: Date): Promise<void> {
  const { kind } = await commit([writePaymentInquiry(payment, plannedInquiry(again, payment.review, now))]);
  if (kind === 'committed' && again.atMs === undefined && payment.review === undefined) {
    const which = paymentLabels(payment);
    log('error', 'payment needs manual review', which);
    measure({ ManualReviews: 1 }, which);
  }
}

export function reportSale(payment: Payment, outcome: SaleOutcome): void {
  log(outcome.kind === 'unknown' ? 'warn' : 'info', 'bank sale', {
    ...paymentLabels(payment),
    outcome: outcome.kind,
    ...(outcome.kind === 'declined' && { bankResponseCode: outcome.code, errorCode: outcome.errorCode }),
    ...('reason' in outcome && { reason: outcome.reason }),
  });
}
