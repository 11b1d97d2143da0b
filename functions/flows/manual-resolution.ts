// A person's verdict in the words of the bank it was found at, for whoever would otherwise go on asking.
import type { Approved, Declined } from '#acquirer/acquirer.ts';
import type { ManualResolution } from '#domain/manual-resolution.ts';

/** Where the bank shows no code. */
const NO_CODE = 'REVIEW';

/** A refusal that nobody can name is held against no card for good: the next due date tries it again. */
export function outcomeOfResolution(resolution: ManualResolution): Approved | Declined {
  if (resolution.kind === 'approved')
    return { kind: 'approved', hostReference: resolution.bankReferenceNumber };
  const code = resolution.bankResponseCode ?? NO_CODE;
  return { kind: 'declined', code, errorCode: 'GENERAL_DECLINE', retry: 'Soft' };
}
