// Takes money once for a hosted page: claim, call the bank, finalize. The claim is stored before the bank is
// called, with the instant of the sweep's first inquiry (payment-recovery.ts).
import { defined } from '#domain/defined.ts';
import { bankSaleOf, saleBeganMs } from '#domain/payment/payment.ts';
import type { HostedPageItem } from '#store/payment/hosted-page.ts';
import type { AskedAttempt } from '../ask-ahead.ts';
import { connectAll, connectBankOf } from '../bank-connection.ts';
import { inquireLostSale } from '../inquire-sale.ts';
import { sellRouted } from './next-pos.ts';
import { attemptOfPage } from './page-attempt.ts';
import { claimOne, type PaymentSubmission, type ShownSubmission, shownCardOf } from './page-claim.ts';
import { finalizeForBuyer } from './payment-finalization.ts';
import { reportSale } from './payment-labels.ts';

/**
 * Tries to pay a hosted page. Returns the page if the payment finalized it as paid or failed; `cardBusy` if
 * other payments have all its references; `unanswered` if the bank does not tell whether it has sold the order
 * already. Otherwise (the page was busy, is open again, or the bank's answer is unknown) the caller reads the
 * page again.
 */
export async function payHostedPage(
  submission: PaymentSubmission,
): Promise<HostedPageItem | 'cardBusy' | 'unanswered' | undefined> {
  const { page, card, cvv, posChoice, route, payerAddress } = submission;
  const { merchantId } = page;
  // Before the claim: if the bank's settings cannot be opened, the page must stay open.
  const { bank } = await connectBankOf({ merchantId, posId: posChoice.posId });
  const ahead = await attemptOfPage(page, () => connectAll(merchantId));
  if (ahead.kind === 'unanswered') return 'unanswered';
  const shown = { ...submission, shownCard: shownCardOf(card) };
  if (ahead.kind === 'sold') return await recordLostSale(shown, ahead);
  const payment = await claimOne(shown, posChoice, ahead);
  if (payment === undefined || payment === 'cardBusy') return payment;
  const given = { card, ...defined({ cvv, payerAddress }) };
  const sold = await sellRouted({ payment, bank, route }, (at, claimed) =>
    at.sale({ ...bankSaleOf(claimed), ...given }),
  );
  // The sweep recovers the payment.
  if (sold.outcome.kind === 'unknown') return undefined;
  return await finalizeForBuyer({ payment: sold.payment, page }, sold.outcome);
}

/**
 * Claims page and order for the sale that the bank has made already, and records it with the bank's card and
 * time. Nothing is sent; if the sale is not what the page sells, the sweep leaves it to a person.
 */
export async function recordLostSale(
  submission: ShownSubmission,
  lost: Extract<AskedAttempt, { kind: 'sold' }>,
): Promise<HostedPageItem | 'cardBusy' | undefined> {
  const { page, now } = submission;
  const payment = await claimOne(submission, lost, lost);
  if (payment === undefined || payment === 'cardBusy') return payment;
  const sent = { sentAtMs: saleBeganMs(payment), sender: 'endpoint' } as const;
  const outcome = await inquireLostSale(payment, sent, now);
  reportSale(payment, outcome);
  return outcome.kind === 'approved' ? await finalizeForBuyer({ payment, page }, outcome) : undefined;
}
