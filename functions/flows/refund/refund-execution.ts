// Give money back once: decided and stored, then the turn, the call, and what came of it in one transaction.
// Whatever crashes in between, the stored refund says how far it came and the bank's own history the rest.
import type { Acquirer, Approved, Declined, RefundOutcome, VoidOutcome } from '#acquirer/acquirer.ts';
import type { Refund, RefundOperation } from '#domain/refund/refund.ts';
import { findAlreadyRefunded } from '#domain/refund/refund-history.ts';
import {
  canBecomeVoid,
  completedRefund,
  decidedRefund,
  failedRefund,
  postponedRefund,
  switchedRefund,
  undoneRefund,
} from '#domain/refund/refund-progress.ts';
import { Rejection } from '#domain/rejection.ts';
import type { PaymentItem } from '#store/payment/payment.ts';
import {
  writeRefunded,
  writeRefundLockRelease,
  writeReservationRelease,
} from '#store/payment/payment-balance.ts';
import { loadRefund, type StoredRefund, writeRefundStep } from '#store/refund/refund.ts';
import { type Committed, commit, type Write } from '#store/table/commit.ts';
import { commitWithRetry } from '../../store/table/commit-retry.ts';
import { acquireRefundLock } from './refund-lock.ts';
import { logRefund, reportFinalization, reportManualReview } from './refund-report.ts';

/** How the one who carries a refund out has its steps committed: a caller's answer goes with the last one. */
export type CommitSteps = {
  /** The first of them, where the caller is to be found again after a crash. */
  begin(writes: readonly Write[], refund: Refund): Promise<Committed>;
  end(writes: readonly Write[], refund: Refund): Promise<Committed>;
  /** Absent where nobody waits for an answer: the refund then stays Processing until the bank is back. */
  undo?: (writes: readonly Write[]) => Promise<Committed>;
};
export type RefundExecution = {
  bank: Acquirer;
  steps: CommitSteps;
  /** How long to wait for other refunds of the payment, in milliseconds. */
  lockWaitMs: number;
};

/**
 * Takes a refund to the bank and answers it as it stands then. One that is still pending is decided on the
 * way. `payment` saves a read.
 */
export async function executeRefund(
  stored: StoredRefund,
  execution: RefundExecution,
  payment?: PaymentItem,
): Promise<StoredRefund> {
  const { bank, steps, lockWaitMs } = execution;
  const commitLock = (writes: readonly Write[]) => steps.begin(writes, stored.refund);
  const lock = await acquireRefundLock(stored, { bank, lockWaitMs, commitLock }, payment);
  switch (lock.kind) {
    case 'acquired': {
      const outcome = await sendToBank(lock.stored.refund, lock.payment, bank);
      return await recordBankOutcome(lock.stored, lock.payment, outcome, execution);
    }
    case 'unreachable':
      return await undoRefund(stored, steps);
    case 'overtaken':
      return await reloadOvertaken(stored);
    case 'busy':
      return await deferToSweep(stored, lock.payment, steps);
  }
}

/** Another refund of the payment does not come back: this one is decided, and goes when its turn comes. */
async function deferToSweep(
  stored: StoredRefund,
  payment: PaymentItem,
  steps: CommitSteps,
): Promise<StoredRefund> {
  const { refund } = stored;
  if (refund.status !== 'Pending') return stored;
  const { next, writes } = writeRefundStep(stored, decidedRefund(refund, payment, new Date()));
  const result = await commitWithRetry(() => steps.begin(writes, refund));
  return result.kind === 'committed' ? next : await reloadOvertaken(stored);
}

/** Sends what is stored as sent. Never again by itself. */
export async function sendToBank(
  refund: Refund,
  { bankOrderId }: PaymentItem,
  bank: Acquirer,
): Promise<VoidOutcome | RefundOutcome> {
  const { amountMinor, currency, processedAs } = refund;
  const outcome =
    processedAs === 'Void'
      ? await bank.voidSale({ bankOrderId })
      : await bank.refund({ bankOrderId, amountMinor, currency });
  const level = outcome.kind === 'unknown' ? 'warn' : 'info';
  logRefund(level, processedAs === 'Void' ? 'bank void' : 'bank refund', refund, {
    outcome: outcome.kind,
    ...('code' in outcome && { bankResponseCode: outcome.code }),
    ...('reason' in outcome && { reason: outcome.reason }),
  });
  return outcome;
}

/** What the bank's answer makes of a refund that was sent. */
export async function recordBankOutcome(
  sent: StoredRefund,
  payment: PaymentItem,
  outcome: VoidOutcome | RefundOutcome,
  execution: RefundExecution,
): Promise<StoredRefund> {
  const { refund } = sent;
  const now = new Date();
  switch (outcome.kind) {
    case 'approved':
      return await completeRefund(
        sent,
        payment,
        { as: operationOf(refund), ...referenceOf(outcome) },
        execution,
      );
    case 'declined':
      return await failRefund(sent, failureOf(outcome), execution);
    case 'unknown':
      return sent;
    case 'notSent':
      return await undoRefund(sent, execution.steps);
    case 'batchClosed':
      return await switchOperation('Refund', sent, payment, execution);
    case 'notSettledYet':
      return canBecomeVoid(refund)
        ? await switchOperation('Void', sent, payment, execution)
        : await postponeRefund(sent, postponedRefund(refund, now));
    case 'alreadyRefunded':
      return await resolveAlreadyRefunded(sent, payment, outcome.code, execution);
  }
}

