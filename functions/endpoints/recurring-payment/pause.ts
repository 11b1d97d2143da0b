// POST /api/RecurringPayment/{id}/pause: charges nothing until it is resumed; a pending retry is dropped
// (recurring-payments.md R15).
import { pause } from '#domain/recurring-payment/command.ts';
import { deleteAbandonedSchedule } from '#flows/recurring-payment/charge-schedule.ts';
import { commandRecurringPayment } from '#flows/recurring-payment/command.ts';
import { endpoint } from '#http/endpoint.ts';

const PAUSED = { tr: 'Yinelenen ödeme duraklatıldı.', en: 'The recurring payment was paused.' };

export const handler = endpoint({}, (call) =>
  commandRecurringPayment(call, PAUSED, pause, deleteAbandonedSchedule),
);
