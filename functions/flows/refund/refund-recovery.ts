// Recovers refunds whose outcome is unknown: asks the bank for its history and continues from there. A refund
// is sent again only if the history shows, after the bank's longest landing time, that it never arrived.
import { randomUUID } from 'node:crypto';
import { arrivesWithinMs } from '#domain/bank/landing.ts';
import { mustReviewAt } from '#domain/payment/payment.ts';
import type { Refund } from '#domain/refund/refund.ts';
import { type Finding, findOperation } from '#domain/refund/refund-history.ts';
import { isCreditLeft } from '#domain/refund/refund-limit.ts';
import {
  arrivedByMs,
  heldInquiry,
  isLastInquiry,
  mustBecomeRefund,
  refundForReview,
  resentRefund,
  switchedRefund,
  unsentRefund,
  waitingRefund,
} from '#domain/refund/refund-progress.ts';
import { type RefundObservation, refundStep } from '#domain/refund/refund-step.ts';
import { loadPayment, type PaymentItem } from '#store/payment/payment.ts';
import { loadRefund, type StoredRefund } from '#store/refund/refund.ts';
import { commit } from '#store/table/commit.ts';
import { connectBankOf } from '../bank-connection.ts';
import type { BankAccess } from '../bank-gate.ts';
import { outcomeOfResolution } from '../manual-resolution.ts';
import { refusalOf, reportRefusal } from '../merchant-refusal.ts';
import { correlateWithOrder } from '../order-correlation.ts';
import { limitTime, type TimeLimits } from './bank-observation.ts';
import {
  advanceRefund,
  type CommitSteps,
  commitStep,
  executeRefund,
  type RefundExecution,
} from './refund-execution.ts';
import { paymentOfRefund } from './refund-lookup.ts';
import { refundLabels } from './refund-report.ts';

/** The sweep starts nothing in its last 45 seconds. */
const limitSweep = (): TimeLimits => limitTime(24_000);
const SWEEP_STEPS: CommitSteps = { begin: commit, finalize: commit };

/** Recovers one refund that is due. */
export async function recoverRefund(
  merchantId: string,
  refundId: string,
  now: Date,
): Promise<'finalized' | 'waiting'> {
  const stored = await loadRefund(merchantId, refundId);
  if (stored?.refund.status !== 'Processing') return 'finalized';
  const recovered = await recoverStoredRefund(stored, now, limitSweep());
  return recovered.refund.status === 'Processing' ? 'waiting' : 'finalized';
}

export async function recoverStoredRefund(
  stored: StoredRefund,
  now: Date,
  times: TimeLimits,
): Promise<StoredRefund> {
  const { refund } = stored;
  const payment = await paymentOfRefund(refund);
  correlateWithOrder(payment);
  const { bank, access } = await connectBankOf(payment);
  const recovery = { stored, payment, now, bank, access, steps: SWEEP_STEPS, times };
  if (refund.sent !== undefined || refund.resolution !== undefined) return await recoverSentRefund(recovery);
  if (await isBehindUnknown(refund, payment, now)) return stored;
  const executed = await executeRefund(stored, payment, recovery);
  return executed.version === stored.version ? await postpone(recovery) : executed;
}

/**
 * True if the refund that holds the lock is not being sent at this moment: its outcome is unknown, and to
 * wait for seconds is useless.
 */
async function isBehindUnknown(refund: Refund, { refundLock }: PaymentItem, now: Date): Promise<boolean> {
  if (refundLock === undefined || refundLock === refund.refundId) return false;
  const holder = await loadRefund(refund.merchantId, refundLock);
  const sentAt = holder?.refund.sent?.at;
  return sentAt !== undefined && Date.parse(sentAt) + arrivesWithinMs('endpoint', 0) < now.getTime();
}

/**
 * Postpones a refund that could not be sent. Behind another refund, or while the bank is down, it stays due
 * as it is. If the bank answers and the refund still cannot be sent after days, a person must look.
 */
async function postpone(recovery: Recovery): Promise<StoredRefund> {
  const { stored, access, now } = recovery;
  const { merchantId, transactionId, refundId } = stored.refund;
  const payment = await loadPayment(merchantId, transactionId);
  const holder = payment?.refundLock;
  if ((holder !== undefined && holder !== refundId) || (await access.isShut())) return stored;
  return (await commitChange(recovery, unsentRefund(stored.refund, now))).stored;
}

