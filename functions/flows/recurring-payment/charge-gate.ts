// Whether the bank may be asked for a charge: not while a hold of the merchant stands, but for one charge at
// a time as a probe (recurring-payments.md R27).
import type { ChargeHold } from '#domain/recurring-payment/charge-hold.ts';
import type { Step } from '#domain/recurring-payment/recurring-payment.ts';
import type { MerchantHoldItem } from '#store/merchant-hold.ts';
import type { ChargeContext } from '#store/recurring-payment/charge-context.ts';

type HoldFacts = Pick<ChargeHold, 'code' | 'sinceMs'>;
type Gate =
  | { kind: 'open' }
  | { kind: 'closed'; hold: HoldFacts }
  /** A probe is due. The claim must raise the hold's version, so that one charge alone is sent. */
  | { kind: 'probe'; hold: HoldFacts; standing: MerchantHoldItem };

export function gateOf({ hold: standing }: Pick<ChargeContext, 'hold'>, now: Date): Gate {
  if (standing?.state !== 'Standing') return { kind: 'open' };
  const hold = { code: standing.code, sinceMs: Date.parse(standing.since) };
  const isProbeDue = Date.parse(standing.nextProbeAt) <= now.getTime();
  return isProbeDue ? { kind: 'probe', hold, standing } : { kind: 'closed', hold };
}

/** Marks the claimed charge: if the bank judges its card, the hold is lifted. */
export const probing = <Claim extends Step>(step: Claim, hold: HoldFacts): Claim => ({
  ...step,
  record: { ...step.record, held: { scope: 'Merchant', ...hold } },
});
