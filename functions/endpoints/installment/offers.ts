// GET /api/installment: the installments of an order by family or for one card, and why others are missing
// (installments.md 1).
import { offersQuery, orderOf, showOffers } from '#contract/installment/offers.ts';
import { offersByFamily, offersFor } from '#domain/installment/offer.ts';
import { istanbulDay } from '#domain/time/istanbul-day.ts';
import { endpoint } from '#http/endpoint.ts';
import { loadTerms } from '#store/installment/terms.ts';

const SHOWN = { tr: 'Taksit seçenekleri.', en: 'The installments.' };

export const handler = endpoint(
  { scope: 'payments', query: offersQuery },
  async ({ caller, query, now, language }) => {
    const { terms, card } = await loadTerms(caller.merchantId, query.bin, istanbulDay(now));
    const order = orderOf(query);
    const facts = card?.match?.facts;
    const family = facts?.family;
    const offered = card
      ? [{ ...(family !== undefined && { family }), ...offersFor(order, facts, terms) }]
      : offersByFamily(order, terms);
    return { message: SHOWN, data: showOffers(offered, { query, card, language }) };
  },
);
