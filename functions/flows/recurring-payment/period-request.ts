// Requests of a merchant for a period that has ended unpaid, or whose charge waits for its card: to charge
// it, or to waive it. A request changes the record and the row of the period, each under its own version, so
// that no request is decided on attempts that were read before another request (recurring-payments.md R34 and
// R35).
import { defined } from '#domain/defined.ts';
import { isUuid } from '#domain/id.ts';
import type { PeriodRequest } from '#domain/recurring-payment/period/charge-request.ts';
import {
  newestPeriodBegun,
  type Period,
  type PeriodFacts,
  periodOf,
} from '#domain/recurring-payment/period/period.ts';
import { firstPeriodNumber } from '#domain/recurring-payment/plan.ts';
import type { RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { Rejection } from '#domain/rejection.ts';
import { writeEndedPeriod } from '#store/recurring-payment/closed-periods.ts';
import { loadPeriod, type ReadPeriod } from '#store/recurring-payment/periods.ts';
import { writeStep } from '#store/recurring-payment/recurring-payment.ts';
import type { CommitConflict } from '#store/table/commit.ts';
import { log } from '#telemetry/log.ts';
import type { MerchantCall } from '../merchant-call.ts';
import { scheduleNextCharge } from './charge-schedule.ts';
import { makeRequestedChange } from './command.ts';

type PeriodChange<Answer> = {
  decide: (periodNumber: number, facts: PeriodFacts, nowMs: number) => PeriodRequest;
  answerOf: (period: Period, of: ReadPeriod) => Answer;
  /** Returns the rejection for a conflict that a retry cannot resolve. */
  refusalOf?: (conflicted: CommitConflict, record: RecurringPayment) => Rejection | undefined;
};

/**
 * @throws Rejection RECURRING_PAYMENT_NOT_FOUND, PERIOD_NOT_FOUND, CONCURRENT_UPDATE and those of `decide`
 */
export async function requestForPeriod<Answer>(
  call: MerchantCall<Answer>,
  { decide, answerOf, refusalOf }: PeriodChange<Answer>,
): Promise<Answer> {
  const { now, path } = call;
  const { merchantId } = call.caller;
  const { id = '', n = '' } = path;
  if (!isUuid(id)) throw new Rejection('RECURRING_PAYMENT_NOT_FOUND');
  if (!/^\d{1,6}$/.test(n)) throw new Rejection('PERIOD_NOT_FOUND');
  const periodNumber = Number(n);
  return await makeRequestedChange(call, {
    load: () => loadPeriod(merchantId, id, periodNumber),
    decide: (read) => {
      requireBegun(read, periodNumber, now);
      const request = decide(periodNumber, read, now.getTime());
      if (request.kind === 'unchanged') return { answer: answerOf(periodOf(periodNumber, read), read) };
      const { step, ended } = request;
      const item = { ...read.item, record: step.record };
      const changed = { ...read, item, record: step.record, ...defined({ ended }) };
      return {
        answer: answerOf(periodOf(periodNumber, changed), changed),
        writes: [
          ...writeStep(read.item, step),
          ...(ended ? [writeEndedPeriod({ merchantId, id }, read.endedItem, ended)] : []),
        ],
        updateSchedule: () => scheduleNextCharge(item, now),
        refusalOf: (conflicted) => refusalOf?.(conflicted, read.record),
      };
    },
    report: () =>
      log('info', 'period charged or waived on request', {
        merchantId,
        recurringPaymentId: id,
        periodNumber,
      }),
  });
}

function requireBegun({ record }: ReadPeriod, periodNumber: number, now: Date): void {
  if (periodNumber < firstPeriodNumber(record.plan)) throw new Rejection('PERIOD_NOT_FOUND');
  const newestPeriodNumber = newestPeriodBegun(record, now.getTime());
  if (periodNumber > newestPeriodNumber) {
    throw new Rejection('PERIOD_NOT_CHARGEABLE', { state: null, newestPeriodNumber });
  }
}
