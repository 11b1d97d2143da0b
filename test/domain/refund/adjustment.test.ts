// What an operator can adopt of the bank's refunds (refunds.md 8.4).
import { expect, it } from 'vitest';
import { PAYMENT_STATUSES } from '#domain/payment/payment-words.ts';
import { adjustableMinor } from '#domain/refund/adjustment.ts';
import { paymentOf } from './refund-builder.ts';

const RECHECK = { since: '2026-11-20T09:00:00.000Z', checks: 1, inquiries: 0 };

it('nothing is adopted of a payment that took no money', () => {
  const adoptable = PAYMENT_STATUSES.map((status) => [
    status,
    adjustableMinor(paymentOf({ status, refundedMinor: 1_000, reservedMinor: 500 })),
  ]);
  expect(Object.fromEntries(adoptable)).toEqual({
    Processing: 0,
    Authorized: 0,
    Successful: 8_500,
    Failed: 0,
    Cancelled: 8_500,
    PartiallyRefunded: 8_500,
    FullyRefunded: 8_500,
    Released: 0,
  });
});

it('a failed payment took money if a later look has found its sale', () => {
  const failed = paymentOf({ status: 'Failed', recheck: RECHECK });
  expect(adjustableMinor(failed)).toBe(0);
  const found = { ...RECHECK, foundAt: '2026-11-21T09:00:00.000Z', bankReferenceNumber: 'RRN' };
  expect(adjustableMinor({ ...failed, recheck: found })).toBe(10_000);
});
