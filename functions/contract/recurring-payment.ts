// Recurring payments in requests (recurring-payments.md R1 to R7).
import type { z } from 'zod';
import { defined } from '#domain/defined.ts';
import type { FieldCode } from '#domain/field-problem.ts';
import { FREQUENCIES, isFrequencyInterval, MAX_FREQUENCY_INTERVAL } from '#domain/frequency.ts';
import { PLAN_LIMITS, type PlanTerms } from '#domain/recurring-payment/plan.ts';
import type { RecurringPaymentStatus } from '#domain/recurring-payment/recurring-payment.ts';
import { isTimeZone, readDatetime, START_HOUR } from '#domain/time/instant.ts';
import { RECURRING_PAYMENT_NAMES } from './field/answer-names.ts';
import { clearable, replaceable } from './field/clearable.ts';
import { instant, instantInZoneOfObject } from './field/datetime.ts';
import {
  amount,
  amountOrZero,
  checked,
  currency,
  type Field,
  type FieldContext,
  fields,
  flag,
  id,
  integer,
  oneOf,
  optional,
  problem,
  rawField,
  readAs,
  text,
  transformed,
  withDefault,
} from './field/field.ts';
import { mandate } from './field/mandate.ts';
import { metadata } from './field/metadata.ts';
import { preview } from './field/preview.ts';
import { PLAN_CHANGE_WORDS, PLAN_WORDS } from './words/plan-words.ts';

const timeZoneName = () =>
  checked(
    text(1, 64),
    isTimeZone,
    { tr: 'Europe/Istanbul gibi', en: 'like Europe/Istanbul' },
    { kind: 'timeZone' },
  );

const { maxPaymentCount, maxRetryAttempts, retryIntervalHours, trialPeriodDays } = PLAN_LIMITS;
const within = ({ min, max }: { min: number; max: number }) => integer(min, max);

const termFields = (timeZone: string) => ({
  amount: amount(),
  currency: currency(),
  frequency: oneOf(FREQUENCIES),
  frequencyInterval: withDefault(integer(1, MAX_FREQUENCY_INTERVAL.daily), 1),
  timeZone: withDefault(timeZoneName(), timeZone),
  startDate: instant(timeZone, { hour: START_HOUR }),
  endDate: optional(instant(timeZone, { hour: START_HOUR })),
  maxPaymentCount: optional(within(maxPaymentCount)),
  totalAmountLimit: optional(amount()),
  maxRetryAttempts: withDefault(within(maxRetryAttempts), maxRetryAttempts.default),
  retryIntervalHours: withDefault(within(retryIntervalHours), retryIntervalHours.default),
  hasTrialPeriod: withDefault(flag(), false),
  trialPeriodDays: optional(integer(0, trialPeriodDays.max)),
  trialAmount: optional(amountOrZero()),
});

/** Reads a `startDate` as the POST does; NaN if it is none. */
export const readChargeDate = (timeZone: string) => (text: string) => {
  const reading = readDatetime(text, timeZone, { hour: START_HOUR });
  return reading.kind === 'instant' ? reading.atMs : Number.NaN;
};

const requestFields = (timeZone: string) =>
  transformed(
    fields(
      {
        customerId: id(),
        cardStorageId: id(),
        subscriptionName: text(1, 200),
        merchantReference: optional(text(1, 64)),
        metadata: optional(metadata()),
        mandate: optional(mandate(timeZone)),
        preview: preview(),
        ...termFields(timeZone),
      },
      PLAN_WORDS,
    ),
    (body, context) => {
      checkDependentFields(body, context);
      const { customerId, cardStorageId, subscriptionName, preview, ...others } = body;
      const { merchantReference, metadata, mandate, ...rest } = others;
      return {
        customerId,
        cardStorageId,
        subscriptionName,
        preview,
        terms: termsOf(rest),
        ...defined({ merchantReference, metadata, mandate }),
      };
    },
  );

type FieldValues<Shape extends Record<string, Field>> = { [Name in keyof Shape]: z.infer<Shape[Name]> };
type RequestFields = FieldValues<ReturnType<typeof termFields>>;

/** Checks fields that depend on each other. Their problems are reported together with all others. */
function checkDependentFields(body: RequestFields, context: FieldContext): void {
  const { frequency, frequencyInterval, hasTrialPeriod } = body;
  const wrong = (name: keyof RequestFields, code: FieldCode, hint = {}) => problem(context, code, hint, name);
  if (!isFrequencyInterval(frequency, frequencyInterval)) {
    wrong('frequencyInterval', 'OUT_OF_RANGE', { min: 1, max: MAX_FREQUENCY_INTERVAL[frequency] });
  }
  if (hasTrialPeriod) {
    if (body.trialPeriodDays === undefined) wrong('trialPeriodDays', 'REQUIRED');
    if (body.trialPeriodDays === 0) wrong('trialPeriodDays', 'OUT_OF_RANGE', trialPeriodDays);
    return;
  }
  const hasTrialFields = (body.trialPeriodDays ?? 0) > 0 || (body.trialAmount ?? 0) > 0;
  if (hasTrialFields) wrong('hasTrialPeriod', 'INVALID_FORMAT', { expected: TRUE_WITH_TRIAL });
}

