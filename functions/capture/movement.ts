// Records the movement of money that a change tells: a sale, or a refund that the bank has made. The sale and
// the refund themselves write nothing for it.
import { movementOfPayment, movementOfRefund } from '#domain/settlement/movement.ts';
import { loadPayment, PAYMENT } from '#store/payment/payment.ts';
import { readRefund } from '#store/refund/refund.ts';
import { loadAgreements } from '#store/settlement/agreement.ts';
import { enterMovement, factsOfCard } from '#store/settlement/enter-movement.ts';
import { rememberPerMerchant } from '#vault/remember.ts';
import type { CapturedMerchant } from './captured-merchant.ts';
import type { RowChange } from './image.ts';

const REMEMBERED_MS = 60_000;
const agreementsOf = rememberPerMerchant(loadAgreements, REMEMBERED_MS);

/** Repeatable, and in any order: a movement follows from its row alone. */
export async function noteMovement(change: RowChange, merchant: CapturedMerchant): Promise<void> {
  const moved = await movementIn(change);
  if (moved === undefined) return;
  const { facts, payment } = moved;
  await enterMovement(facts, await factsOfCard(payment, merchant.bankOf(facts.posId)));
}

async function movementIn({ before: old, after: now, merchantId }: RowChange) {
  if (now.sk === 'PAYMENT') {
    const [before, payment] = [PAYMENT.find(old), PAYMENT.read(now)];
    if (before && movementOfPayment([], before) !== undefined) return undefined;
    const facts = movementOfPayment(await agreementsOf(merchantId), payment);
    return facts && { facts, payment };
  }
  if (now.sk !== 'REFUND') return undefined;
  const { refund } = readRefund(now);
  if (refund.status !== 'Completed' || (old && readRefund(old).refund.status === 'Completed'))
    return undefined;
  const payment = await loadPayment(merchantId, refund.transactionId);
  const facts = payment && movementOfRefund(await agreementsOf(merchantId), refund, payment);
  return facts && { facts, payment };
}
