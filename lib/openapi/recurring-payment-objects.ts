// The objects of recurring payments as JSON Schemas: see api-objects.ts.
import { RECURRING_PAYMENT_STATUSES } from '#contract/recurring-payment.ts';
import type {
  showAttempt,
  showPeriod,
  showPreviewedCharge,
  showRecurringPayment,
  showTerms,
} from '#contract/recurring-payment-answer.ts';
import { FREQUENCIES } from '#domain/recurring-payment/billing-period.ts';
import { PERIOD_STATES } from '#domain/recurring-payment/period/period.ts';
import type { DeclineCode } from '#domain/rejection.ts';
import {
  ABSENT,
  currency,
  maskedCardNumber,
  paymentReference,
  refusal,
  type Shown,
  waiting,
} from './api-fields.ts';
import {
  amount,
  count,
  flag,
  instant,
  listOf,
  memberOf,
  object,
  oneOf,
  orNull,
  type SchemaOf,
  text,
  textMap,
  uuid,
} from './json-schema.ts';

const planTerms = object<Shown<typeof showTerms>>({
  subscriptionName: text,
  amount,
  endDate: orNull(instant),
  maxPaymentCount: orNull(count),
  totalAmountLimit: orNull(amount),
  maxRetryAttempts: count,
  retryIntervalHours: count,
});

export const RECURRING_PAYMENT_OBJECTS = {
  RecurringPayment: object<Shown<typeof showRecurringPayment>>(
    {
      id: uuid,
      customerId: uuid,
      cardStorageId: uuid,
      maskedCardNumber,
      subscriptionName: text,
      merchantReference: orNull(text),
      metadata: textMap,
      amount,
      currency,
      frequency: oneOf(FREQUENCIES),
      frequencyInterval: count,
      timeZone: text,
      startDate: instant,
      endDate: orNull(instant),
      maxPaymentCount: orNull(count),
      totalAmountLimit: orNull(amount),
      maxRetryAttempts: count,
      retryIntervalHours: count,
      hasTrialPeriod: flag,
      trialPeriodDays: orNull(count),
      trialAmount: orNull(amount),
      trialEndDate: orNull(instant),
      status: memberOf(RECURRING_PAYMENT_STATUSES),
      statusReason: orNull(text),
      nextPaymentDate: orNull(instant),
      lastPaymentDate: orNull(instant),
      currentPeriodNumber: count,
      successfulPaymentCount: count,
      remainingPaymentCount: orNull(count),
      totalCollectedAmount: amount,
      uncollectedAmount: amount,
      failedAttemptCount: count,
      planChanges: listOf(
        object<Shown<typeof showRecurringPayment>['planChanges'][number]>({
          requestedAt: instant,
          effectiveFrom: instant,
          fromPeriodNumber: count,
          before: planTerms,
          after: planTerms,
        }),
      ),
      createdAt: instant,
      pausedAt: orNull(instant),
      cancelledAt: orNull(instant),
      completedAt: orNull(instant),
      ...waiting,
      waitingFor: {
        ...memberOf({ bank: true, review: true, cardLimit: true }),
        description:
          'Present while a charge waits. `review`: a person looks. `cardLimit`: its card allows no try yet.',
      },
      waitingCode: { ...text, description: 'The code with which the bank refuses the merchant’s settings.' },
    },
    { ...ABSENT, waitingCode: true },
  ),
  ChargeAttempt: object<Shown<typeof showAttempt>>(
    {
      id: text,
      periodNumber: count,
      type: memberOf({ Trial: true, Regular: true }),
      dueDate: instant,
      attemptNumber: count,
      trigger: memberOf({ Schedule: true, Retry: true, CardUpdate: true, CatchUp: true, Request: true }),
      attemptedAt: instant,
      amount,
      currency,
      status: memberOf({ Processing: true, Succeeded: true, Failed: true }),
      paymentReferenceNumber: orNull(paymentReference),
      errorCode: refusal<DeclineCode | 'BANK_UNAVAILABLE'>(),
      bankResponseCode: orNull(text),
      declineCategory: orNull(memberOf({ Soft: true, Hard: true, Revoked: true })),
      nextRetryAt: orNull(instant),
      ...waiting,
    },
    ABSENT,
  ),
  Period: object<Shown<typeof showPeriod>>({
    periodNumber: count,
    type: memberOf({ Trial: true, Regular: true }),
    dueDate: instant,
    amount,
    currency,
    state: oneOf(PERIOD_STATES),
    reason: orNull(text),
    paymentReferenceNumber: orNull(paymentReference),
  }),
  ChargesToCome: object<{ charges: Shown<typeof showPreviewedCharge>[]; endReason: string | null }>({
    charges: listOf(
      object<Shown<typeof showPreviewedCharge>>({
        periodNumber: count,
        type: memberOf({ Trial: true, Regular: true }),
        dueAt: instant,
        amount,
      }),
    ),
    endReason: orNull(oneOf(['EndDate', 'MaxPaymentCount', 'TotalAmountLimit']) as SchemaOf<string>),
  }),
} as const;
