// Seals the card of a buyer who wants it saved, before its payment: it is stored if the payment succeeds
// (card-saving.ts).
import { randomBytes } from 'node:crypto';
import type { CardDetails } from '#domain/card/card.ts';
import { expiryTag, isTagOf, monthAt } from '#domain/card/card-expiry.ts';
import type { SavedCardUse } from '#domain/card/saved-card-use.ts';
import { defaultAlias, type StoredCard, storedCard, TEMPORARY_CARD_MS } from '#domain/card/stored-card.ts';
import { defined } from '#domain/defined.ts';
import { makeUuid } from '#domain/id.ts';
import type { HostedPage } from '#domain/payment/hosted-page.ts';
import { loadAllCustomerCards } from '#store/card/card.ts';
import type { PendingCard } from '#store/payment/pending-card.ts';
import { log } from '#telemetry/log.ts';
import { cardFingerprint, sealCard, sealCardExpiry } from '#vault/card.ts';
import { merchantKeyOf } from '#vault/merchant-key.ts';

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
