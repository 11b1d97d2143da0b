// What the bank's word makes of a payment's row: hosted pages and recurring payments write it alike.
import type { Approved, Declined } from '#acquirer/acquirer.ts';
import type { PaymentOutcome } from '#store/payment/payment.ts';

/** `notSent`: it is certain that the bank never received it. An answer that is not known is no end. */
export type FinalSaleOutcome = Approved | Declined | { kind: 'notSent' };

export function paymentOutcome(end: FinalSaleOutcome, now: Date): PaymentOutcome {
  if (end.kind === 'notSent') return { status: 'Failed', errorCode: 'BANK_UNAVAILABLE' };
  if (end.kind === 'declined') {
    return { status: 'Failed', errorCode: end.errorCode, bankResponseCode: end.code };
  }
  const { hostReference: bankReferenceNumber, authorizationCode } = end;
  return {
    status: 'Successful',
    bankReferenceNumber,
    ...(authorizationCode !== undefined && { authorizationCode }),
    bankResponseCode: '00',
    paidAt: now.toISOString(),
  };
}
