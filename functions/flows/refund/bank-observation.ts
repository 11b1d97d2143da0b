// Observes the bank for the next step of a refund. A bank identifies refunds by order and amount only, so the
// refunds of one payment are sent one by one, under the refund lock on the payment's row.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Acquirer } from '#acquirer/acquirer.ts';
import type { UnsendableReason } from '#domain/bank/waiting.ts';
import { defined } from '#domain/defined.ts';
import { stopsMerchant } from '#domain/payment/merchant-fault.ts';
import type { Refund } from '#domain/refund/refund.ts';
import { compareRefunds, refundsAtBank } from '#domain/refund/refund-history.ts';
import { isCreditLeft } from '#domain/refund/refund-limit.ts';
import { decidedRefund } from '#domain/refund/refund-progress.ts';
import type { RefundObservation } from '#domain/refund/refund-step.ts';
import type { PaymentItem } from '#store/payment/payment.ts';
import { leaseEpoch } from '../lease.ts';
import { paymentOfRefund } from './refund-lookup.ts';
import { logRefund } from './refund-report.ts';

/** The observation, and the payment as it was read for it. */
export type ObservedRefund = { observation: RefundObservation; payment: PaymentItem };

/** Instants of performance.now(). */
export type TimeLimits = {
  /** The end of the wait for the refund lock. */
  lockWaitEndsAtMs: number;
  /**
   * No call to the bank begins later, because it may take 20 seconds. Exception: a refund that is stored as
   * sent is always sent.
   */
  lastCallAtMs: number;
};

/** Both limits count from now. */
export function limitTime(callWithinMs: number, lockWaitMs = 3_000): TimeLimits {
  const startMs = performance.now();
  return { lockWaitEndsAtMs: startMs + lockWaitMs, lastCallAtMs: startMs + callWithinMs };
}

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 250;

/** Calls the bank for a refund that was just stored as sent. */
export async function callBank(
  refund: Refund,
  payment: PaymentItem,
  bank: Acquirer,
  { lastCallAtMs }: TimeLimits,
): Promise<RefundObservation> {
  const { bankOrderId, bankReferenceNumber: hostReference } = payment;
  const { amountMinor, currency, processedAs } = refund;
  const isVoid = processedAs === 'Void';
  const leavesNothing = payment.capture === 'manual' && payment.paidAt !== undefined;
  const order = { bankOrderId, amountMinor, currency, leavesNothing, ...defined({ hostReference }) };
  const outcome = isVoid ? await bank.voidSale(order) : await bank.refund(order);
  logRefund(outcome.kind === 'unknown' ? 'warn' : 'info', isVoid ? 'bank void' : 'bank refund', refund, {
    outcome: outcome.kind,
    ...('code' in outcome && { bankResponseCode: outcome.code }),
    ...('reason' in outcome && { reason: outcome.reason }),
  });
  if (outcome.kind === 'approved' && !isVoid && payment.refundReferences?.has(outcome.hostReference)) {
    logRefund('error', 'the bank approved a refund with the reference of another one', refund);
    return { kind: 'unknown' };
  }
  if (outcome.kind === 'alreadyVoided') return { kind: 'foundAtBank', as: 'Void' };
  if (outcome.kind !== 'alreadyRefunded') return outcome;
  if (performance.now() > lastCallAtMs) return { kind: 'unknown' };
  const history = await bank.inquire(bankOrderId);
  return history.kind === 'found' ? { ...outcome, history: history.operations } : { kind: 'unknown' };
}

/**
 * Waits until no other refund of the payment holds the lock, and reads the bank's refunds so far. A Credit is
 * ready only if they equal ours (refunds.md 8.1); a lost answer is recognised by them later. The observation
 * is `later` if the lock stays busy or the time is over (refunds.md 5.10).
 */
export async function prepareToSend(
  refund: Refund,
  known: PaymentItem,
  bank: Acquirer,
  limits: TimeLimits,
): Promise<ObservedRefund> {
  const payment = await waitForRefundLock(refund, known, limits.lockWaitEndsAtMs);
  const later: ObservedRefund = { observation: { kind: 'later' }, payment };
  const isTimeOver = () => performance.now() > limits.lastCallAtMs;
  if (!isLockFree(payment, refund) || isTimeOver()) return later;
  const undecided = { ...refund, ...defined({ leaseEpoch: leaseEpoch() }) };
  const decided = refund.status === 'Pending' ? decidedRefund(undecided, payment, new Date()) : undecided;
  const ready = { kind: 'readyToSend', refund: decided, senderId: randomUUID() } as const;
  // Another call has sent this refund meanwhile: the history may have it already, and the claim fails.
  const isSentElsewhere = payment.refundLock === refund.refundId && refund.operationNumber === 1;
  if (decided.processedAs !== 'Refund' || isSentElsewhere) {
    return { observation: { ...ready, before: undefined }, payment };
  }
  if (!isCreditLeft(payment)) return unsendable('RefundLimitReached', payment);
  const history = await bank.inquire(payment.bankOrderId);
  if (history.kind === 'unknown' && history.isTooLarge) return unsendable('HistoryTooLong', payment);
  const refusal = history.kind === 'unknown' ? history.merchantRefusal : undefined;
  if (refusal && stopsMerchant(refusal.fault)) {
    return { observation: { kind: 'merchantRefused', code: refusal.code }, payment };
  }
  // Without the history a lost answer could not be recognised, so nothing may be sent.
  if (history.kind !== 'found') return { observation: { kind: 'notSent' }, payment };
  const { operations } = history;
  const compared = compareRefunds(payment, operations);
  // A refund that ended between the two reads is in the history, and not in the payment that was read first.
  const current = compared.kind === 'equal' ? payment : await reload(payment);
  if (hasMoved(payment, current)) return await prepareToSend(refund, current, bank, limits);
  if (compared.kind !== 'equal')
    return { observation: { kind: 'refundsDiffer', compared, history: operations }, payment };
  if (isTimeOver()) return later;
  return { observation: { ...ready, before: refundsAtBank(operations) }, payment };
}

const unsendable = (reason: UnsendableReason, payment: PaymentItem): ObservedRefund => ({
  observation: { kind: 'unsendable', reason },
  payment,
});

const hasMoved = (read: PaymentItem, now: PaymentItem) =>
  read.refundedMinor !== now.refundedMinor || read.refundLock !== now.refundLock;

const isLockFree = ({ refundLock }: PaymentItem, { refundId }: Refund) =>
  refundLock === undefined || refundLock === refundId;

async function waitForRefundLock(
  refund: Refund,
  known: PaymentItem,
  lockWaitEndsAtMs: number,
): Promise<PaymentItem> {
  let payment = known;
  let pauseMs = FIRST_PAUSE_MS;
  while (!isLockFree(payment, refund) && performance.now() < lockWaitEndsAtMs) {
    await sleep(Math.random() * pauseMs);
    pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS);
    payment = await reload(payment);
  }
  return payment;
}

const reload = ({ merchantId, paymentReferenceNumber }: PaymentItem): Promise<PaymentItem> =>
  paymentOfRefund({ merchantId, transactionId: paymentReferenceNumber });
