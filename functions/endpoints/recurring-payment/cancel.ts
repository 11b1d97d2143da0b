// POST /api/RecurringPayment/{id}/cancel: ends a recurring payment for good; nothing is refunded
// (recurring-payments.md R17).

import type { Answer } from '#contract/answer.ts';
import { RECURRING_PAYMENT_NAMES } from '#contract/field/answer-names.ts';
import { reasonBody } from '#contract/recurring-payment.ts';
import { showRecurringPayment } from '#contract/recurring-payment-answer.ts';
import { cancel } from '#domain/recurring-payment/command.ts';
import { deleteAbandonedSchedule } from '#flows/recurring-payment/charge-schedule.ts';
import { type AnswerOf, commandRecurringPayment } from '#flows/recurring-payment/command.ts';
import { endpoint } from '#http/endpoint.ts';

const CANCELLED = { tr: 'Düzenli ödeme iptal edildi.', en: 'The recurring payment was cancelled.' };

const answerOf: AnswerOf<Answer> = (item, now) => ({
  message: CANCELLED,
  data: showRecurringPayment(item, now),
});

export const handler = endpoint(
  { scope: 'recurring', body: reasonBody, answer: RECURRING_PAYMENT_NAMES },
  (call) =>
    commandRecurringPayment(call, {
      decide: (record, nowMs) => cancel(record, nowMs, call.body.reason),
      updateSchedule: deleteAbandonedSchedule,
      answerOf,
    }),
);
