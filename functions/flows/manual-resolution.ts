// Converts a manual resolution into an outcome of the bank, so that recovery treats both alike.
import type { Approved, Declined } from '#acquirer/acquirer.ts';
import type { ManualResolution } from '#domain/manual-resolution.ts';

/** Used if the person gave no bank code. */
const NO_CODE = 'REVIEW';

/**
 * A decline of unknown cause counts as soft: it does not block the card, and the next due date tries again.
 */
export function outcomeOfResolution(resolution: ManualResolution): Approved | Declined {
  if (resolution.kind === 'approved')
    return { kind: 'approved', hostReference: resolution.bankReferenceNumber };
  const code = resolution.bankResponseCode ?? NO_CODE;
  return { kind: 'declined', code, errorCode: 'GENERAL_DECLINE', declineCategory: 'Soft' };
}
