// Charges an unpaid period while the buyer is present: with the issuer's proof, or with the card as it was
// typed. It is the attempt that the new card planned, under the same claim as every charge, so that a
// schedule or the sweep at the same moment makes no second sale. An attempt that cannot be charged here is
// left to them.
import type { PaymentInstrument } from '#acquirer/acquirer.ts';
import { defined } from '#domain/defined.ts';
import { bankSaleOf, type Payment } from '#domain/payment/payment.ts';
import { isVerifiedFor } from '#domain/recurring-payment/attempt-name.ts';
import { decideCharge } from '#domain/recurring-payment/charge-decision.ts';
import type { DeclineCode } from '#domain/rejection-table.ts';
import { cardAllowedFromMs } from '#store/card/card-tries.ts';
import { loadChargeContext } from '#store/recurring-payment/charge-context.ts';
import type { RecurringPaymentItem } from '#store/recurring-payment/recurring-payment.ts';
import { connectBank } from '../bank-connection.ts';
import { attemptAhead } from './attempt-ahead.ts';
import { finalizeAttempt } from './attempt-finalization.ts';
import { reportAttempt } from './attempt-sale.ts';
import { commitClaim, noteUnsent } from './charge-claim.ts';
import { holdGateOfNew } from './charge-gate.ts';
import { scheduleNextCharge } from './charge-schedule.ts';

export type BuyerPresent = {
  instrument: PaymentInstrument;
  payerAddress?: string;
  /** The sale that the issuer verified: the proof is valid for this sale alone. */
  proven?: Pick<Payment, 'bankOrderId' | 'currency'> & {
    amountMinor: number;
    posId: string;
    evidence: Pick<Payment, 'mdStatus' | 'eci'>;
  };
};

type ChargedWithBuyer =
  | { kind: 'paid' }
  | { kind: 'declined'; errorCode: DeclineCode; maskedCardNumber: string }
  /** At the bank with an unknown outcome, or left to the schedule. */
  | { kind: 'pending' };

/** `item`: the recurring payment that plans the attempt. */
export async function chargeWithBuyer(
  item: RecurringPaymentItem,
  present: BuyerPresent,
  now: Date,
): Promise<ChargedWithBuyer> {
  const claimed = await claimWithBuyer(item, present, now);
  if (claimed === undefined) {
    // Another worker may have claimed the attempt: the schedule then triggers nothing.
    await scheduleNextCharge(item, now);
    return { kind: 'pending' };
  }
  const { bank, payment } = claimed;
  const attempt = claimed.item.record.openAttempt;
  if (attempt === undefined) throw new Error('There is no claimed attempt.');
  const { instrument, payerAddress } = present;
  const outcome = await bank.sale({
    ...bankSaleOf(payment),
    hasFixedCurrency: true,
    ...instrument,
    ...defined({ payerAddress }),
  });
  reportAttempt(claimed.item, attempt, outcome);
  if (outcome.kind === 'notSent') await noteUnsent(claimed.item, new Date());
  if (outcome.kind === 'unknown' || outcome.kind === 'notSent') return { kind: 'pending' };
  const ended = await finalizeAttempt(claimed.item, { attempt, payment, outcome }, new Date());
  if (ended === 'held') return { kind: 'pending' };
  return outcome.kind === 'approved'
    ? { kind: 'paid' }
    : { kind: 'declined', errorCode: outcome.errorCode, maskedCardNumber: payment.maskedCardNumber };
}

/** Undefined if the attempt is not made now, or not by this worker. */
async function claimWithBuyer(item: RecurringPaymentItem, { proven }: BuyerPresent, now: Date) {
  const { merchantId, record } = item;
  const { nextAction } = record;
  if (nextAction === undefined) return undefined;
  const [context, { bank, access, posId }] = await Promise.all([
    loadChargeContext(item, now),
    connectBank(merchantId),
  ]);
  // A hold has its own probes, and a bank that does not answer is not asked by each buyer.
  if ((await holdGateOfNew(context, merchantId, now)).kind !== 'open' || (await access.isShut()))
    return undefined;
  const { periodNumber, attemptNumber } = nextAction;
  const decision = decideCharge(
    record,
    { kind: 'schedule', periodNumber, attemptNumber },
    {
      nowMs: now.getTime(),
      customerIsActive: context.customerIsActive,
      // The cardholder is present, so a block, which is for charges without the cardholder, does not count.
      card: { kind: 'chargeable', allowedFromMs: cardAllowedFromMs(context.tries, now.getTime()) },
    },
  );
  if (decision.kind !== 'charge') return undefined;
  const { attempt } = decision.step;
  // A newer due date has come, which is charged in its place.
  if (attempt.periodNumber !== periodNumber || attempt.attemptNumber !== attemptNumber) return undefined;
  const isProven =
    proven === undefined ||
    (proven.posId === posId &&
      isVerifiedFor(proven.bankOrderId, record.id, attempt) &&
      proven.amountMinor === attempt.amountMinor &&
      proven.currency === attempt.currency);
  if (!isProven) return undefined;
  // What the bank knows of the period from before a takeover, the schedule records, or counts on behind.
  const ahead = await attemptAhead({ merchantId, id: record.id }, attempt);
  if (ahead.kind !== 'free' || ahead.attemptNumber !== attemptNumber) return undefined;
  const sale: Partial<Payment> = proven
    ? { threeDSecure: true, bankOrderId: proven.bankOrderId, ...proven.evidence }
    : {};
  const claimed = await commitClaim(item, decision.step, { ...context, posId }, now, { sale });
  return claimed === undefined || claimed === 'claimed before' ? undefined : { ...claimed, bank };
}
