// PUT /api/RecurringPayment/{id}: changes which stored card is charged, and the terms of periods that have
// not begun (recurring-payments.md R32 and R36).
import { RECURRING_PAYMENT_NAMES } from '#contract/field/answer-names.ts';
import { chargesAnswer } from '#contract/plan-preview.ts';
import {
  previewedCharges,
  previewQuery,
  readChargeDate,
  updateRecurringPaymentBody,
} from '#contract/recurring-payment.ts';
import {
  messageFor,
  setOfRecurringPayment,
  showRecurringPayment,
} from '#contract/recurring-payment-answer.ts';
import { comingCharges } from '#domain/recurring-payment/period/plan-change.ts';
import { previewUpdate, updateRecurringPayment } from '#flows/recurring-payment/update.ts';
import { endpoint } from '#http/endpoint.ts';
import { requirePreview } from '#http/preview-query.ts';
import type { RecurringPaymentItem } from '#store/recurring-payment/recurring-payment.ts';

const UPDATED = { tr: 'Düzenli ödeme güncellendi.', en: 'The recurring payment was updated.' };

const OTHER_CALLS = {
  tr:
    '`errors` içindeki alanları çıkarın veya `record` içindeki değerleriyle gönderin. Durumu' +
    ' `POST /api/RecurringPayment/{id}/pause`, `POST /api/RecurringPayment/{id}/resume` ve' +
    ' `POST /api/RecurringPayment/{id}/cancel` değiştirir; başka bir sıklık, başlangıç veya para birimi' +
    ' için bunu iptal edip `POST /api/RecurringPayment` ile yenisini oluşturun.',
  en:
    'Remove the fields in `errors`, or send them with their values in `record`. The state is changed by' +
    ' `POST /api/RecurringPayment/{id}/pause`, `POST /api/RecurringPayment/{id}/resume` and' +
    ' `POST /api/RecurringPayment/{id}/cancel`; for another frequency, start or currency cancel this one' +
    ' and create a new one with `POST /api/RecurringPayment`.',
};

export const handler = endpoint(
  {
    scope: 'recurring',
    body: ({ timeZone }) => updateRecurringPaymentBody(timeZone),
    query: previewQuery,
    answer: RECURRING_PAYMENT_NAMES,
  },
  async (call) => {
    const { body, query, now, requireRecord } = call;
    requirePreview(body.preview, query);
    const update = {
      ...body,
      digestKey: call.caller.digestKey,
      requireRecord: (item: RecurringPaymentItem) => {
        const { timeZone } = item.record.plan;
        const record = { ...setOfRecurringPayment(item.record), createdBy: item.createdBy ?? null };
        requireRecord(record, {
          readInstant: readChargeDate(timeZone),
          otherCalls: OTHER_CALLS,
        });
      },
    };
    if (body.preview) {
      const coming = { nowMs: now.getTime(), limit: previewedCharges(query) };
      return chargesAnswer(comingCharges(await previewUpdate(call, update), coming));
    }
    return await updateRecurringPayment(call, {
      ...update,
      answerOf: (item, consent) => ({
        message: messageFor(UPDATED, consent),
        data: showRecurringPayment(item, now),
      }),
    });
  },
);
