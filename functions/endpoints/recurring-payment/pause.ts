// POST /api/RecurringPayment/{id}/pause: stops charging until a resume; a pending retry is dropped
// (recurring-payments.md R15).

import type { Answer } from '#contract/answer.ts';
import { RECURRING_PAYMENT_NAMES } from '#contract/field/answer-names.ts';
import { reasonBody } from '#contract/recurring-payment.ts';
import { showRecurringPayment } from '#contract/recurring-payment-answer.ts';
import { pause } from '#domain/recurring-payment/command.ts';
import { deleteAbandonedSchedule } from '#flows/recurring-payment/charge-schedule.ts';
import { type AnswerOf, commandRecurringPayment } from '#flows/recurring-payment/command.ts';
import { endpoint } from '#http/endpoint.ts';

const PAUSED = { tr: 'Düzenli ödeme duraklatıldı.', en: 'The recurring payment was paused.' };

const answerOf: AnswerOf<Answer> = (item, now) => ({
  message: PAUSED,
  data: showRecurringPayment(item, now),
});

export const handler = endpoint(
  { scope: 'recurring', body: reasonBody, answer: RECURRING_PAYMENT_NAMES },
  (call) =>
    commandRecurringPayment(call, {
      decide: (record, nowMs) => pause(record, nowMs, call.body.reason),
      updateSchedule: deleteAbandonedSchedule,
      answerOf,
    }),
);
