// POST /api/RecurringPayment/{id}/cancel: ends a recurring payment for good; nothing is refunded
// (recurring-payments.md R17).
import { REASONED_COMMAND } from '#contract/recurring-payment.ts';
import { showRecurringPayment } from '#contract/recurring-payment-answer.ts';
import { cancel } from '#domain/recurring-payment/command.ts';
import { deleteAbandonedSchedule } from '#flows/recurring-payment/charge-schedule.ts';
import { commandRecurringPayment } from '#flows/recurring-payment/command.ts';
import { endpoint } from '#http/endpoint.ts';

const CANCELLED = { tr: 'Düzenli ödeme iptal edildi.', en: 'The recurring payment was cancelled.' };

export const handler = endpoint(REASONED_COMMAND, (call) =>
  commandRecurringPayment(call, {
    decide: cancel,
    updateSchedule: deleteAbandonedSchedule,
    answerOf: (item) => ({ message: CANCELLED, data: showRecurringPayment(item, call.now) }),
  }),
);
