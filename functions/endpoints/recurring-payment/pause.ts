// POST /api/RecurringPayment/{id}/pause: stops charging until a resume; a pending retry is dropped
// (recurring-payments.md R15).

import type { Answer } from '#contract/answer.ts';
import { showRecurringPayment } from '#contract/recurring-payment.ts';
import { pause } from '#domain/recurring-payment/command.ts';
import type { RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { deleteAbandonedSchedule } from '#flows/recurring-payment/charge-schedule.ts';
import { commandRecurringPayment } from '#flows/recurring-payment/command.ts';
import { endpoint } from '#http/endpoint.ts';

const PAUSED = { tr: 'Düzenli ödeme duraklatıldı.', en: 'The recurring payment was paused.' };

const answerOf = (record: RecurringPayment): Answer => ({ says: PAUSED, data: showRecurringPayment(record) });

export const handler = endpoint({ scope: 'recurring' }, (call) =>
  commandRecurringPayment(call, {
    decide: pause,
    updateSchedule: deleteAbandonedSchedule,
    answerOf,
  }),
);
