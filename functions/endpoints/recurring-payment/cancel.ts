// POST /api/RecurringPayment/{id}/cancel: ends it for good; nothing is given back (recurring-payments.md
// R17).
import { cancelRecurringPaymentBody } from '#contract/recurring-payment.ts';
import { cancel } from '#domain/recurring-payment/command.ts';
import { deleteAbandonedSchedule } from '#flows/recurring-payment/charge-schedule.ts';
import { commandRecurringPayment } from '#flows/recurring-payment/command.ts';
import { endpoint } from '#http/endpoint.ts';

const CANCELLED = { tr: 'Yinelenen ödeme iptal edildi.', en: 'The recurring payment was cancelled.' };

export const handler = endpoint({ body: cancelRecurringPaymentBody }, (call) =>
  commandRecurringPayment(
    call,
    CANCELLED,
    (record, nowMs) => cancel(record, nowMs, call.body.reason),
    deleteAbandonedSchedule,
  ),
);
