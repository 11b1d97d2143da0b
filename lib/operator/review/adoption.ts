// Records a refund of the bank that our books do not have, as the operator (refunds.md 8.4).
import type { Refund } from '#domain/refund/refund.ts';
import { Rejection } from '#domain/rejection.ts';
import { ERRORS } from '#domain/rejection-table.ts';
import { planAdjustment } from '#flows/refund/adjustment.ts';
import { commit } from '#store/table/commit.ts';
import { commitWithRetry } from '#store/table/commit-retry.ts';

type AdoptionRequest = {
  merchantId: string;
  paymentReferenceNumber: string;
  bankReferenceNumber: string;
  by: string;
  reason: string;
};
type AdoptedRefund = { refund: Refund; refundableMinor: number };

/** Throws with the reason if the refund cannot be adopted, or is adopted already. */
export async function adoptRefund({ by, ...asked }: AdoptionRequest, now: Date): Promise<AdoptedRefund> {
  try {
    const { writes, ...adopted } = await planAdjustment(
      { ...asked, kind: 'Refund', by: { operator: by } },
      now,
    );
    const { kind } = await commitWithRetry(() => commit(writes));
    if (kind === 'conflict') throw new Rejection('CONCURRENT_UPDATE');
    return adopted;
  } catch (error) {
    throw error instanceof Rejection ? new Error(sentenceOf(error), { cause: error }) : error;
  }
}

function sentenceOf({ code, facts, advice }: Rejection): string {
  const { en, advice: usual } = ERRORS[code];
  return `${code}: ${en} ${(advice ?? usual).en} ${JSON.stringify(facts)}`;
}
