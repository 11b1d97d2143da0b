// Compares payments with the sales in the bank's ledger, one to one.
import type { LedgerOperation } from '../../../lib/bank/books.ts';
import { type Books, isPaid, isSold, minorOf, type PaymentRow } from '../books.ts';

/**
 * No payment may be in flight, each sale must have one payment and each payment one sale, and no order may be
 * paid twice.
 */
export function auditPayments({ merchants, ledger }: Books): string[] {
  const payments = merchants.flatMap((merchant) => merchant.payments);
  const sales = ledger.filter(({ operation, outcome }) => operation === 'sale' && outcome === 'approved');
  const sold = payments.filter(isSold);
  return [
    ...payments
      .filter(({ status }) => status === 'Processing')
      .map((payment) => `the payment never ended: ${nameOf(payment)}`),
    ...sold.flatMap((payment) => saleViolations(payment, sales)),
    ...sales.flatMap((sale) => paymentViolations(sale, sold)),
    ...merchants.flatMap(({ name, payments: own }) => paidTwice(name, own)),
  ];
}

const nameOf = ({ paymentReferenceNumber, orderNumber, amount, currency, status }: PaymentRow) =>
  `${paymentReferenceNumber} of ${orderNumber}, ${amount} ${currency}, ${status}`;

function saleViolations(payment: PaymentRow, sales: readonly LedgerOperation[]): string[] {
  const own = sales.filter(({ hostReference }) => hostReference === payment.bankReferenceNumber);
  const [sale] = own;
  if (sale === undefined) return [`the bank took nothing for ${nameOf(payment)}`];
  if (own.length > 1) return [`the bank has ${own.length} sales for ${nameOf(payment)}`];
  const isSame =
    minorOf(sale.amount) === minorOf(payment.amount) &&
    sale.currency === payment.currency &&
    sale.installment === payment.installment;
  return isSame ? [] : [`the bank sold ${JSON.stringify(sale)} for ${nameOf(payment)}`];
}

function paymentViolations(sale: LedgerOperation, sold: readonly PaymentRow[]): string[] {
  const own = sold.filter(({ bankReferenceNumber }) => bankReferenceNumber === sale.hostReference);
  return own.length === 1 ? [] : [`${own.length} payments have the sale ${JSON.stringify(sale)}`];
}

/** Orders of hosted pages, and periods, whose order number is `<id>-<period>`, must be paid at most once. */
function paidTwice(merchant: string, payments: readonly PaymentRow[]): string[] {
  const orders = Map.groupBy(
    payments.filter(isPaid),
    ({ source, orderNumber }) => `${source} ${orderNumber}`,
  );
  return [...orders]
    .filter(([, of]) => of.length > 1)
    .map(([order, of]) => `${merchant} was paid ${of.length} times for ${order}`);
}
