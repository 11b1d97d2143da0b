// POST /api/RecurringPayment/{id}/resume: charges again from the next due date; missed ones are skipped
// (recurring-payments.md R16).

import type { Answer } from '#contract/answer.ts';
import { RECURRING_PAYMENT_NAMES } from '#contract/field/answer-names.ts';
import { reasonBody } from '#contract/recurring-payment.ts';
import { showRecurringPayment } from '#contract/recurring-payment-answer.ts';
import { resume } from '#domain/recurring-payment/command.ts';
import { scheduleNextCharge } from '#flows/recurring-payment/charge-schedule.ts';
import { type AnswerOf, commandRecurringPayment } from '#flows/recurring-payment/command.ts';
import { endpoint } from '#http/endpoint.ts';

const RESUMED = { tr: 'Düzenli ödeme sürdürüldü.', en: 'The recurring payment was resumed.' };

const answerOf: AnswerOf<Answer> = (item, now) => ({
  message: RESUMED,
  data: showRecurringPayment(item, now),
});

export const handler = endpoint(
  { scope: 'recurring', body: reasonBody, answer: RECURRING_PAYMENT_NAMES },
  (call) =>
    commandRecurringPayment(call, {
      decide: (record, nowMs) => resume(record, nowMs, call.body.reason),
      updateSchedule: (before, record, now) => scheduleNextCharge({ ...before, record }, now),
      answerOf,
    }),
);
