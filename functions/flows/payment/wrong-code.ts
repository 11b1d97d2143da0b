// A wrong security code of a stored card is counted in the transaction that records the decline, so that no
// crash loses it, and locks the card in the end (cards.md 7).
import { type Payment, saleBeganMs } from '#domain/payment/payment.ts';
import { loadCard } from '#store/card/card.ts';
import { countWrongCode, writeWrongCode } from '#store/card/wrong-codes.ts';
import type { FinalSaleOutcome } from '../payment-outcome.ts';
import type { CardEffect } from './card-saving.ts';

/** True if the bank has told that the code of a stored card was wrong, not that it was missing. */
export const isWrongCode = (payment: Payment, outcome: FinalSaleOutcome): boolean =>
  payment.cardStorageId !== undefined &&
  outcome.kind === 'declined' &&
  outcome.errorCode === 'INVALID_CVC2' &&
  outcome.cvvRequired !== true;

/** The writes conflict if another wrong code was counted, or the card changed, at the same time. */
export async function countCode(payment: Payment, now: Date): Promise<CardEffect> {
  const card = await loadCard(payment.merchantId, payment.cardStorageId ?? '', now);
  if (card === undefined) return { writes: [] };
  const { writes, isLocking } = await countWrongCode(card, wrongCodeOf(payment));
  return { writes, ...(isLocking && { locksCard: true }) };
}

/** Counts the code even if the card changes all the time; the next submit shows the lock. */
export async function countCodeAnyway(payment: Payment, now: Date): Promise<CardEffect> {
  const card = await loadCard(payment.merchantId, payment.cardStorageId ?? '', now);
  return { writes: card === undefined ? [] : [writeWrongCode(card, wrongCodeOf(payment))] };
}

const wrongCodeOf = (payment: Payment) => ({
  paymentReferenceNumber: payment.paymentReferenceNumber,
  atMs: saleBeganMs(payment),
});
