// A hard decline blocks the card that was sent without its holder, so that nothing else charges it (cards.md 5).
import { type Payment, posOf } from '#domain/payment/payment.ts';
import { loadCard, loadSealedCard } from '#store/card/card.ts';
import { writeCardBlock } from '#store/card/card-mark.ts';
import type { Write } from '#store/table/commit.ts';
import type { FinalSaleOutcome } from './payment-outcome.ts';

type ChargedCard = Pick<Payment, 'merchantId' | 'posId' | 'cardStorageId'> & {
  /** The version of the ciphertext that was sent. */
  sealVersion: number | undefined;
};

/**
 * The write conflicts if the card was changed since it was read. There is none if the merchant's settings were
 * at fault, or if the card was renewed or deleted during the sale.
 */
export async function writeHardDecline(
  { merchantId, cardStorageId = '', sealVersion, ...payment }: ChargedCard,
  outcome: FinalSaleOutcome,
  now: Date,
): Promise<Write[]> {
  if (outcome.kind !== 'declined' || outcome.declineCategory !== 'Hard' || outcome.merchantFault) return [];
  const [card, sealed] = await Promise.all([
    loadCard(merchantId, cardStorageId, now),
    loadSealedCard(merchantId, cardStorageId),
  ]);
  if (card === undefined || sealed?.version !== sealVersion) return [];
  // A bank that requires a CVV from this shop has not judged the card: another bank may charge it.
  const place = outcome.cvvRequired ? { posId: posOf({ merchantId, ...payment }) } : {};
  return [writeCardBlock(card, { code: outcome.errorCode, ...place }, now)];
}
