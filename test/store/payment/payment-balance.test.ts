// The ceiling on refunds as the table itself keeps it: conditions on one row, tried at their edges and with
// what was read being out of date.
import { describe, expect, it } from 'vitest';
import type { Payment } from '#domain/payment/payment.ts';
import type { Refund } from '#domain/refund/refund.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { writeBalanceChange, writeReservation } from '#store/payment/payment-balance.ts';
import { commit, create, type Write } from '#store/table/commit.ts';
import { entityKey } from '#store/table/keys.ts';
import { paymentOf, refundOf } from '../../domain/refund/refund-builder.ts';
import { startHarness } from '../../harness/harness.ts';

await startHarness();
let payments = 0;

/** A payment of 100.00 as the table holds it. */
async function stored(more: Partial<Payment> = {}): Promise<Payment> {
  payments += 1;
  const reference = `PAY-${String(payments).padStart(26, '0')}`;
  const payment = paymentOf({ ...more, paymentReferenceNumber: reference });
  await commit([
    create('payment', { ...entityKey(payment.merchantId, 'PAYMENT', reference), version: 1, ...payment }),
  ]);
  return payment;
}
const current = async ({ merchantId, paymentReferenceNumber }: Payment) =>
  await loadPayment(merchantId, paymentReferenceNumber);
const of = (payment: Payment, amountMinor: number, more: Partial<Refund> = {}) =>
  refundOf({ amountMinor, ...more }, payment);
const isDone = async (writes: Write | Write[]) => (await commit([writes].flat())).kind === 'committed';

describe('a reservation', () => {
  it('takes the last unit and not one more', async () => {
    const payment = await stored({ status: 'PartiallyRefunded', refundedMinor: 4_000, reservedMinor: 1_000 });
    expect(await isDone(writeReservation(payment, of(payment, 5_001)))).toBe(false);
    expect(await isDone(writeReservation(payment, of(payment, 5_000)))).toBe(true);
    expect(await isDone(writeReservation(payment, of(payment, 1)))).toBe(false);
    expect(await current(payment)).toMatchObject({ refundedMinor: 4_000, reservedMinor: 6_000, version: 2 });
  });

  it('counts what others have reserved since the payment was read', async () => {
    const payment = await stored();
    expect(await isDone(writeReservation(payment, of(payment, 6_000)))).toBe(true);
    expect(await isDone(writeReservation(payment, of(payment, 4_001)))).toBe(false);
    expect(await isDone(writeReservation(payment, of(payment, 4_000)))).toBe(true);
  });

  it('is not judged by a payment of which something has been refunded since', async () => {
    const payment = await stored({ reservedMinor: 6_000, refundInFlight: 'refund-1' });
    expect(await isDone(writeBalanceChange('Refund', payment, of(payment, 6_000)))).toBe(true);
    expect(await isDone(writeReservation(payment, of(payment, 4_000)))).toBe(false);
  });

  it.each(['Processing', 'Failed', 'Cancelled', 'FullyRefunded'] as const)(
    'is refused on a payment that is %s',
    async (status) => {
      const payment = await stored({ status });
      expect(await isDone(writeReservation(payment, of(payment, 1)))).toBe(false);
    },
  );
});

describe('a turn', () => {
  it('is one refund at a time, which may take it again', async () => {
    const payment = await stored({ reservedMinor: 5_000 });
    expect(await isDone(writeBalanceChange('Lock', payment, of(payment, 5_000)))).toBe(true);
    expect(await isDone(writeBalanceChange('Lock', payment, of(payment, 1_000, { refundId: 'other' })))).toBe(
      false,
    );
    expect(await isDone(writeBalanceChange('Lock', payment, of(payment, 5_000)))).toBe(true);
    expect(
      await isDone(writeBalanceChange('Unlock', undefined, of(payment, 1_000, { refundId: 'other' }))),
    ).toBe(false);
    expect(await isDone(writeBalanceChange('Unlock', undefined, of(payment, 5_000)))).toBe(true);
    expect(await isDone(writeBalanceChange('Lock', payment, of(payment, 1_000, { refundId: 'other' })))).toBe(
      true,
    );
  });

  it('is not taken by who saw the payment before the last refund of it', async () => {
    const payment = await stored({ reservedMinor: 5_000, refundInFlight: 'refund-1' });
    await commit(writeBalanceChange('Refund', payment, of(payment, 4_000)));
    expect(await isDone(writeBalanceChange('Lock', payment, of(payment, 1_000, { refundId: 'other' })))).toBe(
      false,
    );
  });
});

describe('the end of a refund', () => {
  it('turns what was reserved into refunded, once, and only by whose turn it is', async () => {
    const payment = await stored({ reservedMinor: 7_000, refundInFlight: 'refund-1' });
    expect(
      await isDone(writeBalanceChange('Refund', payment, of(payment, 3_000, { refundId: 'other' }))),
    ).toBe(false);
    const refund = of(payment, 4_000);
    const twice = [await commit(writeBalanceChange('Refund', payment, refund)), await current(payment)];
    expect(twice[1]).toMatchObject({
      refundedMinor: 4_000,
      reservedMinor: 3_000,
      status: 'PartiallyRefunded',
    });
    expect(twice[1]).not.toHaveProperty('refundInFlight');
    expect(await isDone(writeBalanceChange('Refund', { ...payment, refundedMinor: 4_000 }, refund))).toBe(
      false,
    );
  });

  it('gives the amount back, with the turn where there was one', async () => {
    const payment = await stored({ reservedMinor: 7_000, refundInFlight: 'refund-1' });
    expect(
      await isDone(
        writeBalanceChange('ReleaseAndUnlock', undefined, of(payment, 3_000, { refundId: 'other' })),
      ),
    ).toBe(false);
    expect(
      await isDone(writeBalanceChange('Release', undefined, of(payment, 3_000, { refundId: 'other' }))),
    ).toBe(true);
    expect(await current(payment)).toMatchObject({ reservedMinor: 4_000, refundInFlight: 'refund-1' });
    expect(await isDone(writeBalanceChange('ReleaseAndUnlock', undefined, of(payment, 4_001)))).toBe(false);
    expect(await isDone(writeBalanceChange('ReleaseAndUnlock', undefined, of(payment, 4_000)))).toBe(true);
    const ended = await current(payment);
    expect(ended).toMatchObject({ reservedMinor: 0, status: 'Successful' });
    expect(ended).not.toHaveProperty('refundInFlight');
  });
});
