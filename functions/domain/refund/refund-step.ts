// One step of a refund on its way to the bank: its next stored state, and the effect of that state on the
// payment's balance and the counters. Pure, so that each possible answer of a bank is decided in one place.
import type { UnsendableReason } from '../bank/waiting.ts';
import { defined } from '../defined.ts';
import { type MerchantFault, stopsMerchant } from '../payment/merchant-fault.ts';
import type { Payment } from '../payment/payment.ts';
import type { DeclineCategory } from '../recurring-payment/recurring-payment.ts';
import type { DeclineCode } from '../rejection-table.ts';
import type { Refund, RefundsAtBank } from './refund.ts';
import {
  compareRefunds,
  findAlreadyRefunded,
  type OrderOperation,
  type RefundsCompared,
} from './refund-history.ts';
import type { RefundDone, UndoneCode } from './refund-operation.ts';
import {
  canBecomeVoid,
  completedRefund,
  decidedRefund,
  declinedForNow,
  differingRefund,
  failedRefund,
  heldRefund,
  postponedRefund,
  queuedRefund,
  refundForReview,
  sentRefund,
  switchedRefund,
  undoneRefund,
  unsendableRefund,
} from './refund-progress.ts';
import { countsChange, type RefundCounts } from './refund-statistics.ts';

/** New information about a refund since it was stored. */
export type RefundObservation =
  /** The refund lock is free. `refund`: decided, not yet sent; `senderId`: unique to this sender. */
  | { kind: 'readyToSend'; refund: Refund; senderId: string; before: RefundsAtBank | undefined }
  /** Another refund of the payment holds the lock, or no time is left to send it. */
  | { kind: 'later' }
  /** The lock is free, and the history before the refund does not have exactly our refunds. */
  | { kind: 'refundsDiffer'; compared: RefundsCompared; history: readonly OrderOperation[] }
  /** The lock is free, but no Credit may be sent. */
  | { kind: 'unsendable'; reason: UnsendableReason }
  /** The bank's history shows the operation. */
  | ({ kind: 'foundAtBank' } & RefundDone)
  | { kind: 'approved'; hostReference: string }
  | {
      kind: 'declined';
      code: string;
      errorCode: DeclineCode;
      declineCategory: DeclineCategory;
      message?: string;
      merchantFault?: MerchantFault;
    }
  /** The bank refused the inquiry before the refund because of the merchant's settings. */
  | { kind: 'merchantRefused'; code: string }
  /** The request may still reach the bank. */
  | { kind: 'unknown' }
  /** The request certainly never reached the bank. */
  | { kind: 'notSent' }
  /** A void is no longer possible. */
  | { kind: 'batchClosed' }
  /** A refund is not possible before the batch closes. */
  | { kind: 'notSettledYet' }
  /**
   * The bank has nothing left to refund: this refund was made after all, or its amount was given back without
   * us. `history`: the order's operations at the bank.
   */
  | { kind: 'alreadyRefunded'; code: string; history: readonly OrderOperation[] };

export type BalanceChange =
  | 'Keep'
  /** Takes the refund lock of the payment. */
  | 'Lock'
  | 'Unlock'
  /** The reserved amount is free again. */
  | 'Release'
  | 'ReleaseAndUnlock'
  /** The reserved amount is refunded, and the lock is free. */
  | 'Refund';

export type RefundStep = {
  refund: Refund;
  /**
   * `Begin`: before the operation is sent; a repeated call then finds the refund. `Finalize`: the last step.
   * `Undo`: back to the state before the call. `Continue`: any other step.
   */
  kind: 'Begin' | 'Finalize' | 'Undo' | 'Continue';
  balance: BalanceChange;
  counts: RefundCounts;
  /** The bank has given back an amount that our books do not show. */
  isGivenBackElsewhere?: true;
  /** The bank's code about the merchant's settings, for which the refund waits. */
  refusedWith?: string;
};

