// What the sweep does with a payment whose amount is reserved: it asks about a step whose outcome is not known, tells
// that the end is near, and releases the amount at the end. What the bank's history shows is recorded, whatever
// was sent and whoever did it.
import type { Acquirer, HistoryOperation } from '#acquirer/acquirer.ts';
import { saleIn } from '#acquirer/outcomes.ts';
import { arrivesWithinMs } from '#domain/bank/landing.ts';
import { isAuthorizationOver, newStep } from '#domain/payment/authorization.ts';
import { firstInquiryAt, nextInquiryAt } from '#domain/payment/payment.ts';
import {
  type SteppedPayment,
  writeEndTold,
  writeStep,
  writeStepAgain,
  writeStepEnd,
  writeStepInquiry,
  writeStepUndone,
} from '#store/payment/authorization.ts';
import type { PaymentItem } from '#store/payment/payment.ts';
import { commit } from '#store/table/commit.ts';
import { commitWithRetry } from '#store/table/commit-retry.ts';
import { connectBankOf } from '../bank-connection.ts';
import { outcomeOfResolution } from '../manual-resolution.ts';
import { refusalOf, reportRefusal } from '../merchant-refusal.ts';
import { inquireAgain, plannedInquiry } from '../sale-inquiry.ts';
import { freed, readOutcome, reportTaken, type StepResult, sendStep, taken } from './bank-step.ts';
import { paymentLabels, reportReview } from './payment-labels.ts';

/**
 * Recovers a payment whose amount is reserved and that is due: asks about a step whose outcome is not known, tells
 * that the end is near, or releases the amount at the end.
 */
export async function recoverAuthorization(
  payment: PaymentItem,
  now: Date,
): Promise<'finalized' | 'waiting'> {
  const { authorization } = payment;
  if (authorization === undefined) return 'finalized';
  const { sent, amountMinor } = authorization;
  if (sent !== undefined)
    return await recoverStep({ ...payment, authorization: { ...authorization, sent } }, now);
  const authorized = { ...payment, authorization };
  if (!isAuthorizationOver(authorization, now)) {
    if (!authorization.isEndTold) await commit([writeEndTold(authorized)]);
    return 'finalized';
  }
  const release = newStep({ kind: 'Release', amountMinor }, now);
  const { kind } = await commit([writeStep(authorized, release, firstInquiryAt(now))]);
  if (kind !== 'committed') return 'waiting';
  const claimed = { ...authorized, inquiries: 0, authorization: { ...authorization, sent: release } };
  return await recoverStep(claimed, now, { isUnsent: true });
}

/** What is refused, or was not sent, the next inquiry decides: nobody waits for it. */
async function sendInSweep(bank: Acquirer, payment: SteppedPayment): Promise<'finalized' | 'waiting'> {
  const outcome = await sendStep(bank, payment);
  return outcome.kind === 'done' ? await record(payment, outcome, new Date()) : 'waiting';
}

async function record(
  payment: SteppedPayment,
  done: StepResult,
  now: Date,
): Promise<'finalized' | 'waiting'> {
  const end = done.end(now);
  const { kind } = await commitWithRetry(() => commit([writeStepEnd(payment, end)]));
  if (kind !== 'committed') return 'waiting';
  reportTaken({ ...payment, ...end });
  return 'finalized';
}

/**
 * Asks the bank about a step. `isUnsent`: the service has claimed it and now asks before it sends it, because what
 * was captured without us, in the bank's portal or a time that the table has lost, must not be undone.
 */
async function recoverStep(
  payment: SteppedPayment,
  now: Date,
  { isUnsent } = { isUnsent: false },
): Promise<'finalized' | 'waiting'> {
  const { authorization, inquiries, review, resolution, bankOrderId } = payment;
  const { sent } = authorization;
  const sentAtMs = Date.parse(sent.at);
  const { bank, access } = await connectBankOf(payment);
  const inquiry = await bank.inquire(bankOrderId);
  const found = stateOfHold(payment, saleIn(inquiry));
  const asked = { arrivesWithinMs: arrivesWithinMs('background', bank.landingTimeMs), nowMs: now.getTime() };
  if (found.kind === 'done') return await record(payment, found, now);
  if (found.kind === 'reserved' && isUnsent) return await sendInSweep(bank, payment);
  if (found.kind === 'reserved' && asked.nowMs >= sentAtMs + asked.arrivesWithinMs) {
    if (sent.kind === 'Capture') return await undo(payment);
    const askAtMs = nextInquiryAt(inquiries + 1, now.getTime());
    if (resolution === undefined && askAtMs !== undefined)
      return await sendAgain(bank, payment, { now, askAtMs });
    // The bank has refused to the last, and reserves it no longer than until now.
    if (isAuthorizationOver(authorization, now)) return await record(payment, freed(payment), now);
  }
  if (resolution !== undefined) {
    const resolved = readOutcome(payment, outcomeOfResolution(resolution));
    return resolved.kind === 'done' ? await record(payment, resolved, now) : await undo(payment);
  }
  const refusal = refusalOf(inquiry);
  const isBankDown = inquiry.kind === 'notSent' || (await access.isShut());
  const again = inquireAgain(
    { sentAtMs, inquiries, isBankDown, isRefused: refusal !== undefined, review },
    asked,
  );
  if (refusal) reportRefusal(refusal, paymentLabels(payment));
  if (again === 'whenBankAnswers') return 'waiting';
  const { kind } = await commit([writeStepInquiry(payment, plannedInquiry(again, review, now))]);
  if (kind === 'committed' && again.atMs === undefined && review === undefined) reportReview(payment);
  return 'waiting';
}

async function undo(payment: SteppedPayment): Promise<'finalized'> {
  await commit([writeStepUndone(payment, payment.inquiries + 1)]);
  return 'finalized';
}

/** The pauses grow, so that a few lost requests do not use up all inquiries within an hour. */
async function sendAgain(
  bank: Acquirer,
  payment: SteppedPayment,
  { now, askAtMs }: { now: Date; askAtMs: number },
): Promise<'finalized' | 'waiting'> {
  const { authorization, inquiries } = payment;
  const sent = newStep(authorization.sent, now);
  const again = { ...payment, inquiries: inquiries + 1, authorization: { ...authorization, sent } };
  const { kind } = await commit([writeStepAgain(payment, again, new Date(askAtMs).toISOString())]);
  return kind === 'committed' ? await sendInSweep(bank, again) : 'waiting';
}

type HoldState = StepResult | { kind: 'reserved' } | { kind: 'unclear' };

/** What has become of the amount by the bank's history, whoever did it: our step, or the bank's portal. */
function stateOfHold(payment: SteppedPayment, sale: HistoryOperation | undefined): HoldState {
  if (sale?.status === 'voided') return freed(payment);
  if (sale?.status !== 'approved') return { kind: 'unclear' };
  return sale.reserved ? { kind: 'reserved' } : taken(payment, sale);
}
