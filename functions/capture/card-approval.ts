// Ends the tries of a stored card that was approved on a hosted page, as the approval of a charge does. The
// sale itself reads and writes nothing for it (recurring-payments.md R12).
import type { Payment } from '#domain/payment/payment.ts';
import { loadCard } from '#store/card/card.ts';
import { loadCardTries, writeTriesBeforeApproval } from '#store/card/card-tries.ts';
import { PAYMENT } from '#store/payment/payment.ts';
import { commit } from '#store/table/commit.ts';
import type { RowChange } from './image.ts';

const approvalOf = ({ authorization, paidAt }: Payment) => authorization?.at ?? paidAt;

/** Repeatable: tries after the approval stay. Throws if a try is recorded at the same moment. */
export async function noteCardApproval({ merchantId, before, after, at }: RowChange): Promise<void> {
  if (after.sk !== 'PAYMENT') return;
  const payment = PAYMENT.read(after);
  const { source, status, cardStorageId } = payment;
  const approvedAt = approvalOf(payment);
  if (source !== 'HostedPage' || cardStorageId === undefined || approvedAt === undefined) return;
  const known = PAYMENT.find(before);
  if (status === 'Failed' || (known && approvalOf(known) !== undefined)) return;
  const card = await loadCard(merchantId, cardStorageId, at);
  if (card === undefined) return;
  const tried = { merchantId, cardFingerprint: card.fingerprint };
  const write = writeTriesBeforeApproval(tried, await loadCardTries(tried), Date.parse(approvedAt));
  if (write && (await commit([write])).kind !== 'committed') throw new Error('The tries of the card change.');
}
