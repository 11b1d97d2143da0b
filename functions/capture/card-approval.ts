// Ends the tries of a stored card that was approved on a hosted page, as the approval of a charge does. The
// sale itself reads and writes nothing for it (recurring-payments.md R12).
import { isPaidStatus } from '#domain/payment/payment.ts';
import { loadCard } from '#store/card/card.ts';
import { loadCardTries, writeTriesBeforeApproval } from '#store/card/card-tries.ts';
import { PAYMENT } from '#store/payment/payment.ts';
import { commit } from '#store/table/commit.ts';
import type { RowChange } from './image.ts';

/** Repeatable: tries after the approval stay. Throws if a try is recorded at the same moment. */
export async function noteCardApproval({ merchantId, before, after, at }: RowChange): Promise<void> {
  if (after.sk !== 'PAYMENT') return;
  const { source, status, cardStorageId, paidAt } = PAYMENT.read(after);
  if (source !== 'HostedPage' || cardStorageId === undefined || paidAt === undefined) return;
  if (!isPaidStatus(status) || PAYMENT.find(before)?.paidAt !== undefined) return;
  const card = await loadCard(merchantId, cardStorageId, at);
  if (card === undefined) return;
  const tried = { merchantId, cardFingerprint: card.fingerprint };
  const write = writeTriesBeforeApproval(tried, await loadCardTries(tried), Date.parse(paidAt));
  if (write && (await commit([write])).kind !== 'committed') throw new Error('The tries of the card change.');
}
