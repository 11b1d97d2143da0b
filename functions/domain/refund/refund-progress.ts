// The steps of a refund from the decision to the bank's answer. Each function returns the refund as it must
// be stored next. The stored refund alone determines the next step.

import { arrivesWithinMs } from '../bank/landing.ts';
import { askedReview, type UnsendableReason } from '../bank/waiting.ts';
import { defined, omit } from '../defined.ts';
import type { ManualResolution } from '../manual-resolution.ts';
import { nextInquiryAt, type Payment, refusedInquiryAt } from '../payment/payment.ts';
import { isSameLocalDay, localDay, startOfLocalDay } from '../time/business-day.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/duration.ts';
import { firstRecheck, withRechecks } from './recheck.ts';
import type { Refund, RefundsAtBank } from './refund.ts';
import type { ProcessedOperation, RefundDone, UndoneCode } from './refund-operation.ts';

/** Most banks close their batch at 22:00 in Istanbul, some with the day; closing takes some minutes. */
const BATCH_CLOSES_MS = [0, 22 * HOUR_MS, DAY_MS];
const AFTER_CLOSE_MS = 10 * MINUTE_MS;
/** One an hour, so more than a day: if the bank still declines, its batch is not the reason. */
const MAX_POSTPONEMENTS = 30;

/**
 * Decides between void and refund (refunds.md 4.1): a void for a whole payment of the same Istanbul day. A
 * cancellation is always tried as a void first; the bank's answer shows whether its batch is still open.
 */
function decideOperation(
  { origin, isWhole, refundType }: Pick<Refund, 'origin' | 'isWhole' | 'refundType'>,
  payment: Pick<Payment, 'paidAt' | 'createdAt'>,
  now: Date,
): ProcessedOperation {
  if (!isWhole) {
    return { processedAs: 'Refund', ...(refundType === 'Full' && { processedReason: 'PartlyRefunded' }) };
  }
  const paidMs = Date.parse(payment.paidAt ?? payment.createdAt);
  const mayVoid = origin === 'Cancellation' || isSameLocalDay(paidMs, now.getTime());
  return mayVoid ? { processedAs: 'Void' } : { processedAs: 'Refund', processedReason: 'NotSameDay' };
}

/** The refund as another operation, which has its own reason or none. */
function operatedAs({ processedReason: _, ...rest }: Refund, operation: ProcessedOperation): Refund {
  return { ...rest, ...operation };
}

/** The refund is decided. The caller executes it, or else the sweep from `dueAt` on. */
export function decidedRefund(refund: Refund, payment: Payment, now: Date): Refund {
  return {
    ...refund,
    status: 'Processing',
    ...decideOperation(refund, payment, now),
    decidedAt: now.toISOString(),
    dueAt: inquiryAfter(0, now),
  };
}

/** The call cannot wait longer for the refunds before this one: the next sweep sends it. */
export const queuedRefund = (refund: Refund, now: Date): Refund => ({ ...refund, dueAt: now.toISOString() });

/** The refund is about to be sent. `before` contains the order's refunds at the bank until now. */
export function sentRefund(refund: Refund, by: string, before: RefundsAtBank | undefined, now: Date): Refund {
  return {
    ...withoutFollowUp(refund),
    sent: { at: now.toISOString(), by, ...defined({ before }) },
    inquiries: 0,
    dueAt: inquiryAfter(0, now),
  };
}

/**
 * The refund is about to be sent again, because the bank's history shows that it never arrived. The next
 * inquiry is made after the regular delay, however soon it has landed: otherwise a few lost requests would
 * use up all inquiries within an hour.
 */
export function resentRefund(refund: Refund, by: string, now: Date): Refund {
  const { declined, ...before } = refund.sent ?? {};
  const sent = { ...before, at: now.toISOString(), by };
  const inquiries = refund.inquiries + 1;
  // A declined request has arrived; any other counts as lost, and may arrive after all.
  const lost = declined === undefined && { recheck: firstRecheck(now) };
  return { ...withoutFollowUp(refund), sent, inquiries, ...lost, dueAt: inquiryAfter(inquiries, now) };
}

/** The bank may accept the operation later: it is sent again at the next inquiry, which is planned. */
export const declinedForNow = (refund: Refund, code: string): Refund =>
  refund.sent ? { ...refund, sent: { ...refund.sent, declined: code } } : refund;

