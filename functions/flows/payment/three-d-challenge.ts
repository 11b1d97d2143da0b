// The challenge of a card by its issuer, before a sale. The card is not stored meanwhile: the buyer's browser
// posts it to the bank, and the bank returns a proof (three-d.ts).
import type { BrowserForm } from '#acquirer/acquirer.ts';
import { connectThreeD } from '#acquirer/connect-three-d.ts';
import type { TypedCard } from '#domain/card/card.ts';
import { defined } from '#domain/defined.ts';
import { bankSaleOf, CHALLENGE_MS } from '#domain/payment/payment.ts';
import { measure } from '#telemetry/metric.ts';
import { connectAll, connectBankOf } from '../bank-connection.ts';
import type { ChallengeOptions } from '../issuer-answer.ts';
import { recordLostSale } from './hosted-page-payment.ts';
import { attemptOfPage } from './page-attempt.ts';
import { claimPayment, newPayment, type PaymentSubmission, shownCardOf } from './page-claim.ts';
import { paymentLabels } from './payment-labels.ts';

/** A stored card cannot be challenged. */
type ChallengeSubmission = PaymentSubmission & { card: TypedCard };

/**
 * The form that the browser must post to the bank. `unanswered`: the bank does not tell whether it has sold the
 * order already. Undefined if it has, or if the page or its order was claimed meanwhile.
 */
export async function beginChallenge(
  submission: ChallengeSubmission,
  options: ChallengeOptions,
): Promise<BrowserForm | 'unanswered' | undefined> {
  const { page, card, cvv, payerAddress, posChoice, now } = submission;
  const { merchantId } = page;
  const challengeEndsAt = new Date(now.getTime() + CHALLENGE_MS).toISOString();
  // Before the claim: if the bank's settings cannot be opened, the page must stay open.
  const { settings } = await connectBankOf({ merchantId, posId: posChoice.posId });
  const ahead = await attemptOfPage(page, () => connectAll(merchantId));
  if (ahead.kind === 'unanswered') return 'unanswered';
  const shown = { ...submission, shownCard: shownCardOf(card) };
  if (ahead.kind === 'sold') {
    await recordLostSale(shown, ahead);
    return undefined;
  }
  const [paymentReferenceNumber = ''] = submission.references;
  const claimed = await claimPayment(submission, ahead, challengeEndsAt, (bankOrderId) => {
    const attempt = newPayment(shown, { paymentReferenceNumber, place: posChoice, bankOrderId });
    const { form, binding } = connectThreeD(settings).startThreeD({
      ...bankSaleOf(attempt),
      card,
      ...defined({ cvv, payerAddress }),
      ...options,
    });
    const challenge = { step: 'Challenge', challengeEndsAt, threeDBinding: binding } as const;
    return { form, payment: { ...attempt, threeDSecure: true, ...challenge } };
  });
  if (!('payment' in claimed)) return undefined;
  measure({ PagesChallenged: 1 }, paymentLabels(claimed.payment));
  return claimed.form;
}
