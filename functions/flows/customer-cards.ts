// The stored cards of the customer whom a page names: offered to the buyer, and opened for the one payment
// that the buyer chose one for.
import type { CardDetails } from '#domain/card.ts';
import { stateOf } from '#domain/hosted-page.ts';
import type { StoredCard } from '#domain/stored-card.ts';
import { loadCardToOpen, loadCustomerCards, type SealedCardRow } from '#store/card.ts';
import { loadCustomer } from '#store/customer.ts';
import type { HostedPageItem } from '#store/hosted-page.ts';
import { openCard } from '#vault/card.ts';

/** None where the page names no customer, or takes no card any more. */
export async function cardsOffered(page: HostedPageItem, now: Date): Promise<StoredCard[]> {
  const { merchantId, customerId } = page;
  if (customerId === undefined || stateOf(page, now) !== 'Open') return [];
  return await loadCustomerCards(merchantId, customerId, now);
}

/** Whether a new card can be stored for the page's customer: not for one who was erased or never was. */
export async function canSaveCard(page: HostedPageItem, now: Date): Promise<boolean> {
  const { merchantId, customerId } = page;
  if (customerId === undefined || stateOf(page, now) !== 'Open') return false;
  return (await loadCustomer(merchantId, customerId)) !== undefined;
}

export type ChosenCard = { card: StoredCard; sealed: SealedCardRow };

/** The card that a form names, still sealed; undefined for one that is gone or not the page's to offer. */
export async function chosenCard(
  { merchantId, customerId }: HostedPageItem,
  id: string | undefined,
  now: Date,
): Promise<ChosenCard | undefined> {
  if (customerId === undefined || id === undefined) return undefined;
  const chosen = await loadCardToOpen(merchantId, id, now);
  const isOffered = chosen?.card.customerId === customerId && chosen.card.expiresAt === undefined;
  return isOffered ? chosen : undefined;
}

/** The number in clear. */
export async function openChosenCard({ card, sealed }: ChosenCard): Promise<CardDetails> {
  const { merchantId, id: cardId } = card;
  return await openCard(sealed, { merchantId, cardId });
}