/** The bank has declined the void to the last inquiry: the money goes back as a refund (payments.md 5.5). */
export const mustBecomeRefund = (refund: Refund): boolean =>
  refund.sent?.declined !== undefined && refund.processedAs === 'Void' && isLastInquiry(refund);

/** True at the last inquiry: an operation sent now would get no inquiry for its outcome. */
export const isLastInquiry = ({ inquiries }: Refund) => nextInquiryAt(inquiries + 1, 0) === undefined;

export function completedRefund(refund: Refund, { as, bankReferenceNumber }: RefundDone, now: Date): Refund {
  const done = refund.processedAs === as ? refund : operatedAs(refund, { processedAs: as });
  return {
    ...ended(done, now),
    status: 'Completed',
    ...defined({ bankReferenceNumber }),
    completedAt: now.toISOString(),
  };
}

type RefundFailure = Required<Pick<Refund, 'errorCode'>> & Pick<Refund, 'bankResponseCode' | 'bankMessage'>;
export function failedRefund(refund: Refund, failure: RefundFailure, now: Date): Refund {
  return { ...ended(refund, now), status: 'Failed', ...failure, failedAt: now.toISOString() };
}

/** Nothing follows, except the checks at a refund of which a request counted as lost. */
function ended(refund: Refund, now: Date): Refund {
  const rest = withoutFollowUp(refund);
  return refund.recheck ? withRechecks(rest, firstRecheck(now)) : rest;
}

/** Nothing of it is at the bank: a requested refund waits for approval again, a one-step refund fails. */
export function undoneRefund(refund: Refund, errorCode: UndoneCode): Refund {
  if (refund.origin !== 'Request') return { ...withoutFollowUp(refund), status: 'Failed', errorCode };
  const undone = omit(withoutFollowUp(refund), 'sent', 'processedAs', 'processedReason');
  const undecided = omit(undone, 'decidedAt', 'decidedBy', 'decisionNote');
  return { ...undecided, status: 'Pending', operationNumber: 1 };
}

/** The bank's batch forbids the operation: the other one becomes the second operation, not yet sent. */
export function switchedRefund(refund: Refund, to: ProcessedOperation, now: Date): Refund {
  const { sent: _, ...rest } = withoutFollowUp(refund);
  return {
    ...operatedAs(rest, to),
    operationNumber: refund.operationNumber + 1,
    dueAt: inquiryAfter(refund.inquiries, now),
  };
}

/**
 * The bank refused the merchant's settings: nothing was given back, and the refund waits until they work. The
 * waiting uses up no inquiry, so that no person has to look.
 */
export function heldRefund(refund: Refund, now: Date): Refund {
  const { sent: _, ...rest } = withoutFollowUp(refund);
  return { ...rest, dueAt: new Date(refusedInquiryAt(now.getTime())).toISOString() };
}

/** The same, but keeps `sent` if the refund was sent. */
export function heldInquiry(refund: Refund, now: Date): Refund {
  return { ...withoutFollowUp(refund), dueAt: new Date(refusedInquiryAt(now.getTime())).toISOString() };
}

/** A refund that could not be sent for this long waits for a person. */
const UNSENT_MS = 7 * DAY_MS;

/** The bank answers, but the refund could not be sent: this uses up no inquiry. */
export function unsentRefund(refund: Refund, now: Date): Refund {
  const sinceMs = Date.parse(refund.decidedAt ?? refund.createdAt);
  if (now.getTime() >= sinceMs + UNSENT_MS) return unsentReview(withoutFollowUp(refund), now);
  return heldInquiry(refund, now);
}

/** A history that lags does so for seconds; one that still differs after a day needs a person. */
const DIFFERS_MS = DAY_MS;

/**
 * The bank's refunds differ from ours: nothing is sent until they are equal. The pauses grow with the wait,
 * from a minute to an hour.
 */
export function differingRefund(refund: Refund, now: Date): Refund {
  const differsSince = refund.differsSince ?? now.toISOString();
  const waitedMs = now.getTime() - Date.parse(differsSince);
  const waiting = { ...withoutFollowUp(refund), differsSince };
  if (waitedMs >= DIFFERS_MS) return unsentReview(waiting, now);
  const pauseMs = Math.min(Math.max(waitedMs, MINUTE_MS), HOUR_MS);
  return { ...waiting, dueAt: new Date(now.getTime() + pauseMs).toISOString() };
}

