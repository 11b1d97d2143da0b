// Rows of one group must not be recovered at the same time: a bank identifies refunds by order and amount
// only, so the refunds of one payment are sent one after the other.
import type { SweptRow } from './bank-queue.ts';

type Recover = (row: SweptRow) => Promise<void>;

/**
 * Recovers rows of one group one after the other: the worker of a row also recovers the next rows of its
 * group, so that no other worker waits. Rows that are left when the time is over stay due. `recover` never
 * throws.
 */
export function oneByOne(recover: Recover, hasTime: () => boolean): Recover {
  const groups = new Map<string, SweptRow[]>();
  return async (row) => {
    if (row.group === undefined) return await recover(row);
    const name = `${row.merchantId}#${row.group}`;
    const group = groups.get(name);
    if (group !== undefined) {
      group.push(row);
      return;
    }
    const own = [row];
    groups.set(name, own);
    for (let next = own.shift(); next !== undefined; next = hasTime() ? own.shift() : undefined) {
      await recover(next);
    }
    groups.delete(name);
  };
}
