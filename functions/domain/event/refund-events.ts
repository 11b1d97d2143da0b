// Derives events from a change of a refund: one for each state that the refund enters.
import type { Refund } from '../refund/refund.ts';
import type { EventType } from './event-type.ts';
import type { Happening } from './happening.ts';

const TYPE_OF: Readonly<Record<Refund['status'], EventType>> = {
  Pending: 'refund.requested',
  Processing: 'refund.processing',
  Completed: 'refund.completed',
  Failed: 'refund.failed',
  Rejected: 'refund.rejected',
  Expired: 'refund.expired',
};

export function eventsOfRefund(before: Refund | undefined, after: Refund): Happening[] {
  const { status, createdAt, completedAt } = after;
  if (before?.status === status) return [];
  const at = before === undefined ? createdAt : status === 'Completed' ? completedAt : undefined;
  return [{ type: TYPE_OF[status], at }];
}
