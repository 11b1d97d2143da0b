// The stored cards of a page's customer: offered to the buyer, and decrypted for the payment they are chosen
// for.
import type { CardDetails } from '#domain/card/card.ts';
import type { StoredCard } from '#domain/card/stored-card.ts';
import { stateOf } from '#domain/payment/hosted-page.ts';
import { loadCardToOpen, loadCustomerCards, type SealedCardRow } from '#store/card/card.ts';
import { loadCustomer } from '#store/customer.ts';
import type { HostedPageItem } from '#store/payment/hosted-page.ts';
import { openCard } from '#vault/card.ts';

type CardChoice = { cards: StoredCard[]; canSave: boolean };
const NO_CHOICE: CardChoice = { cards: [], canSave: false };

/**
 * The stored cards to choose from, and whether a new card can be saved. None of both if the page has no
 * customer, if the customer was erased or never existed, or if the page is not open.
 */
export async function cardChoice(page: HostedPageItem, now: Date): Promise<CardChoice> {
  const { merchantId, customerId } = page;
  if (customerId === undefined || stateOf(page, now) !== 'Open') return NO_CHOICE;
  const [cards, customer] = await Promise.all([
    loadCustomerCards(merchantId, customerId, now),
    loadCustomer(merchantId, customerId),
  ]);
  return customer === undefined ? NO_CHOICE : { cards, canSave: true };
}

type ChosenCard = { card: StoredCard; sealed: SealedCardRow };

/**
 * The card that the form names, still encrypted; undefined if it was deleted or is not offered on this page.
 */
export async function chosenCard(
  { merchantId, customerId }: HostedPageItem,
  id: string | undefined,
  now: Date,
): Promise<ChosenCard | undefined> {
  if (customerId === undefined || id === undefined) return undefined;
  const [chosen, customer] = await Promise.all([
    loadCardToOpen(merchantId, id, now),
    loadCustomer(merchantId, customerId),
  ]);
  const isOffered = chosen?.card.customerId === customerId && chosen.card.expiresAt === undefined;
  return isOffered && customer !== undefined ? chosen : undefined;
}

/** Decrypts the card. */
export async function openChosenCard({ card, sealed }: ChosenCard): Promise<CardDetails> {
  const { merchantId, id: cardId } = card;
  return await openCard(sealed, { merchantId, cardId });
}
