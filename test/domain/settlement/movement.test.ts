// Which movement of money follows from a payment and its refunds, and on which day of the bank it stands.
import { expect, it } from 'vitest';
import type { Payment } from '#domain/payment/payment.ts';
import type { Refund } from '#domain/refund/refund.ts';
import { movementOfPayment, movementOfRefund } from '#domain/settlement/movement.ts';

/** 19:00 in UTC is the bank's close. */
const PAYMENT = {
  paymentReferenceNumber: 'PAY-1',
  merchantId: 'merchant',
  orderNumber: 'O-1',
  chargedMinor: 10_300,
  orderMinor: 10_000,
  currency: 'TRY',
  installment: 3,
  status: 'Successful',
  source: 'HostedPage',
  authorizationCode: 'A12345',
  maskedCardNumber: '415565******1111',
  createdAt: '2026-11-20T18:59:58.000Z',
  paidAt: '2026-11-20T19:00:02.000Z',
} as unknown as Payment;
const REFUND = {
  refundId: 'refund',
  status: 'Completed',
  processedAs: 'Refund',
  amountMinor: 10_300,
  surchargeMinor: 300,
  sent: { at: '2026-11-21T18:59:59.000Z', by: 'one' },
  completedAt: '2026-11-21T19:00:01.000Z',
} as unknown as Refund;

const saleOf = (changed: Partial<Payment>) => movementOfPayment([], { ...PAYMENT, ...changed });
const backOf = (changed: Partial<Refund>, payment: Partial<Payment> = {}) =>
  movementOfRefund([], { ...REFUND, ...changed }, { ...PAYMENT, ...payment });

it('a sale stands on the day on which it was sent, with its surcharge', () => {
  expect(saleOf({})).toMatchObject({
    kind: 'Sale',
    day: '2026-11-20',
    grossMinor: 10_300,
    surchargeMinor: 300,
  });
  expect(saleOf({ saleStartedAt: '2026-11-20T19:00:01.000Z' })?.day).toBe('2026-11-21');
  expect(saleOf({ source: 'RecurringPayment' })?.kind).toBe('Charge');
});

it('an answer of the next hours is still of that day; one of days later, or a late one, of its own', () => {
  expect(saleOf({ paidAt: '2026-11-21T23:00:00.000Z' })?.day).toBe('2026-11-20');
  expect(saleOf({ paidAt: '2026-11-23T10:00:00.000Z' })?.day).toBe('2026-11-23');
  expect(saleOf({ failedAt: 'known', paidAt: '2026-11-21T10:00:00.000Z' })?.day).toBe('2026-11-21');
  expect(saleOf({ paidAt: '2026-11-19T10:00:00.000Z' })?.day).toBe('2026-11-19');
});

it('nothing moves while a payment is under way, or if it failed', () => {
  expect(saleOf({ status: 'Processing' })).toBeUndefined();
  expect(saleOf({ status: 'Failed' })).toBeUndefined();
  expect(backOf({ status: 'Processing' })).toBeUndefined();
});

it('a late sale and its way back are movements of a failed payment', () => {
  const recheck = { since: '', checks: 1, inquiries: 0, foundAt: '2026-11-21T10:00:00.000Z' };
  const failed = { status: 'Failed', recheck } as const;
  expect(saleOf(failed)).toMatchObject({ kind: 'LateSale', day: '2026-11-21' });
  expect(backOf({ isOfLateSale: true }, failed)).toMatchObject({
    kind: 'LateSaleReturn',
    grossMinor: -10_300,
  });
});

it('a refund is of its day and remembers that of the sale; a void is of the day of the sale', () => {
  expect(backOf({})).toMatchObject({
    kind: 'Refund',
    day: '2026-11-21',
    saleDay: '2026-11-20',
    surchargeMinor: -300,
  });
  const voided = backOf({ processedAs: 'Void', sent: { at: '2026-11-20T19:00:00.500Z', by: 'one' } });
  expect(voided).toMatchObject({ kind: 'Void', day: '2026-11-20', grossMinor: -10_300 });
  expect(voided).not.toHaveProperty('saleDay');
  expect(backOf({ processedAs: 'Void', adjustment: 'Refund' })).toMatchObject({
    kind: 'Adjustment',
    adjustment: 'Refund',
    day: '2026-11-21',
  });
  expect(backOf({})).not.toHaveProperty('adjustment');
});

it('carries the code and the digits of its sale, by which a bank’s statement names it', () => {
  const named = { authorizationCode: 'A12345', lastFour: '1111' };
  expect(saleOf({})).toMatchObject(named);
  expect(backOf({ adjustment: 'Chargeback' })).toMatchObject({ ...named, adjustment: 'Chargeback' });
});

it('whoever makes it again makes the same', () => {
  const later = { ...PAYMENT, status: 'PartiallyRefunded', refundedMinor: 100, reservedMinor: 5 } as Payment;
  expect(movementOfPayment([], later)).toEqual(movementOfPayment([], PAYMENT));
});
