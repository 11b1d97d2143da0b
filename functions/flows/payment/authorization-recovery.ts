// What the sweep does with a payment whose amount is reserved: it asks about a step whose outcome is not known, tells
// that the end is near, and releases the amount at the end. What the bank's history shows is recorded, whatever
// was sent and whoever did it.
import type { HistoryOperation } from '#acquirer/acquirer.ts';
import { saleIn } from '#acquirer/outcomes.ts';
import { arrivesWithinMs } from '#domain/bank/landing.ts';
import { isAuthorizationOver } from '#domain/payment/authorization.ts';
import { firstInquiryAt } from '#domain/payment/payment.ts';
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
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { connectBankOf } from '../bank-connection.ts';
import { outcomeOfResolution } from '../manual-resolution.ts';
import { refusalOf, reportRefusal } from '../merchant-refusal.ts';
import { inquireAgain, plannedInquiry } from '../sale-inquiry.ts';
import { type Done, freed, readOutcome, reportTaken, sendStep, taken } from './bank-step.ts';
import { paymentLabels } from './payment-labels.ts';

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
  const { sent } = authorization;
  if (sent !== undefined)
    return await recoverStep({ ...payment, authorization: { ...authorization, sent } }, now);
  const authorized = { ...payment, authorization };
  if (!isAuthorizationOver(authorization, now)) {
    if (!authorization.isEndTold) await commit([writeEndTold(authorized)]);
    return 'finalized';
  }
  const { amountMinor } = authorization;
  const released = { kind: 'Release', amountMinor, at: now.toISOString() } as const;
  const inquiryAt = firstInquiryAt(now);
  const { kind } = await commit([writeStep(authorized, released, inquiryAt)]);
  if (kind !== 'committed') return 'waiting';
  return await sendInSweep({
    ...authorized,
    inquiries: 0,
    authorization: { ...authorization, sent: released },
  });
}

/** What is refused, or was not sent, the next inquiry decides: nobody waits for it. */
async function sendInSweep(payment: SteppedPayment): Promise<'finalized' | 'waiting'> {
  const { bank } = await connectBankOf(payment);
  const outcome = await sendStep(bank, payment);
  return outcome.kind === 'done' ? await record(payment, outcome, new Date()) : 'waiting';
}

async function record(payment: SteppedPayment, done: Done, now: Date): Promise<'finalized' | 'waiting'> {
  const end = done.end(now);
  const { kind } = await commitWithRetry(() => commit([writeStepEnd(payment, end)]));
  if (kind !== 'committed') return 'waiting';
  reportTaken({ ...payment, ...end });
  return 'finalized';
}

async function recoverStep(payment: SteppedPayment, now: Date): Promise<'finalized' | 'waiting'> {
  const { authorization, inquiries, review, resolution, bankOrderId } = payment;
  const { sent } = authorization;
  const sentAtMs = Date.parse(sent.at);
  const { bank, access } = await connectBankOf(payment);
  const inquiry = await bank.inquire(bankOrderId);
  const found = stateOfHold(payment, saleIn(inquiry));
  const asked = { arrivesWithinMs: arrivesWithinMs('background', bank.landingTimeMs), nowMs: now.getTime() };
  const hasLanded = asked.nowMs >= sentAtMs + asked.arrivesWithinMs;
  if (found.kind === 'done') return await record(payment, found, now);
  if (found.kind === 'reserved' && hasLanded) {
    // What the bank reserves no longer than until now, it has released by itself.
    if (sent.kind === 'Release')
      return isAuthorizationOver(authorization, now)
        ? await record(payment, freed(payment), now)
        : await sendAgain(payment, now);
    await commit([writeStepUndone(payment, inquiries + 1)]);
    return 'finalized';
  }
  if (resolution !== undefined) {
    const resolved = readOutcome(payment, outcomeOfResolution(resolution));
    if (resolved.kind === 'done') return await record(payment, resolved, now);
    await commit([writeStepUndone(payment, inquiries + 1)]);
    return 'finalized';
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
  if (kind === 'committed' && again.atMs === undefined && review === undefined) {
    log('error', 'payment needs manual review', paymentLabels(payment));
    measure({ ManualReviews: 1 }, paymentLabels(payment));
  }
  return 'waiting';
}

async function sendAgain(payment: SteppedPayment, now: Date): Promise<'finalized' | 'waiting'> {
  const at = now.toISOString();
  const { kind } = await commit([writeStepAgain(payment, at, firstInquiryAt(now))]);
  if (kind !== 'committed') return 'waiting';
  const { authorization, inquiries } = payment;
  const sent = { ...authorization.sent, at };
  return await sendInSweep({
    ...payment,
    inquiries: inquiries + 1,
    authorization: { ...authorization, sent },
  });
}

type HoldState = Done | { kind: 'reserved' } | { kind: 'unclear' };

/** What has become of the amount by the bank's history, whoever did it: our step, or the bank's portal. */
function stateOfHold(payment: SteppedPayment, sale: HistoryOperation | undefined): HoldState {
  if (sale?.status === 'voided') return freed(payment);
  if (sale?.status !== 'approved') return { kind: 'unclear' };
  return sale.reserved ? { kind: 'reserved' } : taken(payment, sale);
}
