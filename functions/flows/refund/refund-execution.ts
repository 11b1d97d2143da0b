// Gives money back once. Each round observes the bank, decides the next step, and commits it; the bank is not
// called before the refund is stored as sent. After a crash, the stored refund shows how far it came, and the
// bank's history shows the rest.
import type { Acquirer } from '#acquirer/acquirer.ts';
import { toDecimal } from '#domain/money.ts';
import { differing } from '#domain/reconciliation/comparison.ts';
import type { Refund } from '#domain/refund/refund.ts';
import { limitReached } from '#domain/refund/refund-limit.ts';
import { isSwitched, nextRefundStep, type RefundStep } from '#domain/refund/refund-step.ts';
import { Rejection } from '#domain/rejection.ts';
import type { PaymentItem } from '#store/payment/payment.ts';
import type { StoredRefund } from '#store/refund/refund.ts';
import { commitRefundStep, type StepResult } from '#store/refund/refund-transition.ts';
import { type CommitResult, commit, type Write } from '#store/table/commit.ts';
import { recordDifference } from '../reconciliation/difference.ts';
import { callBank, type ObservedRefund, prepareToSend, type TimeLimits } from './bank-observation.ts';
import { logRefund, reportRefundStep } from './refund-report.ts';

/**
 * How steps are committed. A merchant's call commits its idempotency record with them. Without `undo` a
 * refund that never reached the bank stays as it is, because no caller would learn that it was undone.
 */
export type CommitSteps = {
  begin(writes: readonly Write[], refund: Refund): Promise<CommitResult>;
  finalize(writes: readonly Write[], refund: Refund): Promise<CommitResult>;
  undo?: (writes: readonly Write[]) => Promise<CommitResult>;
};

export type RefundExecution = {
  bank: Acquirer;
  steps: CommitSteps;
  times: TimeLimits;
};

/**
 * Sends a refund to the bank and returns it as it is stored afterwards. A pending refund is decided first; a
 * refund that is stored as sent is sent now, so the caller must have stored that itself. Throws
 * CONCURRENT_UPDATE if concurrent calls prevented the decision of a pending refund, REFUNDS_DIFFER if the
 * bank has given back more than our books show, REFUND_LIMIT_REACHED if too many were sent.
 */
export async function executeRefund(
  stored: StoredRefund,
  known: PaymentItem,
  execution: RefundExecution,
): Promise<StoredRefund> {
  let payment = known;
  let isLockLost = false;
  for (let current = stored; ; ) {
    const observed: ObservedRefund =
      isLockLost && performance.now() >= execution.times.lockWaitEndsAtMs
        ? { observation: { kind: 'later' }, payment }
        : await observeBank(current.refund, payment, execution);
    await recordIfMore(observed);
    const result = await advanceRefund(current, observed, execution);
    if (result?.kind !== 'conflict') await refuseUnsendable(observed, current.refund, execution);
    if (result === undefined) return current;
    const isReady = observed.observation.kind === 'readyToSend';
    if (result.kind === 'committed') {
      if (!isReady && !isSwitched(current.refund, result.stored.refund)) return result.stored;
      current = result.stored;
      // Begun or switched, the refund holds the lock now.
      payment = { ...observed.payment, refundLock: current.refund.refundId };
    } else if (isReady && result.isRefundUnchanged) {
      // The payment has changed: another refund has taken the lock, or one has ended.
      isLockLost = true;
      payment = result.payment;
    } else {
      const isUndecided = current.refund.status === 'Pending' && result.stored.refund.status === 'Pending';
      if (isUndecided) throw new Rejection('CONCURRENT_UPDATE');
      return result.stored;
    }
  }
}

/** What the bank has given back beyond our books is stored as a difference, before the refund is stopped. */
async function recordIfMore({ observation, payment }: ObservedRefund): Promise<void> {
  if (observation.kind !== 'refundsDiffer' || observation.compared.kind !== 'more') return;
  const found = { at: new Date(), foundBy: 'refund' } as const;
  await recordDifference(payment, differing(payment, observation.history), found);
}

/**
 * Refuses a call whose refund was undone, or not begun, because the bank has given back more than we know, or
 * too many were sent. The call may be repeated with its key (refunds.md 8.3).
 */
async function refuseUnsendable(
  observed: ObservedRefund,
  { refundId, status }: Refund,
  { steps }: RefundExecution,
): Promise<void> {
  const refusal = refusalOf(observed, refundId);
  if (!steps.undo || refusal === undefined) return;
  // No step was committed that undid it, so this only frees the key.
  if (status === 'Pending') await steps.undo([]);
  throw refusal;
}

function refusalOf({ observation: observed, payment }: ObservedRefund, refundId: string) {
  if (observed.kind === 'unsendable' && observed.reason === 'RefundLimitReached')
    return limitReached({ refundId });
  if (observed.kind !== 'refundsDiffer' || observed.compared.kind !== 'more') return undefined;
  return new Rejection('REFUNDS_DIFFER', {
    refundId,
    refundedAmount: toDecimal(payment.refundedMinor),
    bankRefundedAmount: toDecimal(observed.compared.bankMinor),
  });
}

async function observeBank(
  refund: Refund,
  payment: PaymentItem,
  { bank, times }: RefundExecution,
): Promise<ObservedRefund> {
  return refund.sent === undefined
    ? await prepareToSend(refund, payment, bank, times)
    : { observation: await callBank(refund, payment, bank, times), payment };
}

/** Commits the step that follows from an observation; undefined if none follows. */
export async function advanceRefund(
  stored: StoredRefund,
  { observation, payment }: ObservedRefund,
  { steps }: RefundExecution,
): Promise<StepResult | undefined> {
  const decision = { now: new Date(), canUndo: steps.undo !== undefined };
  const step = nextRefundStep(stored.refund, observation, payment, decision);
  return step && (await commitStep(stored, payment, step, steps));
}

export async function commitStep(
  stored: StoredRefund,
  payment: PaymentItem,
  step: RefundStep,
  steps: CommitSteps,
): Promise<StepResult> {
  const commitAll = committerOf(step, steps);
  const result = await commitRefundStep(stored, payment, step, commitAll);
  if (result.kind === 'committed') reportRefundStep(step, stored.refund);
  else if (result.isRefundUnchanged && step.kind === 'Finalize') {
    logRefund('error', 'refund could not be finalized', stored.refund);
  }
  return result;
}

function committerOf({ kind, refund }: RefundStep, steps: CommitSteps) {
  switch (kind) {
    case 'Begin':
      return (writes: readonly Write[]) => steps.begin(writes, refund);
    case 'Finalize':
      return (writes: readonly Write[]) => steps.finalize(writes, refund);
    case 'Undo':
      return steps.undo ?? commit;
    case 'Continue':
      return commit;
  }
}
