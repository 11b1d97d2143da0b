// Charges a recurring payment when its alarm rings: claim, call, settle, plan. Nothing is sent before the
// claim is written, and there is one claim per attempt, so alarms may ring twice, late or together (rule
// 8).
import type { Acquirer } from '#acquirer/acquirer.ts';
import { type CardDetails, isExpired } from '#domain/card.ts';
import { monthAt } from '#domain/card-expiry.ts';
import {
  type Alarm,
  type CardStanding,
  type ChargeDecision,
  decideCharge,
  plannedAtMs,
  readAlarm,
} from '#domain/charge-decision.ts';
import { nextInquiryAt, type Payment } from '#domain/payment.ts';
import type { Attempt } from '#domain/recurring-payment.ts';
import { cardAllowedFromMs, writeCardTry } from '#store/card-tries.ts';
import {
  type Charge,
  type ChargeMeans,
  loadCharge,
  loadChargeMeans,
  type MeansAddress,
} from '#store/charge-means.ts';
import { commit } from '#store/commit.ts';
import { writePaymentClaim } from '#store/payment.ts';
import {
  type Flight,
  loadRecurringPayment,
  type RecurringPaymentItem,
  writeStep,
} from '#store/recurring-payment.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { follow } from '#telemetry/trail.ts';
import { openCard } from '#vault/card.ts';
import { planNextCharge } from './charge-alarm.ts';
import { afterContention, MOST_TRIES } from './contention.ts';
import { bankOf } from './merchant-bank.ts';
import { nameAttempt, newRecurringPaymentSale, reportAttempt, sell } from './recurring-sale.ts';
import { cardTryOf, settleAttempt } from './recurring-settlement.ts';

/** A lost alarm is made up for by the sweep within eight minutes: later than this, both have failed. */
const LATE_AFTER_MS = 15 * 60_000;
const SECOND_MS = 1000;

export type ChargeEnd =
  /** Nothing to do: a stale, early or doubled alarm. */
  | 'ignored'
  /** The record changed without the bank. */
  | 'written'
  | 'settled'
  /** The bank's answer is not known: the sweep will find it out. */
  | 'unknown';

export type Ring = {
  merchantId: string;
  recurringPaymentId: string;
  alarm: Alarm;
  /** As the alarm tells it; a guess until the record says the same. */
  means?: MeansAddress;
  now: Date;
};

/** Throws where card, bank settings or table cannot be reached; nothing has been sent then. */
export async function chargeRecurringPayment(ring: Ring): Promise<ChargeEnd> {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const { item, means } = await loadRung(ring);
    follow(item?.correlationId);
    const due = item && readAlarm(item.record, ring.alarm, ring.now.getTime());
    if (item === undefined || due?.kind !== 'due') {
      return ignored(ring, due?.kind === 'ignore' ? due.reason : 'NotFound');
    }
    const end = await chargeOnce(item, means ?? (await loadChargeMeans(item, ring.now)), ring);
    if (end !== 'overtaken') return end;
    await afterContention(tries);
  }
  throw new Error('The charge lost every race for its claim.');
}

async function loadRung({ merchantId, recurringPaymentId: id, means, now }: Ring): Promise<Charge> {
  if (means !== undefined) return await loadCharge(merchantId, id, means, now);
  return { item: await loadRecurringPayment(merchantId, id), means };
}

/** One look at everything and one try to write what follows from it. */
async function chargeOnce(
  item: RecurringPaymentItem,
  means: ChargeMeans,
  ring: Ring,
): Promise<ChargeEnd | 'overtaken'> {
  const { merchantId, record } = item;
  const { now, alarm } = ring;
  const decide = (card: CardStanding) => {
    const { customerIsActive } = means;
    return decideCharge(record, alarm, { nowMs: now.getTime(), customerIsActive, card });
  };
  // The card is opened only where it would be charged; the caps on its tries come last.
  const first = decide(visibleStanding(means, now.getTime()));
  if (first.kind !== 'charge') return await writeDecision(item, ring, first);
  const [card, bank] = await Promise.all([openMeans(item, means), bankOf(merchantId)]);
  const decision = decide(openStanding(card, item, means, now));
  if (decision.kind !== 'charge') return await writeDecision(item, ring, decision);

  const claimed = await claim(item, decision, means, now);
  if (claimed === undefined) return 'overtaken';
  return await callBank({ ...claimed, bank, card });
}

