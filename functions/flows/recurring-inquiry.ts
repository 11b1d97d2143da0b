// What the sweep does for a recurring payment: charges what is overdue, and finds out what became of an
// attempt that nobody came back from. What certainly never reached the bank is sent again as the same
// attempt, so that a broken line costs the cardholder no try.
import type { Acquirer, SaleOutcome } from '#acquirer/acquirer.ts';
import { isExpired } from '#domain/card.ts';
import { monthAt } from '#domain/card-expiry.ts';
import { sentAgain } from '#domain/charge-settlement.ts';
import { nextInquiryAt, type Payment } from '#domain/payment.ts';
import type { Attempt, RecurringPayment } from '#domain/recurring-payment.ts';
import { lastPeriodNumber, newestPeriodDue } from '#domain/recurring-plan.ts';
import { loadChargeMeans, meansAddressOf } from '#store/charge-means.ts';
import { commit } from '#store/commit.ts';
import { loadPayment } from '#store/payment.ts';
import {
  type Flight,
  loadRecurringPayment,
  type RecurringPaymentItem,
  writeFlight,
} from '#store/recurring-payment.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { follow } from '#telemetry/trail.ts';
import { openCard } from '#vault/card.ts';
import { bankOf } from './merchant-bank.ts';
import { chargeRecurringPayment } from './recurring-charge.ts';
import { nameAttempt, paymentReferenceOf, reportAttempt, sell } from './recurring-sale.ts';
import { settleAttempt } from './recurring-settlement.ts';
import { inquireAgainAt, readSaleInquiry } from './sale-inquiry.ts';

/** An attempt whose answer is not known, with all that is needed to ask for it. */
type Open = { item: RecurringPaymentItem; attempt: Attempt; flight: Flight; payment: Payment; now: Date };
export type SweepEnd = 'settled' | 'waiting';

export async function sweepRecurringPayment(merchantId: string, id: string, now: Date): Promise<SweepEnd> {
  const item = await loadRecurringPayment(merchantId, id);
  if (item === undefined) return 'settled';
  follow(item.correlationId);
  const { openAttempt: attempt } = item.record;
  if (attempt === undefined) {
    const means = meansAddressOf(item);
    const ring = { merchantId, recurringPaymentId: id, alarm: { kind: 'sweep' as const }, means, now };
    return (await chargeRecurringPayment(ring)) === 'unknown' ? 'waiting' : 'settled';
  }
  const { flight } = item;
  if (flight?.inquiryAt === undefined || Date.parse(flight.inquiryAt) > now.getTime()) return 'waiting';
  const payment = await loadPayment(merchantId, paymentReferenceOf(id, attempt));
  if (payment === undefined) throw new Error('The payment of the attempt is gone.');
  return await inquire({ item, attempt, flight, payment, now });
}

async function inquire(open: Open): Promise<SweepEnd> {
  const { item, attempt, flight, payment, now } = open;
  const bank = await bankOf(item.merchantId);
  const { amountMinor, verdict } = payment;
  const sale = { amountMinor, sentAtMs: Date.parse(flight.sentAt), verdict };
  const asked = { landingTimeMs: bank.landingTimeMs, nowMs: now.getTime() };
  const outcome = readSaleInquiry(sale, await bank.inquire(payment.bankOrderId), asked);
  reportAttempt(item, attempt, outcome);
  if (outcome.kind === 'notSent') return await sendAgain(open, bank);
  return await end(open, outcome, inquireAgainAt(sale, flight.inquiries + 1, asked));
}

/** Settles what is known; what is not is asked for again at `againMs`, or looked at by a person. */
async function end(
  { item, attempt, flight, payment, now }: Open,
  outcome: SaleOutcome,
  againMs: number | undefined,
): Promise<SweepEnd> {
  if (outcome.kind === 'approved' || outcome.kind === 'declined') {
    await settleAttempt(item, { attempt, payment, end: outcome }, now);
    return 'settled';
  }
  await commit([writeFlight(item, flightOf(flight, againMs))]);
  if (againMs === undefined) {
    const which = nameAttempt(item, attempt);
    log('error', 'recurring charge needs manual review', which);
    measure({ ManualReviews: 1 }, which);
  }
  return 'waiting';
}

/** Asked about once more, and again at that moment, if there is one. */
function flightOf({ inquiryAt: _, ...sent }: Flight, inquiryAtMs: number | undefined): Flight {
  const inquiryAt = inquiryAtMs === undefined ? {} : { inquiryAt: new Date(inquiryAtMs).toISOString() };
  return { ...sent, inquiries: sent.inquiries + 1, ...inquiryAt };
}

/**
 * The bank has never heard of it. It goes out again under the same order id, claimed anew so that only one
 * sweep sends it; but not if it was let go of meanwhile or can no longer be charged, and not for ever.
 */
async function sendAgain(open: Open, bank: Acquirer): Promise<SweepEnd> {
  const { item, attempt, flight, payment, now } = open;
  const againMs = nextInquiryAt(flight.inquiries + 1, now.getTime());
  const means = againMs === undefined ? undefined : await chargeableMeans(open);
  if (means === undefined) {
    await settleAttempt(item, { attempt, payment, end: { kind: 'notSent' } }, now);
    return 'settled';
  }
  const { card, sealVersion } = means;
  const sending = flightOf({ ...flight, sentAt: now.toISOString(), sealVersion }, againMs);
  const resent = sentAgain(item.record);
  const claimed = await commit([writeFlight(item, sending, resent)]);
  if (claimed.kind === 'refused') return 'waiting';
  const record = { ...resent, version: item.record.version + 1 };
  const again = { ...open, item: { ...item, version: record.version, record, flight: sending } };
  const outcome = await sell(bank, payment, card);
  reportAttempt(item, attempt, outcome);
  if (outcome.kind !== 'approved' && outcome.kind !== 'declined') return 'waiting';
  return await end(again, outcome, undefined);
}

/**
 * The card in clear, where this attempt may still be made: nobody stopped it, no newer due date has come,
 * card and customer are in order.
 */
async function chargeableMeans({ item, attempt, now }: Open) {
  const { merchantId, record } = item;
  if (record.openPeriod?.number !== attempt.periodNumber || isNextDueHere(record, now)) return undefined;
  const { customerIsActive, card, sealed } = await loadChargeMeans(item, now);
  if (!customerIsActive || card === undefined || card.refused || sealed === undefined) return undefined;
  const clear = await openCard(sealed, { merchantId, cardId: record.cardStorageId });
  if (isExpired(clear, monthAt(now, record.plan.timeZone))) return undefined;
  return { card: clear, sealVersion: sealed.version };
}

function isNextDueHere({ plan, nextPeriodNumber }: RecurringPayment, now: Date): boolean {
  const newestDue = newestPeriodDue(plan, now.getTime()) ?? -1;
  return Math.min(newestDue, lastPeriodNumber(plan)) >= nextPeriodNumber;
}
