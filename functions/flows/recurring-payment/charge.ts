// Charges a recurring payment: claim, call the bank, record the answer, schedule the next charge. The bank is
// not called before the claim is stored, and an attempt has one claim, so a trigger may be duplicated, late
// or concurrent (recurring-payments.md R8).
import type { Acquirer } from '#acquirer/acquirer.ts';
import { type CardDetails, isExpired } from '#domain/card/card.ts';
import { monthAt } from '#domain/card/card-expiry.ts';
import { type ChargeDecision, claimedAs, decideCharge } from '#domain/recurring-payment/charge-decision.ts';
import type { CardState } from '#domain/recurring-payment/period/charge-circumstances.ts';
import {
  type ChargeInvocation,
  type DueCharge,
  findDueCharge,
} from '#domain/recurring-payment/period/due-charge.ts';
import { requestAnswered } from '#domain/recurring-payment/period/requested-charge.ts';
import type { Attempt } from '#domain/recurring-payment/recurring-payment.ts';
import { cardAllowedFromMs, writeCardWait } from '#store/card/card-tries.ts';
import { writeProbe } from '#store/merchant-hold.ts';
import {
  type Charge,
  type ChargeContext,
  type ChargeContextKeys,
  loadCharge,
  loadChargeContext,
} from '#store/recurring-payment/charge-context.ts';
import {
  loadRecurringPayment,
  type RecurringPaymentItem,
  writeStep,
} from '#store/recurring-payment/recurring-payment.ts';
import { commit } from '#store/table/commit.ts';
import { whileOvertaken } from '#store/table/commit-retry.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { correlateWith } from '#telemetry/request-context.ts';
import { openCard } from '#vault/card.ts';
import { connectBank, currentPosIdOf } from '../bank-connection.ts';
import { isAnyBankDown } from '../bank-gate.ts';
import { inquireLostSale } from '../inquire-sale.ts';
import { attemptAhead } from './attempt-ahead.ts';
import { finalizeAttempt } from './attempt-finalization.ts';
import { reportAttempt, sellToStoredCard } from './attempt-sale.ts';
import { type ClaimedCharge, commitClaim, noteUnsent, reportMissed } from './charge-claim.ts';
import { holdGateOfNew, probing } from './charge-gate.ts';
import { releaseIfLifted } from './charge-release.ts';
import { scheduleNextCharge } from './charge-schedule.ts';

export type ChargeResult =
  /** Nothing to do: the trigger is stale, early or a duplicate. */
  | 'ignored'
  /** The record changed; the bank was not called. */
  | 'recorded'
  | 'finalized'
  /** The bank refuses the merchant's settings: the attempt waits until they work. */
  | 'held'
  /** The bank's answer is unknown, or the sale was certainly not sent: the sweep goes on with the attempt. */
  | 'open'
  /** Nothing was claimed, because the bank does not answer at present: the sweep makes the charge. */
  | 'deferred';

type ChargeTask = {
  merchantId: string;
  recurringPaymentId: string;
  invocation: ChargeInvocation;
  /** The keys in the trigger; used only if the record has the same keys. */
  contextKeys?: ChargeContextKeys;
  now: Date;
};

/**
 * Throws if the card or the bank's settings cannot be read, or if the table fails: before the claim the bank
 * was not called, after it the sweep recovers the attempt.
 */
export async function chargeRecurringPayment(task: ChargeTask): Promise<ChargeResult> {
  const result = await whileOvertaken(
    () => chargeOnce(task),
    (one) => one === 'overtaken',
  );
  if (result === 'overtaken') throw new Error('The charge lost every race for its claim.');
  return result;
}

/** Decides on the data that is stored, and tries once to commit the decision. */
async function chargeOnce(task: ChargeTask): Promise<ChargeResult | 'overtaken'> {
  const { item, context } = await loadChargeOf(task);
  correlateWith(item?.correlationId);
  const due = item && findDueCharge(item.record, task.invocation, task.now.getTime());
  if (item === undefined || due === undefined || due.kind === 'ignore') {
    return ignoreCharge(task, due?.kind === 'ignore' ? due.reason : 'NotFound');
  }
  return await chargeDue(item, due, context ?? (await loadChargeContext(item, task.now)), task);
}

