// Compares the refunds in the bank's history of an order with ours, and finds one refund in it. A refund has
// no id at the bank before it is made, so it is recognised as an addition to the refunds that were there
// before it was sent. A void is recognised by the voided sale.
import { type Payment, shownRefundedMinor } from '../payment/payment.ts';
import type { UnknownRefund } from '../reconciliation/difference.ts';
import type { Refund, RefundsAtBank } from './refund.ts';
import type { RefundDone, RefundOperation } from './refund-operation.ts';

/** One operation of the order's history. A history is a list of them, newest first. */
export type OrderOperation = {
  operation: 'sale' | 'refund';
  status: 'approved' | 'declined' | 'voided' | 'reversing';
  amountMinor: number;
  hostReference?: string;
  transactionId?: string;
  /** Only reserved, not taken; `maybeSale`: the bank shows some sales alike. */
  reserved?: { maybeSale?: true };
};

export type Finding =
  | ({ kind: 'done' } & RefundDone)
  /** The history does not contain the operation. It may still be under way. */
  | { kind: 'absent' }
  /** The history contradicts our records. */
  | { kind: 'unclear' };

/** What our books have of a payment's refunds: the sum, and the references that the bank gave for them. */
type OurRefunds = Pick<Payment, 'refundedMinor' | 'chargedBackMinor' | 'refundReferences'>;

/**
 * `less`: the history lacks one of our refunds, as one that lags does, or the bank is undoing something.
 * `more`: the bank has given back more than our books show. `bankMinor`: what it has given back, a voided
 * sale included.
 */
export type RefundsCompared = {
  kind: 'equal' | 'less' | 'more';
  bankMinor: number;
  unknown: UnknownRefund[];
};

/**
 * Compares by sum and by reference (refunds.md 8.1). Refunds without a recorded reference, such as those
 * that a person resolved, count by their sum alone.
 */
export function compareRefunds(ours: OurRefunds, history: readonly OrderOperation[]): RefundsCompared {
  const approved = approvedRefunds(history);
  const others = othersThan(ours, approved);
  const sale = history.find(({ operation, status }) => operation === 'sale' && status === 'voided');
  const bankMinor = sumOf(approved) + (sale?.amountMinor ?? 0);
  const hasAllOfOurs = approved.length - others.length === countOf(ours);
  const isStill = !history.some(({ status }) => status === 'reversing');
  const ourMinor = shownRefundedMinor(ours);
  const isEqual = bankMinor === ourMinor && hasAllOfOurs && isStill;
  return {
    kind: bankMinor > ourMinor ? 'more' : isEqual ? 'equal' : 'less',
    bankMinor,
    unknown: [
      ...others.map((row) => unknownRefund('Refund', row)),
      ...(sale ? [unknownRefund('Void', sale)] : []),
    ],
  };
}

const unknownRefund = (as: RefundOperation, row: OrderOperation): UnknownRefund => ({
  bankReferenceNumber: referenceOf(row),
  amountMinor: row.amountMinor,
  as,
});

const countOf = ({ refundReferences }: OurRefunds) => refundReferences?.size ?? 0;

/** Those that none of our references names. An answer without a host reference was recorded by its transaction id. */
const othersThan = ({ refundReferences: ours }: OurRefunds, approved: readonly OrderOperation[]) =>
  approved.filter(({ hostReference = '', transactionId = '' }) => {
    return !ours?.has(hostReference) && !ours?.has(transactionId);
  });

export function refundsAtBank(history: readonly OrderOperation[]): RefundsAtBank {
  const approved = approvedRefunds(history);
  return { count: approved.length, sumMinor: sumOf(approved) };
}

/** `ours`: the payment's refunds before this one; none is recorded while this one is at the bank. */
export function findOperation(refund: Refund, ours: OurRefunds, history: readonly OrderOperation[]): Finding {
  const sale = history.find(({ operation, status }) => operation === 'sale' && status !== 'declined');
  if (sale === undefined) return { kind: 'unclear' };
  // All of the money is back, even if the void was made outside this service.
  if (sale.status === 'voided') return refund.isWhole ? { kind: 'done', as: 'Void' } : { kind: 'unclear' };
  if (refund.processedAs === 'Void') return { kind: sale.status === 'approved' ? 'absent' : 'unclear' };
  const before = refund.sent?.before;
  if (before === undefined) return { kind: 'unclear' };
  const approved = approvedRefunds(history);
  const others = othersThan(ours, approved);
  const newRefunds = others.slice(0, Math.max(0, others.length - (before.count - countOf(ours))));
  if (newRefunds.length === 0) {
    const isUnchanged = approved.length === before.count && sumOf(approved) === before.sumMinor;
    return { kind: isUnchanged ? 'absent' : 'unclear' };
  }
  const found = newRefunds.find(({ amountMinor }) => amountMinor === refund.amountMinor);
  return found ? doneBy(found) : { kind: 'unclear' };
}

/**
 * For a refund that the bank declined because nothing is left to refund. If the bank's refunds add up to ours
 * including this one, the money was given back outside this service: the refund counts as done.
 */
export function findAlreadyRefunded(
  refund: Refund,
  ours: OurRefunds,
  history: readonly OrderOperation[],
): Finding {
  const finding = findOperation(refund, ours, history);
  if (finding.kind === 'done') return finding;
  const [newest, ...older] = approvedRefunds(history);
  if (newest === undefined) return { kind: 'unclear' };
  const isRefundedElsewhere = sumOf([newest, ...older]) === shownRefundedMinor(ours) + refund.amountMinor;
  return isRefundedElsewhere ? doneBy(newest) : finding;
}

const approvedRefunds = (history: readonly OrderOperation[]) =>
  history.filter(({ operation, status }) => operation === 'refund' && status === 'approved');

const sumOf = (rows: readonly OrderOperation[]) =>
  rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

const referenceOf = ({ hostReference, transactionId }: OrderOperation) =>
  hostReference ?? transactionId ?? '';

const doneBy = (row: OrderOperation): Finding => ({
  kind: 'done',
  as: 'Refund',
  bankReferenceNumber: referenceOf(row),
});
