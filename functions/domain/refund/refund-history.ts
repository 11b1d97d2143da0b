// What the bank's own history of an order says of one refund. A refund has no name at the bank, so it is
// recognised by what was not there before it was sent; a void by the sale it has undone.
import type { Refund, RefundOperation, RefundsAtBank } from './refund.ts';

/** A row of the order's history, as far as it matters here; newest first. */
export type OrderOperation = {
  operation: 'sale' | 'refund';
  status: 'approved' | 'declined' | 'voided' | 'reversing';
  amountMinor: number;
  hostReference?: string;
  transactionId?: string;
};

export type Finding =
  | { kind: 'done'; as: RefundOperation; bankReferenceNumber: string }
  /** Nothing of it is there. It may still be under way. */
  | { kind: 'absent' }
  /** The history does not add up to what we know. */
  | { kind: 'unclear' };

export function refundsAtBank(history: readonly OrderOperation[]): RefundsAtBank {
  const standing = standingRefunds(history);
  return { count: standing.length, sumMinor: sumOf(standing) };
}

export function findOperation(refund: Refund, history: readonly OrderOperation[]): Finding {
  const sale = history.find(({ operation, status }) => operation === 'sale' && status !== 'declined');
  if (sale === undefined) return { kind: 'unclear' };
  // Whoever voided it: all of the money is back.
  if (sale.status === 'voided') return refund.isWhole ? done('Void', sale) : { kind: 'unclear' };
  if (refund.processedAs === 'Void') return { kind: sale.status === 'approved' ? 'absent' : 'unclear' };
  const before = refund.sent?.before;
  if (before === undefined) return { kind: 'unclear' };
  const standing = standingRefunds(history);
  const fresh = standing.slice(0, Math.max(0, standing.length - before.count));
  if (fresh.length === 0) {
    const isUnchanged = standing.length === before.count && sumOf(standing) === before.sumMinor;
    return { kind: isUnchanged ? 'absent' : 'unclear' };
  }
  const ours = fresh.find(({ amountMinor }) => amountMinor === refund.amountMinor);
  return ours ? done('Refund', ours) : { kind: 'unclear' };
}

/**
 * The bank says that nothing is left to refund. Where its refunds then come to just what ours would with this
 * one, somebody has given the money back without us, and our books follow.
 */
export function findAlreadyRefunded(
  refund: Refund,
  history: readonly OrderOperation[],
  refundedMinor: number,
): Finding {
  const found = findOperation(refund, history);
  if (found.kind === 'done') return found;
  const [newest, ...older] = standingRefunds(history);
  if (newest === undefined) return { kind: 'unclear' };
  const isSettled = sumOf([newest, ...older]) === refundedMinor + refund.amountMinor;
  return isSettled ? done('Refund', newest) : found;
}

const standingRefunds = (history: readonly OrderOperation[]) =>
  history.filter(({ operation, status }) => operation === 'refund' && status === 'approved');

const sumOf = (rows: readonly OrderOperation[]) =>
  rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

function done(as: RefundOperation, { hostReference, transactionId }: OrderOperation): Finding {
  return { kind: 'done', as, bankReferenceNumber: hostReference ?? transactionId ?? '' };
}
