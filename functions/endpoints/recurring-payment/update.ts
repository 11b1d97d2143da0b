// PUT /api/RecurringPayment/{id}: changes which stored card is charged, and the terms of periods that have
// not begun (recurring-payments.md R32 and R36).
import { RECURRING_PAYMENT_NAMES } from '#contract/field/answer-names.ts';
import { updateRecurringPaymentBody } from '#contract/recurring-payment.ts';
import { showRecurringPayment } from '#contract/recurring-payment-answer.ts';
import { updateRecurringPayment } from '#flows/recurring-payment/update.ts';
import { endpoint } from '#http/endpoint.ts';
import type { RecurringPaymentItem } from '#store/recurring-payment/recurring-payment.ts';

const UPDATED = { tr: 'Düzenli ödeme güncellendi.', en: 'The recurring payment was updated.' };

export const handler = endpoint(
  { scope: 'recurring', body: updateRecurringPaymentBody, answer: RECURRING_PAYMENT_NAMES },
  (call) => {
    const { body, now, requireRecord } = call;
    const show = (item: RecurringPaymentItem) => showRecurringPayment(item, now);
    return updateRecurringPayment(call, {
      ...body,
      digestKey: call.caller.digestKey,
      requireRecord: (item) => requireRecord(show(item)),
      answerOf: (item) => ({ message: UPDATED, data: show(item) }),
    });
  },
);
