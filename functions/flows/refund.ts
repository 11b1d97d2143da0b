// Give money back once: decided and stored, then the turn, the call, and what came of it in one transaction.
// Whatever crashes in between, the stored refund says how far it came and the bank's own history the rest.
import type { Acquirer, Approved, Declined, RefundOutcome, VoidOutcome } from '#acquirer/acquirer.ts';
import type { BankOperation, Refund } from '#domain/refund.ts';
import { findAlreadyRefunded } from '#domain/refund-history.ts';
import {
  canBecomeVoid,
  completedRefund,
  decidedRefund,
  failedRefund,
  postponedRefund,
  switchedRefund,
  undoneRefund,
} from '#domain/refund-progress.ts';
import { Rejection } from '#domain/rejection.ts';
import { type Committed, commit, type Write } from '#store/commit.ts';
import type { PaymentItem } from '#store/payment.ts';
import { writeGivenBack, writeRelease, writeTurnOver } from '#store/payment-balance.ts';
import { loadRefund, type StoredRefund, writeRefundStep } from '#store/refund.ts';
import { retryContended } from './contention.ts';
import { report, reportEnd, reportManualReview } from './refund-report.ts';
import { takeTurn } from './refund-turn.ts';

/** How the one who carries a refund out has its steps committed: a caller's answer goes with the last one. */
export type Journal = {
  /** The first of them, where the caller is to be found again after a crash. */
  begin(writes: readonly Write[], refund: Refund): Promise<Committed>;
  end(writes: readonly Write[], refund: Refund): Promise<Committed>;
  /** Absent where nobody waits for an answer: the refund then stays Processing until the bank is back. */
  undo?: (writes: readonly Write[]) => Promise<Committed>;
};
export type Errand = {
  bank: Acquirer;
  journal: Journal;
  /** How long to wait for other refunds of the payment, in milliseconds. */
  patienceMs: number;
};

/**
 * Takes a refund to the bank and answers it as it stands then. One that is still pending is decided on the
 * way. `payment` saves a read.
 */
export async function carryOut(
  stored: StoredRefund,
  errand: Errand,
  payment?: PaymentItem,
): Promise<StoredRefund> {
  const { bank, journal, patienceMs } = errand;
  const commitTurn = (writes: readonly Write[]) => journal.begin(writes, stored.refund);
  const turn = await takeTurn(stored, { bank, patienceMs, commitTurn }, payment);
  switch (turn.kind) {
    case 'taken': {
      const outcome = await askBank(turn.stored.refund, turn.payment, bank);
      return await conclude(turn.stored, turn.payment, outcome, errand);
    }
    case 'unreachable':
      return await takeBack(stored, journal);
    case 'overtaken':
      return await reloadOvertaken(stored);
    case 'busy':
      return await leaveToSweep(stored, turn.payment, journal);
  }
}

/** Another refund of the payment does not come back: this one is decided, and goes when its turn comes. */
async function leaveToSweep(
  stored: StoredRefund,
  payment: PaymentItem,
  journal: Journal,
): Promise<StoredRefund> {
  const { refund } = stored;
  if (refund.status !== 'Pending') return stored;
  const { next, writes } = writeRefundStep(stored, decidedRefund(refund, payment, new Date()));
  const result = await retryContended(() => journal.begin(writes, refund));
  return result.kind === 'committed' ? next : await reloadOvertaken(stored);
}

/** Sends what is stored as sent. Never again by itself. */
export async function askBank(
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
  report(level, processedAs === 'Void' ? 'bank void' : 'bank refund', refund, {
    outcome: outcome.kind,
    ...('code' in outcome && { bankResponseCode: outcome.code }),
    ...('reason' in outcome && { reason: outcome.reason }),
  });
  return outcome;
}

/** What the bank's answer makes of a refund that was sent. */
export async function conclude(
  sent: StoredRefund,
  payment: PaymentItem,
  outcome: VoidOutcome | RefundOutcome,
  errand: Errand,
): Promise<StoredRefund> {
  const { refund } = sent;
  const now = new Date();
  switch (outcome.kind) {
    case 'approved':
      return await complete(sent, payment, { as: operationOf(refund), ...referenceOf(outcome) }, errand);
    case 'declined':
      return await fail(sent, failureOf(outcome), errand);
    case 'unknown':
      return sent;
    case 'notSent':
      return await takeBack(sent, errand.journal);
    case 'batchClosed':
      return await goOnAs('Refund', sent, payment, errand);
    case 'notSettledYet':
      return canBecomeVoid(refund)
        ? await goOnAs('Void', sent, payment, errand)
        : await endTurn(sent, postponedRefund(refund, now));
    case 'alreadyRefunded':
      return await reconcile(sent, payment, outcome.code, errand);
  }
}

