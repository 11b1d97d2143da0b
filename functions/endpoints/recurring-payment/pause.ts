// POST /api/RecurringPayment/{id}/pause: stops charging until a resume; a pending retry is dropped
// (recurring-payments.md R15).
import { RECURRING_PAYMENT_NAMES } from '#contract/field/answer-names.ts';
import { pausePreviewAnswer } from '#contract/plan-preview.ts';
import { pauseBody, previewedCharges, previewQuery } from '#contract/recurring-payment.ts';
import { showRecurringPayment } from '#contract/recurring-payment-answer.ts';
import { pause } from '#domain/recurring-payment/command.ts';
import { comingCharges } from '#domain/recurring-payment/period/plan-change.ts';
import { deleteAbandonedSchedule } from '#flows/recurring-payment/charge-schedule.ts';
import { commandRecurringPayment, requireRecurringPayment } from '#flows/recurring-payment/command.ts';
import { endpoint } from '#http/endpoint.ts';
import { requirePreview } from '#http/preview-query.ts';

const PAUSED = { tr: 'Düzenli ödeme duraklatıldı.', en: 'The recurring payment was paused.' };

export const handler = endpoint(
  { scope: 'recurring', body: pauseBody, query: previewQuery, answer: RECURRING_PAYMENT_NAMES },
  async (call) => {
    const { caller, path, body, query, now } = call;
    requirePreview(body.preview, query);
    if (body.preview) {
      const { record } = await requireRecurringPayment(caller.merchantId, path['id'] ?? '');
      const nowMs = now.getTime();
      const { kind } = pause(record, nowMs);
      const coming = comingCharges(record, { nowMs, limit: previewedCharges(query) });
      return pausePreviewAnswer(record, coming, kind === 'changed');
    }
    return await commandRecurringPayment(call, {
      decide: pause,
      updateSchedule: deleteAbandonedSchedule,
      answerOf: (item) => ({ message: PAUSED, data: showRecurringPayment(item, now) }),
    });
  },
);
