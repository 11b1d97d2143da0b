// POST /api/RecurringPayment/{id}/periods/{n}/waive: gives up the amount of a period that has ended unpaid,
// or whose charge waits for the limits on its card (recurring-payments.md R35).
import type { Answer } from '#contract/answer.ts';
import { REASONED_COMMAND } from '#contract/recurring-payment.ts';
import { showPeriod } from '#contract/recurring-payment-answer.ts';
import { waivePeriod } from '#domain/recurring-payment/period/charge-request.ts';
import { requestForPeriod } from '#flows/recurring-payment/period-request.ts';
import { endpoint } from '#http/endpoint.ts';

const WAIVED = { tr: 'Dönemin alacağından vazgeçildi.', en: 'The period was waived.' };

export const handler = endpoint(REASONED_COMMAND, (call) =>
  requestForPeriod<Answer>(call, {
    decide: (periodNumber, facts, nowMs) =>
      waivePeriod(periodNumber, facts, { nowMs, reason: call.body?.reason }),
    answerOf: (period, { record }) => ({ message: WAIVED, data: showPeriod(period, record) }),
  }),
);
