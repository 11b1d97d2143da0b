// Compares amounts that were only reserved with what the bank did of them: each is captured at most once, for no
// more than was reserved, and what is released was not taken.
import type { LedgerOperation } from '../../../lib/bank/books.ts';
import { minorOf } from '../../books/compare.ts';
import type { Books, PaymentRow } from '../books.ts';

export function auditReserved({ merchants, ledger }: Books): string[] {
  const approved = ledger.filter(({ outcome }) => outcome === 'approved');
  const orderOf = new Map(approved.map(({ hostReference, orderId }) => [hostReference, orderId]));
  const movesOf = Map.groupBy(approved, ({ orderId }) => orderId);
  return merchants
    .flatMap(({ payments }) => payments)
    .flatMap((payment) => {
      const { authorization, bankReferenceNumber, status } = payment;
      if (authorization?.amount == null || status === 'Failed') return [];
      const moves = movesOf.get(orderOf.get(bankReferenceNumber ?? '') ?? '') ?? [];
      const problem = problemOf(payment, minorOf(authorization.amount), moves);
      return problem === undefined
        ? []
        : [`${payment.paymentReferenceNumber}, ${status}, of ${authorization.amount}: ${problem}`];
    });
}

function problemOf(
  { status, chargedAmount, authorization }: PaymentRow,
  reservedMinor: number,
  moves: readonly LedgerOperation[],
): string | undefined {
  const amountsOf = (name: LedgerOperation['operation']) =>
    moves.filter(({ operation }) => operation === name).map(({ amount }) => minorOf(amount));
  const [reserved, captured] = [amountsOf('preAuth'), amountsOf('capture')];
  if (reserved.join() !== String(reservedMinor)) return `the bank reserved ${reserved.join()}`;
  if (authorization?.underWay) return 'a step never ended';
  const isUntaken = status === 'Authorized' || status === 'Released';
  const due = isUntaken ? '' : String(minorOf(chargedAmount));
  if (captured.join() !== due) return `the bank took [${captured.join()}]`;
  if (captured.some((one) => one > reservedMinor)) return 'more was taken than was reserved';
  const isReleased = amountsOf('release').length > 0;
  // A capture that is voided may release what its void has reserved again.
  return isUntaken && isReleased !== (status === 'Released') ? `released: ${isReleased}` : undefined;
}
