// POST /api/RecurringPayment/{id}/resume: charges again from the next due date; missed ones are skipped
// (recurring-payments.md R16).
import { REASONED_COMMAND } from '#contract/recurring-payment.ts';
import { showRecurringPayment } from '#contract/recurring-payment-answer.ts';
import { resume } from '#domain/recurring-payment/command.ts';
import { scheduleNextCharge } from '#flows/recurring-payment/charge-schedule.ts';
import { commandRecurringPayment } from '#flows/recurring-payment/command.ts';
import { endpoint } from '#http/endpoint.ts';

const RESUMED = { tr: 'Düzenli ödeme sürdürüldü.', en: 'The recurring payment was resumed.' };

export const handler = endpoint(REASONED_COMMAND, (call) =>
  commandRecurringPayment(call, {
    decide: resume,
    updateSchedule: (before, record, now) => scheduleNextCharge({ ...before, record }, now),
    answerOf: (item) => ({ message: RESUMED, data: showRecurringPayment(item, call.now) }),
  }),
);
