// The counters of payments equal a recount after any chain of changes, and the statistics follow from them.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CURRENCIES } from '#domain/money.ts';
import { isPaidStatus, type Payment } from '#domain/payment/payment.ts';
import { paymentCountsChange, summarizePayments } from '#domain/payment/payment-statistics.ts';
import { PAYMENT_STATUSES } from '#domain/payment/payment-words.ts';
import { paymentOf } from '../refund/refund-builder.ts';

const [CREATED, PAID] = ['2026-11-20T20:58:00.000Z', '2026-11-20T21:03:00.000Z'];
const inStatus = (status: Payment['status'], more: Partial<Payment> = {}): Payment => {
  const { paidAt: _, ...unpaid } = paymentOf({ status, createdAt: CREATED, ...more });
  return isPaidStatus(status) ? { ...unpaid, paidAt: PAID } : unpaid;
};

/** The non-zero counters by day, after all changes of these payments. */
function counted(chains: readonly (readonly Payment[])[]) {
  const totals: Record<string, number> = {};
  for (const chain of chains) {
    for (const [at, after] of chain.entries()) {
      for (const { day, slot, add } of paymentCountsChange(chain[at - 1], after)) {
        for (const [tally, number] of Object.entries(add)) {
          const name = `${day} ${slot} ${tally}`;
          totals[name] = (totals[name] ?? 0) + number;
        }
      }
    }
  }
  return Object.fromEntries(Object.entries(totals).filter(([, number]) => number !== 0));
}

const chain = fc
  .record({
    statuses: fc.array(fc.constantFrom(...PAYMENT_STATUSES), { minLength: 1, maxLength: 6 }),
    chargedMinor: fc.integer({ min: 1, max: 99_999_999_999 }),
    currency: fc.constantFrom(...CURRENCIES),
  })
  .map(({ statuses, ...more }) => statuses.map((status) => inStatus(status, more)));

it('the counters equal a recount of the payments after any chain of changes', () => {
  fc.assert(
    fc.property(fc.array(chain), (chains) => {
      expect(counted(chains)).toEqual(counted(chains.map((one) => one.slice(-1))));
    }),
  );
});

it('a reserved amount is a sale on the day of its capture, and a submit on that of the reservation', () => {
  const authorization = { amountMinor: 12_000, at: CREATED, endsAt: PAID };
  const submit = { '2026-11-20 ~ f': 1, '2026-11-20 ~ p': 1, '2026-11-20 *MASTERCARD p': 1 };
  const held = [inStatus('Processing'), inStatus('Authorized', { authorization })];
  expect(counted([held])).toEqual(submit);
  expect(counted([[...held, inStatus('Released', { authorization })]])).toEqual(submit);
  expect(counted([[...held, inStatus('Successful', { authorization })]])).toEqual({
    ...submit,
    '2026-11-21 TRY SuccessfulCount': 1,
    '2026-11-21 TRY SuccessfulMinor': 10_000,
  });
});

it('a payment counts on the Istanbul day on which it was paid, or begun if it failed', () => {
  expect(counted([[inStatus('Processing'), inStatus('Successful')]])).toEqual({
    '2026-11-21 TRY SuccessfulCount': 1,
    '2026-11-21 TRY SuccessfulMinor': 10_000,
    '2026-11-21 ~ f': 1,
    '2026-11-21 ~ p': 1,
    '2026-11-21 *MASTERCARD p': 1,
  });
  expect(counted([[inStatus('Processing'), inStatus('Failed')]])).toEqual({
    '2026-11-20 TRY FailedCount': 1,
    '2026-11-20 TRY FailedMinor': 10_000,
    '2026-11-20 ~ f': 1,
    '2026-11-20 ~ d': 1,
    '2026-11-20 *MASTERCARD d': 1,
  });
  expect(counted([[inStatus('Processing')]])).toEqual({});
});

it('a payment that was never counted takes nothing off, whatever becomes of it', () => {
  const statuses = ['Successful', 'PartiallyRefunded', 'FullyRefunded'] as const;
  const old = statuses.map((status) => {
    const { leaseEpoch: _, ...uncounted } = inStatus(status);
    return uncounted;
  });
  const [first] = statuses;
  expect(counted([old, [inStatus(first)]])).toEqual(counted([[inStatus(first)]]));
});

it('no figure is below zero if the table was restored before a sale was counted', () => {
  const [sold, refunded] = [inStatus('Successful'), inStatus('FullyRefunded')];
  const rows = paymentCountsChange(sold, refunded).map(({ slot, add }) => ({ currency: slot, counts: add }));
  expect(summarizePayments(rows)).toMatchObject([
    {
      totalCount: 1,
      byStatus: { Successful: { count: 0, amountMinor: 0 }, FullyRefunded: { count: 1 } },
      paid: { count: 1, amountMinor: 10_000 },
    },
  ]);
});

it('the statistics add up by status and currency; the average is of paid payments', () => {
  const payments = [
    inStatus('Successful', { chargedMinor: 100, orderMinor: 90 }),
    inStatus('FullyRefunded', { chargedMinor: 101 }),
    inStatus('Failed', { chargedMinor: 7_000 }),
    inStatus('Failed', { currency: 'EUR' }),
  ];
  const rows = payments.flatMap((payment) =>
    paymentCountsChange(undefined, payment).map(({ slot, add }) => ({ currency: slot, counts: add })),
  );
  expect(summarizePayments(rows)).toMatchObject([
    {
      currency: 'TRY',
      totalCount: 3,
      byStatus: {
        Successful: { count: 1, amountMinor: 100 },
        FullyRefunded: { count: 1, amountMinor: 101 },
        Failed: { count: 1, amountMinor: 7_000 },
        Cancelled: { count: 0, amountMinor: 0 },
      },
      paid: { count: 2, amountMinor: 201 },
      averageMinor: 101,
    },
    { currency: 'EUR', totalCount: 1, paid: { count: 0, amountMinor: 0 }, averageMinor: 0 },
  ]);
});