/**
 * `payment`: as it was read for the observation. Returns undefined if the stored refund stays unchanged: the
 * sweep recovers it.
 */
export function nextRefundStep(
  refund: Refund,
  observed: RefundObservation,
  payment: Payment,
  { now, canUndo }: { now: Date; canUndo: boolean },
): RefundStep | undefined {
  switch (observed.kind) {
    case 'readyToSend': {
      const { refund: decided, senderId, before } = observed;
      return refundStep(refund, sentRefund(decided, senderId, before, now), 'Begin');
    }
    case 'later':
      return queuedStep(refund, payment, now);
    case 'refundsDiffer':
      return differingStep(refund, observed, payment, { now, canUndo });
    case 'unsendable':
      return unsendableStep(refund, observed, payment, { now, canUndo });
    case 'foundAtBank':
      return refundStep(refund, completedRefund(refund, observed, now), 'Finalize');
    case 'approved': {
      const done = { as: refund.processedAs ?? 'Refund', bankReferenceNumber: observed.hostReference };
      return refundStep(refund, completedRefund(refund, done, now), 'Finalize');
    }
    case 'merchantRefused': {
      const held = waitingStep(refund, payment, now, heldRefund);
      return { ...held, refusedWith: observed.code };
    }
    case 'declined':
      if (observed.merchantFault !== undefined && stopsMerchant(observed.merchantFault)) {
        return { ...refundStep(refund, heldRefund(refund, now), 'Continue'), refusedWith: observed.code };
      }
      if (mustGoBack(refund)) {
        const mayPass = observed.declineCategory === 'Soft';
        const next = mayPass ? declinedForNow(refund, observed.code) : refundForReview(refund, now);
        return refundStep(refund, next, 'Continue');
      }
      return refundStep(refund, failedRefund(refund, failureOf(observed), now), 'Finalize');
    case 'unknown':
      return undefined;
    case 'notSent':
      return canUndo && isUndoable(refund)
        ? refundStep(refund, undoneRefund(refund, 'BANK_UNAVAILABLE'), 'Undo')
        : undefined;
    case 'alreadyRefunded':
      return nothingLeftStep(refund, observed, payment, now);
    case 'notSettledYet':
      return refundStep(
        refund,
        canBecomeVoid(refund)
          ? switchedRefund(refund, { processedAs: 'Void' }, now)
          : postponedRefund(refund, now),
        'Continue',
      );
    case 'batchClosed': {
      const asRefund = { processedAs: 'Refund', processedReason: 'BatchClosed' } as const;
      return refundStep(refund, switchedRefund(refund, asRefund, now), 'Continue');
    }
  }
}

function nothingLeftStep(
  refund: Refund,
  { code, history }: Extract<RefundObservation, { kind: 'alreadyRefunded' }>,
  payment: Payment,
  now: Date,
): RefundStep | undefined {
  // A history that shows something left lags behind the bank's answer.
  if (compareRefunds(payment, history).bankMinor < payment.chargedMinor) return undefined;
  const found = findAlreadyRefunded(refund, payment, history);
  if (found.kind === 'done') return refundStep(refund, completedRefund(refund, found, now), 'Finalize');
  const declined = { errorCode: 'GENERAL_DECLINE', bankResponseCode: code } as const;
  const step = mustGoBack(refund)
    ? refundStep(refund, refundForReview(refund, now), 'Continue')
    : refundStep(refund, failedRefund(refund, declined, now), 'Finalize');
  return { ...step, isGivenBackElsewhere: true };
}

/** The money of a late sale must go back: if the bank refuses it, a person decides (payments.md 5.5). */
const mustGoBack = ({ isOfLateSale, resolution }: Refund) => isOfLateSale && resolution === undefined;

/**
 * If the bank has given back more than we know, a call is undone and refused (refunds.md 8.3). Otherwise the
 * refund waits until both sides are equal. Nothing of it is at the bank in either case, also if a void before
 * it was refused because the batch had closed; that one keeps the refund lock.
 */
