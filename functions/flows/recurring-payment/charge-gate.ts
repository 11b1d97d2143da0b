// Decides whether a charge may be sent to the bank: while a hold of the merchant stands, only one charge at a
// time, as a probe (recurring-payments.md R27).
import type { ChargeHold } from '#domain/recurring-payment/charge-hold.ts';
import type { Step } from '#domain/recurring-payment/recurring-payment.ts';
import { isStandingAt, type MerchantHoldItem } from '#store/merchant-hold.ts';
import type { ChargeContext } from '#store/recurring-payment/charge-context.ts';
import { currentPosIdOf } from '../bank-connection.ts';

type HoldFacts = Pick<ChargeHold, 'code' | 'sinceMs'>;
type ChargeGate =
  | { kind: 'open' }
  | { kind: 'closed'; hold: HoldFacts }
  /** A probe is due. The claim must raise the hold's version, so that one charge alone is sent. */
  | { kind: 'probe'; hold: HoldFacts; row: MerchantHoldItem };

type HeldBy = Pick<ChargeContext, 'hold'>;

/** For a charge that is sent to this POS: a hold of another POS does not stop it. */
export function holdGateOf({ hold: row }: HeldBy, posId: string, now: Date): ChargeGate {
  if (row === undefined || !isStandingAt(row, posId)) return { kind: 'open' };
  const hold = { code: row.code, sinceMs: Date.parse(row.since) };
  const isProbeDue = Date.parse(row.nextProbeAt) <= now.getTime();
  return isProbeDue ? { kind: 'probe', hold, row } : { kind: 'closed', hold };
}

/** For a new charge, which goes to the current POS. The id of that POS is read only if a hold stands. */
export async function holdGateOfNew({ hold }: HeldBy, merchantId: string, now: Date): Promise<ChargeGate> {
  if (hold?.state !== 'Standing') return { kind: 'open' };
  return holdGateOf({ hold }, await currentPosIdOf(merchantId), now);
}

/** Marks the claimed charge as a probe: if the bank judges its card, the hold is lifted. */
export const probing = <Claim extends Step>(step: Claim, hold: HoldFacts): Claim => ({
  ...step,
  record: { ...step.record, held: { scope: 'Merchant', ...hold } },
});
