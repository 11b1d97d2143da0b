// POST /api/RecurringPayment/{id}/resume: goes on with the next due date; those that passed are skipped
// (rule 16).
import { resume } from '#domain/recurring-payment-command.ts';
import { planNextCharge } from '#flows/charge-alarm.ts';
import { orderRecurringPayment } from '#flows/recurring-command.ts';
import { endpoint } from '#http/endpoint.ts';

const RESUMED = { tr: 'Yinelenen ödeme sürdürüldü.', en: 'The recurring payment was resumed.' };

export const handler = endpoint({}, (call) =>
  orderRecurringPayment(call, RESUMED, resume, (before, record, now) =>
    planNextCharge({ ...before, record }, now),
  ),
);
