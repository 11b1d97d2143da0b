// The balance of a payment as the table itself keeps it: conditions on one row, tried at their limits and
// with a payment that was read before another refund changed it.
import { describe, expect, it } from 'vitest';
import type { Payment } from '#domain/payment/payment.ts';
import type { Refund } from '#domain/refund/refund.ts';
import type { BalanceChange } from '#domain/refund/refund-step.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { writeAdjusted, writeBalanceChange, writeReservation } from '#store/payment/payment-balance.ts';
import { writePaymentClaim } from '#store/payment/payment-writes.ts';
import { commit } from '#store/table/commit.ts';
import { paymentOf, refundOf } from '../../domain/refund/refund-builder.ts';
import { startHarness } from '../../harness/harness.ts';

await startHarness();
let payments = 0;

/** A payment of 100.00 in the table. */
async function stored(more: Partial<Payment> = {}): Promise<Payment> {
  payments += 1;
  const payment = paymentOf({
    ...more,
    paymentReferenceNumber: `PAY-${String(payments).padStart(26, '0')}`,
  });
  await commit([writePaymentClaim(payment)]);
  return payment;
}
const current = async ({ merchantId, paymentReferenceNumber }: Payment) =>
  await loadPayment(merchantId, paymentReferenceNumber);
/** The refund of all tests is `refund-1`, unless it is this one. */
const OTHER = { refundId: 'other' };

async function reserves(payment: Payment, amountMinor: number): Promise<boolean> {
  const refund = refundOf({ amountMinor }, payment);
  return (await commit([writeReservation(payment, refund)])).kind === 'committed';
}
async function changes(
  change: BalanceChange,
  payment: Payment,
  amountMinor: number,
  more: Partial<Refund> = {},
): Promise<boolean> {
  const refund = refundOf({ amountMinor, ...more }, payment);
  return (await commit(writeBalanceChange(change, payment, refund))).kind === 'committed';
}

describe('a reservation', () => {
  it('a reservation takes the last unit that can be refunded and not one more', async () => {
    const payment = await stored({ status: 'PartiallyRefunded', refundedMinor: 4_000, reservedMinor: 1_000 });
    expect(await reserves(payment, 5_001)).toBe(false);
    expect(await reserves(payment, 5_000)).toBe(true);
    expect(await reserves(payment, 1)).toBe(false);
    expect(await current(payment)).toMatchObject({ refundedMinor: 4_000, reservedMinor: 6_000, version: 2 });
  });

  it('a reservation counts what other refunds have reserved since the payment was read', async () => {
    const payment = await stored();
    expect(await reserves(payment, 6_000)).toBe(true);
    expect(await reserves(payment, 4_001)).toBe(false);
    expect(await reserves(payment, 4_000)).toBe(true);
  });

  it('a reservation is a conflict if a refund was completed since the payment was read', async () => {
    const payment = await stored({ reservedMinor: 6_000, refundLock: 'refund-1' });
    expect(await changes('Refund', payment, 6_000)).toBe(true);
    expect(await reserves(payment, 4_000)).toBe(false);
  });

  it.each(['Processing', 'Failed', 'Cancelled', 'FullyRefunded'] as const)(
    'a reservation is a conflict if the payment is %s',
    async (status) => {
      expect(await reserves(await stored({ status }), 1)).toBe(false);
    },
  );
});

describe('the refund lock', () => {
  it('the refund lock is held by one refund at a time, which may take it again', async () => {
    const payment = await stored({ reservedMinor: 5_000 });
    expect(await changes('Lock', payment, 5_000)).toBe(true);
    expect(await changes('Lock', payment, 1_000, OTHER)).toBe(false);
    expect(await changes('Lock', payment, 5_000)).toBe(true);
    expect(await changes('Unlock', payment, 1_000, OTHER)).toBe(false);
    expect(await changes('Unlock', payment, 5_000)).toBe(true);
    expect(await changes('Lock', payment, 1_000, OTHER)).toBe(true);
  });

  it('the refund lock cannot be taken if a refund was completed since the payment was read', async () => {
    const payment = await stored({ reservedMinor: 5_000, refundLock: 'refund-1' });
    expect(await changes('Refund', payment, 4_000)).toBe(true);
    expect(await changes('Lock', payment, 1_000, OTHER)).toBe(false);
  });
});