async function loadChargeOf({
  merchantId,
  recurringPaymentId: id,
  contextKeys,
  now,
}: ChargeTask): Promise<Charge> {
  if (contextKeys !== undefined) return await loadCharge(merchantId, id, contextKeys, now);
  return { item: await loadRecurringPayment(merchantId, id), context: undefined };
}

async function chargeDue(
  item: RecurringPaymentItem,
  due: Exclude<DueCharge, { kind: 'ignore' }>,
  context: ChargeContext,
  task: ChargeTask,
): Promise<ChargeResult | 'overtaken'> {
  const { merchantId, record } = item;
  const { now, invocation } = task;
  const nowMs = now.getTime();
  const gate = await holdGateOfNew(context, merchantId, now);
  // Another probe is under way.
  if (gate.kind === 'closed' && invocation.kind === 'probe') return 'held';
  // A charge that the merchant requested is no probe.
  const maySend = gate.kind === 'open' || (gate.kind === 'probe' && due.kind !== 'requested');
  const { customerIsActive } = context;
  const known = { nowMs, customerIsActive, hold: maySend ? undefined : gate.hold };
  // The card is decrypted only if it would be charged; the caps on its tries are checked last.
  const unopened = await unopenedCardState(context, merchantId, now);
  const beforeOpening = decideCharge(record, invocation, { ...known, card: unopened });
  if (beforeOpening.kind !== 'charge') return await writeDecision(item, task, beforeOpening);

  const connecting = connectBank(merchantId);
  // A card is not decrypted for a sale that cannot be sent.
  if (isAnyBankDown() && (await (await connecting).access.isShut())) return leaveToSweep(task);
  const [card, { bank, access, posId }] = await Promise.all([openChargeCard(item, context), connecting]);
  if (await access.isShut()) return leaveToSweep(task);
  const opened = openedCardState(card, item, context, now);
  const decision = decideCharge(record, invocation, { ...known, card: opened });
  if (decision.kind !== 'charge') {
    const isLimited = decision.kind === 'write' && decision.reason === 'CardCapReached';
    // Marks the card for the sweep, before the charge begins to wait for the limits on its tries.
    const mark = isLimited && writeCardWait(item, context.tries, now);
    if (mark) await commit([mark]);
    return await writeDecision(item, task, decision);
  }

  const ahead = await attemptAhead({ merchantId, id: record.id }, decision.step.attempt);
  if (ahead.kind === 'unanswered') return leaveToSweep(task);
  const step = claimedAs(decision.step, ahead.attemptNumber);
  const sale = ahead.kind === 'sold' ? { bankOrderId: ahead.bankOrderId } : {};
  const writes = gate.kind === 'probe' ? [writeProbe(gate.row, now)] : [];
  const claiming = gate.kind === 'probe' ? probing(step, gate.hold) : step;
  const claimPosId = ahead.kind === 'sold' ? ahead.posId : posId;
  const claimed = await commitClaim(item, claiming, { ...context, posId: claimPosId }, now, { writes, sale });
  if (claimed === undefined) return 'overtaken';
  if (claimed === 'claimed before') {
    const answered = { record: requestAnswered(record, step.attempt), closedPeriods: [] };
    return await writeDecision(item, task, { kind: 'write', step: answered, reason: 'ClaimedBefore' });
  }
  return ahead.kind === 'sold' ? await recordLostSale(claimed) : await callBank({ ...claimed, bank, card });
}

async function unopenedCardState({ card }: ChargeContext, merchantId: string, now: Date): Promise<CardState> {
  if (card === undefined) return { kind: 'blocked', errorCode: 'INVALID_TRANSACTION' };
  const { code: errorCode, posId } = card.blocked ?? {};
  const isHere = posId === undefined || posId === (await currentPosIdOf(merchantId));
  if (errorCode !== undefined && isHere) return { kind: 'blocked', errorCode };
  return { kind: 'chargeable', allowedFromMs: now.getTime() };
}

