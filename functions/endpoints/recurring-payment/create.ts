// POST /api/RecurringPayment: charges a stored card regularly from a start date (recurring-payments.md R1
// to R7 and R14).
import { randomBytes } from 'node:crypto';
import { RECURRING_PAYMENT_NAMES } from '#contract/field/answer-names.ts';
import { chargesAnswer } from '#contract/plan-preview.ts';
import { createRecurringPaymentBody, previewedCharges, previewQuery } from '#contract/recurring-payment.ts';
import { messageFor, showRecurringPayment } from '#contract/recurring-payment-answer.ts';
import { requireMandate } from '#domain/card/mandate.ts';
import { makeUuid } from '#domain/id.ts';
import { requireChargeable } from '#domain/recurring-payment/chargeable-card.ts';
import { planOf } from '#domain/recurring-payment/plan.ts';
import { previewCharges } from '#domain/recurring-payment/planned-terms.ts';
import { createRecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { spreadMs } from '#domain/recurring-payment/spread.ts';
import { Rejection } from '#domain/rejection.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { scheduleNextCharge } from '#flows/recurring-payment/charge-schedule.ts';
import { endpoint } from '#http/endpoint.ts';
import { requirePreview } from '#http/preview-query.ts';
import { loadCard, writeCardUse } from '#store/card/card.ts';
import { loadCustomer } from '#store/customer.ts';
import { writeCustomerUse } from '#store/customer-writes.ts';
import { loadMerchant } from '#store/merchant/merchant.ts';
import { writeNewRecurringPayment } from '#store/recurring-payment/recurring-payment.ts';
import { measure } from '#telemetry/metric.ts';

const CREATED = { tr: 'Düzenli ödeme oluşturuldu.', en: 'The recurring payment was created.' };

export const handler = endpoint(
  {
    scope: 'recurring',
    body: ({ timeZone }) => createRecurringPaymentBody(timeZone),
    query: previewQuery,
    answer: RECURRING_PAYMENT_NAMES,
  },
  async ({ caller, body, query, requestId, now, commit }) => {
    requirePreview(body.preview, query);
    const { merchantId } = caller;
    const [customer, card, merchant] = await Promise.all([
      loadCustomer(merchantId, body.customerId),
      loadCard(merchantId, body.cardStorageId, now),
      loadMerchant(merchantId),
    ]);
    const by = { timeZone: body.terms.timeZone, digestKey: caller.digestKey };
    const chargeable = requireChargeable({ customer, card, by, now });
    const { maskedCardNumber, fingerprint: cardFingerprint } = chargeable;
    const id = makeUuid(now.getTime(), randomBytes);
    const spread = spreadMs(id, (merchant?.spreadWindowMinutes ?? 0) * MINUTE_MS);
    const record = createRecurringPayment({ ...body, id, maskedCardNumber, spreadMs: spread }, now.getTime());
    const { olderCardMandate } = merchant ?? {};
    const consent = requireMandate(chargeable, { mandate: body.mandate, olderCardMandate }, now);
    if (body.preview) {
      const coming = { nowMs: now.getTime(), limit: previewedCharges(query) };
      return chargesAnswer(previewCharges(planOf(body.terms), coming));
    }
    const message = messageFor(CREATED, consent);
    const answer = {
      status: 201 as const,
      message,
      data: showRecurringPayment({ record, createdBy: caller.keyId }, now),
    };
    const filed = {
      merchantId,
      cardFingerprint,
      record,
      correlationId: requestId,
      createdBy: caller.keyId,
    };
    const writes = [
      writeNewRecurringPayment(filed),
      writeCardUse(chargeable, id),
      writeCustomerUse({ merchantId, id: body.customerId }, id),
    ];
    // Both run in parallel, because the merchant waits for both. If the record is not stored, the trigger is
    // ignored.
    const [result] = await Promise.all([commit(writes, answer), scheduleNextCharge(filed, now)]);
    // Card or customer were deleted or deactivated since they were read.
    if (result.kind === 'conflict') throw new Rejection('CONCURRENT_UPDATE');
    measure({ RecurringPaymentsCreated: 1 }, { merchantId, recurringPaymentId: id });
    return answer;
  },
);
