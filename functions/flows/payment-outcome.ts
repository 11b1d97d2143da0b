// The payment attributes that follow from the bank's answer, for hosted pages and recurring payments alike.
import type { Approved, Declined } from '#acquirer/acquirer.ts';
import type { PaymentOutcome } from '#store/payment/payment.ts';

/** An outcome that finalizes a payment. `notSent`: the bank certainly never received the sale. */
export type FinalSaleOutcome = Approved | Declined | { kind: 'notSent' };

export function paymentOutcome(outcome: FinalSaleOutcome, now: Date): PaymentOutcome {
  if (outcome.kind === 'notSent') return { status: 'Failed', errorCode: 'BANK_UNAVAILABLE' };
  if (outcome.kind === 'declined') {
    return { status: 'Failed', errorCode: outcome.errorCode, bankResponseCode: outcome.code };
  }
  const { hostReference: bankReferenceNumber, authorizationCode } = outcome;
  return {
    status: 'Successful',
    bankReferenceNumber,
    ...(authorizationCode !== undefined && { authorizationCode }),
    bankResponseCode: '00',
    paidAt: now.toISOString(),
  };
}
