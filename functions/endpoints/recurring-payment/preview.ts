// POST /api/RecurringPayment/preview: the charges that the same body would make; nothing is stored.
import { RECURRING_PAYMENT_NAMES } from '#contract/field/answer-names.ts';
import { createRecurringPaymentBody, previewQuery } from '#contract/recurring-payment.ts';
import { showPreviewedCharge } from '#contract/recurring-payment-answer.ts';
import { planOf } from '#domain/recurring-payment/plan.ts';
import { previewCharges } from '#domain/recurring-payment/planned-terms.ts';
import { endpoint } from '#http/endpoint.ts';

const PREVIEWED = { tr: 'Yapılacak tahsilatlar.', en: 'The charges to come.' };

export const handler = endpoint(
  {
    scope: 'recurring',
    body: ({ timeZone }) => createRecurringPaymentBody(timeZone),
    query: previewQuery,
    answer: RECURRING_PAYMENT_NAMES,
  },
  async ({ body, query, now }) => {
    const preview = previewCharges(planOf(body.terms), { nowMs: now.getTime(), limit: query.limit });
    const charges = preview.charges.map(showPreviewedCharge);
    return { message: PREVIEWED, data: { charges, endReason: preview.endReason ?? null } };
  },
);
