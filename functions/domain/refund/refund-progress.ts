// How a decided refund goes on at the bank: from the decision to the answer, step by step. Each step makes
// the refund as it must be stored next; a refund that is stored tells by itself what to do with it.

import type { ManualResolution } from '../manual-resolution.ts';
import { nextInquiryAt, type Payment } from '../payment/payment.ts';
import { addDays, isSameLocalDay, localDay, startOfLocalDay } from '../time/business-day.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time/duration.ts';
import type { Refund, RefundOperation, RefundsAtBank } from './refund.ts';

/** No function runs longer: whoever was about to send has sent by then. */
const LONGEST_RUN_MS = 30 * SECOND_MS;
/** Where almost every bank closes its day (Istanbul), and the minutes it may need for that. */
const BATCH_CLOSE_MS = 22 * HOUR_MS;
const AFTER_CLOSE_MS = 10 * MINUTE_MS;
/** More than a day of them: a bank that still refuses does not refuse because of its batch. */
export const MAX_POSTPONEMENTS = 30;

/**
 * What the bank is asked to do (refunds.md 4.1): a void for a whole payment of the same Istanbul day, and
 * first of all for a cancellation, whose bank then says whether its batch is still open.
 */
export function decideOperation(
  refund: Pick<Refund, 'origin' | 'isWhole'>,
  payment: Pick<Payment, 'paidAt' | 'createdAt'>,
  now: Date,
): RefundOperation {
  const paidMs = Date.parse(payment.paidAt ?? payment.createdAt);
  const mayVoid = refund.origin === 'Cancellation' || isSameLocalDay(paidMs, now.getTime());
  return refund.isWhole && mayVoid ? 'Void' : 'Refund';
}

/** Decided: from here on somebody carries it out, the caller or the sweep. */
export function decidedRefund(refund: Refund, payment: Payment, now: Date): Refund {
  return {
    ...refund,
    status: 'Processing',
    processedAs: decideOperation(refund, payment, now),
    decidedAt: now.toISOString(),
    dueAt: inquiryAfter(0, now),
  };
}

/** About to be sent; `before` is what the bank had refunded on this order until now. */
export function sentRefund(refund: Refund, by: string, before: RefundsAtBank | undefined, now: Date): Refund {
  return {
    ...unattended(refund),
    sent: { at: now.toISOString(), by, ...(before && { before }) },
    inquiries: 0,
    dueAt: inquiryAfter(0, now),
  };
}

/** About to be sent once more, because the bank's history shows that nothing of it came. */
export function resentRefund(refund: Refund, by: string, now: Date, landingTimeMs: number): Refund {
  const sent = { ...refund.sent, at: now.toISOString(), by };
  return waitingRefund({ ...refund, sent }, now, landingTimeMs);
}

/** The last look has been taken: whatever is sent now, nobody would ask for its outcome. */
export const isLastLook = ({ inquiries }: Refund) => nextInquiryAt(inquiries + 1, 0) === undefined;

export function completedRefund(
  refund: Refund,
  done: { as: RefundOperation; bankReferenceNumber: string },
  now: Date,
): Refund {
  return {
    ...unattended(refund),
    status: 'Completed',
    processedAs: done.as,
    bankReferenceNumber: done.bankReferenceNumber,
    completedAt: now.toISOString(),
  };
}

type Failure = Required<Pick<Refund, 'errorCode'>> & Pick<Refund, 'bankResponseCode' | 'bankMessage'>;
export function failedRefund(refund: Refund, failure: Failure): Refund {
  return { ...unattended(refund), status: 'Failed', ...failure };
}

/** The bank was never reached: a request waits for approval again, a one-step refund has failed. */
export function undoneRefund(refund: Refund): Refund {
  if (refund.origin !== 'Request') return failedRefund(refund, { errorCode: 'BANK_UNAVAILABLE' });
  const { processedAs: _, decidedAt: __, sent: ___, ...undecided } = unattended(refund);
  return { ...undecided, status: 'Pending' };
}

/** The bank's batch makes the one impossible, so the other is done: a second operation, not yet sent. */
export function switchedRefund(refund: Refund, to: RefundOperation, now: Date): Refund {
  const { sent: _, ...rest } = unattended(refund);
  return {
    ...rest,
    processedAs: to,
    operationNumber: refund.operationNumber + 1,
    dueAt: inquiryAfter(refund.inquiries, now),
  };
}

/** Whether a refund that the bank takes only after its batch has closed can be a void instead, now. */
export const canBecomeVoid = ({ isWhole, operationNumber }: Refund) => isWhole && operationNumber === 1;

/** Kept until the bank's batch has closed; should it close later than banks do, asked every hour. */
export function postponedRefund(refund: Refund, now: Date): Refund {
  const { sent: _, ...rest } = unattended(refund);
  const postponements = refund.postponements + 1;
  if (postponements > MAX_POSTPONEMENTS) return { ...rest, postponements, manualReview: true };
  const dueMs = refund.postponements === 0 ? afterBatchClose(now.getTime()) : now.getTime() + HOUR_MS;
  return { ...rest, postponements, dueAt: new Date(dueMs).toISOString() };
}

/** The first instant, in milliseconds, at which the batch that is open now has certainly closed. */
export function afterBatchClose(nowMs: number): number {
  const today = localDay(nowMs);
  const closeOf = (day: string) => startOfLocalDay(day) + BATCH_CLOSE_MS + AFTER_CLOSE_MS;
  return closeOf(today) > nowMs ? closeOf(today) : closeOf(addDays(today, 1));
}

/** Looked after in vain: when again, or, after the last time, never: a person must look. */
export function waitingRefund(refund: Refund, now: Date, landingTimeMs: number): Refund {
  const inquiries = refund.inquiries + 1;
  const nextMs = nextInquiryAt(inquiries, now.getTime());
  const rest = { ...unattended(refund), inquiries };
  if (nextMs === undefined) return { ...rest, manualReview: true };
  const landedMs = landedAt(refund, landingTimeMs);
  // As soon as silence means that nothing came, it can be sent again: no need to wait an hour for that.
  const dueMs = landedMs !== undefined && landedMs > now.getTime() ? Math.min(nextMs, landedMs) : nextMs;
  return { ...rest, dueAt: new Date(dueMs).toISOString() };
}

/** A person has looked: the sweep asks the bank once more, and ends it by the verdict if there is one. */
export function reviewedRefund(refund: Refund, verdict: ManualResolution | undefined, now: Date): Refund {
  return { ...unattended(refund), dueAt: now.toISOString(), ...(verdict && { verdict }) };
}

/** From when on (milliseconds) an operation that the bank does not show has never reached it. */
export function landedAt({ sent }: Refund, landingTimeMs: number): number | undefined {
  return sent && Date.parse(sent.at) + LONGEST_RUN_MS + landingTimeMs;
}

function inquiryAfter(inquiries: number, now: Date): string {
  return new Date(nextInquiryAt(inquiries, now.getTime()) ?? now.getTime() + HOUR_MS).toISOString();
}

/** Nobody looks after it, and nobody has to. */
function unattended({ dueAt: _, manualReview: __, ...rest }: Refund): Refund {
  return rest;
}
