// Finalizes a single charge: the bank's answer is written to payment, order and the card's tries in one
// transaction. It is separate from the sale, so that the sweep needs no card for it.
import { declineSigns, isByNetwork } from '#domain/payment/merchant-fault.ts';
import { type Payment, posOf } from '#domain/payment/payment.ts';
import { type CardTry, writeCardAnswer } from '#store/card/card-tries.ts';
import { standHold } from '#store/merchant-hold.ts';
import { writeOrderOutcome } from '#store/payment/order-writes.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { type PaymentOutcome, writePaymentOutcome } from '#store/payment/payment-writes.ts';
import { type CommitResult, commit, type Write } from '#store/table/commit.ts';
import { untilCommitted } from '#store/table/commit-retry.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { currentPosIdOf, forgetBank } from '../bank-connection.ts';
import { writeHardDecline } from '../hard-decline.ts';
import { refusedSettings } from '../merchant-refusal.ts';
import { type FinalSaleOutcome, otherCardOf, paymentOutcome } from '../payment-outcome.ts';
import { paymentLabels } from './payment-labels.ts';

/** The tries of a card are counted over its single charges and all its recurring payments. */
export const cardTryOf = ({
  merchantId,
  paymentReferenceNumber: name,
  chargedCard,
  createdAt,
}: Payment): CardTry => ({
  merchantId,
  cardFingerprint: chargedCard?.fingerprint ?? '',
  name,
  triedAtMs: Date.parse(createdAt),
});

type CommitEnd = (writes: readonly Write[], ended: Payment) => Promise<CommitResult>;

/**
 * Returns the payment as it is stored then. An earlier finalization stands: the sweep and the first worker may
 * both have the bank's answer. Throws if every try of the transaction fails.
 */
export async function finalizeCharge(
  payment: Payment,
  outcome: FinalSaleOutcome,
  now: Date,
  commitEnd: CommitEnd = commit,
): Promise<Payment> {
  const { merchantId, paymentReferenceNumber } = payment;
  const recorded = paymentOutcome(payment, outcome, now);
  const ended = endedAs(payment, recorded);
  const { isOurs, stored } = await untilCommitted({
    load: async (conflict) => conflict && (await loadPayment(merchantId, paymentReferenceNumber)),
    decide: async (current) => {
      const isOver = current?.status !== 'Processing' || current.posId !== payment.posId;
      if (current && isOver) return { result: { isOurs: false, stored: current } };
      const isPaid = outcome.kind === 'approved';
      const sealVersion = payment.chargedCard?.sealVersion;
      const writes = [
        writePaymentOutcome(payment, recorded),
        writeOrderOutcome(payment, paymentReferenceNumber, { isPaid }),
        writeCardAnswer(cardTryOf(payment), cardAnswerOf(payment, outcome)),
        ...(await writeHardDecline({ ...payment, sealVersion }, outcome, now)),
      ];
      return { writes, result: { isOurs: true, stored: ended } };
    },
    commit: (writes) => commitEnd(writes, ended),
    lost: 'The charge could not be finalized.',
  });
  if (isOurs) await follow(payment, outcome, now);
  return stored;
}

/** A card that the bank did not judge was not tried: another one was charged, or the settings were refused. */
function cardAnswerOf(payment: Payment, outcome: FinalSaleOutcome): FinalSaleOutcome['kind'] {
  if (otherCardOf(payment, outcome) !== undefined) return 'notSent';
  const isUnjudged = outcome.kind === 'declined' && outcome.merchantFault && !isByNetwork(outcome.code);
  return isUnjudged ? 'notSent' : outcome.kind;
}

function endedAs(payment: Payment, { cardStorageId, ...told }: PaymentOutcome): Payment {
  const { inquiryAt: _, ...ended }: Payment = { ...payment, ...told };
  if (cardStorageId === null) delete ended.cardStorageId;
  return ended;
}

/** Metrics; and after a refusal of the settings no charge is sent until they work (recurring-payments.md R27). */
async function follow(payment: Payment, outcome: FinalSaleOutcome, now: Date): Promise<void> {
  const { merchantId, chargedMinor, currency } = payment;
  const refused = refusedSettings(outcome);
  const isDeclined = outcome.kind === 'declined';
  const labels = {
    ...paymentLabels(payment),
    currency,
    ...(isDeclined && { bankResponseCode: outcome.code, errorCode: outcome.errorCode }),
  };
  measure(
    {
      ...(refused ? { MerchantFaults: 1 } : { ChargesDeclined: isDeclined ? 1 : 0 }),
      ...(!refused && declineSigns(outcome, { isAgain: payment.isAgain === true })),
      ChargesSucceeded: outcome.kind === 'approved' ? 1 : 0,
      ...(outcome.kind === 'approved' && payment.capture !== 'manual' && { TakenMinor: chargedMinor }),
    },
    labels,
  );
  if (refused === undefined) return;
  log('error', 'the bank refuses the settings of the merchant', {
    ...labels,
    reason: refused.fault,
  });
  forgetBank(merchantId);
  const posId = posOf(payment);
  if ((await currentPosIdOf(merchantId)) !== posId) return;
  await standHold({ merchantId, scope: currency, code: refused.code, posId }, now);
}
