// The stored cards of the customer whom a page names: offered to the buyer, and opened for the one payment
// that the buyer chose one for.
import type { CardDetails } from '#domain/card.ts';
import { stateOf } from '#domain/hosted-page.ts';
import type { StoredCard } from '#domain/stored-card.ts';
import { loadCustomerCards, loadSealedCard } from '#store/card.ts';
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

/** The number in clear; undefined where the card was deleted since it was offered. */
export async function openOfferedCard(merchantId: string, cardId: string): Promise<CardDetails | undefined> {
  const row = await loadSealedCard(merchantId, cardId);
  return row?.sealed === undefined ? undefined : await openCard(row, { merchantId, cardId });
}
