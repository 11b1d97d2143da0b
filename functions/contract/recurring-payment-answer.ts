// Recurring payments in responses (recurring-payments.md R22 to R24 and R33).
import type { KnownConsent } from '#domain/card/mandate.ts';
import { toDecimal } from '#domain/money.ts';
import { attemptWaiting, chargeWaiting } from '#domain/recurring-payment/charge-waiting.ts';
import { uncollectedMinor } from '#domain/recurring-payment/period/closing.ts';
import type { Period } from '#domain/recurring-payment/period/period.ts';
import { dueDateOf, type RecurringPlan } from '#domain/recurring-payment/plan.ts';
import { planFor, withTerms } from '#domain/recurring-payment/planned-terms.ts';
import {
  type Attempt,
  currentPeriodNumber,
  nextPaymentAtMs,
  type RecurringPayment,
  type RecurringPaymentState,
  remainingPaymentCount,
  trialEndMs,
} from '#domain/recurring-payment/recurring-payment.ts';
import { isoOf } from '#domain/time/duration.ts';
import { showMandate } from './mandate-answer.ts';
import { showWaiting } from './waiting.ts';

const at = (instantMs: number | undefined) => (instantMs === undefined ? null : isoOf(instantMs));

type Message = { tr: string; en: string };
/** The message of an answer, with a warning if no consent to charges of the card is known (R38). */
export const messageFor = ({ tr, en }: Message, consent: KnownConsent): Message =>
  consent === 'known'
    ? { tr, en }
    : {
        tr:
          `${tr} Uyarı: alıcının bu kartın düzenli çekilmesine onayı kayıtlı değil; varsa` +
          ' `mandate` ile bildirin.',
        en:
          `${en} Warning: it is not recorded that the buyer agreed to charges of this card;` +
          ' if so, state it in `mandate`.',
      };

/** `pendingSale`: the stored sale of the attempt in flight. */
type ShownRecurringPayment = {
  record: RecurringPayment;
  pendingSale?: Parameters<typeof chargeWaiting>[1];
  createdBy?: string;
};

export function showRecurringPayment({ record, pendingSale, createdBy }: ShownRecurringPayment, now: Date) {
  const waiting = chargeWaiting(record, pendingSale, now.getTime());
  const { state } = record;
  return {
    ...setOfRecurringPayment(record),
    createdBy: createdBy ?? null,
    statusReason: reasonOf(state),
    nextPaymentDate: at(nextPaymentAtMs(record)),
    lastPaymentDate: at(record.lastPaymentAtMs),
    currentPeriodNumber: currentPeriodNumber(record),
    successfulPaymentCount: record.successfulPaymentCount,
    remainingPaymentCount: remainingPaymentCount(record) ?? null,
    totalCollectedAmount: toDecimal(record.totalCollectedMinor),
    uncollectedAmount: toDecimal(uncollectedMinor(record)),
    failedAttemptCount: record.failureStreak,
    planChanges: showChanges(record),
    pausedAt: at(state.status === 'Paused' ? state.pausedAtMs : undefined),
    cancelledAt: at(state.status === 'Cancelled' ? state.cancelledAtMs : undefined),
    completedAt: at(state.status === 'Completed' ? state.completedAtMs : undefined),
    ...NO_WAITING,
    ...showWaiting(waiting, now),
    /** The code with which the bank refuses the merchant’s settings. */
    waitingCode: waiting?.code ?? null,
  };
}

/** What only calls set, and the status: a PUT that repeats it must agree (api.md 4.12). */
export function setOfRecurringPayment(record: RecurringPayment) {
  const plan = planFor(record, record.nextPeriodNumber);
  const { trial } = plan;
  return {
    id: record.id,
    customerId: record.customerId,
    cardStorageId: record.cardStorageId,
    maskedCardNumber: record.maskedCardNumber,
    merchantReference: record.merchantReference ?? null,
    metadata: record.metadata ?? {},
    mandate: record.mandate ? showMandate(record.mandate) : null,
    ...showTerms(plan, record.subscriptionName),
    currency: plan.currency,
    frequency: plan.frequency,
    frequencyInterval: plan.frequencyInterval,
    timeZone: plan.timeZone,
    startDate: isoOf(plan.startDateMs),
    hasTrialPeriod: trial !== undefined,
    trialPeriodDays: trial?.days ?? null,
    trialAmount: trial ? toDecimal(trial.amountMinor) : null,
    trialEndDate: at(trialEndMs(record)),
    status: record.state.status,
    createdAt: isoOf(record.createdAtMs),
  };
}

