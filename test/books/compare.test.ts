import { describe, expect, it } from 'vitest';
import { type BankOperation, type BookedPayment, disagreements } from './compare.ts';

const PAYMENT = {
  orderNumber: 'ORDER-1',
  paymentReferenceNumber: 'PAY-1',
  bankOrderId: 'PAY1',
  amount: 6.6,
  chargedAmount: 6.6,
  refundedAmount: 0,
  currency: 'TRY',
  installment: 3,
  status: 'Successful',
  source: 'HostedPage',
  bankReferenceNumber: 'H1',
} as const;
const SALE: BankOperation = {
  operation: 'sale',
  orderId: 'PAY1',
  amount: 6.6,
  currency: 'TRY',
  installment: 3,
  outcome: 'approved',
  hostReference: 'H1',
};

const compare = (payments: readonly BookedPayment[], ledger: readonly BankOperation[]) =>
  disagreements([{ name: 'm', payments }], ledger);

it('comparing payments with the ledger ignores failed payments and declined refunds', () => {
  const failed = { ...PAYMENT, bankOrderId: 'PAY2', status: 'Failed' } as const;
  const others = [
    { ...SALE, orderId: 'PAY2', outcome: 'declined' as const },
    { ...SALE, operation: 'refund' as const, amount: 1.1 },
    { ...SALE, operation: 'refund' as const, amount: 2.2, outcome: 'declined' as const },
  ];
  expect(compare([{ ...PAYMENT, refundedAmount: 1.1 }, failed], [SALE, ...others])).toEqual([]);
});

it('a late sale of a failed payment that was given back whole is no difference', () => {
  const returned = { ...SALE, operation: 'void' as const };
  expect(compare([{ ...PAYMENT, status: 'Failed', refundedAmount: 6.6 }], [SALE, returned])).toEqual([]);
});

it.each([
  ['a sale without a payment', [], [SALE], 'only the bank: H1 660 TRY 3 0'],
  ['a payment without a sale', [PAYMENT], [], 'only we: H1 660 TRY 3 0'],
  ['a second sale', [PAYMENT], [SALE, SALE], 'only the bank: H1 660 TRY 3 0'],
  ['another amount', [PAYMENT], [{ ...SALE, amount: 6.61 }], 'only the bank: H1 661 TRY 3 0'],
  [
    'the order of a payment with a surcharge',
    [{ ...PAYMENT, chargedAmount: 6.72 }],
    [SALE],
    'only we: H1 672 TRY 3 0',
  ],
  ['another currency', [PAYMENT], [{ ...SALE, currency: 'EUR' as const }], 'only the bank: H1 660 EUR 3 0'],
  ['another installment count', [PAYMENT], [{ ...SALE, installment: 1 }], 'only the bank: H1 660 TRY 1 0'],
  ['another reference', [PAYMENT], [{ ...SALE, hostReference: 'H2' }], 'only the bank: H2 660 TRY 3 0'],
  [
    'a void without a refund',
    [PAYMENT],
    [SALE, { ...SALE, operation: 'void' as const }],
    'only the bank: H1 660 TRY 3 660',
  ],
  [
    'an order paid twice',
    [PAYMENT, { ...PAYMENT, bankOrderId: 'PAY2' }],
    [SALE, { ...SALE, orderId: 'PAY2' }],
    'paid again: m HostedPage ORDER-1',
  ],
  [
    'another order at the bank',
    [{ ...PAYMENT, bankOrderId: 'PAY2' }],
    [SALE],
    'another order at the bank: PAY-1',
  ],
  [
    'a period paid twice',
    [PAYMENT, PAYMENT].map((one) => ({ ...one, source: 'RecurringPayment', orderNumber: 'R-1' })),
    [SALE],
    'paid again: m RecurringPayment R-1',
  ],
  [
    'a late sale of a failed payment that was not given back',
    [{ ...PAYMENT, status: 'Failed' as const }],
    [SALE],
    'only the bank: H1 660 TRY 3 0',
  ],
  ['a payment without an outcome', [{ ...PAYMENT, status: 'Processing' as const }], [], 'never ended: PAY-1'],
])('comparing payments with the ledger reports %s', (_, payments, ledger, line) => {
  expect(compare(payments, ledger)).toContain(line);
});

describe('an amount that is only reserved', () => {
  const held = { ...PAYMENT, installment: 1, status: 'Authorized', authorization: { underWay: null } };
  const preAuth: BankOperation = { ...SALE, operation: 'preAuth', installment: 1 };
  const { installment: _, ...moved } = SALE;
  const capture: BankOperation = { ...moved, operation: 'capture', amount: 4, hostReference: 'H2' };
  const release: BankOperation = { ...moved, operation: 'release' };

  it('is reserved at the bank too, until it is captured or released', () => {
    expect(compare([held], [preAuth])).toEqual([]);
    const captured = { ...held, status: 'Successful', chargedAmount: 4, bankReferenceNumber: 'H2' };
    expect(compare([captured], [preAuth, capture])).toEqual([]);
    expect(compare([{ ...held, status: 'Released' }], [preAuth, release])).toEqual([]);
    const late = { ...held, status: 'Failed', refundedAmount: 6.6 };
    expect(compare([late], [preAuth, release])).toEqual([]);
  });

  it.each([
    ['released at the bank alone', held, [preAuth, release], 'only we reserve: H1 660'],
    ['captured at the bank alone', held, [preAuth, capture], 'only the bank: H2 400 TRY 1 0'],
    ['released by us alone', { ...held, status: 'Released' }, [preAuth], 'only the bank reserves: H1 660'],
    ['under way', { ...held, authorization: { underWay: {} } }, [preAuth], 'never ended: PAY-1'],
  ])('is reported if it is %s', (_name, payment, ledger, line) => {
    expect(compare([payment], ledger)).toContain(line);
  });
});
