// Takes or frees an amount that the bank has reserved, for a merchant's call: claim, call the bank, record
// (payments.md 13). The step is stored before it is sent, one at a time; if its answer is lost, the sweep records
// what the bank did (authorization-recovery.ts).
import { newStep, type SentStep } from '#domain/payment/authorization.ts';
import { firstInquiryAt, type Payment } from '#domain/payment/payment.ts';
import { Rejection } from '#domain/rejection.ts';
import {
  type AuthorizedPayment,
  type SteppedPayment,
  writeStep,
  writeStepEnd,
  writeStepUndone,
} from '#store/payment/authorization.ts';
import { loadPayment, type PaymentItem } from '#store/payment/payment.ts';
import { commit } from '#store/table/commit.ts';
import { commitWithRetry, untilCommitted } from '#store/table/commit-retry.ts';
import { log } from '#telemetry/log.ts';
import { connectBankOf } from '../bank-connection.ts';
import { requireLease } from '../lease.ts';
import type { MerchantCall } from '../merchant-call.ts';
import { refusedSettings, reportRefusal, SETTINGS_REFUSED } from '../merchant-refusal.ts';
import { correlateWithOrder } from '../order-correlation.ts';
import { reportTaken, type StepResult, sendStep } from './bank-step.ts';
import { paymentLabels } from './payment-labels.ts';

type AskedStep = Pick<SentStep, 'kind'> & {
  /** What is taken or freed of what is reserved, in minor units; throws if that cannot be. */
  amountOf(reservedMinor: number): number;
  /** False for a payment that the caller may not act on. */
  isOwn(payment: Payment): boolean;
};
type StepCall<Answer> = Omit<MerchantCall<Answer>, 'caller'> & {
  caller: { merchantId: string; keyId: string };
};

/**
 * Captures or releases the payment of the path. Returns `answerOf` the payment as it is stored then, which still
 * names the step if its outcome is not known.
 * @throws Rejection PAYMENT_NOT_FOUND, PAYMENT_NOT_AUTHORIZED, CAPTURE_IN_PROGRESS, CAPTURE_DECLINED_BY_BANK,
 * BANK_UNAVAILABLE, SERVICE_STANDBY, CONCURRENT_UPDATE; that of `amountOf`
 */
export async function takeStep<Answer>(
  call: StepCall<Answer>,
  asked: AskedStep,
  answerOf: (payment: Payment) => Answer,
): Promise<Answer> {
  const { caller, path, begunSubject, commitBegun, now } = call;
  const reference = begunSubject ?? path['paymentReferenceNumber'] ?? '';
  const load = () => requirePaymentOf(caller.merchantId, reference, asked.isOwn);
  const known = await load();
  if (begunSubject !== undefined) return await answerBegun(call, known, asked, answerOf);
  judge(known, asked);
  const [{ bank, access }] = await Promise.all([connectBankOf(known), requireLease()]);
  if (await access.isShut()) throw new Rejection('BANK_UNAVAILABLE');
  const payment = await untilCommitted({
    load: async (conflict) => (conflict ? await load() : known),
    decide: (current) => {
      const { authorization, ...step } = judge(current, asked);
      const sent = newStep({ ...step, by: caller.keyId }, now);
      const inquiryAt = firstInquiryAt(now);
      const stepped = { ...current, inquiryAt, inquiries: 0, authorization: { ...authorization, sent } };
      return { writes: [writeStep({ ...current, authorization }, sent, inquiryAt)], result: stepped };
    },
    commit: (writes, { paymentReferenceNumber }) => commitBegun(writes, paymentReferenceNumber),
  });
  const outcome = await sendStep(bank, payment);
  switch (outcome.kind) {
    case 'done':
      return await recordForCall(call, payment, outcome, { asked, answerOf });
    case 'unknown':
      return answerOf(payment);
    case 'declined': {
      const refused = refusedSettings(outcome);
      if (refused) {
        reportRefusal(refused, paymentLabels(payment));
        throw (await undo(call, payment)).advising(SETTINGS_REFUSED);
      }
      await commitWithRetry(() => commit([writeStepUndone(payment, 0)]));
      throw new Rejection('CAPTURE_DECLINED_BY_BANK', {
        bankErrorCode: outcome.errorCode,
        bankResponseCode: outcome.code,
        bankMessage: outcome.message ?? null,
      });
    }
    case 'notSent':
      throw await undo(call, payment);
  }
}

