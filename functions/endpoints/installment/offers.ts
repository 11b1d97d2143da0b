// GET /api/installment: the installments of an order by family or for one card, and why others are missing
// (installments.md 1).
import { offersQuery, orderOf, showOffers } from '#contract/installment/offers.ts';
import { defined } from '#domain/defined.ts';
import { offersByFamily, offersFor } from '#domain/installment/offer.ts';
import { localDay } from '#domain/time/business-day.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { loadCardTerms } from '#store/installment/card-terms.ts';
import { loadTerms } from '#store/installment/terms.ts';

const SHOWN = { tr: 'Taksit seçenekleri.', en: 'The installments.' };

export const handler = readEndpoint(
  { scope: 'payments', query: offersQuery },
  async ({ caller, query, now, language }) => {
    const { merchantId } = caller;
    const today = localDay(now.getTime());
    const order = orderOf(query);
    if (query.bin === undefined) {
      const families = offersByFamily(order, await loadTerms(merchantId, today));
      return { message: SHOWN, data: showOffers(families, { query, card: undefined, language }) };
    }
    const { terms, card } = await loadCardTerms(merchantId, query.bin, today);
    const facts = card.match?.facts;
    const offered = { ...defined({ family: facts?.family }), ...offersFor(order, facts, terms) };
    return { message: SHOWN, data: showOffers([offered], { query, card, language }) };
  },
);
