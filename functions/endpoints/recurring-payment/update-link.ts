// POST /api/RecurringPayment/{id}/updatelink: creates a page on which the customer gives another card for a
// recurring payment (hosted-page.md 11).
import { cardLinkBody } from '#contract/card-page.ts';
import { CARD_PAGE_NAMES } from '#contract/field/answer-names.ts';
import { showNewPage } from '#contract/hosted-page.ts';
import { requireLive } from '#domain/recurring-payment/period/invalid-state.ts';
import { Rejection } from '#domain/rejection.ts';
import { newCardPage } from '#flows/card-page/new-card-page.ts';
import { endpoint } from '#http/endpoint.ts';
import { cardPageUrl } from '#http/hosted-page-url.ts';
import { writeNewCardPage } from '#store/card/card-page.ts';
import { loadRecurringPayment } from '#store/recurring-payment/recurring-payment.ts';
import { measure } from '#telemetry/metric.ts';

const CREATED = {
  tr: 'Kart güncelleme sayfası oluşturuldu.',
  en: 'The page for updating the card was created.',
};

export const handler = endpoint(
  { scope: 'recurring', body: ({ mode }) => cardLinkBody(mode), answer: CARD_PAGE_NAMES },
  async ({ caller, path, body, requestId, now, commit }) => {
    const { merchantId } = caller;
    const item = await loadRecurringPayment(merchantId, path['id'] ?? '');
    if (item === undefined) throw new Rejection('RECURRING_PAYMENT_NOT_FOUND');
    const { id: recurringPaymentId, customerId } = item.record;
    requireLive(item.record);
    const subject = { purpose: 'UpdateCard' as const, customerId, recurringPaymentId };
    const { page, token } = newCardPage({ caller, body, requestId, now, subject });
    const data = showNewPage(page, token, cardPageUrl(token));
    const answer = { status: 201 as const, message: CREATED, data };
    const result = await commit([writeNewCardPage(page)], answer);
    if (result.kind === 'conflict') throw new Rejection('CONCURRENT_UPDATE');
    measure({ CardPagesCreated: 1 }, { merchantId, page: data.id, recurringPaymentId });
    return answer;
  },
);
