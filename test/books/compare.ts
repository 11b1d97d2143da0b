// Our books beside the bank's: every sale or capture that the bank approved has one payment, every payment that
// was taken one of them, what was given back or stays reserved is the same, and no order is paid twice. The tests
// in which buyers pay read the stored rows; chaos test, release test and rehearsal read the API. All compare here.
import type { LedgerOperation } from '../../lib/bank/books.ts';

/** A payment, as the API shows it. */
export type BookedPayment = {
  paymentReferenceNumber: string;
  orderNumber: string;
  /** The order's. */
  amount: number;
  chargedAmount: number;
  refundedAmount: number;
  currency: string;
  installment: number;
  status: string;
  source: string;
  bankReferenceNumber?: string | null;
  /** Null or absent unless its sale only reserves the amount. */
  authorization?: { underWay: unknown } | null;
  /** The order id at the bank, which only stored rows have. */
  bankOrderId?: string;
};
type MerchantPayments = { name: string; payments: readonly BookedPayment[] };
export type BankOperation = Pick<
  LedgerOperation,
  'operation' | 'orderId' | 'amount' | 'currency' | 'installment' | 'outcome' | 'hostReference'
>;

/** Amounts of the API in minor units. */
export const minorOf = (amount: number): number => Math.round(amount * 100);

export const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + minorOf(amount), 0);

const UNPAID = ['Processing', 'Authorized', 'Failed', 'Released'];
/** True for a payment whose money the merchant received. */
export const isPaid = ({ status }: Pick<BookedPayment, 'status'>): boolean => !UNPAID.includes(status);

/** True for a payment that has paid its order, also if the amount was only reserved. */
export const hasPaidOrder = ({ status }: BookedPayment): boolean =>
  status !== 'Failed' && status !== 'Processing';

/**
 * Also true for a failed payment whose sale was found later and whose money was returned (payments.md 5.3).
 */
const isSold = (payment: BookedPayment): boolean =>
  isPaid(payment) ||
  (!payment.authorization &&
    Boolean(payment.bankReferenceNumber) &&
    payment.refundedAmount === payment.chargedAmount);

const approvedOf = (ledger: readonly BankOperation[], isOne: (operation: string) => boolean) =>
  ledger.filter(({ operation, outcome }) => outcome === 'approved' && isOne(operation));
const isSale = (operation: string) => operation === 'sale' || operation === 'capture';
const isReturn = (operation: string) => operation === 'refund' || operation === 'void';

const endsHold = (operation: string) => operation === 'capture' || operation === 'release';
const heldLine = (held: Pick<BookedPayment, 'bankReferenceNumber' | 'chargedAmount'>) =>
  `${held.bankReferenceNumber} ${minorOf(held.chargedAmount)}`;

/** One line for each difference. */
export function disagreements(
  merchants: readonly MerchantPayments[],
  ledger: readonly BankOperation[],
): string[] {
  const returnedOf = Map.groupBy(approvedOf(ledger, isReturn), ({ orderId }) => orderId);
  const payments = merchants.flatMap((merchant) => merchant.payments);
  const sold = payments.filter(isSold);
  const ours = sold.map((payment) => {
    const { bankReferenceNumber, currency, installment, refundedAmount } = payment;
    const charged = minorOf(payment.chargedAmount);
    return [bankReferenceNumber, charged, currency, installment, minorOf(refundedAmount)].join(' ');
  });
  const banks = approvedOf(ledger, isSale).map(
    ({ hostReference, orderId, amount, currency, installment = 1 }) => {
      const returned = sumOf((returnedOf.get(orderId) ?? []).map((one) => one.amount));
      return [hostReference, minorOf(amount), currency, installment, returned].join(' ');
    },
  );
  const ourHolds = payments.filter(({ status }) => status === 'Authorized').map(heldLine);
  const bankHolds = approvedOf(ledger, (operation) => operation === 'preAuth')
    .filter(({ orderId }) => !approvedOf(ledger, endsHold).some((one) => one.orderId === orderId))
    .map(({ hostReference, amount }) =>
      heldLine({ bankReferenceNumber: hostReference, chargedAmount: amount }),
    );
  const orderIds = new Map(ledger.map(({ hostReference, orderId }) => [hostReference, orderId]));
  return [
    ...without(banks, ours).map((line) => `only the bank: ${line}`),
    ...without(ours, banks).map((line) => `only we: ${line}`),
    ...without(bankHolds, ourHolds).map((line) => `only the bank reserves: ${line}`),
    ...without(ourHolds, bankHolds).map((line) => `only we reserve: ${line}`),
    ...sold
      .filter(({ bankReferenceNumber: reference, bankOrderId }) => {
        const known = orderIds.get(reference ?? '');
        return bankOrderId !== undefined && known !== undefined && known !== bankOrderId;
      })
      .map(({ paymentReferenceNumber }) => `another order at the bank: ${paymentReferenceNumber}`),
    ...merchants.flatMap(paidAgain),
    ...payments
      .filter(({ status, authorization }) => status === 'Processing' || Boolean(authorization?.underWay))
      .map(({ paymentReferenceNumber }) => `never ended: ${paymentReferenceNumber}`),
  ];
}

/** Orders of hosted pages, and periods, whose order number is `<id>-<period>`, are paid at most once. */
function paidAgain({ name, payments }: MerchantPayments): string[] {
  const orders = payments
    .filter(hasPaidOrder)
    .map(({ source, orderNumber }) => `${name} ${source} ${orderNumber}`);
  return without(orders, [...new Set(orders)]).map((line) => `paid again: ${line}`);
}

/** The lines that remain after each of the others has removed one equal line. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...lines];
  for (const other of others) {
    const at = left.indexOf(other);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** What was taken and given back at the bank, in units of the currency. */
export function movedAt(ledger: readonly BankOperation[]): { taken: number; given: number } {
  const total = (isOne: (operation: string) => boolean) =>
    sumOf(approvedOf(ledger, isOne).map(({ amount }) => amount)) / 100;
  return { taken: total(isSale), given: total(isReturn) };
}
