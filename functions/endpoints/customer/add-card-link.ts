// POST /api/customer/{id}/addcardlink: creates a page on which a customer gives a card to be stored
// (hosted-page.md 11).
import { cardLinkBody } from '#contract/card-page.ts';
import { CARD_PAGE_NAMES } from '#contract/field/answer-names.ts';
import { showNewPage } from '#contract/hosted-page.ts';
import { Rejection } from '#domain/rejection.ts';
import { newCardPage } from '#flows/card-page/new-card-page.ts';
import { endpoint } from '#http/endpoint.ts';
import { cardPageUrl } from '#http/hosted-page-url.ts';
import { writeNewCardPage } from '#store/card/card-page.ts';
import { loadCustomer } from '#store/customer.ts';
import { measure } from '#telemetry/metric.ts';

const CREATED = { tr: 'Kart ekleme sayfası oluşturuldu.', en: 'The page for adding a card was created.' };

export const handler = endpoint(
  { scope: 'cards', body: ({ mode }) => cardLinkBody(mode), answer: CARD_PAGE_NAMES },
  async ({ caller, path, body, requestId, now, commit }) => {
    const { merchantId } = caller;
    const customer = await loadCustomer(merchantId, path['id'] ?? '');
    if (customer === undefined) throw new Rejection('CUSTOMER_NOT_FOUND');
    const subject = { purpose: 'AddCard' as const, customerId: customer.id };
    const { page, token } = newCardPage({ caller, body, requestId, now, subject });
    const data = showNewPage(page, token, cardPageUrl(token));
    const answer = { status: 201 as const, message: CREATED, data };
    const result = await commit([writeNewCardPage(page)], answer);
    if (result.kind === 'conflict') throw new Rejection('CONCURRENT_UPDATE');
    measure({ CardPagesCreated: 1 }, { merchantId, page: data.id });
    return answer;
  },
);
