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
  async ({ caller, path, body, now, requireRecord, commit }) => {
    const { merchantId, digestKey } = caller;
    const answerOf = (item: RecurringPaymentItem) => ({
      message: UPDATED,
      data: showRecurringPayment(item, now),
    });
    const updated = await updateRecurringPayment({
      merchantId,
      digestKey,
      now,
      ...body,
      id: path['id'] ?? '',
      requireRecord: (item) => requireRecord(showRecurringPayment(item, now)),
      commit: (writes, after) => commit(writes, answerOf(after)),
    });
    return answerOf(updated);
  },
);
