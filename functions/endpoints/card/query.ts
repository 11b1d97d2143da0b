// GET /api/card/query: a merchant's cards by alias, BIN or customer, newest first (cards.md 2.5).
import { cardQuery } from '#contract/card.ts';
import { showCard } from '#contract/card-answer.ts';
import { withoutSecurityCode } from '#contract/field/security-code.ts';
import { isCardLive } from '#domain/card/stored-card.ts';
import { listRows } from '#http/listing.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { CARD } from '#store/card/card.ts';
import { cardsByAlias, cardsByBin, cardsOfCustomer } from '#store/table/keys.ts';

const LISTED = { tr: 'Kartlar.', en: 'The cards.' };

const CONTRACT = { scope: 'cards:read' as const, query: cardQuery, without: withoutSecurityCode };

export const handler = readEndpoint(CONTRACT, async ({ caller, query, now }) => {
  const { alias, bin, customerId, limit, cursor } = query;
  const { merchantId } = caller;
  const call = { caller, now, name: 'card', filters: { alias, bin, customerId }, limit, cursor };
  const page = await listRows(call, {
    ...sourceOf(merchantId, query),
    read: CARD.find,
    keeps: (card) => {
      const isWanted = customerId === undefined || card.customerId === customerId;
      return isCardLive(card, now) && isWanted && (bin === undefined || card.bin === bin);
    },
  });
  const items = page.items.map((card) => showCard(card, caller, now));
  return { message: LISTED, data: { items, ...page.told } };
});

type CardFilters = { alias?: string | undefined; bin?: string | undefined; customerId?: string | undefined };

/** The narrowest index first: thousands of cards share a BIN, few share an alias. */
function sourceOf(merchantId: string, { alias, bin, customerId = '' }: CardFilters) {
  if (alias !== undefined) {
    return { index: 'lookup' as const, partition: cardsByAlias(merchantId, alias) };
  }
  if (bin !== undefined) return { index: 'second' as const, partition: cardsByBin(merchantId, bin) };
  return { index: 'list' as const, partition: cardsOfCustomer(merchantId, customerId) };
}
