// Keeps a card that a buyer gave, on any page: as a new card, or in the customer's stored card of the same
// number, which may get another expiry.
import type { StoredCard } from '#domain/card/stored-card.ts';
import {
  loadAllCustomerCards,
  loadCard,
  type StoredCardItem,
  writeCardChange,
  writeNewCard,
} from '#store/card/card.ts';
import { type LatestCardItem, loadLatestCard, stillLatest } from '#store/card/latest-card.ts';
import type { PendingCard } from '#store/payment/pending-card.ts';
import type { Write } from '#store/table/commit.ts';

export type SameCard = {
  known: StoredCardItem | undefined;
  /** The customer's locked cards with the number. */
  locked: StoredCardItem[];
  latest: LatestCardItem | undefined;
};

/** The index is eventually consistent, so the latest card of a number also has a row of its own. */
export async function findSameCard(
  { merchantId, customerId, fingerprint }: StoredCard & { customerId: string },
  now: Date,
): Promise<SameCard> {
  const [listed, latest] = await Promise.all([
    loadAllCustomerCards(merchantId, customerId, now),
    loadLatestCard({ merchantId, customerId, fingerprint }),
  ]);
  const same = listed.filter((card) => card.fingerprint === fingerprint);
  const known = same[0] ?? (latest && (await loadCard(merchantId, latest.cardId, now)));
  const all = known === undefined || same.length > 0 ? same : [known];
  return { known, locked: all.filter(({ lockedAt }) => lockedAt !== undefined), latest };
}

/** `read`: the stored row, if there is one; `sealedExpiry`: its new expiry. */
export type KeptCard = { card: StoredCard; read?: StoredCardItem; sealedExpiry?: Uint8Array };

export function newCardOf({ card }: PendingCard, merchantId: string, now: Date): { card: StoredCard } {
  const createdAt = now.toISOString();
  return { card: { ...card, merchantId, createdAt, updatedAt: createdAt } };
}

/** The known card, with the expiry that the buyer gave; a new expiry ends its block. */
export function renewedCard(read: StoredCardItem, { known }: PendingCard, now: Date) {
  const renewal = known?.cardId === read.id ? known.renewal : undefined;
  if (renewal === undefined) return { card: read, read };
  const { sealedExpiry, ...mark } = renewal;
  const { blocked: _, ...rest } = read;
  return { card: { ...rest, ...mark, updatedAt: now.toISOString() }, read, sealedExpiry };
}

/**
 * The writes for the card. They conflict if the customer got a card with that number meanwhile. `use`: writes
 * that the known card was used as it is.
 */
export function writeKeptCard(
  { card, read, sealedExpiry }: KeptCard,
  { sealed }: PendingCard,
  latest: SameCard['latest'],
  use: (read: StoredCardItem) => Write[],
): Write[] {
  if (read === undefined) return writeNewCard(card, sealed, stillLatest(latest));
  return sealedExpiry === undefined ? use(read) : writeCardChange(read, card, sealedExpiry);
}