function openedCardState(
  card: CardDetails,
  { record }: RecurringPaymentItem,
  { tries }: ChargeContext,
  now: Date,
): CardState {
  if (isExpired(card, monthAt(now, record.plan.timeZone))) return { kind: 'expired' };
  return { kind: 'chargeable', allowedFromMs: cardAllowedFromMs(tries, now.getTime()) };
}

async function openChargeCard({ merchantId, record }: RecurringPaymentItem, { sealed }: ChargeContext) {
  if (sealed?.sealed === undefined) throw new Error('The card has no ciphertext.');
  return await openCard(sealed, { merchantId, cardId: record.cardStorageId });
}

async function writeDecision(
  item: RecurringPaymentItem,
  task: ChargeTask,
  decision: Exclude<ChargeDecision, { kind: 'charge' }>,
): Promise<ChargeResult | 'overtaken'> {
  if (decision.kind === 'ignore') return ignoreCharge(task, decision.reason);
  const result = await commit(writeStep(item, decision.step));
  if (result.kind === 'conflict') return 'overtaken';
  const { merchantId, recurringPaymentId, now } = task;
  const why = { merchantId, recurringPaymentId, reason: decision.reason };
  log('info', 'charge not made', why);
  measure({ ChargesNotMade: 1 }, why);
  reportMissed(item, decision.step);
  const planned = { ...item, record: decision.step.record };
  const isMoved = decision.reason === 'CardCapReached' || decision.reason === 'MerchantHeld';
  await scheduleNextCharge(planned, now, isMoved);
  await releaseIfLifted({ ...planned, version: planned.record.version }, now);
  return 'recorded';
}

/**
 * Records the sale that the bank has made already, with its time and card. Nothing is sent. The sweep leaves
 * a sale to a person that is not what the attempt sells.
 */
async function recordLostSale({ item, payment }: ClaimedCharge): Promise<ChargeResult> {
  const attempt = openAttemptOf(item);
  const sent = { sentAtMs: attempt.attemptedAtMs, sender: 'background' } as const;
  const outcome = await inquireLostSale(payment, sent, new Date());
  reportAttempt(item, attempt, outcome);
  if (outcome.kind !== 'approved') return 'open';
  return await finalizeAttempt(item, { attempt, payment, outcome }, new Date());
}

/** Once the claim is stored, only the bank's answer finalizes the attempt. */
async function callBank(call: ClaimedCharge & { bank: Acquirer; card: CardDetails }): Promise<ChargeResult> {
  const { item, payment, bank, card } = call;
  const attempt = openAttemptOf(item);
  const outcome = await sellToStoredCard(bank, payment, card);
  reportAttempt(item, attempt, outcome);
  // A sale that was not sent uses up no try: the sweep sends it again as the same attempt.
  if (outcome.kind === 'notSent') await noteUnsent(item, new Date());
  if (outcome.kind === 'unknown' || outcome.kind === 'notSent') return 'open';
  return await finalizeAttempt(item, { attempt, payment, outcome }, new Date());
}

function openAttemptOf({ record }: RecurringPaymentItem): Attempt {
  if (record.openAttempt === undefined) throw new Error('There is no claimed attempt.');
  return record.openAttempt;
}

function leaveToSweep({ merchantId, recurringPaymentId }: ChargeTask): 'deferred' {
  log('info', 'charge deferred: the bank does not answer', { merchantId, recurringPaymentId });
  return 'deferred';
}

function ignoreCharge({ merchantId, recurringPaymentId, invocation }: ChargeTask, reason: string): 'ignored' {
  const { periodNumber, attemptNumber } = invocation.kind === 'schedule' ? invocation : {};
  log('info', 'charge trigger ignored', {
    merchantId,
    recurringPaymentId,
    reason,
    ...(periodNumber !== undefined && attemptNumber !== undefined && { periodNumber, attemptNumber }),
  });
  return 'ignored';
}
