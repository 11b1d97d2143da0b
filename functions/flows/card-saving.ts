// "Save this card": sealed as the buyer sends the form, written down with the payment's claim; made a stored
// card by the very transaction that settles the payment as successful, and by no other.
import { randomBytes } from 'node:crypto';
import type { CardDetails } from '#domain/card.ts';
import { expiryTag, monthAt } from '#domain/card-expiry.ts';
import { makeUuid } from '#domain/id.ts';
import type { Payment } from '#domain/payment.ts';
import { defaultAlias, type StoredCard, storedCard, TEMPORARY_CARD_MS } from '#domain/stored-card.ts';
import {
  loadAllCustomerCards,
  loadCards,
  type StoredCardItem,
  writeCardChange,
  writeNewCard,
} from '#store/card.ts';
import type { Write } from '#store/commit.ts';
import { type CustomerItem, writeCustomerCard } from '#store/customer.ts';
import type { HostedPageItem } from '#store/hosted-page.ts';
import { loadPendingCard, type PendingCard, writePendingCardEnd } from '#store/pending-card.ts';
import { log } from '#telemetry/log.ts';
import { cardFingerprint, sealCard, sealCardExpiry } from '#vault/card.ts';
import { merchantKeyOf } from '#vault/merchant-key.ts';

export type CardToSave = { page: HostedPageItem; card: CardDetails; ownerName: string; now: Date };

/**
 * What waits beside the payment. Undefined where the page names no customer, and where the vault is out of
 * reach: a sale is worth more than a saved card.
 */
export async function sealForSaving(wish: CardToSave): Promise<PendingCard | undefined> {
  const { merchantId, customerId } = wish.page;
  if (customerId === undefined) return undefined;
  try {
    return await sealFor(customerId, wish);
  } catch (error) {
    log('error', 'card could not be sealed for saving', { merchantId }, error);
    return undefined;
  }
}

async function sealFor(customerId: string, { page, card, ownerName, now }: CardToSave): Promise<PendingCard> {
  const { merchantId, timeZone } = page;
  const id = makeUuid(now.getTime(), randomBytes);
  const [sealed, fingerprint, digestKey, cards] = await Promise.all([
    sealCard(card, { merchantId, cardId: id }),
    cardFingerprint(card.cardNumber, merchantId),
    merchantKeyOf(merchantId),
    loadAllCustomerCards(merchantId, customerId, now),
  ]);
  const named = { id, fingerprint, cardAlias: defaultAlias(card.cardNumber), ownerName, customerId };
  const known = cards.find((one) => one.fingerprint === fingerprint);
  const renewal = known && (await renewalOf(known, card, { digestKey, month: monthAt(now, timeZone) }));
  return {
    card: storedCard({ merchantId, timeZone, digestKey }, card, named, now),
    sealed,
    ...(renewal && { renewal }),
    expiresAt: new Date(now.getTime() + TEMPORARY_CARD_MS).toISOString(),
  };
}

/** Undefined where the card is known with this very expiry. */
async function renewalOf(
  { merchantId, id: cardId, expiryTag: knownTag }: StoredCard,
  card: CardDetails,
  { digestKey, month }: { digestKey: string; month: string },
): Promise<PendingCard['renewal']> {
  const tag = expiryTag(`${card.expiryYear}-${card.expiryMonth}`, { cardId, digestKey });
  if (tag === knownTag) return undefined;
  const sealedExpiry = await sealCardExpiry(card, { merchantId, cardId });
  return { cardId, sealedExpiry, expiryTag: tag, expirySince: month };
}

export type Saving = { writes: Write[]; cardStorageId?: string };

/** The ciphertext goes at once, not with the table's clean-up. */
export const forgetCard = async (payment: Payment): Promise<Saving> => ({
  writes: [writePendingCardEnd(payment)],
});

/**
 * For the transaction that settles the payment as successful: the customer's new card, or the one with that
 * number that the customer has already. Its writes are refused where the customer was erased or was given
 * another card since; then ask for them anew.
 */
export async function saveCard(payment: Payment, now: Date): Promise<Saving> {
  const { merchantId, customerId } = payment;
  const forgotten = await forgetCard(payment);
  if (customerId === undefined) return forgotten;
  const { pending, customer } = await loadPendingCard({ ...payment, customerId }, now);
  if (pending === undefined || customer === undefined) return forgotten;
  const known = await findSameCard(customer, pending.card.fingerprint, now);
  if (known !== undefined) {
    const writes = [...forgotten.writes, ...writeRenewal(known, pending, now)];
    return { writes, cardStorageId: known.id };
  }
  const createdAt = now.toISOString();
  const card = { ...pending.card, merchantId, createdAt, updatedAt: createdAt };
  const writes = [
    ...forgotten.writes,
    ...writeNewCard(card, pending.sealed),
    writeCustomerCard(customer, card.id),
  ];
  return { writes, cardStorageId: card.id };
}

/** An index may be a moment old; what hosted pages have saved of late stands in the customer's own row. */
async function findSameCard(
  { merchantId, id, savedCards = [] }: CustomerItem,
  fingerprint: string,
  now: Date,
): Promise<StoredCardItem | undefined> {
  const [listed, saved] = await Promise.all([
    loadAllCustomerCards(merchantId, id, now),
    loadCards(merchantId, savedCards, now),
  ]);
  return [...saved, ...listed].find((card) => card.fingerprint === fingerprint);
}

function writeRenewal(known: StoredCardItem, { renewal }: PendingCard, now: Date): Write[] {
  if (renewal?.cardId !== known.id) return [];
  const { expiryTag: tag, expirySince, sealedExpiry } = renewal;
  const { refused: _, ...rest } = known;
  const renewed = { ...rest, expiryTag: tag, expirySince, updatedAt: now.toISOString() };
  return writeCardChange(known, renewed, sealedExpiry);
}
