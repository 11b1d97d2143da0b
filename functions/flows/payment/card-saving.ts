// "Save this card": the card is encrypted when the form is submitted and stored as pending with the payment's
// claim. The transaction that finalizes the payment as successful turns it into a stored card.
import { randomBytes } from 'node:crypto';
import type { CardDetails } from '#domain/card/card.ts';
import { expiryTag, isTagOf, monthAt } from '#domain/card/card-expiry.ts';
import type { SavedCardUse } from '#domain/card/saved-card-use.ts';
import {
  agreesAnew,
  defaultAlias,
  isUnblockedBy,
  isUseDue,
  type StoredCard,
  storedCard,
  TEMPORARY_CARD_MS,
} from '#domain/card/stored-card.ts';
import { defined } from '#domain/defined.ts';
import { makeUuid } from '#domain/id.ts';
import type { HostedPage } from '#domain/payment/hosted-page.ts';
import { type Payment, saleBeganMs } from '#domain/payment/payment.ts';
import { loadAllCustomerCards, loadCard, type StoredCardItem } from '#store/card/card.ts';
import { type CardSale, writeCardSale } from '#store/card/card-mark.ts';
import { writeFirstPayment, writePaidCardNumber } from '#store/card/card-numbers.ts';
import { withFreedCards } from '#store/card/wrong-codes.ts';
import { writeCustomerCheck } from '#store/customer-writes.ts';
import { loadPendingCard, type PendingCard, writePendingCardEnd } from '#store/payment/pending-card.ts';
import type { Write } from '#store/table/commit.ts';
import { log } from '#telemetry/log.ts';
import { cardFingerprint, sealCard, sealCardExpiry } from '#vault/card.ts';
import { merchantKeyOf } from '#vault/merchant-key.ts';
import { findSameCard, newCardOf, renewedCard, writeKeptCard } from './kept-card.ts';

type CardToSave = {
  /** A hosted page, or a card page. */
  page: Pick<HostedPage, 'merchantId' | 'timeZone' | 'customerId'>;
  /** Of a hosted page: what the buyer agreed to. */
  agreedUse?: SavedCardUse;
  card: CardDetails;
  ownerName: string;
  now: Date;
};

/**
 * The pending card. Undefined if the page has no customer, or if the card cannot be encrypted now: the sale
 * is more important than the saved card.
 */
export async function sealCardForSaving(toSave: CardToSave): Promise<PendingCard | undefined> {
  const { merchantId, customerId } = toSave.page;
  if (customerId === undefined) return undefined;
  try {
    return await sealCardForCustomer(customerId, toSave);
  } catch (error) {
    log('error', 'card could not be sealed for saving', { merchantId }, error);
    return undefined;
  }
}

async function sealCardForCustomer(
  customerId: string,
  { page, card, ownerName, agreedUse, now }: CardToSave,
): Promise<PendingCard> {
  const { merchantId, timeZone } = page;
  const id = makeUuid(now.getTime(), randomBytes);
  const [sealed, fingerprint, digestKey, cards] = await Promise.all([
    sealCard(card, { merchantId, cardId: id }),
    cardFingerprint(card.cardNumber, merchantId),
    merchantKeyOf(merchantId),
    loadAllCustomerCards(merchantId, customerId, now),
  ]);
  const named = {
    id,
    fingerprint,
    cardAlias: defaultAlias(card.cardNumber),
    ownerName,
    customerId,
    ...defined({ agreedUse }),
  };
  const known = cards.find((one) => one.fingerprint === fingerprint);
  return {
    card: storedCard({ merchantId, timeZone, digestKey }, card, named, now),
    sealed,
    ...(known && {
      known: await compareWithKnownCard(known, card, { digestKey, month: monthAt(now, timeZone) }),
    }),
    expiresAt: new Date(now.getTime() + TEMPORARY_CARD_MS).toISOString(),
  };
}

/** Contains no renewal if the known card has the same expiry. */
async function compareWithKnownCard(
  { merchantId, id: cardId, expiryTag: knownTag }: StoredCard,
  card: CardDetails,
  { digestKey, month }: { digestKey: string; month: string },
): Promise<NonNullable<PendingCard['known']>> {
  const expiry = `${card.expiryYear}-${card.expiryMonth}`;
  if (isTagOf(knownTag, expiry, { cardId, digestKey })) return { cardId };
  const tag = expiryTag(expiry, { cardId, digestKey });
  const sealedExpiry = await sealCardExpiry(card, { merchantId, cardId });
  return { cardId, renewal: { sealedExpiry, expiryTag: tag, expirySince: month } };
}

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
