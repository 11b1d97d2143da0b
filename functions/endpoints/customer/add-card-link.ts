// POST /api/customer/{id}/addcardlink: creates a page on which a customer gives a card to be stored
// (hosted-page.md 11).
import { createCardPage } from '#checkout/new-card-page.ts';
import { CARD_PAGE_NAMES } from '#contract/field/answer-names.ts';
import { cardLinkBody } from '#contract/page/card-page.ts';
import { Rejection } from '#domain/rejection.ts';
import { endpoint } from '#http/endpoint.ts';
import { loadCustomer } from '#store/customer.ts';

const CREATED = { tr: 'Kart ekleme sayfası oluşturuldu.', en: 'The page for adding a card was created.' };

export const handler = endpoint(
  { scope: 'cards', body: ({ mode }) => cardLinkBody(mode), answer: CARD_PAGE_NAMES },
  async (call) => {
    const customer = await loadCustomer(call.caller.merchantId, call.path['id'] ?? '');
    if (customer === undefined) throw new Rejection('CUSTOMER_NOT_FOUND');
    return await createCardPage(call, { purpose: 'AddCard', customerId: customer.id }, CREATED);
  },
);
