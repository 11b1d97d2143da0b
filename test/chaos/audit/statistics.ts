// Recounts the statistics of refunds from the list of refunds, and compares every filtered list with the
// whole list.
import { minorOf, sumOf } from '../../books/compare.ts';
import type { Books, MerchantBooks, RefundRow } from '../books.ts';

export function auditStatistics({ merchants }: Books): string[] {
  return merchants.flatMap(({ name, refunds, statistics }) => {
    const currencies = new Set([...refunds, ...statistics].map(({ currency }) => currency));
    return [...currencies].flatMap((currency) => {
      const shown = statistics.find((row) => row.currency === currency);
      const counted = recount(refunds.filter((refund) => refund.currency === currency));
      const ours = JSON.stringify(shown && comparable(shown));
      const recounted = JSON.stringify(counted);
      return ours === recounted ? [] : [`${name}, ${currency}: statistics ${ours}, recounted ${recounted}`];
    });
  });
}

const STATUSES = ['Pending', 'Processing', 'Completed', 'Failed', 'Rejected', 'Expired'];

function recount(refunds: readonly RefundRow[]) {
  const byStatus = STATUSES.map((status) => {
    const own = refunds.filter((refund) => refund.status === status);
    return [status, own.length, sumOf(own.map(({ amount }) => amount))] as const;
  });
  const amountIn = (status: string) => byStatus.find(([name]) => name === status)?.[2] ?? 0;
  return {
    total: refunds.length,
    refunded: amountIn('Completed'),
    pending: amountIn('Pending'),
    byStatus,
    full: refunds.filter(({ refundType }) => refundType === 'Full').length,
    partial: refunds.filter(({ refundType }) => refundType === 'Partial').length,
    voids: refunds.filter(({ processedAs }) => processedAs === 'Void').length,
  };
}

function comparable(row: MerchantBooks['statistics'][number]): ReturnType<typeof recount> {
  return {
    total: row.totalCount,
    refunded: minorOf(row.refundedAmount),
    pending: minorOf(row.pendingAmount),
    byStatus: STATUSES.map((status) => {
      const { count = 0, amount = 0 } = row.byStatus[status] ?? {};
      return [status, count, minorOf(amount)] as const;
    }),
    full: row.fullCount,
    partial: row.partialCount,
    voids: row.voidCount,
  };
}

/**
 * No list may contain an object twice, and a filter must return exactly the matching objects of the whole
 * list.
 */
export function auditLists({ merchants }: Books): string[] {
  return merchants.flatMap((books) => {
    const { name, payments, refunds, plans, customers } = books;
    const whole = [
      ['payment', payments.map((one) => one.paymentReferenceNumber)],
      ['Refund', refunds.map((one) => one.refundId)],
      ['RecurringPayment', plans.map((one) => one.id)],
      ['customer', customers.map((one) => one.id)],
    ] as const;
    return [
      ...whole
        .filter(([, ids]) => new Set(ids).size !== ids.length)
        .map(([list]) => `${name}: the list /api/${list} has an object twice`),
      ...books.filtered
        .filter(({ ids, expected }) => ids.join() !== expected.join())
        .map(({ path, ids, expected }) => {
          const odd = [
            ...expected.filter((id) => !ids.includes(id)),
            ...ids.filter((id) => !expected.includes(id)),
          ];
          return `${name}: ${path} has ${ids.length} of ${expected.length}, different: ${odd.join(' ')}`;
        }),
    ];
  });
}
