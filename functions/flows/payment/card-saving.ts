// "Save this card": the card is encrypted when the form is submitted (pending-card.ts) and stored as pending
// with the payment's claim. The transaction that finalizes the payment as successful turns it into a stored
// card.
import { agreesAnew, isUnblockedBy, isUseDue, type StoredCard } from '#domain/card/stored-card.ts';
import { type Payment, saleBeganMs } from '#domain/payment/payment.ts';
import { loadCard, type StoredCardItem } from '#store/card/card.ts';
import { type CardSale, writeCardSale } from '#store/card/card-mark.ts';
import { writeFirstPayment, writePaidCardNumber } from '#store/card/card-numbers.ts';
import { withFreedCards } from '#store/card/wrong-codes.ts';
import { writeCustomerCheck } from '#store/customer-writes.ts';
import { loadPendingCard, writePendingCardEnd } from '#store/payment/pending-card.ts';
import type { Write } from '#store/table/commit.ts';
import { findSameCard, newCardOf, renewedCard, writeKeptCard } from './kept-card.ts';

export type CardEffect = {
  writes: Write[];
  cardStorageId?: string;
  /** The writes lock the stored card. */
  locksCard?: true;
};

/** Deletes the ciphertext at once instead of waiting for the table's TTL. */
export const discardPendingCard = async (payment: Payment): Promise<CardEffect> => ({
  writes: [writePendingCardEnd(payment)],
});

/**
 * Writes for the transaction that finalizes the payment as successful: a new stored card, or the known card
 * with the same number. They conflict if the customer was changed or erased, or got a card with that number
 * meanwhile; the caller then computes them again.
 */
export async function saveCard(payment: Payment, now: Date): Promise<CardEffect> {
  const { merchantId, customerId } = payment;
  const forgotten = await discardPendingCard(payment);
  if (customerId === undefined) return forgotten;
  const { pending, customer } = await loadPendingCard({ ...payment, customerId }, now);
  if (pending === undefined || customer === undefined) return forgotten;
  const { known, locked, latest } = await findSameCard({ ...pending.card, merchantId, customerId }, now);
  const kept = known ? renewedCard(known, pending, now) : newCardOf(pending, merchantId, now);
  const card = known ? kept.card : { ...kept.card, hasPaid: true };
  const agreed =
    known && agreesAnew(payment.saveCardFor, known) ? { ...card, agreedUse: 'recurring' as const } : card;
  const cardWrites = writeKeptCard({ ...kept, card: agreed }, pending, latest, (read) => {
    // A card that became known only now was not compared with the one of the sale.
    const isCompared = pending.known?.cardId === read.id;
    return writeSale(read, saleOf(payment, read, now, isCompared));
  });
  const writes = [
    ...forgotten.writes,
    ...(known && isProven(payment) ? withFreedCards(cardWrites, locked) : cardWrites),
    ...(known ? [] : [writeCustomerCheck(customer)]),
    writePaidCardNumber(card),
  ];
  return { writes, cardStorageId: card.id };
}

/** True if the issuer has authenticated the buyer as the cardholder. */
const isProven = ({ threeDSecure, mdStatus }: Payment) => threeDSecure && mdStatus === '1';

/** The writes for a stored card that the buyer chose. They conflict if the card was changed. */
export async function updatePaidCard(payment: Payment, now: Date): Promise<CardEffect> {
  const card = await loadCard(payment.merchantId, payment.cardStorageId ?? '', now);
  if (card === undefined) return { writes: [] };
  const sale = saleOf(payment, card, now);
  return { writes: card.hasPaid === true ? writeSale(card, sale) : writeFirstPayment(card, sale) };
}

/** `isCompared`: false if the card may have another expiry than the one that was sent. */
const saleOf = (payment: Payment, card: StoredCard, now: Date, isCompared = true): CardSale => ({
  now,
  isUnblocked: isCompared && isUnblockedBy(card, saleBeganMs(payment)),
  agrees: agreesAnew(payment.saveCardFor, card),
});

const writeSale = (card: StoredCardItem, sale: CardSale): Write[] =>
  sale.isUnblocked || sale.agrees || isUseDue(card, sale.now) ? [writeCardSale(card, sale)] : [];
