// Lists the open differences between bank and books, and closes a difference with a reason (reconciliation.md
// 3). Neither changes a payment.
import { defined, omit } from '#domain/defined.ts';
import { listOpenDifferences, loadDifference, saveDifference } from '#store/difference.ts';
import { closeUnnamedSales, listUnnamedSales } from '#store/unnamed-sale.ts';

/** The open differences of all merchants, oldest first. */
export async function listDifferencesToReview() {
  return (await listOpenDifferences()).map(
    ({ merchantId, paymentReferenceNumber, bankOrderId, currency, kind, ours, bank, refunds, since }) => ({
      merchantId,
      paymentReferenceNumber,
      bankOrderId,
      currency,
      ...defined({ kind, ours, bank, refunds }),
      since,
    }),
  );
}

/** Sales of banks that no payment names, of all merchants, oldest first. */
export const listSalesToReview = async () =>
  (await listUnnamedSales()).map((sale) => omit(sale, 'pk', 'sk', 'version'));

/** It is not told again. */
export async function closeSale(closing: Omit<Closing, 'paymentReferenceNumber'> & { bankOrderId: string }) {
  const { by: closedBy, reason, at: closedAt, ...which } = closing;
  if (await closeUnnamedSales(which, { closedAt, closedBy, reason })) return;
  throw new Error(
    'There is no open sale of this order id that no payment names, or it was changed just now.',
  );
}

type Closing = { merchantId: string; paymentReferenceNumber: string; by: string; reason: string; at: string };

/** The difference stays closed unless a later comparison finds other amounts. */
export async function closeDifference(closing: Closing): Promise<void> {
  const { merchantId, paymentReferenceNumber, by: closedBy, reason, at: closedAt } = closing;
  const difference = await loadDifference(merchantId, paymentReferenceNumber);
  if (difference?.state !== 'Open') throw new Error('There is no open difference of this payment.');
  const closed = { ...difference, state: 'Closed' as const, closedBy, closedAt, reason };
  if (!(await saveDifference(difference, closed))) throw new Error('It was changed just now; try again.');
}
