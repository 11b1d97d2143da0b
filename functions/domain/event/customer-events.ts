// Derives events from a change of a customer or a stored card. Undefined stands for an erased row, or for
// none.
import type { StoredCard } from '../card/stored-card.ts';
import type { Customer } from '../customer.ts';
import { type Happening, isSame } from './happening.ts';

type Erasure = { at: string | undefined };

export function eventsOfCustomer(
  before: Customer | undefined,
  after: Customer | undefined,
  erasure: Erasure,
): Happening[] {
  if (after === undefined) return before === undefined ? [] : [{ type: 'customer.deleted', ...erasure }];
  if (before === undefined) return [{ type: 'customer.created', at: after.createdAt }];
  // Recurring payments that begin or end write the row too.
  return isSame(before, after, ['fullName', 'email', 'phone', 'isActive', 'metadata', 'updatedAt'])
    ? []
    : [{ type: 'customer.updated', at: after.updatedAt }];
}

/** A use and a sale write the row too, but change no field that a GET shows. */
export function eventsOfCard(
  before: StoredCard | undefined,
  after: StoredCard | undefined,
  erasure: Erasure,
): Happening[] {
  if (after === undefined) return before === undefined ? [] : [{ type: 'card.deleted', ...erasure }];
  if (before === undefined) return [{ type: 'card.created', at: after.createdAt }];
  const isLocked = before.lockedAt === undefined && after.lockedAt !== undefined;
  if (isLocked) return [{ type: 'card.locked', at: after.lockedAt }];
  if (!isSame(before, after, ['updatedAt'])) return [{ type: 'card.updated', at: after.updatedAt }];
  const isSeen = isSame(before, after, [
    'cardAlias',
    'ownerName',
    'forceCvv',
    'metadata',
    'customerId',
    'expiryTag',
    'deletionPlannedAt',
    'binRest',
    'expiresAt',
    'lockedAt',
  ]);
  const isBlockSame = before.blocked?.code === after.blocked?.code;
  return isSeen && isBlockSame ? [] : [{ type: 'card.updated' }];
}
