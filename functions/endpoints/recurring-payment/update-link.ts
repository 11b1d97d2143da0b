// POST /api/RecurringPayment/{id}/updatelink: creates a page on which the customer gives another card for a
// recurring payment (hosted-page.md 11).
import { createCardPage } from '#checkout/new-card-page.ts';
import { CARD_PAGE_NAMES } from '#contract/field/answer-names.ts';
import { cardLinkBody } from '#contract/page/card-page.ts';
import { requireLive } from '#domain/recurring-payment/period/invalid-state.ts';
import { Rejection } from '#domain/rejection.ts';
import { endpoint } from '#http/endpoint.ts';
import { loadRecurringPayment } from '#store/recurring-payment/recurring-payment.ts';

const CREATED = {
  tr: 'Kart güncelleme sayfası oluşturuldu.',
  en: 'The page for updating the card was created.',
};

export const handler = endpoint(
  { scope: 'recurring', body: ({ mode }) => cardLinkBody(mode), answer: CARD_PAGE_NAMES },
  async (call) => {
    const item = await loadRecurringPayment(call.caller.merchantId, call.path['id'] ?? '');
    if (item === undefined) throw new Rejection('RECURRING_PAYMENT_NOT_FOUND');
    const { id: recurringPaymentId, customerId } = item.record;
    requireLive(item.record);
    return await createCardPage(call, { purpose: 'UpdateCard', customerId, recurringPaymentId }, CREATED);
  },
);
