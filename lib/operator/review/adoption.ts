// Records a refund of the bank that our books do not have (refunds.md 8.4). Amount and reference come from
// the bank's history, as the difference has stored it, never from the operator.
import { randomBytes } from 'node:crypto';
import { makeUuid } from '#domain/id.ts';
import { toDecimal } from '#domain/money.ts';
import type { Payment } from '#domain/payment/payment.ts';
import { adoptableMinor, adoptedRefund } from '#domain/refund/adopted-refund.ts';
import type { Refund } from '#domain/refund/refund.ts';
import type { UnknownRefund } from '#domain/refund/refund-history.ts';
import { type Difference, type DifferenceItem, loadDifference, writeDifference } from '#store/difference.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { writeAdopted } from '#store/payment/payment-balance.ts';
import { readRefund, writeNewRefund } from '#store/refund/refund.ts';
import { commit } from '#store/table/commit.ts';
import { refundsOfPayment } from '#store/table/keys.ts';
import { rowsOf } from '#store/table/table.ts';

type AdoptionRequest = {
  merchantId: string;
  paymentReferenceNumber: string;
  bankReferenceNumber: string;
  by: string;
  reason: string;
};
type AdoptedRefund = { refund: Refund; refundableMinor: number };

/** Throws with the reason if the refund cannot be adopted, or is adopted already. */
export async function adoptRefund(adopting: AdoptionRequest, now: Date): Promise<AdoptedRefund> {
  const { merchantId, paymentReferenceNumber, bankReferenceNumber, by, reason } = adopting;
  const [payment, difference, owner] = await Promise.all([
    loadPayment(merchantId, paymentReferenceNumber),
    loadDifference(merchantId, paymentReferenceNumber),
    ownerOf(adopting),
  ]);
  if (payment === undefined) {
    throw new Error(`The merchant ${merchantId} has no payment ${paymentReferenceNumber}.`);
  }
  if (owner !== undefined) throw new Error(`This reference is that of our refund ${owner} already.`);
  const found = namedIn(difference, bankReferenceNumber);
  requireRoom(payment, found);
  const refundId = makeUuid(now.getTime(), randomBytes);
  const refund = adoptedRefund(payment, found, { refundId, by, reason }, now);
  const written = await commit([
    writeAdopted(payment, refund),
    ...writeNewRefund(refund),
    writeDifference(
      difference,
      adoptedIn(difference, payment.refundedMinor + found.amountMinor, adopting, now),
    ),
  ]);
  if (written.kind === 'conflict') {
    throw new Error('Nothing was written: the payment or its difference has changed just now; try again.');
  }
  return { refund, refundableMinor: adoptableMinor(payment) - found.amountMinor };
}

/** The completed refund of the payment that has this reference. */
async function ownerOf(adopting: AdoptionRequest): Promise<string | undefined> {
  const { merchantId, paymentReferenceNumber, bankReferenceNumber } = adopting;
  const partition = refundsOfPayment(merchantId, paymentReferenceNumber);
  for await (const item of rowsOf({ index: 'lookup', partition })) {
    const { refund } = readRefund(item);
    if (refund.bankReferenceNumber === bankReferenceNumber) return refund.refundId;
  }
  return undefined;
}

/** Throws unless an open difference, or one that an operator has closed, names the refund. */
function namedIn(difference: DifferenceItem | undefined, reference: string): UnknownRefund {
  const isSettled = difference?.state !== 'Open' && difference?.closedBy === undefined;
  const refunds = (!isSettled && difference?.refunds) || [];
  const found = refunds.find(({ bankReferenceNumber }) => bankReferenceNumber === reference);
  if (found !== undefined) return found;
  const known = refunds.map((one) => one.bankReferenceNumber).join(', ') || 'none';
  throw new Error(
    `No difference of this payment names the refund ${reference} of the bank; named: ${known}. ` +
      'A refund call or the comparison of the night finds new ones.',
  );
}

function requireRoom(payment: Payment, { amountMinor }: UnknownRefund): void {
  const room = adoptableMinor(payment);
  if (amountMinor > room) {
    throw new Error(
      `The bank gave back ${toDecimal(amountMinor)}, more than the ${toDecimal(room)} that our books have ` +
        `left; ${toDecimal(payment.reservedMinor)} is reserved by refunds that wait. The merchant rejects ` +
        'those that are Pending; record those that are Processing as declined.',
    );
  }
  if (payment.refundLock !== undefined) {
    throw new Error(
      `The refund ${payment.refundLock} is at the bank, which may be this one: its outcome comes first.`,
    );
  }
}

/** The difference after the adoption. It is closed if both sides have given back the same. */
function adoptedIn(
  difference: DifferenceItem | undefined,
  givenBackMinor: number,
  { bankReferenceNumber, by: closedBy, reason }: AdoptionRequest,
  now: Date,
): Difference {
  const { ours, bank } = difference ?? {};
  if (difference === undefined || ours === undefined || bank === undefined) {
    throw new Error('The difference has no sums.');
  }
  if (givenBackMinor > bank.givenBackMinor) {
    throw new Error('Our books would then have given back more than the bank.');
  }
  const { refunds = [], ...kept } = { ...difference, ours: { ...ours, givenBackMinor } };
  if (givenBackMinor === bank.givenBackMinor) {
    return { ...kept, state: 'Closed', closedBy, reason, closedAt: now.toISOString() };
  }
  return { ...kept, refunds: refunds.filter((one) => one.bankReferenceNumber !== bankReferenceNumber) };
}
