// The wrong security codes of a stored number on pages, in the row of the card's tries. Only a wrong code,
// the lock and its end write; every page reads the row before it asks the bank (cards.md 7).
import { isLockedBy, rememberedWrong } from '#domain/card/security-code-lock.ts';
import type { StoredCard } from '#domain/card/stored-card.ts';
import { change, EXISTS, type Write } from '../table/commit.ts';
import { cardTriesKey } from '../table/keys.ts';
import { loadRow } from '../table/row.ts';
import { CARD, type StoredCardItem } from './card.ts';
import { CARD_TRIES } from './card-tries.ts';

type CardNumberKey = { merchantId: string; fingerprint: string };
const keyOf = ({ merchantId, fingerprint }: CardNumberKey) => cardTriesKey(merchantId, fingerprint);
const instantOf = (entry: string) => Number.parseInt(entry, 10);

/** The instants of the number's wrong codes, in milliseconds. */
export const loadWrongCodes = async (card: CardNumberKey): Promise<number[]> =>
  entriesOf(await loadRow(CARD_TRIES, keyOf(card))).map(instantOf);

const entriesOf = (tries: { wrongCodes?: ReadonlySet<string> } | undefined) => [...(tries?.wrongCodes ?? [])];

type WrongCode = { paymentReferenceNumber: string; atMs: number };
const entryOf = ({ paymentReferenceNumber, atMs }: WrongCode) => `${atMs}#${paymentReferenceNumber}`;

/**
 * Counts a wrong code, and locks the card with the one that reaches the limit. A conflict if another code of
 * the number was counted meanwhile, or the card was changed.
 */
export async function countWrongCode(
  card: StoredCardItem,
  wrong: WrongCode,
): Promise<{ writes: Write[]; isLocking: boolean }> {
  const read = entriesOf(await loadRow(CARD_TRIES, keyOf(card)));
  const all = [...new Set([...read, entryOf(wrong)])];
  const kept = new Set(rememberedWrong(all.map(instantOf), wrong.atMs));
  const isLocking = card.lockedAt === undefined && isLockedBy([...kept]);
  const count: Write = {
    what: 'card-tries',
    kind: 'count',
    key: keyOf(card),
    set: { wrongCodes: new Set(all.filter((entry) => kept.has(instantOf(entry)))) },
    condition:
      read.length === 0
        ? { expression: 'attribute_not_exists(#wrongCodes)' }
        : { expression: '#wrongCodes = :read', values: { ':read': new Set(read) } },
  };
  return { writes: [count, ...(isLocking ? [writeCardLock(card, new Date(wrong.atMs))] : [])], isLocking };
}

/** Counts a wrong code under any circumstances; the next submit with the number finds the lock. */
export const writeWrongCode = (card: CardNumberKey, wrong: WrongCode): Write => ({
  what: 'card-tries',
  kind: 'count',
  key: keyOf(card),
  addTo: { wrongCodes: [entryOf(wrong)] },
});

/** Shows the lock on the card. A conflict if the card was changed since it was read. */
export const writeCardLock = (card: StoredCardItem, now: Date): Write =>
  change('card', card, CARD.attributes({ lockedAt: now.toISOString() }));

/**
 * Forgets the wrong codes of the number and frees the cards. `writes` may change one of the cards already,
 * because a transaction has at most one write of a row.
 */
export function withFreedCards(writes: readonly Write[], locked: readonly StoredCardItem[]): Write[] {
  const [first] = locked;
  if (first === undefined) return [...writes];
  const freed = writes.map((write) =>
    write.kind === 'update' && locked.some(({ pk, sk }) => write.key.pk === pk && write.key.sk === sk)
      ? { ...write, remove: [...(write.remove ?? []), 'lockedAt'] }
      : write,
  );
  const isChanged = ({ pk, sk }: StoredCardItem) =>
    writes.some((write) => write.kind === 'update' && write.key.pk === pk && write.key.sk === sk);
  const others = locked
    .filter((card) => !isChanged(card))
    .map((card) => change('card', card, {}, ['lockedAt']));
  const forgotten: Write = {
    what: 'card-tries',
    kind: 'update',
    key: keyOf(first),
    remove: ['wrongCodes'],
    condition: EXISTS,
  };
  return [...freed, ...others, forgotten];
}

/** An operator frees the card; its row keeps by whom and why. */
export const writeFreedCard = (card: StoredCardItem, freed: NonNullable<StoredCard['freed']>): Write[] =>
  withFreedCards([change('card', card, CARD.attributes({ freed }))], [card]);
