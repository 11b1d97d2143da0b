// POST /api/RecurringPayment/{id}/pause: charges nothing until it is resumed; a pending retry is dropped
// (rule 15).
import { pause } from '#domain/recurring-payment-command.ts';
import { dropGivenUpCharge } from '#flows/charge-alarm.ts';
import { orderRecurringPayment } from '#flows/recurring-command.ts';
import { endpoint } from '#http/endpoint.ts';

const PAUSED = { tr: 'Yinelenen ödeme duraklatıldı.', en: 'The recurring payment was paused.' };

export const handler = endpoint({}, (call) => orderRecurringPayment(call, PAUSED, pause, dropGivenUpCharge));
