// Invokes the delivering function when the first row of its index falls due, to the millisecond. The deployed
// function is invoked every minute, and for each new delivery.
import { earliestDelivery } from '../aws/earliest-due.ts';
import { waitForQuickReceivers } from '../aws/quick-receivers.ts';
import type { Clock } from './clock.ts';
import type { TableTimer } from './timeline.ts';

/** If the function leaves the first row unchanged, it is invoked again after this time. */
const REPEAT_MS = 60_000;

export function createDeliveryTimer(
  clock: Pick<Clock, 'nowMs' | 'isHeld'>,
  deliver: () => Promise<void>,
): TableTimer {
  const { nowMs } = clock;
  const waitFor = waitForQuickReceivers(clock);
  let isCurrent = false;
  let nextMs: number | undefined;
  let lastMs = 0;
  /** The table is read again if a function runs during the read, or if the read fails. */
  const look = async () => {
    isCurrent = true;
    try {
      const dueAt = await earliestDelivery();
      return dueAt === undefined ? undefined : Date.parse(dueAt);
    } catch (error) {
      isCurrent = false;
      throw error;
    }
  };
  const find = async () => {
    if (isCurrent) return nextMs;
    const dueMs = await look();
    nextMs = dueMs === undefined ? undefined : Math.max(dueMs, lastMs);
    return nextMs;
  };
  return {
    name: 'deliveries',
    reschedule: () => {
      isCurrent = false;
    },
    nextDueMs: find,
    async fireDue(dueMs) {
      const next = await find();
      if (next === undefined || next > dueMs) return 0;
      await waitFor('all', deliver());
      const leftMs = await look();
      lastMs = leftMs !== undefined && leftMs <= nowMs() ? nowMs() + REPEAT_MS : 0;
      nextMs = leftMs === undefined ? undefined : Math.max(leftMs, lastMs);
      return 1;
    },
  };
}