function visibleStanding({ card }: ChargeMeans, nowMs: number): CardStanding {
  if (card === undefined) return { kind: 'refused', errorCode: 'INVALID_TRANSACTION' };
  if (card.refused) return { kind: 'refused', errorCode: card.refused.code };
  return { kind: 'chargeable', allowedFromMs: nowMs };
}

function openStanding(
  card: CardDetails,
  { record }: RecurringPaymentItem,
  { tries }: ChargeMeans,
  now: Date,
): CardStanding {
  if (isExpired(card, monthAt(now, record.plan.timeZone))) return { kind: 'expired' };
  return { kind: 'chargeable', allowedFromMs: cardAllowedFromMs(tries, now.getTime()) };
}

async function openMeans({ merchantId, record }: RecurringPaymentItem, { sealed }: ChargeMeans) {
  if (sealed?.sealed === undefined) throw new Error('The card has nothing sealed.');
  return await openCard(sealed, { merchantId, cardId: record.cardStorageId });
}

async function writeDecision(
  item: RecurringPaymentItem,
  ring: Ring,
  decision: Exclude<ChargeDecision, { kind: 'charge' }>,
): Promise<ChargeEnd | 'overtaken'> {
  if (decision.kind === 'ignore') return ignored(ring, decision.reason);
  const result = await commit(writeStep(item, decision.step));
  if (result.kind === 'refused') return 'overtaken';
  const { merchantId, recurringPaymentId, now } = ring;
  const why = { merchantId, recurringPaymentId, reason: decision.because };
  log('info', 'charge not made', why);
  measure({ ChargesNotMade: 1 }, why);
  const planned = { ...item, record: decision.step.record };
  await planNextCharge(planned, now, decision.because === 'CardCapReached');
  return 'written';
}

type Claimed = { item: RecurringPaymentItem; payment: Payment };

/** Attempt, payment, the card's try and the record's next version: all of it or nothing. */
async function claim(
  item: RecurringPaymentItem,
  { step }: Extract<ChargeDecision, { kind: 'charge' }>,
  { card, sealed, tries }: ChargeMeans,
  now: Date,
): Promise<Claimed | undefined> {
  const { record, attempt } = step;
  if (card === undefined || sealed === undefined) return undefined;
  const payment = newRecurringPaymentSale(item, attempt, card);
  const inquiryAtMs = nextInquiryAt(0, now.getTime()) ?? now.getTime();
  const flight: Flight = {
    sentAt: now.toISOString(),
    inquiries: 0,
    sealVersion: sealed.version,
    inquiryAt: new Date(inquiryAtMs).toISOString(),
  };
  const { paymentReferenceNumber } = payment;
  const result = await commit([
    ...writeStep(item, step, { flight, paymentReferenceNumber }),
    writePaymentClaim(payment),
    writeCardTry(cardTryOf(item, attempt), tries),
  ]);
  if (result.kind === 'refused') return undefined;
  reportClaim(item, attempt);
  return { item: { ...item, version: record.version, record, flight }, payment };
}

function reportClaim(item: RecurringPaymentItem, attempt: Attempt): void {
  const lateMs = attempt.attemptedAtMs - plannedAtMs(item.record, attempt);
  measure(
    {
      ChargesAttempted: 1,
      ChargeDelay: Math.max(0, Math.round(lateMs / SECOND_MS)),
      ChargesLate: lateMs > LATE_AFTER_MS ? 1 : 0,
    },
    nameAttempt(item, attempt),
  );
}

/** From here on only the bank's own word ends the attempt. */
async function callBank(call: Claimed & { bank: Acquirer; card: CardDetails }): Promise<ChargeEnd> {
  const { item, payment, bank, card } = call;
  const attempt = item.record.openAttempt;
  if (attempt === undefined) throw new Error('There is no claimed attempt.');
  const outcome = await sell(bank, payment, card);
  reportAttempt(item, attempt, outcome);
  // What never left is sent again by the sweep, as the same attempt: no fault of the card.
  if (outcome.kind === 'unknown' || outcome.kind === 'notSent') return 'unknown';
  await settleAttempt(item, { attempt, payment, end: outcome }, new Date());
  return 'settled';
}

function ignored({ merchantId, recurringPaymentId, alarm }: Ring, reason: string): 'ignored' {
  const { periodNumber, attemptNumber } = alarm.kind === 'schedule' ? alarm : {};
  log('info', 'alarm ignored', {
    merchantId,
    recurringPaymentId,
    reason,
    ...(periodNumber !== undefined && attemptNumber !== undefined && { periodNumber, attemptNumber }),
  });
  return 'ignored';
}
