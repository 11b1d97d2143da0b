// Lists the open differences between bank and books, and closes a difference with a reason (reconciliation.md
// 3). Neither changes a payment.
import { defined } from '#domain/defined.ts';
import { listOpenDifferences, loadDifference, saveDifference } from '#store/difference.ts';

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

type Closing = { merchantId: string; paymentReferenceNumber: string; by: string; reason: string; at: string };

/** The difference stays closed unless a later comparison finds other amounts. */
export async function closeDifference(closing: Closing): Promise<void> {
  const { merchantId, paymentReferenceNumber, by: closedBy, reason, at: closedAt } = closing;
  const difference = await loadDifference(merchantId, paymentReferenceNumber);
  if (difference?.state !== 'Open') throw new Error('There is no open difference of this payment.');
  const closed = { ...difference, state: 'Closed' as const, closedBy, closedAt, reason };
  if (!(await saveDifference(difference, closed))) throw new Error('It was changed just now; try again.');
}