const TRUE_WITH_TRIAL = {
  tr: '`trialPeriodDays` veya `trialAmount` ile true',
  en: 'true with `trialPeriodDays` or `trialAmount`',
};

function termsOf({ startDate, endDate, totalAmountLimit, ...body }: RequestFields): PlanTerms {
  const { hasTrialPeriod, trialPeriodDays: days = 0, trialAmount = 0, amount: amountMinor, ...same } = body;
  return {
    ...same,
    amountMinor,
    startDateMs: startDate,
    ...defined({ endDateMs: endDate, totalAmountLimitMinor: totalAmountLimit }),
    ...(hasTrialPeriod && { trial: { days, amountMinor: trialAmount } }),
  };
}

/**
 * The body of POST /api/RecurringPayment. Its own `timeZone` is read first, because dates without an offset
 * are local time of that zone.
 */
export const createRecurringPaymentBody = (merchantTimeZone: string) => {
  const usual = requestFields(merchantTimeZone);
  return rawField(usual.accepts, (input, context): RecurringPaymentBody => {
    const named = (input as { timeZone?: unknown } | undefined)?.timeZone;
    const isNamed = typeof named === 'string' && isTimeZone(named.trim());
    return readAs(isNamed ? requestFields(named.trim()) : usual, input, context);
  });
};
type RecurringPaymentBody = z.infer<ReturnType<typeof requestFields>>;

const changeFields = () => ({
  subscriptionName: replaceable(text(1, 200)),
  amount: optional(amount()),
  endDate: clearable(instantInZoneOfObject('chargeDate', START_HOUR)),
  maxPaymentCount: clearable(within(maxPaymentCount)),
  totalAmountLimit: clearable(amount()),
  maxRetryAttempts: optional(within(maxRetryAttempts)),
  retryIntervalHours: optional(within(retryIntervalHours)),
  effectiveFrom: optional(instantInZoneOfObject('firstDay', 0)),
});
type ChangeFields = FieldValues<ReturnType<typeof changeFields>>;

/** Days and local times are in the plan's time zone, which never changes (R2, R36). */
const changeOf =
  ({ amount, endDate, totalAmountLimit, effectiveFrom, ...same }: ChangeFields) =>
  (timeZone: string) => {
    return {
      ...same,
      amountMinor: amount,
      endDateMs: endDate === null ? null : endDate?.(timeZone),
      totalAmountLimitMinor: totalAmountLimit,
      effectiveFromMs: effectiveFrom?.(timeZone),
    };
  };

/** The terms that apply from `effectiveFrom` on. A card, a name or a reference applies at once (R32, R36). */
const TERMS = [
  'amount',
  'endDate',
  'maxPaymentCount',
  'totalAmountLimit',
  'maxRetryAttempts',
  'retryIntervalHours',
] as const;

/** Reports an `effectiveFrom` without a term that it could delay. */
function checkEffectiveFrom(body: ChangeFields, context: FieldContext): void {
  const isSound = body.effectiveFrom === undefined || TERMS.some((name) => body[name] !== undefined);
  if (!isSound) problem(context, 'REQUIRED', { values: TERMS }, 'effectiveFrom');
}

export const updateRecurringPaymentBody = (merchantTimeZone: string) =>
  transformed(
    fields(
      {
        cardStorageId: optional(id()),
        merchantReference: clearable(text(1, 64)),
        metadata: clearable(metadata()),
        mandate: optional(mandate(merchantTimeZone)),
        preview: preview(),
        ...changeFields(),
      },
      PLAN_CHANGE_WORDS,
    ),
    ({ cardStorageId, merchantReference, metadata, mandate, preview, ...change }, context) => {
      checkEffectiveFrom(change, context);
      const labels = { merchantReference, metadata, mandate };
      return { cardStorageId, preview, labels, change: changeOf(change) };
    },
  );

const reason = () => optional(text(0, 500));
const reasonBody = () => transformed(fields({ reason: reason() }), withReason);
/** The body of a pause. An empty reason is none. */
export const pauseBody = () => transformed(fields({ reason: reason(), preview: preview() }), withReason);
const withReason = <Body extends { reason: string | undefined }>(body: Body) => ({
  ...body,
  reason: body.reason || undefined,
});
/** The contract of resume, cancellation and waiver. An empty reason is none. */
export const REASONED_COMMAND = {
  scope: 'recurring' as const,
  body: reasonBody,
  answer: RECURRING_PAYMENT_NAMES,
};

const RECURRING_PAYMENT_STATUSES = {
  Trialing: true,
  Active: true,
  PastDue: true,
  Unpaid: true,
  Paused: true,
  Cancelled: true,
  Completed: true,
} satisfies Record<RecurringPaymentStatus, true>;
export const recurringPaymentStatus = () =>
  oneOf(Object.keys(RECURRING_PAYMENT_STATUSES) as RecurringPaymentStatus[]);

/** Most charges that a preview tells, and those that it tells without `limit`. */
const PREVIEWED = { max: 400, default: 20 };
/** The query of the calls that can be previewed. */
export const previewQuery = () => fields({ limit: optional(integer(1, PREVIEWED.max)) });
export const previewedCharges = ({ limit = PREVIEWED.default }: { limit: number | undefined }) => limit;