const operationOf = ({ processedAs }: Refund): RefundOperation => processedAs ?? 'Refund';
const referenceOf = ({ hostReference }: Approved) => ({ bankReferenceNumber: hostReference });
const failureOf = ({ code, errorCode, message }: Declined) => ({
  errorCode,
  bankResponseCode: code,
  ...(message !== undefined && { bankMessage: message }),
});

/** Completion: refund, payment and counters in one transaction, with the answer of a caller who waits. */
export async function completeRefund(
  sent: StoredRefund,
  payment: PaymentItem,
  done: { as: RefundOperation; bankReferenceNumber: string },
  { steps }: Pick<RefundExecution, 'steps'>,
): Promise<StoredRefund> {
  const refund = completedRefund(sent.refund, done, new Date());
  return await finalizeRefund(sent, refund, writeRefunded(payment, refund), steps);
}

async function failRefund(
  sent: StoredRefund,
  failure: Parameters<typeof failedRefund>[1],
  { steps }: RefundExecution,
): Promise<StoredRefund> {
  const hadLock = sent.refund.sent !== undefined;
  return await finalizeRefund(
    sent,
    failedRefund(sent.refund, failure),
    writeReservationRelease(sent.refund, hadLock),
    steps,
  );
}

async function finalizeRefund(
  sent: StoredRefund,
  refund: Refund,
  balance: Write,
  steps: CommitSteps,
): Promise<StoredRefund> {
  const { next, writes } = writeRefundStep(sent, refund);
  const result = await commitWithRetry(() => steps.end([...writes, balance], refund));
  if (result.kind === 'committed') {
    reportFinalization(refund);
    return next;
  }
  // Somebody else's settlement stays; without one, the sweep asks the bank again.
  const current = await reloadRefund(sent);
  if (current.version === sent.version) logRefund('error', 'refund could not be settled', sent.refund);
  return current;
}

/** The bank has never heard of it. Where somebody waits for an answer, all is as it was before the call. */
async function undoRefund(stored: StoredRefund, { undo }: CommitSteps): Promise<StoredRefund> {
  const { refund } = stored;
  // Still pending: nothing has been written yet.
  if (undo === undefined || refund.operationNumber > 1 || refund.status === 'Pending') return stored;
  const hadLock = refund.sent !== undefined;
  const { next, writes } = writeRefundStep(stored, undoneRefund(refund));
  if (next.refund.status === 'Failed') writes.push(writeReservationRelease(refund, hadLock));
  else if (hadLock) writes.push(writeRefundLockRelease(refund));
  const result = await commitWithRetry(() => undo(writes));
  if (result.kind === 'conflict') return await reloadRefund(stored);
  reportFinalization(next.refund);
  return next;
}

/** The other operation, stored before it is done; the turn stays ours. */
async function switchOperation(
  operation: RefundOperation,
  sent: StoredRefund,
  payment: PaymentItem,
  execution: RefundExecution,
): Promise<StoredRefund> {
  const { next, writes } = writeRefundStep(sent, switchedRefund(sent.refund, operation, new Date()));
  const result = await commitWithRetry(() => commit(writes));
  if (result.kind === 'conflict') return await reloadRefund(sent);
  return await executeRefund(next, execution, payment);
}

async function postponeRefund(sent: StoredRefund, refund: Refund): Promise<StoredRefund> {
  const { next, writes } = writeRefundStep(sent, refund);
  const result = await commitWithRetry(() => commit([...writes, writeRefundLockRelease(refund)]));
  reportManualReview(refund);
  return result.kind === 'committed' ? next : await reloadRefund(sent);
}

/** "Nothing is left to refund": ours after all, somebody else's, or a plain no. */
async function resolveAlreadyRefunded(
  sent: StoredRefund,
  payment: PaymentItem,
  code: string,
  execution: RefundExecution,
): Promise<StoredRefund> {
  const history = await execution.bank.inquire(payment.bankOrderId);
  if (history.kind !== 'found') return sent;
  const found = findAlreadyRefunded(sent.refund, history.operations, payment.refundedMinor);
  if (found.kind === 'done') return await completeRefund(sent, payment, found, execution);
  logRefund('error', 'the bank has given back what our books do not show', sent.refund);
  return await failRefund(sent, { errorCode: 'GENERAL_DECLINE', bankResponseCode: code }, execution);
}

async function reloadRefund({ refund }: StoredRefund): Promise<StoredRefund> {
  const current = await loadRefund(refund.merchantId, refund.refundId);
  if (current === undefined) throw new Error('The refund is gone.');
  return current;
}

/** Throws CONCURRENT_UPDATE where others were met and nobody has decided it. */
async function reloadOvertaken(stored: StoredRefund): Promise<StoredRefund> {
  const current = await reloadRefund(stored);
  const isUndecided = stored.refund.status === 'Pending' && current.refund.status === 'Pending';
  if (isUndecided) throw new Rejection('CONCURRENT_UPDATE');
  return current;
}
