// POST /api/RecurringPayment/{id}/pause: stops charging until a resume; a pending retry is dropped
// (recurring-payments.md R15).
import { REASONED_COMMAND } from '#contract/recurring-payment.ts';
import { showRecurringPayment } from '#contract/recurring-payment-answer.ts';
import { pause } from '#domain/recurring-payment/command.ts';
import { deleteAbandonedSchedule } from '#flows/recurring-payment/charge-schedule.ts';
import { commandRecurringPayment } from '#flows/recurring-payment/command.ts';
import { endpoint } from '#http/endpoint.ts';

const PAUSED = { tr: 'Düzenli ödeme duraklatıldı.', en: 'The recurring payment was paused.' };

export const handler = endpoint(REASONED_COMMAND, (call) =>
  commandRecurringPayment(call, {
    decide: pause,
    updateSchedule: deleteAbandonedSchedule,
    answerOf: (item) => ({ message: PAUSED, data: showRecurringPayment(item, call.now) }),
  }),
);
