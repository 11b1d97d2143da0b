// Finds one refund in the bank's history of its order. A refund has no id at the bank, so it is recognised as
// an addition to the refunds that were there before it was sent. A void is recognised by the voided sale.
import type { Refund, RefundOperation, RefundsAtBank } from './refund.ts';

/** One operation of the order's history. A history is a list of them, newest first. */
export type OrderOperation = {
  operation: 'sale' | 'refund';
  status: 'approved' | 'declined' | 'voided' | 'reversing';
  amountMinor: number;
  hostReference?: string;
  transactionId?: string;
};

export type Finding =
  | { kind: 'done'; as: RefundOperation; bankReferenceNumber: string }
  /** The history does not contain the operation. It may still be under way. */
  | { kind: 'absent' }
  /** The history contradicts our records. */
  | { kind: 'unclear' };

export function refundsAtBank(history: readonly OrderOperation[]): RefundsAtBank {
  const approved = approvedRefunds(history);
  return { count: approved.length, sumMinor: sumOf(approved) };
}

export function findOperation(refund: Refund, history: readonly OrderOperation[]): Finding {
  const sale = history.find(({ operation, status }) => operation === 'sale' && status !== 'declined');
  if (sale === undefined) return { kind: 'unclear' };
  // All of the money is back, even if the void was made outside this service.
  if (sale.status === 'voided') return refund.isWhole ? done('Void', sale) : { kind: 'unclear' };
  if (refund.processedAs === 'Void') return { kind: sale.status === 'approved' ? 'absent' : 'unclear' };
  const before = refund.sent?.before;
  if (before === undefined) return { kind: 'unclear' };
  const approved = approvedRefunds(history);
  const newRefunds = approved.slice(0, Math.max(0, approved.length - before.count));
  if (newRefunds.length === 0) {
    const isUnchanged = approved.length === before.count && sumOf(approved) === before.sumMinor;
    return { kind: isUnchanged ? 'absent' : 'unclear' };
  }
  const ours = newRefunds.find(({ amountMinor }) => amountMinor === refund.amountMinor);
  return ours ? done('Refund', ours) : { kind: 'unclear' };
}

/**
 * For a refund that the bank declined because nothing is left to refund. If the bank's refunds add up to ours
 * including this one, the money was given back outside this service: the refund counts as done.
 */
export function findAlreadyRefunded(
  refund: Refund,
  history: readonly OrderOperation[],
  refundedMinor: number,
): Finding {
  const finding = findOperation(refund, history);
  if (finding.kind === 'done') return finding;
  const [newest, ...older] = approvedRefunds(history);
  if (newest === undefined) return { kind: 'unclear' };
  const isRefundedElsewhere = sumOf([newest, ...older]) === refundedMinor + refund.amountMinor;
  return isRefundedElsewhere ? done('Refund', newest) : finding;
}

const approvedRefunds = (history: readonly OrderOperation[]) =>
  history.filter(({ operation, status }) => operation === 'refund' && status === 'approved');

const sumOf = (rows: readonly OrderOperation[]) =>
  rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

function done(as: RefundOperation, { hostReference, transactionId }: OrderOperation): Finding {
  return { kind: 'done', as, bankReferenceNumber: hostReference ?? transactionId ?? '' };
}
