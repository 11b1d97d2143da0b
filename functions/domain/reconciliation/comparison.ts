// Compares our record of one order with its bank's history (reconciliation.md 2). Pure: it changes nothing,
// because a difference is left to a person.
import { isPaidStatus, type Payment, shownRefundedMinor } from '../payment/payment.ts';
import { compareRefunds, type OrderOperation } from '../refund/refund-history.ts';
import type { BookDifference, DifferenceKind, Sums } from './difference.ts';

export type Comparison =
  | { kind: 'agrees' }
  /** A step of ours or of the bank is under way: the order is compared again later. */
  | { kind: 'inMotion' }
  | BookDifference;

/**
 * `history`: empty if the bank does not know the order. `isPatient`: a refund of ours that waits or is under
 * way explains a difference, because the bank may have made it already.
 */
export function compareOrder(
  payment: Payment,
  history: readonly OrderOperation[],
  isPatient: boolean,
): Comparison {
  if (payment.status === 'Processing' || history.some(({ status }) => status === 'reversing')) {
    return { kind: 'inMotion' };
  }
  const [ours, bank] = [sumsOf(payment), sumsAtBank(payment, history)];
  // A hold that the bank has taken by itself differs; any other is compared once it has ended.
  if (payment.status === 'Authorized' && (payment.authorization?.sent || bank.takenMinor === 0))
    return { kind: 'inMotion' };
  const isSaleEqual = ours.takenMinor === bank.takenMinor || isEven(ours) || isEven(bank);
  if (isSaleEqual && netOf(ours) === netOf(bank)) return { kind: 'agrees' };
  if (isPatient && payment.reservedMinor > 0) return { kind: 'inMotion' };
  return differing(payment, history);
}

/** The difference of an order whose sums, or references of refunds, differ. */
export function differing(payment: Payment, history: readonly OrderOperation[]): BookDifference {
  const [ours, bank] = [sumsOf(payment), sumsAtBank(payment, history)];
  const { kind, unknown } = compareRefunds(payment, history);
  return { kind: kindOf(ours, bank), ours, bank, ...(kind === 'more' && { refunds: unknown }) };
}

function kindOf(ours: Sums, bank: Sums): DifferenceKind {
  if (ours.takenMinor === 0) return 'NotRecorded';
  if (bank.takenMinor === 0) return 'NotTaken';
  return ours.takenMinor === bank.takenMinor ? 'RefundsDiffer' : 'AmountDiffers';
}

const netOf = ({ takenMinor, givenBackMinor }: Sums) => takenMinor - givenBackMinor;
/** True if all money was given back: a sale that the bank itself has voided is no sale. */
const isEven = (sums: Sums) => netOf(sums) === 0;

/** A payment that has failed took nothing, unless its sale was made after all; nor one that only reserves. */
function sumsOf(payment: Payment): Sums {
  const { status, chargedMinor, recheck, capture } = payment;
  const isTaken = status === 'Failed' ? recheck?.foundAt !== undefined : isPaidStatus(status);
  if (!isTaken || (status === 'Failed' && capture === 'manual')) return { takenMinor: 0, givenBackMinor: 0 };
  return { takenMinor: chargedMinor, givenBackMinor: shownRefundedMinor(payment) };
}

/** A pre-authorisation takes nothing before its capture. Some banks show plain sales alike. */
const isReserved = ({ capture }: Payment, { reserved }: OrderOperation) =>
  reserved !== undefined && (capture === 'manual' || !reserved.maybeSale);

function sumsAtBank(payment: Payment, history: readonly OrderOperation[]): Sums {
  const sum = (operation: OrderOperation['operation'], ...statuses: OrderOperation['status'][]) =>
    history
      .filter(
        (one) => one.operation === operation && statuses.includes(one.status) && !isReserved(payment, one),
      )
      .reduce((total, { amountMinor }) => total + amountMinor, 0);
  return {
    takenMinor: sum('sale', 'approved', 'voided'),
    givenBackMinor: sum('sale', 'voided') + sum('refund', 'approved'),
  };
}