/** The bank has judged nothing: the call may be repeated with its key. */
async function undo<Answer>(call: StepCall<Answer>, payment: SteppedPayment): Promise<Rejection> {
  await commitWithRetry(() => call.commitUndone([writeStepUndone(payment, 0)]));
  return new Rejection('BANK_UNAVAILABLE');
}

async function requirePaymentOf(
  merchantId: string,
  reference: string,
  isOwn: AskedStep['isOwn'],
): Promise<PaymentItem> {
  const payment = await loadPayment(merchantId, reference);
  if (payment === undefined || !isOwn(payment)) throw new Rejection('PAYMENT_NOT_FOUND');
  correlateWithOrder(payment);
  return payment;
}

/** What may be sent of the payment as it is stored. */
function judge(
  { status, authorization }: Payment,
  { kind, amountOf }: AskedStep,
): Pick<SentStep, 'kind' | 'amountMinor'> & Pick<AuthorizedPayment, 'authorization'> {
  if (status !== 'Authorized' || authorization === undefined)
    throw new Rejection('PAYMENT_NOT_AUTHORIZED', { status });
  const { sent, amountMinor } = authorization;
  if (sent !== undefined) throw new Rejection('CAPTURE_IN_PROGRESS', { underWay: sent.kind });
  return { kind, amountMinor: amountOf(amountMinor), authorization };
}

/**
 * An earlier call with this key crashed after its claim; the sweep recovers the payment. If it shows that the bank
 * did nothing, a further call with the key starts over.
 */
async function answerBegun<Answer>(
  call: StepCall<Answer>,
  payment: Payment,
  asked: AskedStep,
  answerOf: (payment: Payment) => Answer,
): Promise<Answer> {
  const { status, authorization } = payment;
  if (isMade(payment, asked)) return answerOf(payment);
  const underWay = authorization?.sent?.kind;
  if (underWay !== undefined) throw new Rejection('CAPTURE_IN_PROGRESS', { underWay });
  await call.commitUndone([]);
  if (status === 'Authorized') throw new Rejection('BANK_UNAVAILABLE');
  throw new Rejection('PAYMENT_NOT_AUTHORIZED', { status });
}

/** True if the step that was asked for is under way, or has ended the hold; that of another call may have. */
function isMade({ authorization }: Payment, { kind, amountOf }: AskedStep): boolean {
  const { amountMinor, sent, ended } = authorization ?? {};
  if (ended?.as === kind) return true;
  return sent?.kind === kind && amountMinor !== undefined && sent.amountMinor === amountOf(amountMinor);
}

/** If it cannot be stored now, the payment is answered as it is, and the sweep stores it. */
async function recordForCall<Answer>(
  call: StepCall<Answer>,
  payment: SteppedPayment,
  done: StepResult,
  { asked, answerOf }: { asked: AskedStep; answerOf: (payment: Payment) => Answer },
): Promise<Answer> {
  const end = done.end(new Date());
  const { inquiryAt: _, ...ended }: Payment = { ...payment, ...end };
  const answer = answerOf(ended);
  try {
    const { kind } = await commitWithRetry(() => call.commit([writeStepEnd(payment, end)], answer));
    if (kind === 'committed') {
      reportTaken(ended);
      return answer;
    }
  } catch (error) {
    log('error', 'payment not finalized: the sweep will do it', paymentLabels(payment), error);
    return answerOf(payment);
  }
  const stored = await requirePaymentOf(payment.merchantId, payment.paymentReferenceNumber, () => true);
  return answerOf(isMade(stored, asked) ? stored : payment);
}
