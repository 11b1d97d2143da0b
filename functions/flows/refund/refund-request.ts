// A merchant waits while a refund is carried out: its steps are committed together with what the merchant's
// Idempotency-Key remembers, so that a repeat after a crash finds the refund and never makes a second one.
import type { Payment } from '#domain/payment/payment.ts';
import type { Refund } from '#domain/refund/refund.ts';
import type { Answer, Call } from '#http/endpoint.ts';
import type { PaymentItem } from '#store/payment/payment.ts';
import { loadRefund, type StoredRefund } from '#store/refund/refund.ts';
import { commit } from '#store/table/commit.ts';
import { bankOf } from '../bank-connection.ts';
import { type CompletedAnswer, refundAnswer } from './refund-answer.ts';
import { type CommitSteps, executeRefund } from './refund-execution.ts';
import { loadRefundable, reserveRefund } from './refund-reservation.ts';

type RefundCall = Pick<
  Call<unknown, unknown>,
  'caller' | 'now' | 'commit' | 'commitBegun' | 'commitUndone' | 'begunSubject'
>;

/** The gateway hangs up after 29 seconds, and the bank may take 20 of them. */
const LOCK_WAIT_MS = 3_000;

/** A refund, decided or still pending, carried out for a merchant who waits. */
export async function executeRefundForCall(
  call: RefundCall,
  stored: StoredRefund,
  done: CompletedAnswer,
  payment: PaymentItem,
): Promise<Answer> {
  const bank = await bankOf(call.caller.merchantId);
  const steps: CommitSteps = {
    begin: (writes, { refundId }) => call.commitBegun(writes, refundId),
    // A refusal is kept by the wrapper once it has been thrown; only a success goes with its effect.
    end: (writes, refund) =>
      refund.status === 'Completed' ? call.commit(writes, refundAnswer(refund, done)) : commit(writes),
    undo: call.commitUndone,
  };
  const { refund } = await executeRefund(stored, { bank, steps, lockWaitMs: LOCK_WAIT_MS }, payment);
  return refundAnswer(refund, done);
}

/** A refund in one step: reserved and decided in one transaction, then carried out. */
export async function refundInOneStep(
  call: RefundCall,
  transactionId: string,
  judge: (payment: Payment) => Refund,
  done: CompletedAnswer,
): Promise<Answer> {
  const { caller, begunSubject } = call;
  const begun = begunSubject && (await loadRefund(caller.merchantId, begunSubject));
  // The first request got so far before it crashed. The sweep goes on with it; this one only tells.
  if (begun) return refundAnswer(begun.refund, done);
  const payment = await loadRefundable(caller.merchantId, transactionId);
  judge(payment);
  // Before anything is written: without the bank's settings no refund must come to be.
  await bankOf(caller.merchantId);
  const stored = await reserveRefund(payment, judge, (writes, { refundId }) =>
    call.commitBegun(writes, refundId),
  );
  return await executeRefundForCall(call, stored, done, payment);
}
