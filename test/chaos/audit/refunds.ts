// Compares refunds with the bank's refunds and voids, order by order, and with the amounts of their payments.
import type { LedgerOperation } from '../../../lib/bank/books.ts';
import { isPaid, minorOf, sumOf } from '../../books/compare.ts';
import type { Books, PaymentRow, RefundRow } from '../books.ts';

/**
 * The bank's codes for a refund that exceeds the payment. The service's reservations must prevent such
 * refunds.
 */
const TOO_MUCH = ['CORE-2503', 'CORE-2504'];
const SALES = ['sale', 'capture', 'preAuth'];
const RETURNS = ['refund', 'void', 'release'];

export function auditRefunds({ merchants, ledger }: Books): string[] {
  const saleOf = new Map(
    ledger
      .filter(({ operation, outcome }) => SALES.includes(operation) && outcome === 'approved')
      .map((sale) => [sale.hostReference, sale]),
  );
  const movesOf = Map.groupBy(
    ledger.filter(({ operation }) => RETURNS.includes(operation)),
    ({ orderId }) => orderId,
  );
  const violations = merchants.flatMap(({ payments, refunds }) => {
    const refundsOf = Map.groupBy(refunds, ({ transactionId }) => transactionId);
    return payments.flatMap((payment) => {
      const own = refundsOf.get(payment.paymentReferenceNumber) ?? [];
      const sale = saleOf.get(payment.bankReferenceNumber);
      const moves = (sale && movesOf.get(sale.orderId)) ?? [];
      return [...bankViolations(payment, own, moves), ...amountViolations(payment, own)];
    });
  });
  return [
    ...violations,
    ...merchants
      .flatMap(({ refunds }) => refunds.filter(({ status }) => status === 'Processing'))
      .map((refund) => `the refund never ended: ${JSON.stringify(refund)}`),
    ...ledger
      .filter(({ code }) => TOO_MUCH.includes(code))
      .map((move) => `the bank was asked for more than there is: ${JSON.stringify(move)}`),
  ];
}

/** The bank's approved refunds and voids must be the completed refunds: the same operations and amounts. */
function bankViolations(
  payment: PaymentRow,
  refunds: readonly RefundRow[],
  moves: readonly LedgerOperation[],
): string[] {
  const ours = refunds
    .filter(({ status }) => status === 'Completed')
    .map(({ processedAs, amount }) => `${String(processedAs).toLowerCase()} ${minorOf(amount)}`)
    .sort();
  const banks = moves
    .filter(({ outcome }) => outcome === 'approved')
    // The release of a hold is no refund, unless its payment had failed.
    .filter(({ operation }) => operation !== 'release' || payment.status === 'Failed')
    .map(({ operation, amount }) => `${operation.replace('release', 'void')} ${minorOf(amount)}`)
    .sort();
  if (ours.join() === banks.join()) return [];
  const { paymentReferenceNumber: name, amount } = payment;
  return [`${name} of ${amount}: refunds [${ours.join(', ')}], the bank gave [${banks.join(', ')}]`];
}

function amountViolations(payment: PaymentRow, refunds: readonly RefundRow[]): string[] {
  const sumIn = (...statuses: string[]) =>
    sumOf(refunds.filter(({ status }) => statuses.includes(status)).map(({ amount }) => amount));
  const [refunded, reserved] = [sumIn('Completed'), sumIn('Pending', 'Processing')];
  const total = minorOf(payment.chargedAmount);
  const expected = {
    refunded,
    reserved,
    refundable: isPaid(payment) ? total - refunded - reserved : 0,
    status: isPaid(payment) ? statusFor(refunded, total, refunds) : payment.status,
  };
  const shown = {
    refunded: minorOf(payment.refundedAmount),
    reserved: minorOf(payment.reservedAmount),
    refundable: minorOf(payment.refundableAmount),
    status: payment.status,
  };
  const [ours, recounted] = [JSON.stringify(shown), JSON.stringify(expected)];
  const name = `${payment.paymentReferenceNumber} of ${payment.amount}`;
  return [
    ...(ours === recounted ? [] : [`${name} shows ${ours}, its refunds say ${recounted}`]),
    ...(refunded + reserved <= total ? [] : [`the refunds of ${name} are more than was paid`]),
  ];
}

function statusFor(refunded: number, total: number, refunds: readonly RefundRow[]): string {
  if (refunded === 0) return 'Successful';
  if (refunded < total) return 'PartiallyRefunded';
  const isCancelled = refunds.some(
    ({ status, reason }) => status === 'Completed' && reason?.startsWith('Vazgeçildi'),
  );
  return isCancelled ? 'Cancelled' : 'FullyRefunded';
}