function differingStep(
  refund: Refund,
  { compared }: Extract<RefundObservation, { kind: 'refundsDiffer' }>,
  payment: Payment,
  { now, canUndo }: { now: Date; canUndo: boolean },
): RefundStep | undefined {
  if (compared.kind === 'more' && canUndo) return undoneStep(refund, payment, 'REFUNDS_DIFFER');
  return waitingStep(refund, payment, now, differingRefund);
}

/** Undefined if nothing of it is stored. */
function undoneStep(refund: Refund, payment: Payment, code: UndoneCode): RefundStep | undefined {
  if (refund.status === 'Pending') return undefined;
  return unlocking(refundStep(refund, undoneRefund(refund, code), 'Undo'), payment);
}

/** A call beyond the limit is undone and refused; anything else that must not be sent waits for a person. */
function unsendableStep(
  refund: Refund,
  { reason }: Extract<RefundObservation, { kind: 'unsendable' }>,
  payment: Payment,
  { now, canUndo }: { now: Date; canUndo: boolean },
): RefundStep | undefined {
  if (reason === 'RefundLimitReached' && canUndo) return undoneStep(refund, payment, 'REFUND_LIMIT_REACHED');
  const waiting = waitingStep(refund, payment, now, (decided) => unsendableRefund(decided, reason, now));
  return unlocking(waiting, payment);
}

/** Leaves the refund to the next sweep. A refund that is due already stays unchanged. */
function queuedStep(refund: Refund, payment: Payment, now: Date): RefundStep | undefined {
  const isDue = (refund.dueAt ?? '') <= now.toISOString();
  return refund.status !== 'Pending' && isDue ? undefined : waitingStep(refund, payment, now, queuedRefund);
}

/** A refund that is not sent now. A Pending one is decided by this step, with which it begins. */
function waitingStep(
  refund: Refund,
  payment: Payment,
  now: Date,
  next: (decided: Refund, now: Date) => Refund,
): RefundStep {
  return refund.status === 'Pending'
    ? refundStep(refund, next(decidedRefund(refund, payment, now), now), 'Begin')
    : refundStep(refund, next(refund, now), 'Continue');
}

/** Frees the lock that a void before the refund, which the bank refused, has kept. */
function unlocking(step: RefundStep, { refundLock }: Payment): RefundStep {
  const isLeftLocked = step.balance === 'Keep' && refundLock === step.refund.refundId;
  return isLeftLocked ? { ...step, balance: 'Unlock' } : step;
}

/**
 * The bank never received the operation, so the merchant's call can be repeated as if it had not been made.
 * False if nothing was stored yet (Pending), or if an earlier operation of the refund did reach the bank.
 */
const isUndoable = ({ status, operationNumber }: Refund) => status !== 'Pending' && operationNumber === 1;

export const refundStep = (before: Refund, refund: Refund, kind: RefundStep['kind']): RefundStep => ({
  refund,
  kind,
  balance: balanceChange(before, refund),
  counts: countsChange(before, refund),
});

function balanceChange(before: Refund, after: Refund): BalanceChange {
  const hadLock = before.sent !== undefined;
  if (after.status === 'Completed') return 'Refund';
  if (after.status === 'Expired') return 'Release';
  if (after.status === 'Failed' || after.status === 'Rejected') {
    return hadLock ? 'ReleaseAndUnlock' : 'Release';
  }
  if (after.sent !== undefined) return hadLock ? 'Keep' : 'Lock';
  // A switched refund keeps the lock: its other operation is sent next.
  return hadLock && !isSwitched(before, after) ? 'Unlock' : 'Keep';
}

/** True if a step changed the operation, so that the new one must be sent now. */
export const isSwitched = (before: Refund, after: Refund) => after.operationNumber > before.operationNumber;

const failureOf = ({ code, errorCode, message }: Extract<RefundObservation, { kind: 'declined' }>) => ({
  errorCode,
  bankResponseCode: code,
  ...defined({ bankMessage: message }),
});
