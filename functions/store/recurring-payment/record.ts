// The shapes of a recurring payment's record and of an attempt in their rows.

import type { Mandate } from '#domain/card/mandate.ts';
import { FREQUENCIES } from '#domain/frequency.ts';
import { CURRENCIES } from '#domain/money.ts';
import type { ChargeHold } from '#domain/recurring-payment/charge-hold.ts';
import type { RefusedRequest, RequestedCharge } from '#domain/recurring-payment/period/unpaid-period.ts';
import type { RecurringPlan } from '#domain/recurring-payment/plan.ts';
import type { ChangedTerms, PlanChange } from '#domain/recurring-payment/planned-terms.ts';
import type {
  Attempt,
  AttemptResult,
  NextAction,
  RecurringPayment,
  RecurringPaymentState,
} from '#domain/recurring-payment/recurring-payment.ts';
import {
  code,
  either,
  flag,
  integer,
  listOf,
  natural,
  object,
  objectOf,
  oneOf,
  optional,
  orNull,
  text,
  textMap,
} from '#domain/shape.ts';

const attemptResult = () =>
  either<AttemptResult, 'status'>('status', {
    Processing: object({ status: oneOf(['Processing']) }),
    Succeeded: object({ status: oneOf(['Succeeded']), paymentReferenceNumber: text }),
    Failed: objectOf<Extract<AttemptResult, { status: 'Failed' }>>({
      status: oneOf(['Failed']),
      errorCode: code(),
      declineCategory: oneOf(['Soft', 'Hard', 'Revoked']),
      bankResponseCode: optional(text),
      nextRetryAtMs: optional(integer),
    }),
  });

export const attemptShape = () =>
  objectOf<Attempt>({
    periodNumber: natural,
    attemptNumber: natural,
    asks: optional(natural),
    type: oneOf(['Trial', 'Regular']),
    trigger: oneOf(['Schedule', 'Retry', 'CardUpdate', 'CatchUp', 'Request']),
    dueAtMs: integer,
    attemptedAtMs: integer,
    amountMinor: natural,
    currency: oneOf(CURRENCIES),
    result: attemptResult(),
  });

const planShape = () =>
  objectOf<RecurringPlan>({
    amountMinor: natural,
    currency: oneOf(CURRENCIES),
    frequency: oneOf(FREQUENCIES),
    frequencyInterval: natural,
    timeZone: text,
    startDateMs: integer,
    endDateMs: optional(integer),
    maxPaymentCount: optional(natural),
    totalAmountLimitMinor: optional(natural),
    trial: optional(object({ days: natural, amountMinor: natural })),
    maxRetryAttempts: natural,
    retryIntervalHours: natural,
    anchorMs: integer,
  });

type StateOf<Status extends string> = RecurringPaymentState & { readonly status: Status };
const stateShape = () =>
  either<RecurringPaymentState, 'status'>('status', {
    Trialing: objectOf<StateOf<'Trialing'>>({ status: oneOf(['Trialing']), note: optional(text) }),
    Active: objectOf<StateOf<'Active'>>({ status: oneOf(['Active']), note: optional(text) }),
    PastDue: object({ status: oneOf(['PastDue']), reason: oneOf(['SoftDecline']) }),
    Unpaid: object({ status: oneOf(['Unpaid']), reason: oneOf(['RetriesExhausted', 'HardDecline']) }),
    Paused: objectOf<StateOf<'Paused'>>({
      status: oneOf(['Paused']),
      reason: oneOf(['PausedByMerchant', 'CustomerInactive']),
      pausedAtMs: integer,
      note: optional(text),
    }),
    Cancelled: objectOf<StateOf<'Cancelled'>>({
      status: oneOf(['Cancelled']),
      reason: oneOf(['CancelledByMerchant', 'WithdrawnByCardholder']),
      cancelledAtMs: integer,
      note: optional(text),
    }),
    Completed: object({
      status: oneOf(['Completed']),
      reason: oneOf(['EndDate', 'MaxPaymentCount', 'TotalAmountLimit']),
      completedAtMs: integer,
    }),
  });

const nextActionShape = () =>
  objectOf<NextAction>({
    periodNumber: natural,
    attemptNumber: natural,
    asks: optional(natural),
    trigger: oneOf(['Schedule', 'Retry', 'CardUpdate']),
    dueAtMs: integer,
    atMs: integer,
    plannedAtMs: optional(integer),
  });

const planChange = () =>
  objectOf<PlanChange>({
    requestedAtMs: integer,
    fromPeriodNumber: natural,
    terms: objectOf<ChangedTerms>({
      amountMinor: optional(natural),
      endDateMs: optional(orNull(integer)),
      maxPaymentCount: optional(orNull(natural)),
      totalAmountLimitMinor: optional(orNull(natural)),
      maxRetryAttempts: optional(natural),
      retryIntervalHours: optional(natural),
    }),
    names: optional(object({ before: text, after: text })),
  });

const requestedCharge = () =>
  objectOf<RequestedCharge>({
    periodNumber: natural,
    attemptNumber: natural,
    amountMinor: natural,
    uncollectedMinor: natural,
    atMs: integer,
    plannedAtMs: optional(integer),
  });

export const recordShape = () =>
  objectOf<RecurringPayment>({
    id: text,
    customerId: text,
    cardStorageId: text,
    maskedCardNumber: text,
    subscriptionName: text,
    merchantReference: optional(text),
    metadata: optional(textMap),
    mandate: optional(objectOf<Mandate>({ reference: text, acceptedAtMs: integer })),
    plan: planShape(),
    changes: optional(listOf(planChange())),
    spreadMs: natural,
    createdAtMs: integer,
    state: stateShape(),
    version: natural,
    nextPeriodNumber: natural,
    openPeriod: optional(object({ number: natural, attempts: natural })),
    openAttempt: optional(attemptShape()),
    isCardRenewed: optional(flag),
    nextAction: optional(nextActionShape()),
    held: optional(
      objectOf<ChargeHold>({ scope: oneOf(['Merchant', 'Charge']), code: text, sinceMs: integer }),
    ),
    failureStreak: natural,
    successfulPaymentCount: natural,
    totalCollectedMinor: natural,
    uncollectedMinor: optional(natural),
    requestedCharges: optional(listOf(requestedCharge())),
    refusedRequest: optional(
      objectOf<RefusedRequest>({ periodNumber: natural, attemptNumber: natural, atMs: integer }),
    ),
    lastPaymentAtMs: optional(integer),
    resumedAtMs: optional(integer),
  });
