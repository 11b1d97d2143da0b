// Four eyes: with the setting `refundApproval: fourEyes`, the API key that requested a refund cannot approve
// it, and no call refunds in one step (refunds.md 7). Whoever has a key with the scope `keys` has every key that
// it makes: they are one holder.
import { defined } from '../defined.ts';
import { toDecimal } from '../money.ts';
import type { Payment } from '../payment/payment.ts';
import { Rejection } from '../rejection.ts';
import type { Refund } from './refund.ts';

export const REFUND_APPROVALS = ['oneKey', 'fourEyes'] as const;

/** The key of a call. */
export type RefundingKey = {
  keyId: string;
  /** The first key of its holder: before all rotations, and of those that made keys; absent: itself. */
  holderKeyId?: string | undefined;
  /** Minor units of TRY from which four eyes are needed; absent: never. */
  fourEyesFrom?: string | undefined;
};

/** The fields of a refund that identify the key that requested it. */
export const requestedBy = ({ keyId, holderKeyId }: RefundingKey) => ({
  requestedBy: keyId,
  ...defined({ requestedByHolder: holderKeyId }),
});

/**
 * The largest sum of all refunds of a payment for which one key is enough. The refunds count together,
 * because several small ones would otherwise avoid four eyes. Other currencies than TRY have no exchange rate
 * here: for them, one key is never enough.
 */
export function oneKeyLimitMinor(
  { currency, chargedMinor }: Payment,
  { fourEyesFrom }: RefundingKey,
): number {
  if (fourEyesFrom === undefined) return chargedMinor;
  return currency === 'TRY' ? Math.min(chargedMinor, Number(fourEyesFrom) - 1) : -1;
}

const heldMinor = ({ refundedMinor, reservedMinor }: Payment) => refundedMinor + reservedMinor;

/** Throws FOUR_EYES_REQUIRED, with what one key may still refund, if it may not refund this in one step. */
export function requireOneKeyEnough(payment: Payment, amountMinor: number, key: RefundingKey): void {
  const leftMinor = oneKeyLimitMinor(payment, key) - heldMinor(payment);
  if (amountMinor <= leftMinor) return;
  throw new Rejection('FOUR_EYES_REQUIRED', { oneKeyAmount: toDecimal(Math.max(0, leftMinor)) });
}

/**
 * Throws FOUR_EYES_REQUIRED if the approving key also requested the refund, or if the refund is so old that
 * its row does not contain the requesting key.
 */
export function requireOtherKey(refund: Refund, payment: Payment, approving: RefundingKey): void {
  if (heldMinor(payment) <= oneKeyLimitMinor(payment, approving)) return;
  const requester = refund.requestedByHolder ?? refund.requestedBy;
  const approver = approving.holderKeyId ?? approving.keyId;
  if (requester !== undefined && requester !== approver) return;
  throw new Rejection('FOUR_EYES_REQUIRED', { refundId: refund.refundId });
}
