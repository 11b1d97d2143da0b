// The sweep's part for recurring payments: makes overdue charges, and recovers attempts whose outcome is
// unknown. A sale that never reached the bank is sent again as the same attempt, so that a network fault uses
// up no try.
import { randomUUID } from 'node:crypto';
import type { Acquirer } from '#acquirer/acquirer.ts';
import { isExpired } from '#domain/card/card.ts';
import { monthAt } from '#domain/card/card-expiry.ts';
import { nextInquiryAt, type Payment, posOf } from '#domain/payment/payment.ts';
import { MAX_CATCH_UP_MS, newestPeriodReached } from '#domain/recurring-payment/charge-decision.ts';
import { asResent } from '#domain/recurring-payment/charge-outcome.ts';
import { lastPeriodOf } from '#domain/recurring-payment/planned-terms.ts';
import type { Attempt, RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import {
  type PlannedInquiry,
  writeLostOrderId,
  writePaymentInquiry,
  writeWithoutProof,
} from '#store/payment/inquiry.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { chargeContextKeysOf, loadChargeContext } from '#store/recurring-payment/charge-context.ts';
import {
  loadRecurringPayment,
  type PendingSale,
  type RecurringPaymentItem,
  writePendingSale,
} from '#store/recurring-payment/recurring-payment.ts';
import { commit } from '#store/table/commit.ts';
import { posInUse } from '#store/virtual-pos.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { correlateWith } from '#telemetry/request-context.ts';
import { openCard } from '#vault/card.ts';
import { connectBankOf } from '../bank-connection.ts';
import { isOfEarlierEpoch } from '../epoch.ts';
import { inquireSale } from '../inquire-sale.ts';
import { reportRefusal } from '../merchant-refusal.ts';
import { correlateWithOrder } from '../order-correlation.ts';
import type { FinalSaleOutcome } from '../payment-outcome.ts';
import { type NextInquiry, plannedInquiry } from '../sale-inquiry.ts';
import { attemptAhead } from './attempt-ahead.ts';
import { finalizeAttempt } from './attempt-finalization.ts';
import { holdUnsentAttempt } from './attempt-hold.ts';
import { attemptLabels, paymentReferenceOf, reportAttempt, sellToStoredCard } from './attempt-sale.ts';
import { chargeRecurringPayment } from './charge.ts';
import { noteUnsent } from './charge-claim.ts';
import { holdGateOf } from './charge-gate.ts';

/** An attempt whose outcome is unknown, with the data of its inquiry. */
type UnknownAttempt = {
  item: RecurringPaymentItem;
  attempt: Attempt;
  pendingSale: PendingSale;
  payment: Payment;
  now: Date;
};
type RecoveryResult = 'finalized' | 'waiting';

export async function recoverRecurringPayment(
  merchantId: string,
  id: string,
  now: Date,
): Promise<RecoveryResult> {
  const item = await loadRecurringPayment(merchantId, id);
  if (item === undefined) return 'finalized';
  correlateWith(item.correlationId);
  const { openAttempt: attempt } = item.record;
  if (attempt === undefined) {
    const contextKeys = chargeContextKeysOf(item);
    const invocation = { kind: 'sweep' as const };
    const request = { merchantId, recurringPaymentId: id, invocation, contextKeys, now };
    return (await chargeRecurringPayment(request)) === 'open' ? 'waiting' : 'finalized';
  }
  const { pendingSale } = item;
  const lookAt = pendingSale?.inquiryAt ?? pendingSale?.review?.askAt;
  if (pendingSale === undefined || (lookAt !== undefined && Date.parse(lookAt) > now.getTime())) {
    return 'waiting';
  }
  const payment = await loadPayment(merchantId, paymentReferenceOf(id, attempt));
  if (payment === undefined) throw new Error('The payment of the attempt no longer exists.');
  correlateWithOrder(payment);
  const unknownAttempt = { item, attempt, pendingSale, payment, now };
  // Since a takeover the bank may know a sale that the table still has to send.
  const isUnsent = pendingSale.unsent === true && !(await isOfEarlierEpoch(payment));
  return isUnsent ? await sendUnsent(unknownAttempt) : await inquire(unknownAttempt);
}

/** Stored in place of a bank's code if the merchant has changed its bank. */
const OTHER_BANK = 'OTHER-BANK';

/** Sends the sale if the bank answers. No outage, however long, uses up an inquiry or needs a person. */
async function sendUnsent(unsent: UnknownAttempt): Promise<RecoveryResult> {
  const { item, attempt, pendingSale, payment, now } = unsent;
  const { bank, access, merchant } = await connectBankOf(payment);
  const isNeverSent = pendingSale.inquiries === 0;
  if (isNeverSent && !posInUse(merchant).includes(posOf(payment))) {
    // The merchant has changed its bank: the attempt is taken back, and made at the new one.
    const neverSent = { attempt, payment, outcome: { kind: 'notSent' } } as const;
    if (await holdUnsentAttempt(item, neverSent, { code: OTHER_BANK }, now)) return 'finalized';
  }
  return (await access.isShut()) ? 'waiting' : await resendSale(unsent, bank);
}

async function inquire(unknownAttempt: UnknownAttempt, isLost = false): Promise<RecoveryResult> {
  const { item, attempt, pendingSale, payment, now } = unknownAttempt;
  const sent = { sentAtMs: Date.parse(pendingSale.sentAt), inquiries: pendingSale.inquiries };
  const asked = await inquireSale({ payment, ...sent, sender: 'background', isLost }, now);
  const { bank, outcome } = asked;
  reportAttempt(item, attempt, outcome);
  // The gateway refused the sale and the history has no reason. The answer to the next sending shows whether
  // the merchant's settings are the reason.
  const isUnexplained = outcome.kind === 'declined' && outcome.isUnexplained === true;
  if (outcome.kind === 'notSent' || isUnexplained) return await resendSale(unknownAttempt, bank);
  if (!('again' in asked)) {
    const isArriving = pendingSale.mayArrive && outcome.kind === 'declined';
    return await finalize(unknownAttempt, isArriving ? { ...outcome, mayArrive: true } : asked.outcome);
  }
  const { again, refusal } = asked;
  if (again !== 'whenBankAnswers') await planInquiry(unknownAttempt, again);
  if (refusal) reportRefusal(refusal, attemptLabels(item, attempt));
  return 'waiting';
}

async function finalize(
  { item, attempt, payment, now }: UnknownAttempt,
  outcome: FinalSaleOutcome,
): Promise<'finalized'> {
  await finalizeAttempt(item, { attempt, payment, outcome }, now);
  return 'finalized';
}

/** The bank is asked again at `again.atMs`; without it, a person must look. */
async function planInquiry(unknownAttempt: UnknownAttempt, again: NextInquiry): Promise<void> {
  const { item, attempt, pendingSale, payment, now } = unknownAttempt;
  const planned = plannedInquiry(again, pendingSale.review, now);
  const { kind } = await commit([
    writePendingSale(item, inquiredAgain(pendingSale, planned)),
    writePaymentInquiry(payment, planned),
  ]);
  if (kind === 'committed' && again.atMs === undefined && pendingSale.review === undefined) {
    const which = attemptLabels(item, attempt);
    log('error', 'recurring charge needs manual review', which);
    measure({ ManualReviews: 1 }, which);
  }
}

const inquiredAgain = (
  { inquiryAt: _, review: __, ...sent }: PendingSale,
  planned: PlannedInquiry,
): PendingSale => ({ ...sent, ...planned });

/**
 * The bank never received the sale. It is sent again under the same order id, after a new claim, so that only
 * one sweep sends it. It is not sent if the period was closed meanwhile, if the card can no longer be
 * charged, or after the last inquiry.
 */
async function resendSale(unknownAttempt: UnknownAttempt, bank: Acquirer): Promise<RecoveryResult> {
  const { item, attempt, payment, now } = unknownAttempt;
  const { unsent, ...pendingSale } = unknownAttempt.pendingSale;
  const inquiries = pendingSale.inquiries + (unsent ? 0 : 1);
  const atMs = nextInquiryAt(inquiries, now.getTime());
  const chargeable = atMs === undefined ? undefined : await openChargeableCard(unknownAttempt);
  // The inquired sale had been sent, and may arrive although the bank does not know it yet. This is stored
  // with the sale that is sent now: the answer to that one may be lost.
  const arriving = inquiries > 0 && { mayArrive: true as const };
  const unsentOutcome = { kind: 'notSent', ...arriving } as const;
  if (await isOfEarlierEpoch(payment)) {
    const ahead = await attemptAhead({ merchantId: item.merchantId, id: item.record.id }, attempt);
    if (ahead.kind === 'unanswered') return 'waiting';
    if (ahead.kind === 'sold') return await takeLostSale(unknownAttempt, ahead);
    if (ahead.attemptNumber !== attempt.attemptNumber) return await finalize(unknownAttempt, unsentOutcome);
  }
  if (chargeable === undefined) return await finalize(unknownAttempt, unsentOutcome);
  const { card, sealVersion, hold } = chargeable;
  if (holdGateOf({ hold }, posOf(payment), now).kind !== 'open' && hold !== undefined) {
    const unsentAttempt = { attempt, payment, outcome: unsentOutcome };
    if (await holdUnsentAttempt(item, unsentAttempt, hold, now)) return 'finalized';
  }
  const again = {
    ...pendingSale,
    ...arriving,
    sentAt: new Date().toISOString(),
    sentBy: randomUUID(),
    sealVersion,
  };
  const planned = plannedInquiry({ inquiries, atMs }, undefined, now);
  const sending = inquiredAgain(again, planned);
  const resentRecord = asResent(item.record);
  const claimed = await commit([
    writePendingSale(item, sending, resentRecord),
    ...(payment.threeDSecure ? [writeWithoutProof(payment)] : []),
  ]);
  if (claimed.kind === 'conflict') return 'waiting';
  const record = { ...resentRecord, version: item.record.version + 1 };
  const resent = {
    ...unknownAttempt,
    item: { ...item, version: record.version, record, pendingSale: sending },
  };
  const outcome = await sellToStoredCard(bank, payment, card);
  reportAttempt(item, attempt, outcome);
  if (outcome.kind === 'notSent') await noteUnsent(resent.item, now);
  if (outcome.kind === 'unknown') await commit([writePaymentInquiry(payment, planned)]);
  if (outcome.kind !== 'approved' && outcome.kind !== 'declined') return 'waiting';
  return await finalize(resent, outcome.kind === 'declined' ? { ...outcome, ...arriving } : outcome);
}

/** A later attempt was paid in a time that the table does not know: its sale is the sale of this one. */
async function takeLostSale(
  unknownAttempt: UnknownAttempt,
  { bankOrderId, posId }: Pick<Payment, 'bankOrderId'> & { posId: string },
): Promise<RecoveryResult> {
  const { payment } = unknownAttempt;
  const { kind } = await commit([writeLostOrderId(payment, { bankOrderId, posId })]);
  if (kind === 'conflict') return 'waiting';
  return await inquire({ ...unknownAttempt, payment: { ...payment, bankOrderId, posId } }, true);
}

/**
 * The decrypted card if the attempt may still be made: its period is open, no newer due date has come, it is
 * not older than a due date may be (R19), card and customer are active, and the payment names the current
 * card. After this attempt has failed, the new card gets an attempt of its own (R32).
 */
async function openChargeableCard({ item, attempt, payment, now }: UnknownAttempt) {
  const { merchantId, record } = item;
  if (payment.cardStorageId !== record.cardStorageId) return undefined;
  if (record.openPeriod?.number !== attempt.periodNumber || isNextDueHere(record, now)) return undefined;
  if (now.getTime() > attempt.attemptedAtMs + MAX_CATCH_UP_MS) return undefined;
  const { customerIsActive, card, sealed, hold } = await loadChargeContext(item, now);
  if (!customerIsActive || card === undefined || card.blocked || sealed === undefined) return undefined;
  const clear = await openCard(sealed, { merchantId, cardId: record.cardStorageId });
  if (isExpired(clear, monthAt(now, record.plan.timeZone))) return undefined;
  return { card: clear, sealVersion: sealed.version, hold };
}

function isNextDueHere(record: RecurringPayment, now: Date): boolean {
  const newestDue = newestPeriodReached(record, now.getTime());
  return Math.min(newestDue, lastPeriodOf(record)) >= record.nextPeriodNumber;
}
