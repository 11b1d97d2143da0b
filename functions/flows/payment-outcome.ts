// The payment attributes that follow from the bank's answer, for hosted pages and recurring payments alike.
import type { Approved, Declined } from '#acquirer/acquirer.ts';
import { cardAssociation } from '#domain/card/card-prefix.ts';
import { defined } from '#domain/defined.ts';
import { type Authorization, newAuthorization, newStep } from '#domain/payment/authorization.ts';
import { type Payment, saleBeganMs } from '#domain/payment/payment.ts';
import { firstRecheck } from '#domain/payment/recheck.ts';
import type { PaymentOutcome } from '#store/payment/payment-writes.ts';

/**
 * An outcome that finalizes a payment. `notSent`: the bank never received the sale. `mayArrive`: a request of
 * the sale counts as never received because the bank does not know it.
 */
export type FinalSaleOutcome = Approved | ((Declined | { kind: 'notSent' }) & { mayArrive?: true });

export function paymentOutcome(
  payment: Pick<Payment, 'maskedCardNumber' | 'capture' | 'chargedMinor' | 'createdAt' | 'saleStartedAt'>,
  outcome: FinalSaleOutcome,
  now: Date,
): PaymentOutcome {
  if (outcome.kind !== 'approved') {
    const recheck = outcome.mayArrive && { recheck: firstRecheck(now) };
    const failed = { status: 'Failed', failedAt: now.toISOString(), ...recheck } as const;
    if (outcome.kind === 'notSent') return { ...failed, errorCode: 'BANK_UNAVAILABLE' };
    const { errorCode, code: bankResponseCode, message: bankMessage, mdStatus, eci } = outcome;
    return { ...failed, errorCode, bankResponseCode, ...defined({ bankMessage, mdStatus, eci }) };
  }
  const { hostReference: bankReferenceNumber, authorizationCode } = outcome;
  const at = outcome.firstSale?.at ?? now.toISOString();
  return {
    ...(payment.capture === 'manual'
      ? { status: 'Authorized', authorization: authorizationOf(payment, outcome, at, now) }
      : { status: 'Successful', paidAt: at }),
    bankReferenceNumber,
    ...defined({ authorizationCode }),
    bankResponseCode: '00',
    ...otherCardOf(payment, outcome),
  };
}

/** A capture that the bank had made before is under way until the next inquiry records it. */
function authorizationOf(
  payment: Pick<Payment, 'chargedMinor' | 'createdAt' | 'saleStartedAt'>,
  { heldDays, firstSale, capturedMinor: amountMinor }: Approved,
  at: string,
  now: Date,
): Authorization {
  const sinceMs = firstSale?.at === undefined ? saleBeganMs(payment) : Date.parse(firstSale.at);
  const authorization = newAuthorization({ amountMinor: payment.chargedMinor, at, sinceMs, heldDays });
  if (amountMinor === undefined) return authorization;
  return { ...authorization, sent: newStep({ kind: 'Capture', amountMinor }, now) };
}

/**
 * The card of a sale that the bank had made before, if it is not the one that was given this time: that one
 * was not judged by its issuer. `cardStorageId: null` removes the stored card from the payment.
 */
export function otherCardOf(
  { maskedCardNumber }: Pick<Payment, 'maskedCardNumber'>,
  outcome: FinalSaleOutcome,
) {
  const card = outcome.kind === 'approved' ? outcome.firstSale?.card : undefined;
  if (card === undefined) return undefined;
  const { firstSix, lastFour } = card;
  if (maskedCardNumber.startsWith(firstSix) && maskedCardNumber.endsWith(lastFour)) return undefined;
  // The bank does not show how many digits there are.
  return {
    maskedCardNumber: `${firstSix}******${lastFour}`,
    cardAssociation: cardAssociation(firstSix),
    cardStorageId: null,
  };
}
