// 3-D Secure around a sale: claim, challenge by the issuer, one sale with the issuer's proof. The card is not
// stored meanwhile: the buyer's browser posts it to the bank, and the bank returns a proof.
import type { Acquirer, ThreeDProof } from '#acquirer/acquirer.ts';
import type { EndedChallenge } from '#acquirer/issuer-verdict.ts';
import { defined } from '#domain/defined.ts';
import { awaitsIssuer, bankSaleOf, firstInquiryAt, type Payment } from '#domain/payment/payment.ts';
import type { HostedPageItem } from '#store/payment/hosted-page.ts';
import { writeSaleStart } from '#store/payment/payment-writes.ts';
import { commit } from '#store/table/commit.ts';
import { commitWithRetry } from '#store/table/commit-retry.ts';
import { connectBank, connectBankOf } from '../bank-connection.ts';
import { type IssuerMessage, readIssuerAnswer } from '../issuer-answer.ts';
import { requireLease } from '../lease.ts';
import { threeDFailed } from './challenge-end.ts';
import { loadPaymentOfPage } from './page-of-order.ts';
import { finalizeForBuyer, finalizePayment } from './payment-finalization.ts';
import { paymentLabels, reportSale } from './payment-labels.ts';

type AcceptedReturn = {
  /** The POS of the payment; undefined if the page has none. */
  posId?: string;
  /** The echo of an authentic answer, also for the second of the two messages (browser and server). */
  echo?: string | undefined;
  /** The page, if this message finalized it. */
  over?: HostedPageItem | undefined;
};

/**
 * Accepts the bank's answer, sent through the browser or from server to server. It counts only if it is the
 * answer to the form that was sent; then the first of the two messages continues the payment, once. Any other
 * answer changes nothing, not even if it reports a failed challenge: the authentic answer may still arrive.
 */
export async function acceptThreeDReturn(callback: IssuerMessage<HostedPageItem>): Promise<AcceptedReturn> {
  const { page, body, now } = callback;
  // The current POS is the one that began most challenges: it is connected while the payment is read.
  const [, payment] = await Promise.all([
    connectBank(page.merchantId),
    loadPaymentOfPage(page),
    requireLease(),
  ]);
  if (payment === undefined) return {};
  const connection = await connectBankOf(payment);
  const { posId } = connection;
  const sent = challengeOf(payment);
  const verdict = readIssuerAnswer(connection, { sent, body, labels: paymentLabels(payment), now });
  if (verdict.kind === 'refused') return { posId };
  const { echo, evidence } = verdict;
  if (!awaitsIssuer(payment)) return { posId, echo };
  if (verdict.kind === 'failed') {
    const failed = threeDFailed(verdict.why, evidence);
    return { posId, echo, over: await finalizePayment({ payment, page }, failed, now) };
  }
  return {
    posId,
    echo,
    over: await sellWithProof(callback, connection.bank, { ...payment, ...evidence }, verdict.proof),
  };
}

async function sellWithProof(
  { page, payerAddress, worker, now }: IssuerMessage<HostedPageItem>,
  bank: Acquirer,
  waiting: Payment,
  threeD: ThreeDProof,
): Promise<HostedPageItem | undefined> {
  const start = writeSaleStart(waiting, worker, now, firstInquiryAt(now));
  const moved = await commitWithRetry(() => commit([start]));
  // The other message has continued the payment, the buyer has started over, or the challenge has expired.
  if (moved.kind === 'conflict') return undefined;
  const payment: Payment = { ...waiting, step: 'Sale', saleStartedAt: now.toISOString() };
  const outcome = await bank.sale({ ...bankSaleOf(payment), threeD, ...defined({ payerAddress }) });
  reportSale(payment, outcome);
  return outcome.kind === 'unknown' ? undefined : await finalizeForBuyer({ payment, page }, outcome);
}

function challengeOf(payment: Payment): EndedChallenge {
  const { maskedCardNumber, cardAssociation, threeDBinding: binding, challengeEndsAt: endsAt = '' } = payment;
  return { ...bankSaleOf(payment), maskedCardNumber, cardAssociation, ...defined({ binding }), endsAt };
}
