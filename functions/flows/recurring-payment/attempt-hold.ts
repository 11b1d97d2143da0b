// Holds attempts that the bank refused for the merchant's own settings, and lifts the hold of the merchant
// when the bank judges a card again (recurring-payments.md R26 and R27). The hold of the merchant is written
// first: after a crash in between, the sweep finds the attempt in flight, and its next answer holds it.
import type { Approved, Declined } from '#acquirer/acquirer.ts';
import { isByNetwork, type MerchantFault, stopsMerchant } from '#domain/payment/merchant-fault.ts';
import { type Payment, posOf } from '#domain/payment/payment.ts';
import { holdAttempt } from '#domain/recurring-payment/attempt-hold.ts';
import type { ChargeHold } from '#domain/recurring-payment/charge-hold.ts';
import type { Attempt } from '#domain/recurring-payment/recurring-payment.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { writeCardAnswer } from '#store/card/card-tries.ts';
import { isStandingAt, liftHold, loadMerchantHold, standHold } from '#store/merchant-hold.ts';
import { writePaymentOutcome } from '#store/payment/payment-writes.ts';
import { type RecurringPaymentItem, writeStep } from '#store/recurring-payment/recurring-payment.ts';
import { untilCommitted } from '#store/table/commit-retry.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { currentPosIdOf, forgetBank } from '../bank-connection.ts';
import { type FinalSaleOutcome, paymentOutcome } from '../payment-outcome.ts';
import { attemptLabels, cardTryOf, isSentAgain, reloaded } from './attempt-sale.ts';
import { releaseIfLifted } from './charge-release.ts';
import { scheduleNextCharge } from './charge-schedule.ts';

type SettingsRefusal = { fault: MerchantFault; outcome: Declined };

/** Undefined if the outcome is not about the merchant's settings. */
export function refusalOfMerchant(outcome: FinalSaleOutcome): SettingsRefusal | undefined {
  const fault = outcome.kind === 'declined' ? outcome.merchantFault : undefined;
  return outcome.kind === 'declined' && fault !== undefined ? { fault, outcome } : undefined;
}

type AttemptInFlight = { attempt: Attempt; payment: Payment };

/**
 * False if the merchant requested the charge, or if pause, resume or cancel released the period meanwhile:
 * the attempt is then finalized as failed.
 */
export async function holdRefusedAttempt(
  item: RecurringPaymentItem,
  { attempt, payment, fault, outcome }: AttemptInFlight & SettingsRefusal,
  now: Date,
): Promise<boolean> {
  const { currency } = attempt;
  forgetBank(item.merchantId);
  const isOfPreviousBank = stopsMerchant(fault) && (await currentPosIdOf(item.merchantId)) !== posOf(payment);
  const scope = isOfPreviousBank ? 'Merchant' : await scopeOf({ attempt, payment, fault, outcome }, now);
  const labels = { ...attemptLabels(item, attempt), bankResponseCode: outcome.code, reason: fault };
  // A charge that is held alone is sent again and again: only its first refusal is measured.
  if (scope === 'Merchant' || attempt.asks === undefined) measure({ MerchantFaults: 1 }, labels);
  log('error', 'the bank refuses the settings of the merchant', { ...labels, currency, outcome: scope });
  // Until then other containers may still use the previous bank as the current one.
  const releaseAtMs = isOfPreviousBank ? now.getTime() + MINUTE_MS : undefined;
  return await hold(item, { attempt, payment, outcome }, { scope, code: outcome.code, releaseAtMs }, now);
}

/** Holds an attempt that never reached the bank with its merchant, instead of sending it again. */
export async function holdUnsentAttempt(
  item: RecurringPaymentItem,
  inFlight: AttemptInFlight & { outcome: Exclude<FinalSaleOutcome, Approved> },
  { code }: Pick<ChargeHold, 'code'>,
  now: Date,
): Promise<boolean> {
  return await hold(item, inFlight, { scope: 'Merchant', code }, now);
}

/**
 * An answer about the whole virtual POS holds all charges of the merchant in the currency. If one charge gets
 * the answer again after the bank has judged other charges, it is about that charge alone.
 */
async function scopeOf(
  { attempt: { currency, asks }, payment, fault, outcome: { code } }: AttemptInFlight & SettingsRefusal,
  now: Date,
): Promise<ChargeHold['scope']> {
  const { merchantId } = payment;
  const posId = posOf(payment);
  if (!stopsMerchant(fault)) return 'Charge';
  if (asks !== undefined) {
    const known = await loadMerchantHold(merchantId, currency);
    const isProven = known?.state !== 'Standing' && known?.liftedBy === 'Bank' && posOf(known) === posId;
    if (isProven) return 'Charge';
  }
  await standHold({ merchantId, scope: currency, code, posId }, now);
  return 'Merchant';
}

async function hold(
  item: RecurringPaymentItem,
  { attempt, payment, outcome }: AttemptInFlight & { outcome: FinalSaleOutcome },
  { releaseAtMs, ...by }: Pick<ChargeHold, 'scope' | 'code'> & { releaseAtMs?: number | undefined },
  now: Date,
): Promise<boolean> {
  const nowMs = now.getTime();
  // A refusal by the card's network counts as a try of the card; a refusal by the gateway does not.
  const answer = outcome.kind === 'declined' && isByNetwork(outcome.code) ? 'declined' : 'notSent';
  const { paymentReferenceNumber } = payment;
  const held = await untilCommitted<RecurringPaymentItem, RecurringPaymentItem | 'sentAgain' | undefined>({
    load: async (conflict) => (conflict === undefined ? item : await reloaded(item)),
    decide: (current) => {
      if (isSentAgain(item, current)) return { result: 'sentAgain' };
      const step = holdAttempt(current.record, attempt, { ...by, nowMs });
      if (step === undefined) return { result: undefined };
      const writes = [
        ...writeStep(current, step, { paymentReferenceNumber, isHeld: true }),
        writePaymentOutcome(payment, paymentOutcome(payment, outcome, now)),
        writeCardAnswer(cardTryOf(current, attempt), answer),
      ];
      return { writes, result: { ...current, record: step.record, version: step.record.version } };
    },
    lost: 'The attempt could not be held.',
  });
  if (held === undefined || held === 'sentAgain') return held !== undefined;
  await scheduleNextCharge(held, now, true);
  await releaseIfLifted(held, now, releaseAtMs);
  return true;
}

/**
 * Lifts the hold if the bank judged a probe's card: the settings work, and the sweep releases the charges.
 */
export async function liftHoldAfter(
  { merchantId, record: { held, plan } }: RecurringPaymentItem,
  { payment, outcome }: { payment: Payment; outcome: FinalSaleOutcome },
  now: Date,
): Promise<void> {
  // A requested charge that the bank refuses for the settings is finalized, not held: it judges no card.
  const isJudged = outcome.kind !== 'notSent' && refusalOfMerchant(outcome) === undefined;
  if (held?.scope !== 'Merchant' || !isJudged) return;
  const labels = { merchantId, currency: plan.currency };
  try {
    const hold = await loadMerchantHold(merchantId, plan.currency);
    if (hold === undefined || !isStandingAt(hold, posOf(payment))) return;
    const isLifted = await liftHold(hold, 'Bank', now);
    if (isLifted) log('info', 'the settings of the merchant work again', labels);
  } catch (error) {
    // The charge is recorded; the next probe lifts the hold.
    log('error', 'hold of the merchant not lifted', labels, error);
  }
}
