// Turns a conflict into a rejection: the row that the failed condition found gives the reason.
import { Rejection } from '#domain/rejection.ts';
import { type CommitConflict, conflictOn } from '#store/table/commit.ts';
import type { Row, Stored } from '#store/table/row.ts';

/**
 * The result of `reason` for the row as it was when its condition failed, undefined if there is no such row.
 * CONCURRENT_UPDATE, which the caller may retry, if there is no reason, or the conflict is about other rows.
 */
export function rejectionOf<Value>(
  conflicted: CommitConflict,
  row: Row<Value>,
  reason: (found: (Value & Stored) | undefined) => Rejection | undefined,
): Rejection {
  const conflict = conflictOn(conflicted, row);
  return (conflict && reason(conflict.found)) ?? new Rejection('CONCURRENT_UPDATE');
}