describe('the end of a refund', () => {
  it('a refund turns its reserved amount into a refunded one once, while it holds the lock', async () => {
    const payment = await stored({ reservedMinor: 7_000, refundLock: 'refund-1' });
    expect(await changes('Refund', payment, 3_000, OTHER)).toBe(false);
    expect(await changes('Refund', payment, 4_000)).toBe(true);
    const refunded = await current(payment);
    expect(refunded).toMatchObject({
      refundedMinor: 4_000,
      reservedMinor: 3_000,
      status: 'PartiallyRefunded',
    });
    expect(refunded).not.toHaveProperty('refundLock');
    expect(await changes('Refund', { ...payment, refundedMinor: 4_000 }, 4_000)).toBe(false);
  });

  it('a failed refund releases the lock that it kept for an operation that was never sent', async () => {
    const payment = await stored({ reservedMinor: 7_000, refundLock: 'refund-1' });
    expect(await changes('Release', payment, 3_000, OTHER)).toBe(true);
    expect(await current(payment)).toMatchObject({ reservedMinor: 4_000, refundLock: 'refund-1' });
    expect(await changes('Release', payment, 4_000)).toBe(true);
    const after = await current(payment);
    expect(after).toMatchObject({ reservedMinor: 0 });
    expect(after).not.toHaveProperty('refundLock');
  });

  it('a failed refund releases its reserved amount, and the lock if it holds it', async () => {
    const payment = await stored({ reservedMinor: 7_000, refundLock: 'refund-1' });
    expect(await changes('ReleaseAndUnlock', payment, 3_000, OTHER)).toBe(false);
    expect(await changes('Release', payment, 3_000, OTHER)).toBe(true);
    expect(await current(payment)).toMatchObject({ reservedMinor: 4_000, refundLock: 'refund-1' });
    expect(await changes('ReleaseAndUnlock', payment, 4_001)).toBe(false);
    expect(await changes('ReleaseAndUnlock', payment, 4_000)).toBe(true);
    const ended = await current(payment);
    expect(ended).toMatchObject({ reservedMinor: 0, status: 'Successful' });
    expect(ended).not.toHaveProperty('refundLock');
  });
});

describe('a reference of the bank', () => {
  const completed = { processedAs: 'Refund', bankReferenceNumber: 'A' } as const;

  it('a reference is recorded with the completion, and belongs to one refund of the payment', async () => {
    const payment = await stored({ reservedMinor: 2_000 });
    for (const isFirst of [true, false]) {
      const before = (await current(payment)) ?? payment;
      await changes('Lock', before, 1_000);
      expect(await changes('Refund', before, 1_000, completed)).toBe(isFirst);
    }
    const after = await current(payment);
    expect(after).toMatchObject({ refundedMinor: 1_000, refundReferences: new Set(['A']) });
    expect(await changes('Refund', after ?? payment, 1_000, { ...completed, bankReferenceNumber: 'B' })).toBe(
      true,
    );
  });

  it('no reference is recorded of a void, of a manual resolution, or of an answer without one', async () => {
    const resolution = {
      kind: 'approved',
      bankReferenceNumber: 'A',
      by: 'Elif',
      at: '2026-11-20T09:00:00Z',
    } as const;
    for (const more of [{ processedAs: 'Void' as const }, { resolution }, { bankReferenceNumber: '' }]) {
      const payment = await stored({ reservedMinor: 1_000 });
      await changes('Lock', payment, 1_000);
      expect(await changes('Refund', payment, 1_000, { ...completed, ...more })).toBe(true);
      expect((await current(payment))?.refundReferences).toBeUndefined();
    }
  });
});

describe('a chargeback that no history shows', () => {
  it('one reference is recorded once, whatever an index still shows', async () => {
    const payment = await stored({});
    const records = async (bankReferenceNumber: string) => {
      const before = (await current(payment)) ?? payment;
      const refund = refundOf({ amountMinor: 1_000, bankReferenceNumber, processedAs: 'Refund' }, before);
      const write = writeAdjusted(before, refund, { told: undefined, isShown: false });
      return (await commit([write])).kind === 'committed';
    };
    expect(await records('A')).toBe(true);
    expect(await records('A')).toBe(false);
    expect(await records('B')).toBe(true);
    const after = await current(payment);
    expect(after).toMatchObject({ refundedMinor: 2_000, chargedBackMinor: 2_000 });
    expect(after?.refundReferences).toBeUndefined();
  });
});

describe('an adopted refund', () => {
  const adopts = async (payment: Payment, amountMinor: number, bankReferenceNumber = 'A') => {
    const refund = refundOf({ amountMinor, bankReferenceNumber, processedAs: 'Refund' }, payment);
    return (
      (await commit([writeAdjusted(payment, refund, { told: undefined, isShown: true })])).kind ===
      'committed'
    );
  };

  it('it takes the last unit that is not reserved and not one more, and keeps the reservations', async () => {
    const payment = await stored({ reservedMinor: 6_000 });
    expect(await adopts(payment, 4_001)).toBe(false);
    expect(await adopts(payment, 4_000)).toBe(true);
    const after = { refundedMinor: 4_000, reservedMinor: 6_000, status: 'PartiallyRefunded' };
    expect(await current(payment)).toMatchObject({ ...after, refundReferences: new Set(['A']) });
  });

  it('it is refused twice, on a payment that has changed, and while a refund holds the lock', async () => {
    const payment = await stored({ reservedMinor: 1_000 });
    expect(await adopts(payment, 1_000)).toBe(true);
    expect(await adopts(payment, 1_000, 'B')).toBe(false);
    const after = (await current(payment)) ?? payment;
    expect(await adopts(after, 1_000)).toBe(false);
    await changes('Lock', after, 1_000);
    expect(await adopts(after, 1_000, 'B')).toBe(false);
  });
});