/** The operation is not at the bank, so there is nothing to ask the bank about: a person must release it. */
const unsentReview = (refund: Refund, now: Date, reason?: UnsendableReason): Refund => ({
  ...refund,
  manualReview: true,
  review: { since: now.toISOString(), ...defined({ reason }) },
});

/** The refund must not be sent: a person decides. */
export function unsendableRefund(refund: Refund, reason: UnsendableReason, now: Date): Refund {
  const { sent: _, ...rest } = withoutFollowUp(refund);
  return unsentReview(rest, now, reason);
}

/** True if a refund that the bank accepts only after its batch has closed can be a void now. */
export const canBecomeVoid = ({ isWhole, operationNumber }: Refund) => isWhole && operationNumber === 1;

/** Postpones the refund until the usual closes of a batch, then by an hour each in case the close is late. */
export function postponedRefund(refund: Refund, now: Date): Refund {
  const { sent: _, ...rest } = withoutFollowUp(refund);
  const postponements = refund.postponements + 1;
  if (postponements > MAX_POSTPONEMENTS) return unsentReview({ ...rest, postponements }, now);
  const dueMs = postponements <= 2 ? afterBatchClose(now.getTime()) : now.getTime() + HOUR_MS;
  return { ...rest, postponements, dueAt: new Date(dueMs).toISOString() };
}

/** The next instant in milliseconds at which the batch of some bank has certainly closed. */
function afterBatchClose(nowMs: number): number {
  const todayMs = startOfLocalDay(localDay(nowMs));
  const closes = BATCH_CLOSES_MS.map((closeMs) => todayMs + closeMs + AFTER_CLOSE_MS);
  return Math.min(...closes.filter((closeMs) => closeMs > nowMs));
}

/** An inquiry decided nothing: plans the next one. After the last one the refund waits for a person. */
export function waitingRefund(refund: Refund, now: Date, landingTimeMs: number): Refund {
  const inquiries = refund.inquiries + 1;
  const nextMs = refund.manualReview ? undefined : nextInquiryAt(inquiries, now.getTime());
  if (nextMs === undefined) return refundForReview(refund, now);
  const rest = { ...withoutFollowUp(refund), inquiries };
  const arrivedMs = arrivedByMs(refund, landingTimeMs);
  // After the landing time, "not found" means that nothing arrived and the refund can be sent again. The
  // next inquiry is at that time if the regular delay is longer.
  const dueMs = arrivedMs !== undefined && arrivedMs > now.getTime() ? Math.min(nextMs, arrivedMs) : nextMs;
  return { ...rest, dueAt: new Date(dueMs).toISOString() };
}

/** The inquiries have decided nothing: a person must look, and the bank is asked once a day. */
export const refundForReview = (refund: Refund, now: Date): Refund => ({
  ...withoutFollowUp(refund),
  inquiries: refund.inquiries + 1,
  manualReview: true,
  review: askedReview(refund.review, now),
});

/** A person has reviewed it: the sweep asks the bank once more, then applies the resolution if any. */
export function reviewedRefund(refund: Refund, resolution: ManualResolution | undefined, now: Date): Refund {
  return { ...withoutFollowUp(refund), dueAt: now.toISOString(), ...(resolution && { resolution }) };
}

/**
 * The instant in milliseconds from which an operation that the bank does not show has never reached it. A
 * declined operation has arrived.
 */
export function arrivedByMs({ sent }: Refund, landingTimeMs: number): number | undefined {
  if (sent === undefined) return undefined;
  const landsWithinMs = sent.declined === undefined ? arrivesWithinMs('background', landingTimeMs) : 0;
  return Date.parse(sent.at) + landsWithinMs;
}

function inquiryAfter(inquiries: number, now: Date): string {
  return new Date(nextInquiryAt(inquiries, now.getTime()) ?? now.getTime() + HOUR_MS).toISOString();
}

/** Removes the fields by which the sweep or a person continues with the refund. */
const withoutFollowUp = (refund: Refund): Refund =>
  omit(refund, 'dueAt', 'manualReview', 'review', 'differsSince');
