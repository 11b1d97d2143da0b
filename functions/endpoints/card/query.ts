// GET /api/card/query: a merchant's cards by alias, by BIN or by both, newest first (cards.md 2.5).
import { cardQuery, showCard } from '#contract/card.ts';
import { refuseSecurityCode } from '#contract/field/security-code.ts';
import { isCardLive } from '#domain/card/stored-card.ts';
import { endpoint } from '#http/endpoint.ts';
import { listRows } from '#http/listing.ts';
import { CARD } from '#store/card/card.ts';
import { cardsByAlias, cardsByBin } from '#store/table/keys.ts';

const LISTED = { tr: 'Kartlar.', en: 'The cards.' };

const CONTRACT = { scope: 'read' as const, query: cardQuery, refuse: refuseSecurityCode };

export const handler = endpoint(CONTRACT, async ({ caller, query, now }) => {
  const { alias, bin, customerId, limit, cursor } = query;
  const { merchantId } = caller;
  const call = { caller, now, name: 'card', filters: { alias, bin, customerId }, limit, cursor };
  const page = await listRows(call, {
    // An alias narrows more than a BIN, which thousands of cards share.
    index: alias === undefined ? 'second' : 'lookup',
    isBucketed: false,
    partitionOf: () =>
      alias === undefined ? cardsByBin(merchantId, bin ?? '') : cardsByAlias(merchantId, alias),
    read: CARD.find,
    keeps: (card) => {
      const isWanted = customerId === undefined || card.customerId === customerId;
      return isCardLive(card, now) && isWanted && (bin === undefined || card.bin === bin);
    },
  });
  const items = page.items.map((card) => showCard(card, caller, now));
  return { says: LISTED, data: { items, nextCursor: page.next ?? null } };
});
