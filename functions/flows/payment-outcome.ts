// The payment attributes that follow from the bank's answer, for hosted pages and recurring payments alike.
import type { Approved, Declined } from '#acquirer/acquirer.ts';
import { firstLook } from '#domain/payment/second-look.ts';
import type { PaymentOutcome } from '#store/payment/payment.ts';

/**
 * An outcome that finalizes a payment. `notSent`: the bank never received the sale. `mayArrive`: a request of
 * the sale counts as never received because the bank does not know it.
 */
export type FinalSaleOutcome = Approved | ((Declined | { kind: 'notSent' }) & { mayArrive?: true });

export function paymentOutcome(outcome: FinalSaleOutcome, now: Date): PaymentOutcome {
  if (outcome.kind !== 'approved') {
    const look = outcome.mayArrive && { secondLook: firstLook(now) };
    if (outcome.kind === 'notSent') return { status: 'Failed', errorCode: 'BANK_UNAVAILABLE', ...look };
    const { errorCode, code: bankResponseCode, message: bankMessage, mdStatus, eci } = outcome;
    return {
      ...{ status: 'Failed', errorCode, bankResponseCode, ...look },
      ...(bankMessage !== undefined && { bankMessage }),
      ...(mdStatus !== undefined && { mdStatus }),
      ...(eci !== undefined && { eci }),
    };
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
