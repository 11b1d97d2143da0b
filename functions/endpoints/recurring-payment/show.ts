// GET /api/RecurringPayment/{id}: one recurring payment with its plan, its progress and its next charge.
import { showRecurringPayment } from '#contract/recurring-payment-answer.ts';
import { Rejection } from '#domain/rejection.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { loadRecurringPayment } from '#store/recurring-payment/recurring-payment.ts';

const SHOWN = { tr: 'Düzenli ödeme.', en: 'The recurring payment.' };

export const handler = readEndpoint({ scope: 'recurring:read' }, async ({ caller, path, now }) => {
  const item = await loadRecurringPayment(caller.merchantId, path['id'] ?? '');
  if (item === undefined) throw new Rejection('RECURRING_PAYMENT_NOT_FOUND');
  return { message: SHOWN, data: showRecurringPayment(item, now) };
});
