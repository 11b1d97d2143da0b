import { expect, it } from 'vitest';
import { type BankSale, disagreements } from './books.ts';

const PAYMENT = {
  merchantId: 'm',
  orderNumber: 'ORDER-1',
  paymentReferenceNumber: 'PAY-1',
  bankOrderId: 'PAY1',
  amountMinor: 660,
  refundedMinor: 0,
  currency: 'TRY',
  installment: 3,
  status: 'Successful',
  source: 'HostedPage',
  bankReferenceNumber: 'H1',
} as const;
const SALE: BankSale = {
  operation: 'sale',
  orderId: 'PAY1',
  amount: 6.6,
  currency: 'TRY',
  installment: 3,
  outcome: 'approved',
  hostReference: 'H1',
};

it('comparing payments with the ledger ignores failed payments and declined refunds', () => {
  const failed = { ...PAYMENT, bankOrderId: 'PAY2', status: 'Failed' } as const;
  const others = [
    { ...SALE, orderId: 'PAY2', outcome: 'declined' as const },
    { ...SALE, operation: 'refund' as const, amount: 1.1 },
    { ...SALE, operation: 'refund' as const, amount: 2.2, outcome: 'declined' as const },
  ];
  expect(disagreements([{ ...PAYMENT, refundedMinor: 110 }, failed], [SALE, ...others])).toEqual([]);
});

it.each([
  ['a sale without a payment', [], [SALE], 'only the bank: PAY1 660 TRY 3 H1 0'],
  ['a payment without a sale', [PAYMENT], [], 'only we: PAY1 660 TRY 3 H1 0'],
  ['a second sale', [PAYMENT], [SALE, SALE], 'only the bank: PAY1 660 TRY 3 H1 0'],
  ['another amount', [PAYMENT], [{ ...SALE, amount: 6.61 }], 'only the bank: PAY1 661 TRY 3 H1 0'],
  [
    'another currency',
    [PAYMENT],
    [{ ...SALE, currency: 'EUR' as const }],
    'only the bank: PAY1 660 EUR 3 H1 0',
  ],
  [
    'another installment count',
    [PAYMENT],
    [{ ...SALE, installment: 1 }],
    'only the bank: PAY1 660 TRY 1 H1 0',
  ],
  ['another reference', [PAYMENT], [{ ...SALE, hostReference: 'H2' }], 'only the bank: PAY1 660 TRY 3 H2 0'],
  [
    'a void without a refund',
    [PAYMENT],
    [SALE, { ...SALE, operation: 'void' as const }],
    'only the bank: PAY1 660 TRY 3 H1 660',
  ],
  [
    'an order paid twice',
    [PAYMENT, { ...PAYMENT, bankOrderId: 'PAY2' }],
    [SALE, { ...SALE, orderId: 'PAY2' }],
    'paid again: m ORDER-1',
  ],
  ['a payment without an outcome', [{ ...PAYMENT, status: 'Processing' as const }], [], 'never ended: PAY-1'],
])('comparing payments with the ledger reports %s', (_, payments, ledger, line) => {
  expect(disagreements(payments, ledger)).toContain(line);
});
