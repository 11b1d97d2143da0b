// POST /api/RecurringPayment/{id}/preview: the charges that would follow after a change; nothing is stored
// (recurring-payments.md R37).
import { RECURRING_PAYMENT_NAMES } from '#contract/field/answer-names.ts';
import { previewChangeBody, previewQuery } from '#contract/recurring-payment.ts';
import { showPreviewedCharge } from '#contract/recurring-payment-answer.ts';
import { changePlan, comingCharges } from '#domain/recurring-payment/period/plan-change.ts';
import { Rejection } from '#domain/rejection.ts';
import { endpoint } from '#http/endpoint.ts';
import { loadRecurringPayment } from '#store/recurring-payment/recurring-payment.ts';

const PREVIEWED = { tr: 'Yapılacak tahsilatlar.', en: 'The charges to come.' };

export const handler = endpoint(
  { scope: 'recurring', body: previewChangeBody, query: previewQuery, answer: RECURRING_PAYMENT_NAMES },
  async ({ caller, path, body, query, now }) => {
    const item = await loadRecurringPayment(caller.merchantId, path['id'] ?? '');
    if (item === undefined) throw new Rejection('RECURRING_PAYMENT_NOT_FOUND');
    const nowMs = now.getTime();
    const outcome = changePlan(item.record, body(item.record.plan.timeZone), nowMs);
    const record = outcome.kind === 'changed' ? outcome.step.record : item.record;
    const preview = comingCharges(record, { nowMs, limit: query.limit });
    const charges = preview.charges.map(showPreviewedCharge);
    return { message: PREVIEWED, data: { charges, endReason: preview.endReason ?? null } };
  },
);
