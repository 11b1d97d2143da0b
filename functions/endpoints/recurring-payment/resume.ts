// POST /api/RecurringPayment/{id}/resume: goes on with the next due date; those that passed are skipped
// (recurring-payments.md R16).
import { resume } from '#domain/recurring-payment/command.ts';
import { scheduleNextCharge } from '#flows/recurring-payment/charge-schedule.ts';
import { commandRecurringPayment } from '#flows/recurring-payment/command.ts';
import { endpoint } from '#http/endpoint.ts';

const RESUMED = { tr: 'Yinelenen ödeme sürdürüldü.', en: 'The recurring payment was resumed.' };

export const handler = endpoint({}, (call) =>
  commandRecurringPayment(call, RESUMED, resume, (before, record, now) =>
    scheduleNextCharge({ ...before, record }, now),
  ),
);
