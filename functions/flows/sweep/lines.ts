// Rows that must not be recovered at the same time stand in one line: a bank identifies refunds by order and
// amount only, so the refunds of one payment are sent one after the other.
import type { SweptRow } from './bank-queue.ts';

type Recover = (row: SweptRow) => Promise<void>;

/**
 * Recovers rows of one line one after the other: the worker of a row also recovers the next rows of its line,
 * so that no other worker waits. Rows that are left when the time is over stay due. `recover` never throws.
 */
export function inLines(recover: Recover, hasTime: () => boolean): Recover {
  const lines = new Map<string, SweptRow[]>();
  return async (row) => {
    if (row.line === undefined) return await recover(row);
    const name = `${row.merchantId}#${row.line}`;
    const line = lines.get(name);
    if (line !== undefined) {
      line.push(row);
      return;
    }
    const own = [row];
    lines.set(name, own);
    for (let next = own.shift(); next !== undefined; next = hasTime() ? own.shift() : undefined) {
      await recover(next);
    }
    lines.delete(name);
  };
}