const operationOf = ({ processedAs }: Refund): BankOperation => processedAs ?? 'Refund';
const referenceOf = ({ hostReference }: Approved) => ({ bankReferenceNumber: hostReference });
const failureOf = ({ code, errorCode, message }: Declined) => ({
  errorCode,
  bankResponseCode: code,
  ...(message !== undefined && { bankMessage: message }),
});

/** Completion: refund, payment and counters in one transaction, with the answer of a caller who waits. */
export async function complete(
  sent: StoredRefund,
  payment: PaymentItem,
  done: { as: BankOperation; bankReferenceNumber: string },
  { journal }: Pick<Errand, 'journal'>,
): Promise<StoredRefund> {
  const refund = completedRefund(sent.refund, done, new Date());
  return await end(sent, refund, writeGivenBack(payment, refund), journal);
}

async function fail(
  sent: StoredRefund,
  failure: Parameters<typeof failedRefund>[1],
  { journal }: Errand,
): Promise<StoredRefund> {
  const hadTurn = sent.refund.sent !== undefined;
  return await end(sent, failedRefund(sent.refund, failure), writeRelease(sent.refund, hadTurn), journal);
}

async function end(
  sent: StoredRefund,
  refund: Refund,
  balance: Write,
  journal: Journal,
): Promise<StoredRefund> {
  const { next, writes } = writeRefundStep(sent, refund);
  const result = await retryContended(() => journal.end([...writes, balance], refund));
  if (result.kind === 'committed') {
    reportEnd(refund);
    return next;
  }
  // Somebody else's settlement stays; without one, the sweep asks the bank again.
  const current = await reload(sent);
  if (current.version === sent.version) report('error', 'refund could not be settled', sent.refund);
  return current;
}

/** The bank has never heard of it. Where somebody waits for an answer, all is as it was before the call. */
async function takeBack(stored: StoredRefund, { undo }: Journal): Promise<StoredRefund> {
  const { refund } = stored;
  // Still pending: nothing has been written yet.
  if (undo === undefined || refund.operationNumber > 1 || refund.status === 'Pending') return stored;
  const hadTurn = refund.sent !== undefined;
  const { next, writes } = writeRefundStep(stored, undoneRefund(refund));
  if (next.refund.status === 'Failed') writes.push(writeRelease(refund, hadTurn));
  else if (hadTurn) writes.push(writeTurnOver(refund));
  const result = await retryContended(() => undo(writes));
  if (result.kind === 'refused') return await reload(stored);
  reportEnd(next.refund);
  return next;
}

/** The other operation, stored before it is done; the turn stays ours. */
async function goOnAs(
  operation: BankOperation,
  sent: StoredRefund,
  payment: PaymentItem,
  errand: Errand,
): Promise<StoredRefund> {
  const { next, writes } = writeRefundStep(sent, switchedRefund(sent.refund, operation, new Date()));
  const result = await retryContended(() => commit(writes));
  if (result.kind === 'refused') return await reload(sent);
  return await carryOut(next, errand, payment);
}

async function endTurn(sent: StoredRefund, refund: Refund): Promise<StoredRefund> {
  const { next, writes } = writeRefundStep(sent, refund);
  const result = await retryContended(() => commit([...writes, writeTurnOver(refund)]));
  reportManualReview(refund);
  return result.kind === 'committed' ? next : await reload(sent);
}

/** "Nothing is left to refund": ours after all, somebody else's, or a plain no. */
async function reconcile(
  sent: StoredRefund,
  payment: PaymentItem,
  code: string,
  errand: Errand,
): Promise<StoredRefund> {
  const history = await errand.bank.inquire(payment.bankOrderId);
  if (history.kind !== 'found') return sent;
  const found = findAlreadyRefunded(sent.refund, history.operations, payment.refundedMinor);
  if (found.kind === 'done') return await complete(sent, payment, found, errand);
  report('error', 'the bank has given back what our books do not show', sent.refund);
  return await fail(sent, { errorCode: 'GENERAL_DECLINE', bankResponseCode: code }, errand);
}

async function reload({ refund }: StoredRefund): Promise<StoredRefund> {
  const current = await loadRefund(refund.merchantId, refund.refundId);
  if (current === undefined) throw new Error('The refund is gone.');
  return current;
}

/** Throws CONCURRENT_UPDATE where others were met and nobody has decided it. */
async function reloadOvertaken(stored: StoredRefund): Promise<StoredRefund> {
  const current = await reload(stored);
  const isUndecided = stored.refund.status === 'Pending' && current.refund.status === 'Pending';
  if (isUndecided) throw new Rejection('CONCURRENT_UPDATE');
  return current;
}
