// GET /api/card/query: a merchant's cards by alias, BIN or customer, newest first (cards.md 2.5).
import { cardQuery, showCard } from '#contract/card.ts';
import { withoutSecurityCode } from '#contract/field/security-code.ts';
import { BIN_DIGITS, eightDigitBin, isCardLive, type StoredCard } from '#domain/card/stored-card.ts';
import { listRows } from '#http/listing.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { CARD } from '#store/card/card.ts';
import { cardsByAlias, cardsByBin, cardsOfCustomer } from '#store/table/keys.ts';

const LISTED = { tr: 'Kartlar.', en: 'The cards.' };

const CONTRACT = { scope: 'read' as const, query: cardQuery, without: withoutSecurityCode };

export const handler = readEndpoint(CONTRACT, async ({ caller, query, now }) => {
  const { alias, bin, customerId, limit, cursor } = query;
  const { merchantId } = caller;
  const call = { caller, now, name: 'card', filters: { alias, bin, customerId }, limit, cursor };
  const page = await listRows(call, {
    ...sourceOf(merchantId, query),
    read: CARD.find,
    keeps: (card) => {
      const isWanted = customerId === undefined || card.customerId === customerId;
      return isCardLive(card, now) && isWanted && hasBin(card, bin);
    },
  });
  const items = page.items.map((card) => showCard(card, caller, now));
  return { message: LISTED, data: { items, ...page.told } };
});

const hasBin = (card: StoredCard, bin = card.bin) =>
  bin.length === BIN_DIGITS ? card.bin === bin : eightDigitBin(card) === bin;

type Named = { alias?: string | undefined; bin?: string | undefined; customerId?: string | undefined };

/** The narrowest index first: thousands of cards share a BIN, few share an alias. */
function sourceOf(merchantId: string, { alias, bin, customerId = '' }: Named) {
  if (alias !== undefined) {
    return { index: 'lookup' as const, partition: cardsByAlias(merchantId, alias) };
  }
  if (bin !== undefined)
    return { index: 'second' as const, partition: cardsByBin(merchantId, bin.slice(0, BIN_DIGITS)) };
  return { index: 'list' as const, partition: cardsOfCustomer(merchantId, customerId) };
}
