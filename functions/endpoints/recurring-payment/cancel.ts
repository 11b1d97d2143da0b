// POST /api/RecurringPayment/{id}/cancel: ends a recurring payment for good; nothing is refunded
// (recurring-payments.md R17).

import type { Answer } from '#contract/answer.ts';
import { cancelRecurringPaymentBody, showRecurringPayment } from '#contract/recurring-payment.ts';
import { cancel } from '#domain/recurring-payment/command.ts';
import type { RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { deleteAbandonedSchedule } from '#flows/recurring-payment/charge-schedule.ts';
import { commandRecurringPayment } from '#flows/recurring-payment/command.ts';
import { endpoint } from '#http/endpoint.ts';

const CANCELLED = { tr: 'Düzenli ödeme iptal edildi.', en: 'The recurring payment was cancelled.' };

const answerOf = (record: RecurringPayment): Answer => ({
  says: CANCELLED,
  data: showRecurringPayment(record),
});

export const handler = endpoint({ scope: 'recurring', body: cancelRecurringPaymentBody }, (call) =>
  commandRecurringPayment(call, {
    decide: (record, nowMs) => cancel(record, nowMs, call.body.reason),
    updateSchedule: deleteAbandonedSchedule,
    answerOf,
  }),
);