const NO_WAITING = { waitingFor: null, waitingSince: null, nextCheckAt: null };

/** The plan changes, newest first, each with the terms before and after it. */
function showChanges({ plan, changes = [], subscriptionName }: RecurringPayment) {
  let before = plan;
  let name = changes.find(({ names }) => names)?.names?.before ?? subscriptionName;
  const shown = changes.map((change) => {
    const after = withTerms(before, change);
    const named = change.names?.after ?? name;
    const one = {
      requestedAt: isoOf(change.requestedAtMs),
      effectiveFrom: isoOf(dueDateOf(plan, change.fromPeriodNumber)),
      fromPeriodNumber: change.fromPeriodNumber,
      before: showTerms(before, name),
      after: showTerms(after, named),
    };
    before = after;
    name = named;
    return one;
  });
  return shown.reverse();
}

function showTerms(plan: RecurringPlan, subscriptionName: string) {
  const { totalAmountLimitMinor } = plan;
  return {
    subscriptionName,
    amount: toDecimal(plan.amountMinor),
    endDate: at(plan.endDateMs),
    maxPaymentCount: plan.maxPaymentCount ?? null,
    totalAmountLimit: totalAmountLimitMinor === undefined ? null : toDecimal(totalAmountLimitMinor),
    maxRetryAttempts: plan.maxRetryAttempts,
    retryIntervalHours: plan.retryIntervalHours,
  };
}

/** The reason of the status: the merchant's own, if the command that led to it had one. */
function reasonOf(state: RecurringPaymentState): string | null {
  const reason = 'reason' in state ? state.reason : null;
  return 'note' in state ? (state.note ?? reason) : reason;
}

type ShownAttempt = { id: string; attempt: Attempt; paymentReferenceNumber?: string };

/** `of`: its recurring payment, read at the same time. */
export function showAttempt(
  { id: name, attempt, paymentReferenceNumber }: ShownAttempt,
  of: ShownRecurringPayment,
  now: Date,
) {
  const { result } = attempt;
  const failure = result.status === 'Failed' ? result : undefined;
  return {
    id: name,
    periodNumber: attempt.periodNumber,
    type: attempt.type,
    dueDate: isoOf(attempt.dueAtMs),
    attemptNumber: attempt.attemptNumber,
    trigger: attempt.trigger,
    attemptedAt: isoOf(attempt.attemptedAtMs),
    amount: toDecimal(attempt.amountMinor),
    currency: attempt.currency,
    status: result.status,
    paymentReferenceNumber: paymentReferenceNumber ?? null,
    errorCode: failure?.errorCode ?? null,
    bankResponseCode: failure?.bankResponseCode ?? null,
    declineCategory: failure?.declineCategory ?? null,
    nextRetryAt: at(failure?.nextRetryAtMs),
    ...(result.status === 'Processing' && showWaiting(waitingOf(of), now)),
  };
}

/**
 * The waiting state of the recurring payment's only attempt in flight. Undefined if it has ended since it was
 * read.
 */
const waitingOf = ({ record, pendingSale }: ShownRecurringPayment) =>
  record.openAttempt && attemptWaiting(record.openAttempt, pendingSale);

export function showPeriod(period: Period, { plan: { currency } }: RecurringPayment) {
  return {
    periodNumber: period.periodNumber,
    type: period.type,
    dueDate: isoOf(period.dueAtMs),
    amount: toDecimal(period.amountMinor),
    currency,
    state: period.state,
    reason: period.reason ?? null,
    paymentReferenceNumber: period.paymentReferenceNumber ?? null,
  };
}