type Recovery = RefundExecution & {
  access: BankAccess;
  stored: StoredRefund;
  payment: PaymentItem;
  now: Date;
};

/** The bank's history decides first, then the manual resolution. */
async function recoverSentRefund(recovery: Recovery): Promise<StoredRefund> {
  const { stored, payment } = recovery;
  const { resolution } = stored.refund;
  const found = await findInHistory(recovery);
  if (found.kind === 'done') {
    return await record(recovery, { ...found, kind: 'foundAtBank' });
  }
  if (resolution !== undefined) return await record(recovery, outcomeOfResolution(resolution));
  if (found.kind === 'refused') {
    const { refund } = stored;
    const later = refund.manualReview ? refundForReview : heldInquiry;
    const held = await commitChange(recovery, later(refund, recovery.now));
    reportRefusal(found.refusal, refundLabels(stored.refund));
    return held.stored;
  }
  if (found.kind === 'unreached') return await waitForBank(recovery);
  const again = found.kind === 'absent' ? sentAgain(recovery) : undefined;
  if (again === undefined) return await scheduleNextInquiry(recovery);
  const resent = await commitChange(recovery, again);
  return resent.kind === 'committed' ? await executeRefund(resent.stored, payment, recovery) : resent.stored;
}

async function record(recovery: Recovery, observation: RefundObservation): Promise<StoredRefund> {
  const result = await advanceRefund(recovery.stored, { ...recovery, observation }, recovery);
  return result?.stored ?? recovery.stored;
}

/** Inquiries that are not counted. `refused`: for the merchant's settings; `unreached`: it was not sent. */
type NoInquiry =
  | { kind: 'refused'; refusal: NonNullable<ReturnType<typeof refusalOf>> }
  | { kind: 'unreached' };

async function findInHistory({ stored: { refund }, payment, bank }: Recovery): Promise<Finding | NoInquiry> {
  // A refund that was never sent cannot stand in the bank's history.
  if (refund.sent === undefined) return { kind: 'unclear' };
  const history = await bank.inquire(payment.bankOrderId);
  const refusal = refusalOf(history);
  if (refusal) return { kind: 'refused', refusal };
  if (history.kind === 'notSent') return { kind: 'unreached' };
  return history.kind === 'found' ? findOperation(refund, payment, history.operations) : { kind: 'unclear' };
}

/**
 * Defined only when the previous operation can no longer arrive: if the bank then refuses, nothing was given
 * back. A sent refund that waits for a person is never sent again: the person may be giving the money back in
 * the bank's portal.
 */
function sentAgain({ stored: { refund }, payment, bank, now, times }: Recovery): Refund | undefined {
  if (refund.manualReview || performance.now() > times.lastCallAtMs) return undefined;
  if (refund.processedAs === 'Refund' && !isCreditLeft(payment)) return undefined;
  if ((arrivedByMs(refund, bank.landingTimeMs) ?? 0) > now.getTime()) return undefined;
  if (mustBecomeRefund(refund)) {
    return switchedRefund({ ...refund, inquiries: 0 }, { processedAs: 'Refund' }, now);
  }
  return isLastInquiry(refund) ? undefined : resentRefund(refund, randomUUID(), new Date());
}

async function scheduleNextInquiry(recovery: Recovery): Promise<StoredRefund> {
  const { stored, bank, access, now } = recovery;
  if (await access.isShut()) return await waitForBank(recovery);
  return (await commitChange(recovery, waitingRefund(stored.refund, now, bank.landingTimeMs))).stored;
}

/** Leaves the refund due, so that an outage delays no inquiry. After more than a day, a person must look. */
async function waitForBank(recovery: Recovery): Promise<StoredRefund> {
  const { stored, now } = recovery;
  const { sent, createdAt, manualReview } = stored.refund;
  if (manualReview || !mustReviewAt(Date.parse(sent?.at ?? createdAt), now.getTime())) return stored;
  return (await commitChange(recovery, refundForReview(stored.refund, now))).stored;
}

const commitChange = ({ stored, payment, steps }: Recovery, refund: Refund) =>
  commitStep(stored, payment, refundStep(stored.refund, refund, 'Continue'), steps);
