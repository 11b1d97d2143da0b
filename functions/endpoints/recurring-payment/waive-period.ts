// POST /api/RecurringPayment/{id}/periods/{n}/waive: gives up the amount of a period that has ended unpaid,
// or whose charge waits for the limits on its card (recurring-payments.md R35).
import type { Answer } from '#contract/answer.ts';
import { REASONED_COMMAND } from '#contract/recurring-payment.ts';
import { showPeriod } from '#contract/recurring-payment-answer.ts';
import { waivePeriod } from '#domain/recurring-payment/period/charge-request.ts';
import { scheduleNextCharge } from '#flows/recurring-payment/charge-schedule.ts';
import { requestForPeriod } from '#flows/recurring-payment/period-request.ts';
import { endpoint } from '#http/endpoint.ts';
import { writeStep } from '#store/recurring-payment/recurring-payment.ts';

const WAIVED = { tr: 'Dönemin alacağından vazgeçildi.', en: 'The period was waived.' };

export const handler = endpoint(REASONED_COMMAND, (call) =>
  requestForPeriod<Answer>(call, {
    decide: (periodNumber, facts, nowMs) =>
      waivePeriod(periodNumber, facts, { nowMs, reason: call.body?.reason }),
    writesOf: writeStep,
    updateSchedule: scheduleNextCharge,
    answerOf: (period, { record }) => ({ message: WAIVED, data: showPeriod(period, record) }),
  }),
);
