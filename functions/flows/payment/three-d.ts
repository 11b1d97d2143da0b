// 3-D Secure around a sale: claim, challenge by the issuer, one sale with the issuer's proof. The card is not
// stored meanwhile: the buyer's browser posts it to the bank, and the bank returns a proof.
import type { BrowserForm, ThreeDReturn } from '#acquirer/acquirer.ts';
import type { Language } from '#domain/language.ts';
import { awaitsIssuer, CHALLENGE_MS, type Payment } from '#domain/payment/payment.ts';
import type { HostedPageItem } from '#store/payment/hosted-page.ts';
import { writeSaleStart } from '#store/payment/payment.ts';
import { commit } from '#store/table/commit.ts';
import { commitWithRetry } from '#store/table/commit-retry.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { bankOf, connectBank } from '../bank-connection.ts';
import {
  claimPayment,
  firstInquiryAt,
  loadPaymentOfPage,
  newPayment,
  type PaymentSubmission,
  reportSale,
} from './hosted-page-payment.ts';
import { finalizePayment, paymentLabels, threeDFailed } from './payment-finalization.ts';

type ChallengeSubmission = PaymentSubmission & {
  /** The bank sends the browser to `returnUrl`; its server posts the same answer to `callbackUrl`. */
  returnUrl: string;
  callbackUrl: string;
  /** Returned by the bank unchanged (see ThreeDOrder). */
  echo: string;
  language: Language;
};

/**
 * The form that the browser must post to the bank; undefined if the page or its order was claimed meanwhile.
 */
export async function beginChallenge(submission: ChallengeSubmission): Promise<BrowserForm | undefined> {
  const { page, card, cvv, returnUrl, callbackUrl, echo, language, now } = submission;
  const challengeEndsAt = new Date(now.getTime() + CHALLENGE_MS).toISOString();
  const payment: Payment = {
    ...newPayment(submission),
    threeDSecure: true,
    step: 'Challenge',
    challengeEndsAt,
  };
  const { bankOrderId, amountMinor, currency, installment } = payment;
  const order = { bankOrderId, amountMinor, currency, installment };
  const way = { returnUrl, callbackUrl, echo, language };
  // Before the claim: if the bank's settings cannot be opened, the page must stay open.
  const form = (await bankOf(page.merchantId)).startThreeD({
    ...order,
    card,
    ...(cvv !== undefined && { cvv }),
    ...way,
  });
  const claimed = await claimPayment(payment, submission, challengeEndsAt);
  if (claimed.kind === 'conflict') return undefined;
  measure({ PagesChallenged: 1 }, paymentLabels(payment));
  return form;
}

type ThreeDCallback = {
  page: HostedPageItem;
  body: { bytes: Buffer; contentType: string | undefined };
  payerAddress?: string;
  /** The id of this request. */
  worker: string;
  now: Date;
};

type AcceptedReturn = {
  /** The echo of an authentic answer, also for the second of the two messages (browser and server). */
  echo?: string | undefined;
  /** The page, if this message finalized it. */
  over?: HostedPageItem | undefined;
};

type Authentic = Extract<ThreeDReturn, { kind: 'authentic' }>;

/**
 * Accepts the bank's answer, sent through the browser or from server to server. It counts only if its hash
 * and our own order match; then the first of the two messages continues the payment, once.
 */
export async function acceptThreeDReturn(callback: ThreeDCallback): Promise<AcceptedReturn> {
  const { page, body, now } = callback;
  const [{ bank, merchant }, payment] = await Promise.all([
    connectBank(page.merchantId),
    loadPaymentOfPage(page),
  ]);
  const answer = bank.verifyThreeD(body.bytes, body.contentType);
  if (answer.kind !== 'authentic' || payment === undefined || !matchesPayment(payment, answer)) {
    reportRejectedReturn(page, answer);
    return {};
  }
  const { echo } = answer;
  if (!awaitsIssuer(payment)) return { echo };
  const isInTime = now.getTime() < Date.parse(payment.challengeEndsAt ?? '');
  const isVouchedFor =
    answer.level === 'full' || (answer.level === 'half' && merchant.acceptHalfSecure === true);
  if (!isInTime || !isVouchedFor || answer.proof === undefined) {
    const why = isInTime ? answer.mdStatus || 'ERROR' : 'TIMED-OUT';
    return { echo, over: await finalizePayment({ payment, page }, threeDFailed(why), now) };
  }
  return { echo, over: await sellWithProof(callback, payment, answer.proof) };
}

async function sellWithProof(
  { page, payerAddress, worker, now }: ThreeDCallback,
  waiting: Payment,
  threeD: NonNullable<Authentic['proof']>,
): Promise<HostedPageItem | undefined> {
  const start = writeSaleStart(waiting, worker, now, firstInquiryAt(now));
  const moved = await commitWithRetry(() => commit([start]));
  // The other message was faster, the buyer has started over, or the challenge has expired.
  if (moved.kind === 'conflict') return undefined;
  const payment: Payment = { ...waiting, step: 'Sale', saleStartedAt: now.toISOString() };
  const { bankOrderId, amountMinor, currency, installment } = payment;
  const bank = await bankOf(page.merchantId);
  const outcome = await bank.sale({
    bankOrderId,
    amountMinor,
    currency,
    installment,
    threeD,
    ...(payerAddress !== undefined && { payerAddress }),
  });
  reportSale(payment, outcome);
  return outcome.kind === 'unknown'
    ? undefined
    : await finalizePayment({ payment, page }, outcome, new Date());
}

/**
 * The bank echoes what the browser posted, and an old answer can be replayed, so the answer is compared with
 * ours.
 */
function matchesPayment(payment: Payment, answer: Authentic): boolean {
  return (
    payment.bankOrderId === answer.bankOrderId &&
    payment.amountMinor === answer.amountMinor &&
    payment.currency === answer.currency &&
    payment.installment === answer.installment
  );
}

/** Logs only field names: a value may be a card number. */
function reportRejectedReturn(
  { merchantId, paymentReferenceNumber }: HostedPageItem,
  answer: ThreeDReturn,
): void {
  const reason = 'reason' in answer ? answer.reason : 'another payment';
  log('warn', '3-D Secure answer refused', {
    merchantId,
    ...(paymentReferenceNumber !== undefined && { paymentReferenceNumber }),
    reason,
    ...('fieldNames' in answer && { fieldNames: answer.fieldNames }),
  });
}
